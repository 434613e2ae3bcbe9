//! Which of equally good moves is played.

/// Which of the moves that a search finds equally good is played.
///
/// A search that deepens keeps the move that was best at the depth before, so it is the last depth at which the moves
/// differed that decides; this is about moves that were equal at every depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first in the order in which the search tries them.
    #[default]
    First,
    /// One of them by chance.
    Chance,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use ludarium_game::{
        Agent, Budget, Decision, Evaluation, Game, MoveList, Rng, Scores, Seat, Seed,
    };

    use super::*;
    use crate::testing::{RandomTree, TreeShape, estimate, gain};
    use crate::{AlphaBeta, AlphaBetaOptions, MaxN, TableMode};

    const LEVEL: TreeShape = TreeShape { grades: 1, early_end: 0, depth: 6, ..TreeShape::DUEL };

    fn ask<E: Evaluation<RandomTree> + Clone>(
        tree: &RandomTree,
        evaluation: E,
        ties: Ties,
        seed: u64,
    ) -> [Decision<u8>; 2] {
        let budget = Budget { depth: Some(4), nodes: Some(1_000_000), ..Budget::default() };
        let mut max_n = MaxN::new(evaluation.clone());
        max_n.ties = ties;
        let mut alpha_beta = AlphaBeta::new(evaluation, gain);
        alpha_beta.options = AlphaBetaOptions {
            ties,
            table: TableMode::Exact,
            table_mebibytes: 4,
            ..AlphaBetaOptions::default()
        };
        [
            max_n.choose(tree, &budget, &mut Rng::new(Seed(seed))),
            alpha_beta.choose(tree, &budget, &mut Rng::new(Seed(seed))),
        ]
    }

    fn moves(tree: &RandomTree) -> Vec<u8> {
        let mut moves = MoveList::new();
        tree.moves(&mut moves);
        moves.to_vec()
    }

    #[test]
    fn chance_plays_every_one_of_equal_moves_and_the_first_is_one() {
        let even = |_: &RandomTree| Scores::shared(2);
        for number in 0..20 {
            let tree = RandomTree::new(LEVEL, number);
            let mut chosen = [HashSet::new(), HashSet::new()];
            for seed in 0..100 {
                let decisions = ask(&tree, even, Ties::Chance, seed);
                for (set, decision) in chosen.iter_mut().zip(decisions) {
                    set.insert(decision.chosen);
                }
                assert_eq!(ask(&tree, even, Ties::First, seed)[0].chosen, 0);
            }
            for set in chosen {
                assert_eq!(set.len(), moves(&tree).len(), "tree {number}");
            }
        }
    }

    #[test]
    fn values_are_the_same_whoever_breaks_ties() {
        for number in 0..300 {
            let tree = RandomTree::new(TreeShape::DUEL, number);
            let [first, chance] = [Ties::First, Ties::Chance].map(|ties| {
                ask(&tree, estimate, ties, 5).map(|decision| decision.candidates[0].scores)
            });
            assert_eq!(first, chance, "tree {number}");
        }
    }

    #[test]
    fn where_deeper_looks_find_no_difference_the_last_one_that_did_decides() {
        let shape = TreeShape { early_end: 0, depth: 6, ..TreeShape::DUEL };
        for number in 0..200 {
            let tree = RandomTree::new(shape, number);
            let after = |mv: &u8| {
                let mut child = tree;
                child.play(*mv);
                child
            };
            let worth = |mv: &u8| estimate(&after(mv)).of(Seat(0)).0;
            let keys: HashSet<u64> = moves(&tree).iter().map(|mv| after(mv).key()).collect();
            let near = move |node: &RandomTree| {
                if keys.contains(&node.key()) { estimate(node) } else { Scores::shared(2) }
            };
            let most = moves(&tree).iter().map(worth).fold(0.0, f32::max);
            for decision in ask(&tree, near.clone(), Ties::Chance, number) {
                assert_eq!(worth(&decision.chosen), most, "tree {number}");
            }
        }
    }
}
