//! Whether proofs are right.

use ludarium_game::Seat;

use super::PlantedFault;
use super::support::*;
use crate::mcts::block::At;
use crate::mcts::decision::candidates;
use crate::mcts::solver::{is_lost, is_won};
use crate::mcts::*;
use crate::testing::{RandomTree, TreeShape};

/// Counts proven nodes, and those among them whose scores are wrong.
fn proofs(shape: TreeShape, parameters: Parameters, trees: u64) -> (usize, usize, u64) {
    let (mut proven, mut wrong, mut solved) = (0, 0, 0);
    for seed in 0..trees {
        let position = RandomTree::new(shape, seed);
        let tree = grow(&position, parameters, 800, seed);
        let layout = tree.layout;
        solved += u64::from(tree.root().exact(layout).is_some());
        walk(tree.root(), &position, &mut |at, position| {
            if let Some(claim) = at.exact(layout) {
                let truth = exact(position);
                let far = Seat::all(layout.seats)
                    .any(|seat| (claim.of(seat).0 - truth.of(seat).0).abs() > 1e-4);
                proven += 1;
                wrong += usize::from(far);
            }
        });
    }
    (proven, wrong, solved)
}

#[test]
fn t25_proofs_never_contradict_the_exact_value() {
    let solver = Parameters { solver: true, ..Parameters::default() };
    let at_once = Parameters { timing: Timing::AtOnce, chance: ChanceNodes::Sampled, ..solver };
    let shared = Parameters { threads: 2, ..solver };
    let duel_of_wins = TreeShape { grades: 2, ..DUEL };
    let dice_trio = TreeShape { chance_every: 4, ..TRIO };
    for shape in [DUEL, duel_of_wins, DICE, TRIO, dice_trio] {
        for (parameters, trees) in [(solver, 1000), (at_once, 200), (shared, 100)] {
            let (proven, wrong, _) = proofs(shape, parameters, trees);
            assert!(proven as u64 > 3 * trees, "{proven} proofs for {shape:?}");
            assert_eq!(wrong, 0, "of {proven} for {shape:?}");
        }
    }
    let (_, _, solved) = proofs(duel_of_wins, solver, 200);
    assert!(solved > 190, "{solved} of 200 duels solved");
    for (fault, shape) in [
        (PlantedFault::WrongProver, duel_of_wins),
        (PlantedFault::RashProof, DICE),
        (PlantedFault::WrongProver, TRIO),
        (PlantedFault::KingMaker, TRIO),
    ] {
        let (_, wrong, _) = proofs(shape, Parameters { fault, ..solver }, 200);
        assert!(wrong > 20, "{fault:?}: {wrong}");
    }
}

/// Proven wins come first and proven losses last, however often they were visited.
#[test]
fn proofs_decide_the_order_of_candidates() {
    let solver = Parameters { solver: true, ..Parameters::default() };
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..1000 {
        let position = RandomTree::new(TRIO, seed);
        let seat = mover(&position);
        let tree = grow(&position, solver, 60, seed);
        let found = candidates(&tree, seat);
        for (place, candidate) in found.iter().enumerate() {
            let mut children = tree.root().children().unwrap().iter();
            let child = children.find(|at: &At<'_, u8>| at.mv() == candidate.mv);
            let Some(proof) = child.unwrap().exact(tree.layout) else {
                continue;
            };
            assert_eq!(candidate.scores, proof, "seed {seed}");
            if is_won(proof, seat) {
                let better = &found[..place];
                assert!(better.iter().all(|c| is_won(c.scores, seat)), "seed {seed}");
                wins += 1;
            }
            if is_lost(proof, seat) {
                let worse = &found[place..];
                assert!(worse.iter().all(|c| is_lost(c.scores, seat)), "seed {seed}");
                losses += 1;
            }
        }
    }
    assert!(wins > 50 && losses > 50, "too few: {wins}, {losses}");
}
