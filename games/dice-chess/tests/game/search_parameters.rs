//! Parameters of the generic searches: each changes the search, and none does so by default.

use ludarium_agents::{agent, canonical};
use ludarium_dice_chess::rules::DiceChess;
use ludarium_game::{Agent, Budget, Game, MoveList, Purpose, Seed, Spec, Tabletop, Turn};

/// How many of 20 positions two agents treat differently.
fn differences(a: &str, b: &str) -> usize {
    let rules = DiceChess::rules(&Spec::named("seed")).unwrap();
    let budget =
        Budget { iterations: Some(200), nodes: Some(50_000), depth: Some(4), ..Budget::default() };
    let mut different = 0;
    for seed in 0..20 {
        let mut rng = Seed(seed).stream(Purpose::Test, 0);
        let mut position = DiceChess::start(&rules, &mut rng);
        let mut buffer = MoveList::new();
        // Some plies on, where games differ; then to the next decision.
        for ply in 0.. {
            let mv = match position.turn() {
                Turn::Over => panic!("a game of {ply} plies"),
                Turn::Chance => position.roll(&mut rng),
                Turn::Seat(_) if ply >= 8 => break,
                Turn::Seat(_) => position.pick(&mut rng, &mut buffer),
            };
            position.play(mv);
        }
        let [first, second] = [a, b].map(|text| {
            let mut agent = agent::<DiceChess>(text).unwrap();
            let decision = agent.choose(&position, &budget, &mut rng.clone());
            (decision.candidates, decision.nodes)
        });
        different += usize::from(first != second);
    }
    assert_eq!(canonical::<DiceChess>(a).unwrap(), a);
    different
}

#[test]
fn prob_cut_changes_the_search() {
    assert!(differences("alphabeta", "alphabeta:probcut=0.02") > 0);
    assert_eq!(differences("alphabeta", "alphabeta:probcut=0"), 0);
    // No value lies so far outside any window.
    assert_eq!(differences("alphabeta", "alphabeta:probcut=2"), 0);
}
