//! Minimax and expectiminimax as they are defined: the reference that two-seat searches are tested against.

use ludarium_game::{
    Agent, Budget, Decision, Evaluation, Game, Meter, MoveList, Rng, Seed, Turn, sort_by,
};

use crate::chance::{Chance, settles_moves, stream_at};
use crate::crew::{Crew, threads_worth};
use crate::duel::{Bounds, DISCOUNT, balance, fixed_depth, shares, sign};
use crate::levels::Levels;
use crate::memory::Memory;
use crate::mover::mover;
use crate::shared_table::{Access, SharedTable};
use crate::transposition::{Entry, TranspositionTable};

/// Looks at every line to a fixed depth, for games with two seats.
///
/// No pruning, no ordering, and no table unless it is asked for. A position that is over is worth its scores, one with no plies
/// to go its evaluation (also where chance draws next), a decision the best of its moves for the
/// mover, a chance event the mean over its outcomes. Among equal moves the first is chosen.
///
/// When the budget ends the search early, the best of the moves searched completely is chosen.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    /// Judges the positions at the horizon.
    pub evaluation: E,
    /// Decision plies to look ahead where the budget sets no limit.
    pub depth: u32,
    /// What happens where chance draws.
    pub chance: Chance,
    /// The factor for each decision ply, in (0, 1]: below 1 a win found sooner is worth more.
    pub discount: f64,
    /// The most memory in mebibytes for a table of positions met before in the same search; 0 for none.
    /// Only results of exactly the same depth are used, so values are the same; lines may end early.
    pub table_mebibytes: usize,
    /// Threads that share the moves of the root, and the table if there is one; 0 counts as 1. They find the same values and
    /// choose the same move, unless nodes or time end the search early. With a table, how many nodes that takes and where
    /// lines end depends on who was faster.
    pub threads: usize,
}

impl<E> Minimax<E> {
    /// A search with this evaluation, 3 plies deep, taking expectations, without a table, in one thread.
    pub fn new(evaluation: E) -> Self {
        Minimax {
            evaluation,
            depth: 3,
            chance: Chance::Expect,
            discount: DISCOUNT,
            table_mebibytes: 0,
            threads: 1,
        }
    }
}

impl<G: Game, E: Evaluation<G>> Agent<G> for Minimax<E> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let depth = fixed_depth(budget, self.depth);
        let seed = Seed(rng.bits());
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let sign = sign(mover(position));
        let threads = threads_worth(depth, self.threads.max(1));
        let bytes = self.table_mebibytes << 20;
        let shared = (bytes > 0 && threads > 1).then(|| {
            let mut table = SharedTable::new(bytes);
            table.start();
            table
        });
        let memory = || match &shared {
            Some(table) => Memory::Shared(Access::new(table)),
            None if bytes > 0 => {
                let mut table = TranspositionTable::new(bytes);
                table.start();
                Memory::Own(table)
            }
            None => Memory::Off,
        };
        let mut tools: Vec<_> =
            (0..threads).map(|_| (position.detach(), Levels::new(), memory())).collect();
        let mut crew = Crew::new(budget);
        let valued = crew.each(moves.len(), &mut tools, |place, tools, meter| {
            let (position, levels, memory) = tools;
            let mut walk = Walk {
                evaluation: &self.evaluation,
                chance: self.chance,
                discount: self.discount,
                seed,
                meter,
                levels,
                memory,
            };
            let mv = moves[place];
            let mut child = position.clone();
            child.play(mv);
            let value = self.discount * walk.value(&child, depth as i32 - 1, 1, 0);
            if walk.meter.spent() {
                return None;
            }
            let candidate = walk.levels.candidate(mv, shares(value));
            Some((sign * value, candidate))
        });
        let mut candidates: Vec<_> = valued.into_iter().map_while(|one| one).collect();
        sort_by(&mut candidates, |a, b| b.0.total_cmp(&a.0));
        let candidates: Vec<_> = candidates.into_iter().map(|(_, c)| c).collect();
        Decision {
            chosen: candidates.first().map_or(moves[0], |best| best.mv),
            candidates,
            nodes: crew.nodes(),
            iterations: 1,
            depth,
            time: crew.time(),
        }
    }
}

/// One walk over the whole tree.
pub(crate) struct Walk<'a, 't, G: Game, E> {
    pub evaluation: &'a E,
    pub chance: Chance,
    pub discount: f64,
    pub seed: Seed,
    pub meter: &'a mut Meter,
    pub levels: &'a mut Levels<G>,
    pub memory: &'a mut Memory<'t>,
}

