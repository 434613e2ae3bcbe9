//! The many-seat searches against their definitions, and against each other with two seats.

use std::sync::Arc;

use ludarium_game::{Agent, Budget, Game, MoveList, Reseat, Rng, Seat, Seed, Turn};

use crate::alpha_beta::{AlphaBeta, AlphaBetaOptions};
use crate::best_reply::{BestReplyPlusSearch, BestReplySearch};
use crate::max_n::MaxN;
use crate::mp_mix::MpMix;
use crate::paranoid::Paranoid;
use crate::testing::{RandomTree, TreeShape, estimate, gain};
use crate::transposition::TableMode;

const TREES: u64 = 1000;

const THREE: TreeShape = TreeShape { seats: 3, depth: 6, grades: 9, ..TreeShape::DUEL };

/// Exact values, so that they can be compared: no deeper results from the table, no discount.
const EXACT: AlphaBetaOptions = AlphaBetaOptions {
    table: TableMode::Exact,
    table_mebibytes: 4,
    discount: 1.0,
    ..AlphaBetaOptions::PLAIN
};

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut after = position.clone();
    after.play(mv);
    after
}

fn moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.to_vec()
}

/// The own value of the best candidate of a search to `depth`.
fn value<A: Agent<RandomTree>>(mut agent: A, tree: &RandomTree, depth: u32) -> f32 {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let decision = agent.choose(tree, &budget, &mut Rng::new(Seed(1)));
    assert!(moves(tree).contains(&decision.chosen));
    decision.candidates[0].scores.of(Seat(0)).0
}

fn own(tree: &RandomTree) -> f32 {
    match tree.turn() {
        Turn::Over => tree.scores().of(Seat(0)).0,
        _ => estimate(tree).of(Seat(0)).0,
    }
}

/// Paranoid by alpha-beta equals paranoid by definition.
#[test]
fn paranoid_equals_its_definition() {
    fn plain(tree: &RandomTree, depth: u32) -> f32 {
        let Turn::Seat(seat) = tree.turn() else {
            return own(tree);
        };
        if depth == 0 {
            return own(tree);
        }
        let values = moves(tree).into_iter().map(|mv| plain(&after(tree, mv), depth - 1));
        match seat {
            Seat(0) => values.fold(f32::NEG_INFINITY, f32::max),
            _ => values.fold(f32::INFINITY, f32::min),
        }
    }
    for seed in 0..TREES {
        let tree = RandomTree::new(THREE, seed);
        let found = value(Paranoid::new(estimate, gain, EXACT), &tree, 5);
        assert!((found - plain(&tree, 5)).abs() < 1e-6, "tree {seed}");
    }
}

/// Best-reply search by definition: one move of any opponent between two of ours.
#[test]
fn best_reply_equals_its_definition() {
    fn plain(tree: &RandomTree, depth: u32, mine: bool) -> f32 {
        if depth == 0 || !matches!(tree.turn(), Turn::Seat(_)) {
            return own(tree);
        }
        let seats = if mine { 0..1 } else { 1..3 };
        let mut values = Vec::new();
        for seat in seats {
            let tree = tree.reseat(Seat(seat)).expect("every seat can move");
            for mv in moves(&tree) {
                values.push(plain(&after(&tree, mv), depth - 1, !mine));
            }
        }
        if mine {
            values.into_iter().fold(f32::NEG_INFINITY, f32::max)
        } else {
            values.into_iter().fold(f32::INFINITY, f32::min)
        }
    }
    for seed in 0..TREES {
        let tree = RandomTree::new(TreeShape { branching: 3, ..THREE }, seed);
        let found = value(BestReplySearch::new(estimate, gain, EXACT), &tree, 4);
        let expected = plain(&tree, 4, true);
        assert!((found - expected).abs() < 1e-6, "tree {seed}: {found} {expected}");
    }
}

