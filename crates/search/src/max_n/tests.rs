//! max^n against its definition, on random trees; and variants that must not pass.

use ludarium_game::{Agent, Budget, Game, MoveList, Rng, Scores, Seat, Seed, Turn};

use super::{DISCOUNT, Goal, MaxN, Pruning};
use crate::testing::{RandomTree, TreeShape, Turns};

const TREES: u64 = 1500;

/// Three seats, few grades: many ties.
const THREE: TreeShape = TreeShape { seats: 3, grades: 7, ..TreeShape::DUEL };

/// The definition: no pruning, no budget.
fn plain(node: &RandomTree, depth: u32) -> Scores {
    match node.turn() {
        Turn::Over => node.scores(),
        Turn::Chance if depth > 0 => {
            let mut chances = Vec::new();
            let _ = node.chances(&mut chances);
            let mut sum = Scores::ZERO;
            for (outcome, probability) in chances {
                sum += plain(&after(node, outcome), depth) * probability as f32;
            }
            sum
        }
        Turn::Seat(seat) if depth > 0 => {
            let values = children(node).map(|child| plain(&child, depth - 1) * DISCOUNT);
            best_of(seat, values)
        }
        _ => node.estimate(),
    }
}

/// The first of the vectors that are best for a seat.
fn best_of(seat: Seat, values: impl Iterator<Item = Scores>) -> Scores {
    let better = |best: Scores, new: Scores| {
        if new.of(seat) > best.of(seat) { new } else { best }
    };
    values.reduce(better).expect("a node has children")
}

fn after(node: &RandomTree, mv: u8) -> RandomTree {
    let mut child = *node;
    child.play(mv);
    child
}

fn children(node: &RandomTree) -> impl Iterator<Item = RandomTree> {
    let mut moves = MoveList::new();
    node.moves(&mut moves);
    (0..moves.len()).map(move |index| after(node, moves[index]))
}

fn depth(depth: u32) -> Budget {
    Budget { depth: Some(depth), ..Budget::default() }
}

fn estimate(node: &RandomTree) -> Scores {
    node.estimate()
}

/// The value the agent gives its choice.
fn searched(options: &MaxN<fn(&RandomTree) -> Scores>, node: &RandomTree, plies: u32) -> Scores {
    let decision = options.clone().choose(node, &depth(plies), &mut Rng::new(Seed(0)));
    decision.candidates[0].scores
}

/// In how many trees a search gives another root vector than the definition.
fn wrong_roots(shape: TreeShape, plies: u32, search: impl Fn(&RandomTree) -> Scores) -> usize {
    (0..TREES)
        .map(|seed| RandomTree::new(shape, seed))
        .filter(|tree| search(tree) != plain(tree, plies))
        .count()
}

fn pruned() -> MaxN<fn(&RandomTree) -> Scores> {
    MaxN { largest_sum: Some(1.001), ..MaxN::new(estimate as fn(&RandomTree) -> Scores) }
}

/// The whole vector is the same with shallow pruning, also with ties, chance and more seats.
#[test]
fn shallow_pruning_changes_no_value() {
    let shapes = [
        THREE,
        TreeShape { grades: 1000, ..THREE },
        TreeShape { seats: 4, depth: 6, branching: 3, ..THREE },
        TreeShape { chance_every: 3, ..THREE },
    ];
    for shape in shapes {
        let plies = shape.depth.into();
        assert_eq!(
            wrong_roots(shape, plies, |tree| searched(&pruned(), tree, plies)),
            0,
            "{shape:?}"
        );
        let plain_search = MaxN::new(estimate as fn(&RandomTree) -> Scores);
        assert_eq!(wrong_roots(shape, 3, |tree| searched(&plain_search, tree, 3)), 0, "{shape:?}");
    }
}

#[test]
fn shallow_pruning_saves_nodes() {
    let nodes = |options: &MaxN<fn(&RandomTree) -> Scores>| -> u64 {
        (0..300)
            .map(|seed| {
                let tree = RandomTree::new(THREE, seed);
                options.clone().choose(&tree, &depth(5), &mut Rng::new(Seed(0))).nodes
            })
            .sum()
    };
    let all = nodes(&MaxN::new(estimate as fn(&RandomTree) -> Scores));
    let some = nodes(&pruned());
    assert!(some * 10 < all * 9, "{some} of {all}");
}

