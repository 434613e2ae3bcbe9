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
        let grown = grow(&position, parameters, 800, seed);
        let layout = grown[0].layout;
        solved += u64::from(grown[0].root().exact(layout).is_some());
        walk(grown[0].root(), &position, &mut |at, position| {
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
    let solver = Parameters {
        solver: true,
        ..Parameters::default()
    };
    let at_once = Parameters {
        timing: Timing::AtOnce,
        chance: ChanceNodes::Sampled,
        ..solver
    };
    let shared = Parameters {
        threads: Threads::Tree(2),
        ..solver
    };
    let duel_of_wins = TreeShape { grades: 2, ..DUEL };
    let dice_trio = TreeShape {
        chance_every: 4,
        ..TRIO
    };
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

/// Root-parallel search: what one tree has proven holds for all, whichever comes first, and the
/// means of the other trees do not change it.
#[test]
fn a_proof_of_one_tree_holds_for_all() {
    let solver = Parameters {
        solver: true,
        ..Parameters::default()
    };
    let (mut only_in_one, mut wins, mut losses) = (0, 0, 0);
    for seed in 0..1000 {
        let position = RandomTree::new(TRIO, seed);
        let seat = mover(&position);
        let short = grow(&position, solver, 12, seed).remove(0);
        let long = grow(&position, solver, 60, seed + 1).remove(0);
        let proof_in = |tree: &crate::mcts::tree::Tree<u8>, mv: u8| {
            let mut children = tree.root().children().unwrap().iter();
            let child = children.find(|at: &At<'_, u8>| at.mv() == mv).unwrap();
            child.exact(tree.layout)
        };
        for trees in [[&short, &long], [&long, &short]] {
            let merged = candidates(trees.into_iter(), seat, FinalChoice::MostVisits, false);
            for (place, candidate) in merged.iter().enumerate() {
                let proofs = trees.map(|tree| proof_in(tree, candidate.mv));
                let Some(proof) = proofs[0].or(proofs[1]) else {
                    continue;
                };
                assert_eq!(candidate.scores, proof, "seed {seed}");
                only_in_one += usize::from(proofs[0].is_some() != proofs[1].is_some());
                if is_won(proof, seat) {
                    assert!(
                        merged[..place].iter().all(|c| is_won(c.scores, seat)),
                        "a proven win stands before everything that is none"
                    );
                    wins += 1;
                }
                if is_lost(proof, seat) {
                    let worse = &merged[place..];
                    assert!(
                        worse.iter().all(|c| is_lost(c.scores, seat)),
                        "a proven loss stands behind everything that is none"
                    );
                    losses += 1;
                }
            }
        }
    }
    assert!(
        only_in_one > 200 && wins > 50 && losses > 50,
        "too few cases: {only_in_one}, {wins}, {losses}"
    );
}
