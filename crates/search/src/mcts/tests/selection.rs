//! Whether the choice of a child is what its formula says: untried moves, history.

use std::collections::HashMap;

use ludarium_game::{Game, Seat, Turn};

use super::support::*;
use crate::mcts::block::{At, Chooser};
use crate::mcts::decision::candidates;
use crate::mcts::history::History;
use crate::mcts::*;
use crate::testing::{RandomTree, TreeShape};

/// Three seats with chance, so that neither "the other seat" nor "one minus it" can replace a
/// seat's own reward.
const DICE_TRIO: TreeShape = TreeShape { seats: 3, ..DICE };

/// The weight of exploration: so small that unvisited children often stay so.
const C: f64 = 0.3;

fn uct() -> Parameters {
    Parameters { selection: Selection::Uct { c: C }, ..Parameters::default() }
}

/// The mean reward of each seat's move over all nodes of a tree that the seat reached by it.
fn success_of_moves(search: &OpenSearch<'_>) -> HashMap<u32, f64> {
    let layout = search.tree.layout;
    let mut records: HashMap<u32, (f64, f64)> = HashMap::new();
    for block in search.tree.blocks() {
        let Chooser::Seat(seat) = block.chooser else {
            continue;
        };
        for at in block.iter().filter(|at| at.visits() > 0) {
            let (sum, count) = records.entry(History::slot(seat, at.mv())).or_default();
            *sum += at.sum(layout, seat);
            *count += f64::from(at.visits());
        }
    }
    let mean = |(slot, (sum, count)): (u32, (f64, f64))| (slot, sum / count);
    records.into_iter().map(mean).collect()
}

#[test]
fn history_is_credited_to_the_seat_that_moved() {
    let parameters = Parameters { history: Some(1.0), ..uct() };
    let mut compared = 0;
    for seed in 0..50 {
        let position = RandomTree::new(DICE_TRIO, seed);
        inspect(&position, parameters, 300, |search| {
            let history = search.history.unwrap();
            for (slot, mean) in success_of_moves(search) {
                let recorded = history.mean(slot).expect("the move was made");
                assert!((recorded - mean).abs() < 1e-6, "{recorded} for {mean}");
                compared += 1;
            }
        });
    }
    assert!(compared > 300, "{compared}");
}

/// The score of a child by the formulas of [`Parameters`], UCT.
fn defined_score(
    search: &OpenSearch<'_>,
    parent: At<'_, u8>,
    seat: Seat,
    child: At<'_, u8>,
) -> f64 {
    let parameters = search.parameters;
    let layout = search.tree.layout;
    let children = parent.children().unwrap();
    let all = f64::from(parent.visits());
    let n = f64::from(child.visits());
    let reward = child.sum(layout, seat);
    let score = if n > 0.0 {
        reward / n + C * (all.ln() / n).sqrt()
    } else {
        let tried = children.iter().filter(|at| at.visits() > 0).count() as f64;
        match parameters.urgency {
            Urgency::First => return f64::INFINITY,
            Urgency::Parent { reduction } => {
                parent.sum(layout, seat) / all - reduction * (tried / children.len() as f64).sqrt()
            }
        }
    };
    let history = parameters.history.map_or(0.0, |weight| {
        let slot = History::slot(seat, child.mv());
        let success = success_of_moves(search).get(&slot).copied();
        success.unwrap_or(0.0) * weight / (n - reward + 1.0)
    });
    score + history
}

/// Compares the choice at every node of many trees with the definition; how many of these nodes had
/// untried children, and at how many of those a tried one was preferred.
fn compare_choices(parameters: Parameters) -> (u32, u32) {
    let (mut with_untried, mut waiting) = (0, 0);
    let wide = TreeShape { branching: 10, ..DICE_TRIO };
    for seed in 0..60 {
        let position = RandomTree::new(wide, seed);
        inspect(&position, parameters, 60, |search| {
            walk(search.tree.root(), &position, &mut |at, position| {
                let (Turn::Seat(seat), Some(children)) = (position.turn(), at.children()) else {
                    return;
                };
                let parent = search.parent(at, seat, at.visits());
                let chosen = search.select(&parent, children);
                let score = |child| defined_score(search, at, seat, child);
                let best = children.iter().map(score).fold(f64::MIN, f64::max);
                let found = score(chosen);
                assert!(found >= best - 1e-6, "{found} for {best}, {parameters:?}");
                let untried = children.iter().any(|at| at.visits() == 0);
                with_untried += u32::from(untried);
                waiting += u32::from(untried && chosen.visits() > 0);
            });
        });
    }
    (with_untried, waiting)
}

#[test]
fn the_child_with_the_largest_defined_score_is_chosen() {
    let urgencies =
        [Urgency::First, Urgency::Parent { reduction: 0.0 }, Urgency::Parent { reduction: 0.5 }];
    for urgency in urgencies {
        for history in [None, Some(0.5)] {
            let parameters = Parameters { urgency, history, ..uct() };
            let (untried, waiting) = compare_choices(parameters);
            assert!(untried > 100, "{untried} for {parameters:?}");
            let may_wait = urgency != Urgency::First;
            assert_eq!(waiting > 20, may_wait, "{waiting} for {parameters:?}");
        }
    }
}

/// A root move that was never tried is reported with the mean of the root.
#[test]
fn an_untried_candidate_is_worth_what_the_position_is() {
    let wide = TreeShape { branching: 40, ..DICE_TRIO };
    let mut untried = 0;
    for seed in 0..50 {
        let position = RandomTree::new(wide, seed);
        let tree = grow(&position, uct(), 9, seed);
        let mean = tree.root().mean(tree.layout).unwrap();
        for candidate in candidates(&tree, mover(&position)) {
            if candidate.visits == 0 {
                assert_eq!(candidate.scores, mean);
                untried += 1;
            }
        }
    }
    assert!(untried > 300, "{untried}");
}
