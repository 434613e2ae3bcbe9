//! Whether the search finds good moves, with every variant on small trees.

use ludarium_game::{Agent, Game, MoveList, Rng, Seat, Seed, Turn};

use super::PlantedFault;
use super::support::*;
use crate::mcts::*;
use crate::testing::{RandomTree, TreeShape};

/// Positions in which a seat can win at once, after some random plies so that every seat has its turn.
fn wins_at_hand(seat: Seat, shape: TreeShape) -> Vec<(RandomTree, u64)> {
    let mut found = Vec::new();
    let mut buffer = MoveList::new();
    for seed in 0..20_000 {
        let mut tree = RandomTree::new(shape, seed);
        let mut rng = Rng::new(Seed(seed));
        for _ in 0..seat.0 {
            if matches!(tree.turn(), Turn::Seat(_)) {
                let mv = tree.pick(&mut rng, &mut buffer);
                tree.play(mv);
            }
        }
        if tree.turn() != Turn::Seat(seat) {
            continue;
        }
        tree.moves(&mut buffer);
        let wins = |mv: &&u8| {
            let next = after(&tree, **mv);
            next.turn() == Turn::Over && next.scores().of(seat).0 == 1.0
        };
        if buffer.len() > 1 && buffer.iter().filter(wins).count() == 1 {
            found.push((tree, seed));
        }
        if found.len() == 400 {
            break;
        }
    }
    found
}

/// How often a search misses an immediate win without choosing another sure win.
fn missed_wins(parameters: Parameters, seats: u8) -> (usize, usize) {
    let shape = TreeShape { seats, grades: 2, depth: 6, ..DUEL };
    let (mut missed, mut positions) = (0, 0);
    for seat in Seat::all(seats.into()) {
        let found = wins_at_hand(seat, shape);
        assert!(found.len() > 300, "too few positions for {seat:?}");
        for (tree, seed) in found {
            let mut buffer = MoveList::new();
            tree.moves(&mut buffer);
            let count = (buffer.len() as u64 + 1) * 30;
            let decision = decide(&tree, parameters, count, seed);
            positions += 1;
            missed += usize::from(regret(&tree, &decision) > 1e-3);
        }
    }
    (missed, positions)
}

#[test]
fn t22_wins_at_hand_are_found_for_every_seat() {
    for seats in [2, 3] {
        for solver in [false, true] {
            let parameters = Parameters { solver, ..Parameters::default() };
            let (missed, positions) = missed_wins(parameters, seats);
            assert_eq!(missed, 0, "of {positions} with {seats} seats");
        }
        let at_once = Parameters { win_at_once: true, ..Parameters::default() };
        assert_eq!(missed_wins(at_once, seats).0, 0);
        let broken = Parameters { fault: PlantedFault::WrongSeat, ..Parameters::default() };
        let (missed, positions) = missed_wins(broken, seats);
        assert!(missed > positions / 10, "{missed} of {positions}");
    }
}

#[test]
fn t23_regret_falls_with_iterations() {
    for shape in [DUEL, DICE] {
        let parameters = Parameters::default();
        let few = mean_regret(shape, 0..1000, parameters, 30);
        let more = mean_regret(shape, 0..1000, parameters, 500);
        assert!(more < 0.6 * few && more < 0.03, "{few} then {more}");
        let many = mean_regret(shape, 0..60, parameters, 20_000);
        assert!(many < 0.002, "{many}");
        let broken = Parameters { fault: PlantedFault::WrongSeat, ..parameters };
        assert!(mean_regret(shape, 0..200, broken, 500) > 0.1);
    }
}

/// Three seats converge slowly and only on average; the regret must still fall.
#[test]
fn regret_falls_with_three_seats() {
    let shape = TreeShape { seats: 3, ..DICE };
    let few = mean_regret(shape, 0..1000, Parameters::default(), 30);
    let more = mean_regret(shape, 0..1000, Parameters::default(), 500);
    assert!(more < 0.8 * few, "{few} then {more}");
}

