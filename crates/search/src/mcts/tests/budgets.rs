//! Visits, threads, memory, budgets and repeatability.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludarium_game::{Agent, Budget, Game, MoveList, Rng, Seat, Seed};

use super::support::*;
use crate::mcts::block::{At, Siblings};
use crate::mcts::*;
use crate::testing::{RandomTree, TreeShape};

#[test]
fn t29_the_same_seed_grows_the_same_tree() {
    let parameters =
        Parameters { chance: ChanceNodes::Sampled, history: Some(0.5), ..Parameters::default() };
    let mut differing = 0;
    for seed in 0..50 {
        let position = RandomTree::new(DICE, seed);
        let [first, again, other] = [seed, seed, seed + 1].map(|seed| {
            let mut numbers = Vec::new();
            let tree = grow(&position, parameters, 300, seed);
            record(tree.root(), &tree, &mut numbers);
            numbers
        });
        assert_eq!(first, again);
        differing += usize::from(first != other);
    }
    assert!(differing > 40);
}

#[test]
fn visits_add_up_to_the_iterations_on_any_number_of_threads() {
    for threads in [1, 2, 3] {
        for chance in [ChanceNodes::Quota, ChanceNodes::Widening] {
            let parameters = Parameters { threads, chance, ..Parameters::default() };
            for seed in 0..20 {
                let position = RandomTree::new(TreeShape { depth: 9, ..DICE }, seed);
                let tree = grow(&position, parameters, 2001, seed);
                let root = tree.root();
                assert_eq!(root.visits(), 2001, "{threads} threads");
                // Every reward sums to 1, so a lost update would show in the sums.
                let both = root.sum(tree.layout, Seat(0)) + root.sum(tree.layout, Seat(1));
                assert!((both - f64::from(root.visits())).abs() < 1e-2);
                check_visits(root, true);
            }
        }
    }
}

/// All visits of a node went on to a child, except its own roll-outs.
fn check_visits<M: Copy>(at: At<'_, M>, is_root: bool) {
    let Some(children) = at.children() else {
        return;
    };
    let below: u32 = children.chain().flat_map(Siblings::iter).map(At::visits).sum();
    assert!(below <= at.visits());
    if is_root {
        assert_eq!(below, at.visits());
    }
    for child in children.chain().flat_map(Siblings::iter) {
        check_visits(child, false);
    }
}

#[test]
fn a_full_memory_stops_the_tree_but_not_the_search() {
    for (threads, chance) in [(1, ChanceNodes::Quota), (2, ChanceNodes::Widening)] {
        let parameters = Parameters { memory: 20_000, threads, chance, ..Parameters::default() };
        for seed in 0..20 {
            let position = RandomTree::new(TreeShape { depth: 9, early_end: 0, ..DICE }, seed);
            let tree = grow(&position, parameters, 2000, seed);
            assert_eq!(tree.root().visits(), 2000);
            let bytes: usize = tree.blocks().map(Siblings::bytes).sum();
            assert!((10_000..=20_000).contains(&bytes), "{bytes}");
            assert!(tree.full());
        }
    }
}

#[test]
fn a_search_without_budget_still_answers() {
    let stopped = Budget { stop: Some(Arc::new(AtomicBool::new(true))), ..Budget::default() };
    let mut buffer = MoveList::new();
    for budget in [iterations(0), stopped] {
        for seed in 0..100 {
            for threads in [1, 2] {
                let parameters = Parameters { threads, memory: 0, ..Parameters::default() };
                let tree = RandomTree::new(DICE, seed);
                let mut rng = Rng::new(Seed(seed));
                let decision = plain(parameters).choose(&tree, &budget, &mut rng);
                tree.moves(&mut buffer);
                assert!(buffer.contains(&decision.chosen));
                assert_eq!(decision.candidates.len(), buffer.len());
                assert_eq!(decision.iterations, 0);
            }
        }
    }
}

#[test]
fn budgets_of_nodes_and_depth_are_kept() {
    for seed in 0..50 {
        let tree = RandomTree::new(DICE, seed);
        let budget = Budget { nodes: Some(500), depth: Some(2), ..Budget::default() };
        let mut rng = Rng::new(Seed(seed));
        let decision = plain(Parameters::default()).choose(&tree, &budget, &mut rng);
        // The last simulation may run over, by no more than a whole line.
        assert!((500..=500 + 6).contains(&decision.nodes), "{}", decision.nodes);
        assert!(decision.depth <= 2);
        let longest = decision.candidates.iter().map(|c| c.line.len()).max();
        assert!(longest <= Some(2));
    }
}

/// Lines can be played, and begin with their candidate.
#[test]
fn lines_are_legal() {
    let mut buffer = MoveList::new();
    for seed in 0..200 {
        let tree = RandomTree::new(DICE, seed);
        for candidate in decide(&tree, Parameters::default(), 300, seed).candidates {
            assert_eq!(candidate.line.first(), Some(&candidate.mv));
            let mut position = tree;
            for mv in candidate.line {
                position.moves(&mut buffer);
                assert!(buffer.contains(&mv));
                position.play(mv);
            }
        }
    }
}
