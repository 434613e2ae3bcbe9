//! Trials: an agent against the definition on many random trees.

use ludarium_game::{Agent, Budget, Game, MoveList, Rng, Scores, Seed, Turn};

use super::{RandomTree, TreeShape, move_scores};

/// Scores closer than this are the same: searches discount later wins a little, and round.
const SAME: f32 = 1e-4;

/// The evaluation of random trees: [`RandomTree::estimate`].
pub fn estimate(tree: &RandomTree) -> Scores {
    tree.estimate()
}

/// A gain for random trees that knows a little: how much better than even the position after the move
/// is judged for the seat that moves, 0 if it is close.
pub fn gain(tree: &RandomTree, mv: u8) -> f32 {
    let Turn::Seat(seat) = tree.turn() else {
        return 0.0;
    };
    let mut child = *tree;
    child.play(mv);
    let estimate = child.estimate().of(seat).0 - 0.5;
    if estimate.abs() < 0.2 { 0.0 } else { estimate }
}

/// The roots of the trees with seeds from 0, and after each the node after its first move: it may be a
/// chance node or the end, and any seat may be to move.
pub fn roots(shape: TreeShape, trees: u64) -> impl Iterator<Item = RandomTree> {
    let mut buffer = MoveList::new();
    (0..trees).flat_map(move |seed| {
        let root = RandomTree::new(shape, seed);
        root.moves(&mut buffer);
        let mut below = root;
        below.play(buffer[0]);
        [root, below]
    })
}

/// How often an agent chooses a move that is worse for its seat than the best one, by
/// [`move_scores`] with `depth` decisions and the evaluation [`estimate`].
///
/// The agent is asked at all of [`roots`] where a seat is to move, with a budget of this depth.
pub fn wrong_choices(
    agent: &mut impl Agent<RandomTree>,
    shape: TreeShape,
    trees: u64,
    depth: u32,
) -> u64 {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let mut wrong = 0;
    for (index, tree) in roots(shape, trees).enumerate() {
        let Turn::Seat(seat) = tree.turn() else {
            continue;
        };
        let mut rng = Rng::new(Seed(index as u64));
        let chosen = agent.choose(&tree, &budget, &mut rng).chosen;
        let scores = move_scores(&tree, depth, &estimate);
        let own = || scores.iter().map(|(mv, scores)| (*mv, scores.of(seat).0));
        let best = own().map(|(_, score)| score).fold(f32::MIN, f32::max);
        let is_best = own().any(|(mv, score)| mv == chosen && score >= best - SAME);
        wrong += u64::from(!is_best);
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlphaBeta, AlphaBetaOptions, MaxN, Minimax, Random, TableMode};

    /// Different seats' scores, seldom equal.
    const FOUR: TreeShape = TreeShape { seats: 4, chance_every: 4, ..TreeShape::DUEL };

    #[test]
    fn our_exact_searches_choose_what_the_definition_chooses() {
        let mut exact = AlphaBeta::new(estimate, gain);
        exact.options.table = TableMode::Exact;
        for shape in [TreeShape::DUEL, TreeShape::CHANCE, TreeShape::DICE] {
            for depth in [1, 3] {
                assert_eq!(wrong_choices(&mut exact, shape, 200, depth), 0);
                assert_eq!(wrong_choices(&mut Minimax::new(estimate), shape, 200, depth), 0);
            }
        }
        assert_eq!(wrong_choices(&mut MaxN::new(estimate), FOUR, 300, 3), 0);
    }

    #[test]
    fn other_searches_do_not() {
        let mut ignoring = AlphaBeta::new(estimate, gain);
        ignoring.options =
            AlphaBetaOptions { chance: crate::Chance::Ignore, ..AlphaBetaOptions::PLAIN };
        assert!(wrong_choices(&mut ignoring, TreeShape::DICE, 200, 3) > 20);
        let mut against = MaxN::new(estimate);
        against.goal = crate::Goal::Against(ludarium_game::Seat(3));
        assert!(wrong_choices(&mut against, FOUR, 200, 3) > 50);
        assert!(wrong_choices(&mut Random, FOUR, 200, 3) > 100);
    }
}
