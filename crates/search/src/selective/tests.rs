//! The search against its definitions on random trees.

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Scores, Seat, Seed, Turn};

use super::findings::Findings;
use super::{DISCOUNT, Each, Glance, PLY, Search, SelectiveMaxN, SelectiveOptions};
use crate::levels::Levels;
use crate::testing::{RandomTree, TreeShape, best_scores, estimate};

const TREES: u64 = 600;

/// Three seats and a wide range of grades, so that hardly any two moves are equal.
const THREE: TreeShape =
    TreeShape { seats: 3, depth: 6, branching: 6, grades: 1_000_000, ..TreeShape::DUEL };

/// A search that cuts nothing short and is sure of everybody's best move.
const FULL: SelectiveOptions =
    SelectiveOptions { depth: 4, reduce: 0.0, margin: f64::INFINITY, doubt: 0.0, threads: 1 };

fn depth(depth: u32) -> Budget {
    Budget { depth: Some(depth), ..Budget::default() }
}

fn choose(options: SelectiveOptions, tree: &RandomTree, budget: &Budget) -> Decision<u8> {
    let mut agent = SelectiveMaxN::new(Each(estimate), options);
    agent.choose(tree, budget, &mut Rng::new(Seed(tree.key())))
}

/// What the first seat's search finds. A table would know more than the definition: this one has no places.
fn searched<J: Glance<RandomTree>>(
    agent: &SelectiveMaxN<J>,
    tree: &RandomTree,
    left: i32,
) -> Scores {
    let mut search = Search {
        agent,
        meter: Budget::default().meter(),
        levels: Levels::new(),
        table: &mut Findings::default(),
        searcher: Seat(0),
        seed: Seed(0),
    };
    search.value(tree, left, 1).expect("no limit")
}

fn near(one: &Scores, other: &Scores) -> bool {
    let pairs = one.as_slice(3).iter().zip(other.as_slice(3));
    pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-4)
}

#[test]
fn without_cuts_and_doubt_it_is_max_n() {
    let dice = TreeShape { chance_every: 4, ..THREE };
    for shape in [THREE, dice] {
        for seed in 0..TREES {
            let tree = RandomTree::new(shape, seed);
            if !matches!(tree.turn(), Turn::Seat(_)) {
                continue;
            }
            let decision = choose(FULL, &tree, &depth(4));
            let expected = best_scores(&tree, 4, &estimate);
            let found = decision.candidates[0].scores;
            assert!(near(&found, &expected), "tree {seed}: {found:?} {expected:?}");
        }
    }
}

/// The definition with cuts and doubt: no table, no buffers, no budget.
fn plain(options: &SelectiveOptions, searcher: Seat, tree: &RandomTree, left: i32) -> Scores {
    let seat = match tree.turn() {
        Turn::Seat(seat) if left >= PLY => seat,
        Turn::Over => return tree.scores(),
        _ => return estimate(tree),
    };
    let mut moves = MoveList::new();
    tree.moves(&mut moves);
    let after = |mv: u8| {
        let mut after = *tree;
        after.play(mv);
        after
    };
    let mut children: Vec<(RandomTree, Scores)> = moves
        .iter()
        .map(|&mv| (after(mv), plain(options, searcher, &after(mv), 0) * DISCOUNT))
        .collect();
    children.sort_by(|a, b| b.1.of(seat).0.total_cmp(&a.1.of(seat).0));
    let first = children[0].1.of(seat).0;
    let mut best = f32::NEG_INFINITY;
    for (place, (child, scores)) in children.iter_mut().enumerate() {
        let late = (options.reduce as f32 * PLY as f32 * (1.0 + place as f32).ln()) as i32;
        let worse = ((first - scores.of(seat).0) / options.margin as f32 * PLY as f32) as i32;
        for ahead in [left - PLY - late - worse, left - PLY] {
            let again = ahead == left - PLY && scores.of(seat).0 <= best;
            if ahead >= PLY && (!again || late + worse == 0) {
                *scores = plain(options, searcher, child, ahead) * DISCOUNT;
            }
        }
        best = best.max(scores.of(seat).0);
    }
    let weight = |scores: &Scores| {
        if options.doubt > 0.0 && seat != searcher {
            ((scores.of(seat).0 - best) / options.doubt as f32).exp()
        } else {
            f32::from(u8::from(scores.of(seat).0 == best))
        }
    };
    let all: f32 = children.iter().map(|(_, scores)| weight(scores)).sum();
    let weighted = children.iter().map(|(_, scores)| *scores * weight(scores));
    weighted.fold(Scores::ZERO, |sum, one| sum + one) * (1.0 / all)
}

#[test]
fn cuts_and_doubt_are_what_the_definition_says() {
    let cut = SelectiveOptions { reduce: 0.5, margin: 0.2, ..FULL };
    let doubting = SelectiveOptions { doubt: 0.05, ..FULL };
    let both = SelectiveOptions { doubt: 0.05, ..cut };
    let mut differ = 0;
    for options in [cut, doubting, both] {
        for seed in 0..TREES {
            let tree = RandomTree::new(THREE, seed);
            let agent = SelectiveMaxN::new(Each(estimate), options);
            let found = searched(&agent, &tree, 4 * PLY);
            let expected = plain(&options, Seat(0), &tree, 4 * PLY);
            assert!(near(&found, &expected), "tree {seed}: {found:?} {expected:?}");
            differ += u32::from(!near(&found, &best_scores(&tree, 4, &estimate)));
        }
    }
    assert!(differ > 900, "it is max^n in all but {differ} trees");
}

