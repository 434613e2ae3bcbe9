//! Whether the choice of a child is what its formula says: untried moves, history, bias.

use std::collections::HashMap;

use ludarium_game::{Game, Scores, Seat, Turn};

use super::support::*;
use crate::mcts::block::{At, Chooser, Siblings};
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
    Parameters {
        selection: Selection::Uct { c: C },
        ..Parameters::default()
    }
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
    let parameters = Parameters {
        history: Some(1.0),
        ..uct()
    };
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
    score + history + parameters.bias * f64::from(child.node().gain) / (n + 1.0)
}

/// Compares the choice at every node of many trees with the definition; how many of these nodes had
/// untried children, and at how many of those a tried one was preferred.
fn compare_choices(parameters: Parameters) -> (u32, u32) {
    let (mut with_untried, mut waiting) = (0, 0);
    let wide = TreeShape {
        branching: 10,
        ..DICE_TRIO
    };
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
    let urgencies = [
        Urgency::First,
        Urgency::Parent { reduction: 0.0 },
        Urgency::Parent { reduction: 0.5 },
    ];
    for urgency in urgencies {
        for (history, bias) in [(None, 0.0), (Some(0.5), 0.0), (None, 0.5)] {
            let parameters = Parameters {
                urgency,
                history,
                bias,
                ..uct()
            };
            let (untried, waiting) = compare_choices(parameters);
            assert!(untried > 100, "{untried} for {parameters:?}");
            let may_wait = urgency != Urgency::First;
            assert_eq!(waiting > 20, may_wait, "{waiting} for {parameters:?}");
        }
    }
}

#[test]
fn untried_moves_of_the_open_loop_count_what_they_should() {
    let scored = |urgency, parent_mean: f64| match urgency {
        Urgency::First => f64::INFINITY,
        Urgency::Parent { reduction } => parent_mean - reduction,
    };
    let mut untried = 0;
    for urgency in [
        Urgency::First,
        Urgency::Parent { reduction: 0.2 },
        Urgency::Parent { reduction: 0.5 },
    ] {
        let parameters = Parameters {
            urgency,
            chance: ChanceNodes::OpenLoop,
            ..uct()
        };
        for seed in 0..60 {
            let position = RandomTree::new(DICE_TRIO, seed);
            inspect(&position, parameters, 60, |search| {
                for node in search.tree.blocks().flat_map(Siblings::iter) {
                    let Some(children) = node.children() else {
                        continue;
                    };
                    let Chooser::Seat(seat) = children.chooser else {
                        panic!("an open loop has no chance nodes");
                    };
                    let parent = search.parent(node, seat, node.visits());
                    let mean = node.sum(search.tree.layout, seat) / f64::from(node.visits());
                    for at in children.chain().flat_map(Siblings::iter) {
                        if at.visits() == 0 {
                            let score = search.open_score(&parent, at, 5);
                            assert_eq!(score, scored(urgency, mean));
                            untried += 1;
                        }
                    }
                }
            });
        }
    }
    assert!(untried > 500, "{untried}");
}

/// A root move that was never tried is reported with the mean of the root, over all trees.
#[test]
fn an_untried_candidate_is_worth_what_the_position_is() {
    let wide = TreeShape {
        branching: 40,
        ..DICE_TRIO
    };
    let mut untried = 0;
    for seed in 0..50 {
        let position = RandomTree::new(wide, seed);
        let trees = [3, 6].map(|count| grow(&position, uct(), count, seed).remove(0));
        let mut mean = Scores::ZERO;
        for tree in &trees {
            let root = tree.root();
            mean += root.mean(tree.layout).unwrap() * (root.visits() as f32 / 9.0);
        }
        let seat = mover(&position);
        for candidate in candidates(trees.iter(), seat, FinalChoice::MostVisits, false) {
            if candidate.visits == 0 {
                for seat in Seat::all(position.seats()) {
                    let [found, expected] = [candidate.scores, mean].map(|s| s.of(seat).0);
                    assert!((found - expected).abs() < 1e-5, "{found} for {expected}");
                }
                untried += 1;
            }
        }
    }
    assert!(untried > 300, "{untried}");
}