/// Passing bounds down more than one level is wrong with three seats, and the check sees it.
#[test]
fn deep_pruning_is_rejected() {
    fn deep(node: &RandomTree, plies: u32, bounds: [f32; 3]) -> Scores {
        let Turn::Seat(seat) = node.turn() else {
            return node.scores();
        };
        if plies == 0 {
            return node.estimate();
        }
        let mut best: Option<Scores> = None;
        for child in children(node) {
            let mut inner = bounds;
            if let Some(best) = best {
                inner[seat.index()] = inner[seat.index()].max(best.of(seat).0);
            }
            let value = deep(&child, plies - 1, inner) * DISCOUNT;
            if best.is_none_or(|best| value.of(seat) > best.of(seat)) {
                best = Some(value);
            }
            let others = Seat::all(3).filter(|other| *other != seat);
            let claimed = others.map(|other| bounds[other.index()]).fold(0.0, f32::max);
            if best.is_some_and(|best| best.of(seat).0 >= 1.001 - claimed) {
                break;
            }
        }
        best.expect("a node has children")
    }
    let wrong = wrong_roots(THREE, 5, |tree| deep(tree, 5, [0.0; 3]));
    assert!(wrong > 0, "deep pruning went unnoticed");
}

fn pruned_by(pruning: Pruning) -> MaxN<fn(&RandomTree) -> Scores> {
    MaxN { pruning, ..pruned() }
}

/// Trees in which last-branch pruning has something to cut: three and four seats, ties, chance,
/// leaves that are all estimates, and seats in any order.
fn last_branch_shapes() -> [TreeShape; 6] {
    let four = TreeShape { seats: 4, depth: 6, branching: 3, ..THREE };
    [
        THREE,
        TreeShape { grades: 1000, early_end: 0, ..THREE },
        four,
        TreeShape { grades: 3, ..four },
        TreeShape { chance_every: 6, ..THREE },
        TreeShape { turns: Turns::Free, ..THREE },
    ]
}

/// With its guard last-branch pruning changes no root vector.
#[test]
fn guarded_last_branch_pruning_changes_no_value() {
    // The closer bound leaves room for nothing but rounding.
    for largest_sum in [1.001, 1.000_001] {
        let options = MaxN { largest_sum: Some(largest_sum), ..pruned_by(Pruning::LastBranch) };
        for shape in last_branch_shapes() {
            let plies = shape.depth.into();
            assert_eq!(
                wrong_roots(shape, plies, |tree| searched(&options, tree, plies)),
                0,
                "{largest_sum} {shape:?}"
            );
        }
    }
}

/// Without its guard it does, with three seats and with four, and the check sees it.
#[test]
fn unguarded_last_branch_pruning_is_rejected() {
    let options = pruned_by(Pruning::Unguarded);
    for shape in last_branch_shapes().into_iter().take(3) {
        let plies = shape.depth.into();
        let wrong = wrong_roots(shape, plies, |tree| searched(&options, tree, plies));
        assert!(wrong > 0, "{shape:?}");
    }
}

/// Whatever shallow pruning cuts is cut here as well, in every tree, and in some trees more.
#[test]
fn last_branch_pruning_saves_more_nodes() {
    let nodes = |tree: &RandomTree, plies: u32, pruning: Pruning| {
        pruned_by(pruning).choose(tree, &depth(plies), &mut Rng::new(Seed(0))).nodes
    };
    for shape in last_branch_shapes() {
        let plies = shape.depth.into();
        let mut saved = 0;
        for seed in 0..TREES {
            let tree = RandomTree::new(shape, seed);
            let shallow = nodes(&tree, plies, Pruning::Shallow);
            let last_branch = nodes(&tree, plies, Pruning::LastBranch);
            assert!(last_branch <= shallow, "tree {seed} of {shape:?}");
            saved += shallow - last_branch;
        }
        assert!(saved > 0, "{shape:?}");
    }
}

/// A back-up for the wrong seat is noticed by the same check.
#[test]
fn choosing_for_the_wrong_seat_is_rejected() {
    fn confused(node: &RandomTree, plies: u32) -> Scores {
        match node.turn() {
            Turn::Seat(seat) if plies > 0 => {
                let wrong = Seat((seat.0 + 1) % 3);
                best_of(wrong, children(node).map(|child| confused(&child, plies - 1) * DISCOUNT))
            }
            Turn::Over => node.scores(),
            _ => node.estimate(),
        }
    }
    assert!(wrong_roots(THREE, 3, |tree| confused(tree, 3)) > 1000);
}

/// Only the order of values matters.
#[test]
fn scaling_the_evaluation_changes_no_decision() {
    let half = |node: &RandomTree| node.estimate() * 0.5;
    // Without early ends, so that all values are estimates.
    let shape = TreeShape { early_end: 0, grades: 1000, ..THREE };
    for seed in 0..300 {
        let tree = RandomTree::new(shape, seed);
        let mut rng = Rng::new(Seed(0));
        let whole = MaxN::new(estimate).choose(&tree, &depth(3), &mut rng);
        let scaled = MaxN::new(half).choose(&tree, &depth(3), &mut rng);
        assert_eq!(whole.chosen, scaled.chosen, "tree {seed}");
    }
}

