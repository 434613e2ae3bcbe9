//! A tree search allocates for its levels, not for its nodes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ludarium_agents::{Kit, KitTask, agent, with_kit};
use ludarium_game::{Budget, Purpose, Rng, Seed, Turn};

/// The system's allocator, counting the requests of each thread.
struct Counting;

thread_local! {
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

// Only an allocator can see allocations, and implementing one is unsafe by its nature.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = REQUESTS.try_with(|requests| requests.set(requests.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The tree searches of every game.
const SEARCHES: &[(&str, &[&str])] = &[
    (
        "dice-chess",
        &["expectimax", "alphabeta", "alphabeta:chance=ignore"],
    ),
    (
        "three-chess",
        &["maxn", "paranoid", "brs", "brs-plus", "offensive"],
    ),
    (
        "tuc-chess",
        &[
            "minimax-full",
            "alphabeta-full",
            "alphabeta-full:chance=ignore",
        ],
    ),
    ("dicewars", &["maxn", "paranoid", "brs-plus", "campaign"]),
    (
        "chexers",
        &["maxn-search", "paranoid", "brs", "brs-plus", "mpmix"],
    ),
];

/// Requests and nodes of a decision with a budget of nodes.
struct Requests {
    spec: &'static str,
    nodes: u64,
}

impl KitTask for Requests {
    type Output = (u64, u64);

    fn run<G: Kit>(self, rules: G::Rules) -> (u64, u64) {
        let mut rng = Seed(4).stream(Purpose::Test, 0);
        let mut position = G::start(&rules, &mut rng);
        while position.turn() == Turn::Chance {
            position.play(position.roll(&mut rng));
        }
        let budget = Budget {
            nodes: Some(self.nodes),
            ..Budget::default()
        };
        let mut agent = agent::<G>(self.spec).expect("a known agent");
        // The first decision pays for buffers that are kept.
        let _ = agent.choose(&position, &budget, &mut Rng::new(Seed(1)));
        let before = REQUESTS.with(Cell::get);
        let decision = agent.choose(&position, &budget, &mut Rng::new(Seed(1)));
        (REQUESTS.with(Cell::get) - before, decision.nodes)
    }
}

#[test]
fn more_nodes_need_hardly_more_allocations() {
    for &(game, specs) in SEARCHES {
        for &spec in specs {
            let ask = |nodes| with_kit(game, None, Requests { spec, nodes }).expect("a known game");
            let (few, small) = ask(3_000);
            let (many, large) = ask(30_000);
            let nodes = large - small;
            assert!(nodes > 10_000, "{game} {spec} stopped at {large} nodes");
            let extra = many.saturating_sub(few);
            assert!(
                extra * 50 < nodes,
                "{game} {spec}: {extra} allocations for {nodes} nodes"
            );
        }
    }
}
