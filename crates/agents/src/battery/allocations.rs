//! A tree search allocates for its levels, not for its nodes.

use ludarium_game::battery::{allocations, rules};
use ludarium_game::{Budget, Purpose, Rng, Seed, Turn};

use crate::{Playable, agent};

/// With ten times the nodes, a search of the catalogue asks for hardly more memory. Only tells anything where
/// [`ludarium_game::battery::CountingAllocator`] is the program's allocator.
pub fn check_allocations<G: Playable>(text: &str) {
    let (few, small) = requests::<G>(text, 3_000);
    let (many, large) = requests::<G>(text, 30_000);
    let nodes = large - small;
    assert!(nodes > 10_000, "{text} stopped at {large} nodes");
    let extra = many.saturating_sub(few);
    assert!(extra * 50 < nodes, "{text}: {extra} allocations for {nodes} nodes");
}

/// Requests and nodes of a decision with a budget of nodes.
fn requests<G: Playable>(text: &str, nodes: u64) -> (u64, u64) {
    let mut rng = Seed(4).stream(Purpose::Test, 0);
    let mut position = G::start(&rules::<G>(G::VARIANTS[0].name), &mut rng);
    while position.turn() == Turn::Chance {
        position.play(position.roll(&mut rng));
    }
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let mut agent = agent::<G>(text).expect("a known agent");
    // The first decision pays for buffers that are kept.
    let _ = agent.choose(&position, &budget, &mut Rng::new(Seed(1)));
    let before = allocations();
    let decision = agent.choose(&position, &budget, &mut Rng::new(Seed(1)));
    (allocations() - before, decision.nodes)
}