/// The offensive goal: the root seat hurts its target, every other seat plays for itself.
#[test]
fn the_offensive_goal_equals_its_definition() {
    fn against(node: &RandomTree, plies: u32, target: Seat) -> Scores {
        match node.turn() {
            Turn::Seat(Seat(0)) if plies > 0 => children(node)
                .map(|child| against(&child, plies - 1, target) * DISCOUNT)
                .reduce(|best, new| {
                    let (b, n) = (best.of(target), new.of(target));
                    let better = n < b || (n == b && new.of(Seat(0)) > best.of(Seat(0)));
                    if better { new } else { best }
                })
                .expect("a node has children"),
            Turn::Seat(seat) if plies > 0 => best_of(
                seat,
                children(node).map(|child| against(&child, plies - 1, target) * DISCOUNT),
            ),
            Turn::Over => node.scores(),
            _ => node.estimate(),
        }
    }
    for target in [Seat(1), Seat(2)] {
        for pruning in [Pruning::Shallow, Pruning::LastBranch] {
            let options = MaxN { goal: Goal::Against(target), ..pruned_by(pruning) };
            for seed in 0..TREES {
                let tree = RandomTree::new(THREE, seed);
                assert_eq!(
                    searched(&options, &tree, 4),
                    against(&tree, 4, target),
                    "tree {seed}, {pruning:?}"
                );
            }
        }
    }
}

#[test]
fn every_budget_gives_a_legal_move_and_a_line_that_can_be_played() {
    for nodes in [0, 1, 2, 5, 20, 100, 1000] {
        for seed in 0..50 {
            let tree = RandomTree::new(THREE, seed);
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let decision = pruned().choose(&tree, &budget, &mut Rng::new(Seed(0)));
            let again = pruned().choose(&tree, &budget, &mut Rng::new(Seed(0)));
            assert_eq!(decision.chosen, again.chosen);
            assert!(decision.nodes <= nodes + 1);
            let mut moves = MoveList::new();
            let line = decision.candidates.first().map_or(vec![], |best| best.line.clone());
            let mut node = tree;
            for mv in std::iter::once(decision.chosen).chain(line.into_iter().skip(1)) {
                node.moves(&mut moves);
                assert!(moves.contains(&mv));
                node.play(mv);
            }
        }
    }
}

/// Threads share the moves of the root; the choice and its value are those of one.
#[test]
fn several_threads_choose_what_one_chooses() {
    for (number, pruning) in (0..120).zip([Pruning::Shallow, Pruning::LastBranch].iter().cycle()) {
        let shape = TreeShape {
            seats: 3,
            grades: if number % 3 == 0 { 3 } else { 1000 },
            depth: 6,
            branching: 6,
            chance_every: if number % 4 == 0 { 3 } else { 0 },
            ..TreeShape::DUEL
        };
        let tree = RandomTree::new(shape, number);
        let decide = |threads| {
            let mut agent = MaxN {
                depth: 4,
                largest_sum: Some(1.0 + 1e-5),
                pruning: *pruning,
                threads,
                ..MaxN::new(estimate)
            };
            agent.choose(&tree, &Budget::default(), &mut Rng::new(Seed(1)))
        };
        let (one, many) = (decide(1), decide(3));
        assert_eq!(many.chosen, one.chosen, "tree {number}");
        assert_eq!(many.candidates[0], one.candidates[0], "tree {number}");
        assert_eq!(many.candidates.len(), one.candidates.len());
        assert!(many.nodes >= one.candidates.len() as u64);
    }
}

#[test]
fn several_threads_keep_a_budget() {
    let shape = TreeShape { seats: 3, depth: 200, branching: 6, early_end: 0, ..TreeShape::DUEL };
    let tree = RandomTree::new(shape, 3);
    let mut agent = MaxN { threads: 4, ties: crate::ties::Ties::Chance, ..MaxN::new(estimate) };
    for nodes in [0, 1, 9, 4_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let decision = agent.choose(&tree, &budget, &mut Rng::new(Seed(1)));
        assert!(decision.nodes <= nodes, "{} of {nodes}", decision.nodes);
        assert!(nodes < 4_000 || decision.depth > 2);
    }
    let started = std::time::Instant::now();
    let budget = Budget { time: Some(std::time::Duration::from_millis(40)), ..Budget::default() };
    agent.choose(&tree, &budget, &mut Rng::new(Seed(1)));
    assert!(started.elapsed() < std::time::Duration::from_secs(10));
}