/// The visits of each root move, in the order of moves.
fn root_visits(tree: &RandomTree, parameters: Parameters, seed: u64) -> Vec<(u8, u64)> {
    let candidates = decide(tree, parameters, 100, seed).candidates;
    let mut visits: Vec<_> = candidates.iter().map(|c| (c.mv, c.visits)).collect();
    visits.sort_unstable();
    visits
}

/// Every variant must be far better than random moves, which lose about 0.15 on these trees, and must
/// search differently.
#[test]
fn every_variant_finds_good_moves() {
    let base = Parameters::default();
    let selection = |selection| Parameters { selection, ..base };
    let chance = |chance| Parameters { chance, ..base };
    let puct = selection(Selection::Puct { init: 1.25, base: 19652.0, temperature: 1.0 });
    let variants = [
        ("quota", base),
        ("sampled", chance(ChanceNodes::Sampled)),
        ("widening", chance(ChanceNodes::Widening)),
        ("expecti", chance(ChanceNodes::Expecti)),
        ("ccb", selection(Selection::Ccb)),
        ("puct", puct),
        ("puct with urgency", Parameters { urgency: Urgency::Parent { reduction: 0.2 }, ..puct }),
        ("history", Parameters { history: Some(1.0), ..base }),
        ("solver", Parameters { solver: true, ..base }),
        ("expand at once", Parameters { timing: Timing::AtOnce, ..base }),
        ("implicit", Parameters { implicit: 0.2, ..base }),
        ("two threads", Parameters { threads: 2, ..base }),
    ];
    for (name, parameters) in variants {
        let regret = mean_regret(DICE, 0..200, parameters, 600);
        assert!(regret < 0.03, "{name}: {regret}");
        // A parameter that is ignored would pass unnoticed.
        let same = parameters == base;
        let differing = (0..100).filter(|&seed| {
            let tree = RandomTree::new(DICE, seed);
            root_visits(&tree, base, seed) != root_visits(&tree, parameters, seed)
        });
        assert_eq!(differing.count() > 30, !same, "{name}");
    }
}

/// Drawing outcomes uniformly is only right if they are equally likely; here they are not.
#[test]
fn luck_without_probabilities_is_noticed() {
    let shape = TreeShape { chance_every: 2, ..DICE };
    let broken = Parameters { fault: PlantedFault::EvenLuck, ..Parameters::default() };
    let right = mean_regret(shape, 0..1000, Parameters::default(), 500);
    let wrong = mean_regret(shape, 0..1000, broken, 500);
    assert!(wrong > 1.3 * right, "{right} against {wrong}");
}

#[test]
fn events_too_large_to_list_are_widened() {
    let mut sum = 0.0;
    for seed in 0..300 {
        let tree = RandomTree::new(DICE, seed);
        let decision = decide(&Unlisted(tree), Parameters::default(), 600, seed);
        sum += regret(&tree, &decision);
    }
    assert!(sum / 300.0 < 0.05, "{}", sum / 300.0);
}

/// For everybody to maximise the root's reward is a mistake that some programs make; it must be there
/// to be compared with, and be worse.
#[test]
fn the_perspective_of_the_root_is_worse() {
    let root = Parameters { perspective: Perspective::Root, ..Parameters::default() };
    let right = mean_regret(DUEL, 0..300, Parameters::default(), 500);
    let wrong = mean_regret(DUEL, 0..300, root, 500);
    assert!(wrong > 2.0 * right, "{right} against {wrong}");
}

/// Roll-outs with knowledge, and evaluations in place of roll-outs.
#[test]
fn truncated_and_guided_roll_outs_run() {
    for (rollout, truncate) in [
        (Rollout::Greedy, None),
        (Rollout::Mixed(0.15), None),
        (Rollout::Random, Some(0)),
        (Rollout::Random, Some(2)),
    ] {
        let parameters = Parameters { rollout, truncate, ..Parameters::default() };
        let mut sum = 0.0;
        for seed in 0..200 {
            let tree = RandomTree::new(DICE, seed);
            let mut rng = Rng::new(Seed(seed));
            let decision = informed(parameters).choose(&tree, &iterations(600), &mut rng);
            sum += regret(&tree, &decision);
        }
        assert!(sum / 200.0 < 0.08, "{parameters:?}: {}", sum / 200.0);
    }
}