/// BRS+ by definition: at most one opponent of a round leaves the move its gain recommends. Every
/// position it sees is reached by legal moves in turn, because it only ever plays those.
#[test]
fn best_reply_plus_equals_its_definition() {
    fn plain(tree: &RandomTree, depth: u32, used: bool) -> f32 {
        let Turn::Seat(seat) = tree.turn() else {
            return own(tree);
        };
        if depth == 0 {
            return own(tree);
        }
        let all = moves(tree);
        if seat == Seat(0) {
            let values = all.into_iter().map(|mv| plain(&after(tree, mv), depth - 1, false));
            return values.fold(f32::NEG_INFINITY, f32::max);
        }
        let better = |best: u8, mv: u8| {
            if gain(tree, mv) > gain(tree, best) { mv } else { best }
        };
        let best = all.iter().copied().reduce(better).expect("a node has moves");
        let values = all.into_iter().filter(|&mv| !used || mv == best);
        values
            .map(|mv| plain(&after(tree, mv), depth - 1, used || mv != best))
            .fold(f32::INFINITY, f32::min)
    }
    for seed in 0..TREES {
        let tree = RandomTree::new(THREE, seed);
        let found = value(BestReplyPlusSearch::new(estimate, gain, EXACT), &tree, 5);
        assert!((found - plain(&tree, 5, false)).abs() < 1e-6, "tree {seed}");
    }
}

/// With two seats whose scores sum to 1 every many-seat search is alpha-beta.
#[test]
fn with_two_seats_all_searches_agree() {
    let shape = TreeShape { depth: 6, ..TreeShape::DUEL };
    for seed in 0..TREES {
        let tree = RandomTree::new(shape, seed);
        let mut alpha_beta = AlphaBeta::new(estimate, gain);
        alpha_beta.options = EXACT;
        let expected = value(alpha_beta, &tree, 4);
        let mut max_n = MaxN::new(estimate);
        max_n.largest_sum = Some(1.0001);
        let found = [
            value(max_n, &tree, 4),
            value(Paranoid::new(estimate, gain, EXACT), &tree, 4),
            value(BestReplyPlusSearch::new(estimate, gain, EXACT), &tree, 4),
            value(MpMix::new(estimate, gain, AlphaBetaOptions { depth: 4, ..EXACT }), &tree, 4),
        ];
        for own in found {
            // max^n discounts, in single precision.
            assert!((own - expected).abs() < 1e-4, "tree {seed}: {found:?} {expected}");
        }
    }
}

/// Copies of a view share their buffers; threads that use them at once do not disturb each other.
#[test]
fn copies_of_a_view_can_be_asked_at_once() {
    let order: Arc<dyn ludarium_game::Gain<RandomTree>> = Arc::new(gain);
    let tree = RandomTree::new(THREE, 3);
    let view = crate::BestReplyPlus::against(Seat(0), tree, order);
    let copies: Vec<_> = (0..4).map(|_| view.clone()).collect();
    std::thread::scope(|scope| {
        for copy in &copies {
            scope.spawn(move || assert_eq!(moves(copy).len(), moves(&tree).len()));
        }
    });
}

#[test]
fn several_threads_find_the_values_of_one() {
    struct Bare;
    impl crate::Sense<RandomTree> for Bare {}
    for number in 0..150 {
        let tree = RandomTree::new(THREE, number);
        let [one, many] = [1, 3].map(|threads| {
            let options = AlphaBetaOptions { deepening: number % 2 == 0, threads, ..EXACT };
            let felt = BestReplyPlusSearch::new(crate::Felt(estimate), crate::Felt(gain), options);
            [
                value(Paranoid::new(estimate, gain, options), &tree, 4),
                value(BestReplySearch::new(estimate, gain, options), &tree, 4),
                value(BestReplyPlusSearch::new(estimate, gain, options), &tree, 4),
                value(MpMix::new(estimate, gain, options), &tree, 4),
                value(crate::Sensible::new(felt, Arc::new(Bare)), &tree, 4),
            ]
        });
        assert_eq!(many, one, "tree {number}");
    }
}
