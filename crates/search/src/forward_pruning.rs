//! Alpha-beta that looks at fewer and fewer of the moves the deeper it gets.

use ludarium_game::{Agent, Budget, Decision, Evaluation, Gain, Game, Rng};

use crate::alpha_beta::engine::Engine;
use crate::alpha_beta::{AlphaBetaOptions, MoveOrder};
use crate::chance::Chance;
use crate::memory::Memory;
use crate::star::Star;
use crate::transposition::{TableMode, TranspositionTable};

/// How many of the ordered moves are kept at which depth.
///
/// Depths are counted from the root. From `prune` to `single` the share of pruned moves grows evenly from
/// none to all, but one is always kept; from `single` on only the first is followed; at `last` the
/// position is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PruningSteps {
    /// The depth at which pruning starts.
    pub prune: u32,
    /// The depth from which on only the first move is followed; above `prune`.
    pub single: u32,
    /// The depth at which positions are evaluated.
    pub last: u32,
    /// The depth of the root: 0 or 1.
    pub root: u32,
}

impl Default for PruningSteps {
    fn default() -> Self {
        PruningSteps { prune: 4, single: 9, last: 13, root: 0 }
    }
}

impl PruningSteps {
    /// How many of `moves` moves are kept at a depth; 0 only of none.
    pub fn keep(&self, depth: u32, moves: usize) -> usize {
        if depth < self.prune {
            return moves;
        }
        if depth >= self.single {
            return moves.min(1);
        }
        let pruned = moves * (depth - self.prune) as usize / (self.single - self.prune) as usize;
        (moves - pruned).max(moves.min(1))
    }

    /// How many of `moves` moves are kept this many plies below the root.
    pub(crate) fn keep_at_ply(&self, ply: u32, moves: usize) -> usize {
        self.keep(self.root + ply, moves)
    }
}

/// Alpha-beta with forward pruning by immediate gain, for games with two seats.
///
/// The moves of every node are ordered by what they win at once, the larger gain first and equals in
/// the game's order; [`PruningSteps`] says how many of them are looked at. Among equal moves at the root the
/// first in that order is chosen. A quiet defence is easily pruned, so this search is often weaker than
/// a full one of the same cost: it is here because a known program plays like this.
///
/// There is no deepening: when the budget ends the search early, the best of the moves searched
/// completely is chosen.
#[derive(Clone, Debug)]
pub struct ForwardPruning<E, Q> {
    /// Judges the positions at the horizon.
    pub evaluation: E,
    /// Measures what moves win at once.
    pub gain: Q,
    /// Which moves are kept.
    pub schedule: PruningSteps,
    /// What happens where chance draws.
    pub chance: Chance,
    /// The most memory in mebibytes for a table of positions met before in the same search; 0 for none.
    /// Only results of exactly the same depth are used, so values and choices are the same.
    pub table_mebibytes: usize,
}