#[test]
fn cuts_save_nodes_and_a_table_saves_more() {
    let (mut saved, mut again) = (0, 0);
    for seed in 0..100 {
        let tree = RandomTree::new(THREE, seed);
        let nodes = |options: SelectiveOptions| choose(options, &tree, &depth(5)).nodes;
        let cut = SelectiveOptions { reduce: 0.5, margin: 0.2, ..FULL };
        saved += u32::from(nodes(cut) < nodes(FULL));
        let meeting = RandomTree::new(TreeShape { width: 4, ..THREE }, seed);
        let nodes = |tree: &RandomTree| choose(FULL, tree, &depth(5)).nodes;
        again += u32::from(nodes(&meeting) < nodes(&tree));
    }
    assert!(saved > 80 && again > 60, "{saved} {again}");
}

#[test]
fn a_budget_of_nodes_is_kept_and_everything_repeats_itself() {
    for seed in 0..50 {
        let tree = RandomTree::new(THREE, seed);
        for nodes in [1, 10, 300] {
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let decision = choose(FULL, &tree, &budget);
            let mut moves = MoveList::new();
            tree.moves(&mut moves);
            assert!(moves.contains(&decision.chosen) && decision.nodes <= nodes);
            let again = choose(FULL, &tree, &budget);
            assert_eq!(decision.candidates, again.candidates);
        }
    }
}

/// Without cuts a move's value does not depend on the moves before it, so threads find the same.
#[test]
fn threads_find_what_one_finds() {
    for seed in 0..100 {
        let tree = RandomTree::new(THREE, seed);
        let one = choose(FULL, &tree, &depth(5));
        let options = SelectiveOptions { threads: 3, ..FULL };
        let three = choose(options, &tree, &depth(5));
        assert_eq!(one.candidates, three.candidates, "tree {seed}");
        assert_eq!(one.depth, three.depth);
    }
}

/// Judges like `estimate`, but expects the same of all moves with odd numbers.
struct EvenMoves;

const OF_ODD_MOVES: [f32; 3] = [0.4, 0.3, 0.3];

impl Glance<RandomTree> for EvenMoves {
    /// The position that was looked at.
    type Sight = Option<RandomTree>;

    fn judge(&self, position: &RandomTree) -> Scores {
        estimate(position)
    }

    fn look(&self, position: &RandomTree, sight: &mut Option<RandomTree>) {
        *sight = Some(*position);
    }

    fn judge_after(
        &self,
        sight: &Option<RandomTree>,
        before: &RandomTree,
        mv: u8,
        after: &RandomTree,
    ) -> Scores {
        assert_eq!(sight.as_ref(), Some(before));
        let mut played = *before;
        played.play(mv);
        assert_eq!(played, *after);
        estimate(after)
    }

    fn keep_lively(
        &self,
        sight: &Option<RandomTree>,
        position: &RandomTree,
        moves: &mut MoveList<u8>,
    ) -> Option<Scores> {
        assert_eq!(sight.as_ref(), Some(position));
        moves.retain(|mv| mv % 2 == 0);
        Some(Scores::new(&OF_ODD_MOVES))
    }
}

#[test]
fn moves_that_are_left_out_count_as_one_at_the_ends_of_lines_alone() {
    let mut differ = 0;
    for seed in 0..TREES {
        let tree = RandomTree::new(THREE, seed);
        // A line of `depth` plies ends with a choice among even moves and all odd ones together.
        fn value(tree: &RandomTree, depth: u32) -> Scores {
            let seat = match tree.turn() {
                Turn::Seat(seat) if depth > 0 => seat,
                Turn::Over => return tree.scores(),
                _ => return estimate(tree),
            };
            let mut moves = MoveList::new();
            tree.moves(&mut moves);
            let kept = moves.iter().filter(|&mv| depth > 1 || mv % 2 == 0);
            let found = kept.map(|&mv| {
                let mut after = *tree;
                after.play(mv);
                value(&after, depth - 1)
            });
            let all_odd = (depth == 1).then(|| Scores::new(&OF_ODD_MOVES));
            let best = found.chain(all_odd).max_by(|a, b| a.of(seat).0.total_cmp(&b.of(seat).0));
            best.expect("a move")
        }
        let mut moves = MoveList::new();
        tree.moves(&mut moves);
        for &mv in &moves {
            let mut after = tree;
            after.play(mv);
            let expected = value(&after, 2);
            let agent = SelectiveMaxN::new(EvenMoves, FULL);
            let found = searched(&agent, &after, 2 * PLY);
            assert!(near(&found, &expected), "{found:?} {expected:?}");
            differ += u32::from(!near(&found, &best_scores(&after, 2, &estimate)));
        }
    }
    assert!(differ > 500, "{differ}");
}
