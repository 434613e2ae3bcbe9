//! Searches of Dicewars that prune must equal searches that do not.

use ludarium_agents::Playable;
use ludarium_dicewars::rules::{DiceShare, Dicewars, Rules, Strength};
use ludarium_game::{
    Agent, Budget, Evaluation, Game, MoveList, Purpose, Rng, Scores, Seed, Spec, Tabletop, Turn,
};
use ludarium_search::{Chance, MaxN, Minimax};

/// Positions of random games on small maps, every other one with all areas full: where no die can be
/// placed no chance stands between two players, and only there shallow pruning can cut.
fn positions(players: usize, count: usize) -> Vec<Dicewars> {
    let rules = Spec::parse(&format!("orig:players={players},areas=8")).unwrap();
    let rules = Dicewars::rules(&rules).unwrap();
    let mut rng = Seed(7).stream(Purpose::Test, players as u64);
    let mut found = Vec::new();
    let mut buffer = MoveList::new();
    while found.len() < count {
        let mut position = Dicewars::start(&rules, &mut rng);
        for ply in 1..200 {
            let mv = match position.turn() {
                Turn::Seat(_) => {
                    if ply % 20 == 0 {
                        found.push(position.clone());
                        found.push(crowded(&rules, &position));
                    }
                    position.pick(&mut rng, &mut buffer)
                }
                Turn::Chance => position.roll(&mut rng),
                Turn::Over => break,
            };
            position.play(mv);
        }
    }
    found.truncate(count);
    found
}

/// The same position with eight dice on every area.
fn crowded(rules: &Rules, position: &Dicewars) -> Dicewars {
    let text = position.describe();
    let mut parts: Vec<String> = text.split(';').map(str::to_owned).collect();
    parts[1] = "8".repeat(parts[1].len());
    Dicewars::parse(rules, &parts.join(";")).expect("a valid position")
}

fn max_n(depth: u32, pruning: bool) -> MaxN<Strength> {
    MaxN {
        depth,
        chance: Chance::Sample(2),
        largest_sum: pruning.then_some(<Dicewars as Playable>::LARGEST_SUM),
        ..MaxN::new(Strength::USUAL)
    }
}

/// The best value, and the positions looked at for it.
fn best(agent: &mut impl Agent<Dicewars>, position: &Dicewars) -> (Scores, u64) {
    let decision = agent.choose(position, &Budget::default(), &mut Rng::new(Seed(3)));
    (decision.candidates[0].scores, decision.nodes)
}

#[test]
fn pruned_max_n_equals_plain_max_n() {
    let mut saved = 0;
    for (players, depth, count) in [(3, 2, 60), (4, 2, 60), (3, 3, 40), (4, 3, 40)] {
        for position in positions(players, count) {
            let (plain, all) = best(&mut max_n(depth, false), &position);
            let (pruned, some) = best(&mut max_n(depth, true), &position);
            assert_eq!(plain, pruned, "{}", position.describe());
            saved += all - some;
        }
    }
    assert!(saved > 0, "nothing was ever pruned");
}

/// The searches draw other reinforcements, so the comparison needs positions where it does not matter how
/// dice fall: with full areas nothing falls before the second move, and after it only sums count.
#[test]
fn with_two_players_max_n_equals_minimax() {
    for position in positions(2, 200).iter().skip(1).step_by(2) {
        let mut max_n = MaxN { depth: 2, ..MaxN::new(DiceShare) };
        let mut minimax = Minimax { depth: 2, ..Minimax::new(DiceShare) };
        let (found, _) = best(&mut max_n, position);
        let (expected, _) = best(&mut minimax, position);
        for (a, b) in found.as_slice(2).iter().zip(expected.as_slice(2)) {
            assert!((a - b).abs() < 1e-4, "{}", position.describe());
        }
    }
}

#[test]
fn every_evaluation_stays_within_bounds() {
    for players in 2..=5 {
        for position in positions(players, 40) {
            for named in Dicewars::evaluations() {
                let scores = named.judge.evaluate(&position);
                let shares = scores.as_slice(players);
                assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
                assert!((scores.sum() - 1.0).abs() < 1e-5, "{}", named.name);
                assert!(scores.sum() <= <Dicewars as Playable>::LARGEST_SUM);
            }
        }
    }
}