impl<G: Game, E: Evaluation<G>> Walk<'_, '_, G, E> {
    /// The balance of a position with `depth` decision plies to go, after `run` chance events.
    pub(crate) fn value(&mut self, position: &G, depth: i32, level: usize, run: u32) -> f64 {
        self.levels.enter(level);
        if !self.meter.node() {
            return 0.0;
        }
        match position.turn() {
            Turn::Over => balance(&position.scores()),
            Turn::Seat(seat) if depth > 0 => match self.recall(position, depth) {
                Some(value) => value,
                None => self.best(position, depth, level, sign(seat)),
            },
            Turn::Chance if depth > 0 || settles_moves::<G>() => {
                self.mean(position, depth, level, run)
            }
            _ => balance(&self.evaluation.evaluate(position)),
        }
    }

    fn best(&mut self, position: &G, depth: i32, level: usize, sign: f64) -> f64 {
        position.moves(&mut self.levels[level].moves);
        let mut best = f64::NEG_INFINITY;
        for index in 0..self.levels[level].moves.len() {
            let mv = self.levels[level].moves[index];
            let mut child = position.clone();
            child.play(mv);
            let value = sign * self.discount * self.value(&child, depth - 1, level + 1, 0);
            if self.meter.spent() {
                break;
            }
            if value > best {
                best = value;
                self.levels.keep_line(level, Some(mv), true);
            }
        }
        if self.remembers() && !self.meter.spent() {
            let (low, high) = (sign * best, sign * best);
            let entry = Entry { bounds: Bounds { low, high }, depth, best: None };
            self.memory.store(position.key(), entry);
        }
        sign * best
    }

    /// The value of a position that was met before with as many plies to go.
    fn recall(&self, position: &G, depth: i32) -> Option<f64> {
        let known = self.remembers().then(|| self.memory.find(position.key()));
        let entry = known.flatten()?;
        (entry.depth == depth).then_some(entry.bounds.low)
    }

    /// Whether there is a table at all: keys of positions are not made for nothing.
    fn remembers(&self) -> bool {
        !matches!(self.memory, Memory::Off)
    }

    fn mean(&mut self, position: &G, depth: i32, level: usize, run: u32) -> f64 {
        let mut outcomes = std::mem::take(&mut self.levels[level].chances);
        let seed = self.seed;
        self.chance.outcomes(position, || stream_at(seed, depth, run), &mut outcomes);
        let mut sum = 0.0;
        for &(outcome, weight) in &outcomes {
            let mut child = position.clone();
            child.play(outcome);
            sum += weight * self.value(&child, depth, level + 1, run + 1);
            if self.meter.spent() {
                break;
            }
        }
        // After an uncertain outcome there is no expected continuation.
        if let [(outcome, _)] = outcomes[..] {
            self.levels.keep_line(level, Some(outcome), true);
        }
        self.levels[level].chances = outcomes;
        sum
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::Scores;

    use super::*;
    use crate::testing::{RandomTree, TreeShape, estimate};

    /// The definition once more, as short as possible: values for both seats, no buffers.
    fn value(tree: &RandomTree, depth: u32) -> f64 {
        let after = |mv| {
            let mut child = *tree;
            child.play(mv);
            child
        };
        match tree.turn() {
            Turn::Over => balance(&tree.scores()),
            _ if depth == 0 => balance(&estimate(tree)),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                let _ = tree.chances(&mut outcomes);
                let value = |&(outcome, p): &(u8, f64)| p * value(&after(outcome), depth);
                outcomes.iter().map(value).sum()
            }
            Turn::Seat(seat) => {
                let mut moves = MoveList::new();
                tree.moves(&mut moves);
                let values = moves.iter().map(|&mv| DISCOUNT * value(&after(mv), depth - 1));
                if seat.index() == 0 {
                    values.fold(f64::NEG_INFINITY, f64::max)
                } else {
                    values.fold(f64::INFINITY, f64::min)
                }
            }
        }
    }

    fn choose(tree: &RandomTree, budget: &Budget) -> Decision<u8> {
        Minimax::new(estimate).choose(tree, budget, &mut Rng::new(Seed(1)))
    }

    #[test]
    fn decisions_follow_the_definition() {
        for seed in 0..1000 {
            let tree = RandomTree::new(TreeShape::CHANCE, seed);
            let decision = choose(&tree, &Budget::default());
            let best = decision.candidates[0].scores;
            assert!((balance(&best) - value(&tree, 3)).abs() < 1e-6);
            let shares: Vec<f32> = decision
                .candidates
                .iter()
                .map(|candidate| candidate.scores.of(mover(&tree)).0)
                .collect();
            assert!(shares.is_sorted_by(|a, b| a >= b), "{shares:?}");
            assert!(decision.candidates.iter().all(|c| c.line[0] == c.mv));
        }
    }