impl<E, Q> ForwardPruning<E, Q> {
    /// A search with this evaluation and gain, the default schedule, chance ignored, without a table.
    pub fn new(evaluation: E, gain: Q) -> Self {
        ForwardPruning {
            evaluation,
            gain,
            schedule: PruningSteps::default(),
            chance: Chance::Ignore,
            table_mebibytes: 0,
        }
    }
}

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Agent<G> for ForwardPruning<E, Q> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let options = AlphaBetaOptions {
            order: MoveOrder { gain: true, ..MoveOrder::NONE },
            chance: self.chance,
            star: Star::One,
            discount: 1.0,
            table: TableMode::Exact,
            ..AlphaBetaOptions::PLAIN
        };
        let own = self.schedule.last.saturating_sub(self.schedule.root);
        let depth = budget.depth.unwrap_or(own).min(own).max(1);
        let mut engine = Engine::new(&self.evaluation, &self.gain, options, budget, rng);
        engine.schedule = Some(self.schedule);
        if self.table_mebibytes > 0 {
            let mut table = TranspositionTable::new(self.table_mebibytes << 20);
            table.start();
            engine.memory = Memory::Own(table);
        }
        engine.decide(position, depth)
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{MoveList, Seat, Seed, Turn};

    use super::*;
    use crate::duel::{balance, sign};
    use crate::testing::{RandomTree, TreeShape, Turns, estimate, gain};

    /// The published formula, branchesToPrune = ⌊moves · (depth − 4) / (9 − 4)⌋, in fractions.
    #[test]
    fn kept_moves_follow_the_formula() {
        let schedule = PruningSteps::default();
        for moves in 1..=40usize {
            for depth in 0..13u32 {
                let pruned = (moves as f64 * (f64::from(depth) - 4.0) / 5.0).floor().max(0.0);
                let expected = (moves as f64 - pruned).max(1.0) as usize;
                assert_eq!(schedule.keep(depth, moves), expected, "{moves} at {depth}");
            }
        }
        let kept: Vec<usize> = (0..13).map(|depth| schedule.keep(depth, 10)).collect();
        assert_eq!(kept, [10, 10, 10, 10, 10, 8, 6, 4, 2, 1, 1, 1, 1]);
        assert_eq!(schedule.keep(6, 0), 0);
        let from_one = PruningSteps { root: 1, ..schedule };
        assert_eq!(from_one.keep_at_ply(4, 10), 8);
    }

    /// The pruned tree searched without windows.
    fn plain(tree: &RandomTree, ply: u32, schedule: &PruningSteps) -> f64 {
        let Turn::Seat(seat) = tree.turn() else {
            return balance(&tree.scores());
        };
        let depth = schedule.root + ply;
        if depth >= schedule.last {
            return balance(&estimate(tree));
        }
        let mut moves = MoveList::new();
        tree.moves(&mut moves);
        let mut sorted = moves.to_vec();
        sorted.sort_by(|a, b| gain(tree, *b).total_cmp(&gain(tree, *a)));
        let kept = &sorted[..schedule.keep(depth, sorted.len())];
        let values = kept.iter().map(|&mv| {
            let mut child = *tree;
            child.play(mv);
            sign(seat) * plain(&child, ply + 1, schedule)
        });
        sign(seat) * values.fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn windows_change_nothing_in_the_pruned_tree() {
        let shape = TreeShape { depth: 8, turns: Turns::Free, ..TreeShape::DUEL };
        let mut readings_differ = 0;
        for seed in 0..1000 {
            let tree = RandomTree::new(shape, seed);
            let values = [0, 1].map(|root| {
                let schedule = PruningSteps { prune: 2, single: 5, last: 7, root };
                let mut agent = ForwardPruning::new(estimate, gain);
                agent.schedule = schedule;
                let decision = agent.choose(&tree, &Budget::default(), &mut Rng::new(Seed(0)));
                let expected = plain(&tree, 0, &schedule);
                let found = balance(&decision.candidates[0].scores);
                assert!((found - expected).abs() < 1e-6, "tree {seed}: {found}, {expected}");
                assert_eq!(decision.depth, 7 - root);
                expected
            });
            readings_differ += usize::from(values[0] != values[1]);
        }
        assert!(readings_differ > 100, "{readings_differ}");
    }

    #[test]
    fn a_table_changes_no_value_and_no_choice() {
        let shape = TreeShape { depth: 8, turns: Turns::Free, width: 12, ..TreeShape::DUEL };
        let mut saved = 0;
        for seed in 0..500 {
            let tree = RandomTree::new(shape, seed);
            let [plain, tabled] = [0, 1].map(|table_mebibytes| {
                let mut agent =
                    ForwardPruning { table_mebibytes, ..ForwardPruning::new(estimate, gain) };
                agent.choose(&tree, &Budget::default(), &mut Rng::new(Seed(0)))
            });
            assert_eq!(tabled.chosen, plain.chosen, "tree {seed}");
            assert_eq!(tabled.candidates[0].scores, plain.candidates[0].scores);
            assert!(tabled.nodes <= plain.nodes);
            saved += plain.nodes - tabled.nodes;
        }
        assert!(saved > 0, "no position came back in 500 trees");
    }

    #[test]
    fn the_first_of_equal_moves_in_order_of_gain_is_chosen() {
        let shape = TreeShape { grades: 1, ..TreeShape::DUEL };
        for seed in 0..100 {
            let tree = RandomTree::new(shape, seed);
            let mut agent =
                ForwardPruning::new(estimate, |_: &RandomTree, mv: u8| f32::from(mv / 2));
            let decision = agent.choose(&tree, &Budget::default(), &mut Rng::new(Seed(0)));
            let mut moves = MoveList::new();
            tree.moves(&mut moves);
            let most = moves.iter().map(|mv| mv / 2).max();
            let first = moves.iter().find(|mv| Some(**mv / 2) == most);
            assert_eq!(Some(&decision.chosen), first);
            assert_eq!(tree.turn(), Turn::Seat(Seat(0)));
        }
    }
}
