//! Whether kept trees are the ones that grew.

use ludarium_game::{Agent, Game, Rng, Seat, Seed, Turn};

use super::support::*;
use crate::mcts::reuse::KeptTree;
use crate::mcts::*;
use crate::testing::RandomTree;

#[test]
fn t27_a_kept_tree_has_the_statistics_it_had() {
    let (mut kept_trees, mut lost) = (0, 0);
    for seed in 0..1000 {
        let position = RandomTree::new(DICE, seed);
        let mut tree = grow(&position, Parameters::default(), 300, seed);
        let chosen = tree.root().children().unwrap().first().mv();
        let mut next = after(&position, chosen);
        let mut at = tree.root().children().unwrap().first();
        // Follow the most visited line to the next decision of the first seat.
        while next.turn() != Turn::Seat(Seat(0))
            && let Some(children) = at.children()
        {
            at = children.iter().max_by_key(|at| at.visits()).unwrap();
            next.play(at.mv());
        }
        if next.turn() != Turn::Seat(Seat(0)) || at.visits() == 0 {
            continue;
        }
        let mut before = Vec::new();
        record(at, &tree, &mut before);
        let kept = KeptTree::after(&position, tree, chosen).unwrap();
        tree = kept.at(&next).expect("the position is in the tree");
        let mut now = Vec::new();
        record(tree.root(), &tree, &mut now);
        assert_eq!(before, now);
        kept_trees += 1;
        let elsewhere = RandomTree::new(DICE, seed + 5000);
        let kept = KeptTree { position: next, tree };
        lost += usize::from(kept.at(&elsewhere).is_none());
    }
    assert!(kept_trees > 300, "{kept_trees}");
    assert_eq!(lost, kept_trees, "strange positions must not be found");
}

#[test]
fn a_reused_tree_grows_on() {
    let parameters = Parameters { reuse: true, ..Parameters::default() };
    let mut reused = 0;
    for seed in 0..100 {
        let mut agent = plain(parameters);
        let mut rng = Rng::new(Seed(seed));
        let mut position = RandomTree::new(DUEL, seed);
        let first = agent.choose(&position, &iterations(200), &mut rng);
        let best = &first.candidates[0];
        if best.line.len() < 2 {
            continue;
        }
        position.play(best.line[0]);
        position.play(best.line[1]);
        if position.turn() == Turn::Over {
            continue;
        }
        let second = agent.choose(&position, &iterations(200), &mut rng);
        let visits: u64 = second.candidates.iter().map(|c| c.visits).sum();
        assert!(visits >= 200);
        reused += usize::from(visits > 200);
    }
    assert!(reused > 30, "{reused}");
}