    #[test]
    fn a_table_changes_no_value_and_no_choice() {
        let mut saved = 0;
        for seed in 0..300 {
            let shape = TreeShape { width: 12, ..TreeShape::CHANCE };
            let tree = RandomTree::new(shape, seed);
            let plain = choose(&tree, &Budget::default());
            let mut agent = Minimax { table_mebibytes: 1, ..Minimax::new(estimate) };
            let tabled = agent.choose(&tree, &Budget::default(), &mut Rng::new(Seed(1)));
            assert_eq!(tabled.chosen, plain.chosen, "tree {seed}");
            let scores = |decision: &Decision<u8>| -> Vec<Scores> {
                let candidates = decision.candidates.iter();
                candidates.map(|candidate| candidate.scores).collect()
            };
            assert_eq!(scores(&tabled), scores(&plain), "tree {seed}");
            assert!(tabled.nodes <= plain.nodes);
            saved += plain.nodes - tabled.nodes;
        }
        assert!(saved > 0, "no position came back in 300 trees");
    }

    /// Without a table even the nodes and lines are the same.
    #[test]
    fn several_threads_find_what_one_finds() {
        for seed in 0..100 {
            let tree = RandomTree::new(TreeShape::CHANCE, seed);
            let [one, three, tabled] =
                [(1, 0), (3, 0), (3, 1)].map(|(threads, table_mebibytes)| {
                    let mut agent = Minimax { threads, table_mebibytes, ..Minimax::new(estimate) };
                    agent.choose(&tree, &Budget::default(), &mut Rng::new(Seed(1)))
                });
            assert_eq!(three.candidates, one.candidates, "tree {seed}");
            assert_eq!(three.nodes, one.nodes, "tree {seed}");
            let found = |decision: &Decision<u8>| -> Vec<(u8, Scores)> {
                let candidates = decision.candidates.iter();
                candidates.map(|one| (one.mv, one.scores)).collect()
            };
            assert_eq!(found(&tabled), found(&one), "tree {seed}");
        }
    }

    #[test]
    fn several_threads_keep_a_budget() {
        for (seed, nodes) in (0..100).flat_map(|seed| [0, 1, 30].map(|nodes| (seed, nodes))) {
            let tree = RandomTree::new(TreeShape::DUEL, seed);
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let mut agent = Minimax { threads: 3, ..Minimax::new(estimate) };
            let decision = agent.choose(&tree, &budget, &mut Rng::new(Seed(1)));
            let full = choose(&tree, &Budget::default());
            let mut candidates = decision.candidates.iter();
            assert!(candidates.all(|one| full.candidates.contains(one)));
            assert!(decision.nodes <= nodes);
        }
    }

    #[test]
    fn among_equal_moves_the_first_is_chosen() {
        let shape = TreeShape { grades: 1, early_end: 0, ..TreeShape::DUEL };
        for seed in 0..50 {
            let tree = RandomTree::new(shape, seed);
            assert_eq!(choose(&tree, &Budget::default()).chosen, 0);
        }
    }

    #[test]
    fn the_best_line_leads_to_its_value() {
        for seed in 0..200 {
            let tree = RandomTree::new(TreeShape::DUEL, seed);
            let decision = choose(&tree, &Budget::default());
            let best = &decision.candidates[0];
            let mut end = tree;
            best.line.iter().for_each(|&mv| end.play(mv));
            let scores: Scores = match end.turn() {
                Turn::Over => end.scores(),
                _ => estimate(&end),
            };
            assert!((balance(&scores) - balance(&best.scores)).abs() < 1e-5);
        }
    }

    #[test]
    fn a_budget_that_ends_early_leaves_the_best_complete_move() {
        for (seed, nodes) in (0..100).flat_map(|seed| [0, 1, 30].map(|nodes| (seed, nodes))) {
            let tree = RandomTree::new(TreeShape::DUEL, seed);
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let decision = choose(&tree, &budget);
            let full = choose(&tree, &Budget::default());
            assert!(full.candidates.iter().any(|c| c.mv == decision.chosen));
            assert!(decision.candidates.iter().all(|c| full.candidates.contains(c)));
            assert!(decision.nodes <= nodes);
        }
    }
}
