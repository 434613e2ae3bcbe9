//! Alpha-beta search for two seats, with or without chance.
//!
//! One engine for both: decision nodes are fail-soft alpha-beta (`engine`), chance nodes are Star
//! (the module `star`). Every refinement can be switched off by itself, so that what it saves can be
//! measured, and none but the ones that say so changes the value of the search.

mod deepening;
pub(crate) mod engine;
mod judged;
mod late_moves;
pub(crate) mod ordering;
mod parallel;
mod quiescence;
#[cfg(test)]
mod tests;

use ludarium_game::{Agent, Budget, Decision, Evaluation, Gain, Game, Rng};

use crate::chance::Chance;
use crate::duel::{DISCOUNT, fixed_depth, open_depth};
use crate::memory::Memory;
use crate::shared_table::SharedTable;
use crate::star::{ProbCut, Star};
use crate::ties::Ties;
use crate::transposition::{TableMode, TranspositionTable};
use engine::Engine;
use judged::Judged;
pub use ordering::MoveOrder;

/// The parameters of [`AlphaBeta`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaBetaOptions {
    /// Decision plies to look ahead where the budget sets no limit.
    pub depth: u32,
    /// Whether to search depth 1, 2, 3, … in turn, each showing the next where to look first;
    /// otherwise only the full depth.
    pub deepening: bool,
    /// Whether to ask of every move but the first only whether it is better (principal variation
    /// search).
    pub scout: bool,
    /// Which earlier results may be used.
    pub table: TableMode,
    /// The most memory for the table in mebibytes; a short search takes less.
    pub table_mebibytes: usize,
    /// Which moves are tried first.
    pub order: MoveOrder,
    /// Plies by which moves that win something at once are followed beyond the horizon, the mover
    /// being free to stop at any time; 0 for none. It changes values.
    ///
    /// A mover whose moves were just limited by a roll is not free, and beyond a roll nothing is
    /// certain: lines are never lengthened directly after or across a chance event, unless
    /// [`Chance::Ignore`] says that chance plays no part.
    pub quiescence: u32,
    /// How strongly late quiet moves are reduced: they are first looked at this many plies less deep, times the logarithms
    /// of the depth and of their place in the order; 0 for not at all. It needs `scout`. It changes values.
    pub reduce: f64,
    /// What happens where chance draws.
    pub chance: Chance,
    /// How chance nodes are pruned.
    pub star: Star,
    /// Whether outcomes that lead to the same position (by its key) are searched only once.
    pub merge: bool,
    /// Cuts at chance nodes by a shallower search; `None` for none. It changes values.
    pub prob_cut: Option<ProbCut>,
    /// The factor for each decision ply, in (0, 1]: below 1 a win found sooner is worth more.
    pub discount: f64,
    /// Which of equally good moves is played.
    pub ties: Ties,
    /// Threads that search together and share one table; 0 counts as 1. More than one is not reproducible.
    pub threads: usize,
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        AlphaBetaOptions {
            depth: 4,
            deepening: true,
            scout: true,
            table: TableMode::default(),
            table_mebibytes: 512,
            order: MoveOrder::default(),
            quiescence: 0,
            reduce: 0.0,
            chance: Chance::default(),
            star: Star::default(),
            merge: false,
            prob_cut: None,
            discount: DISCOUNT,
            ties: Ties::First,
            threads: 1,
        }
    }
}

impl AlphaBetaOptions {
    /// Nothing but alpha-beta itself, in the game's own order, with full expectations at chance nodes.
    pub const PLAIN: AlphaBetaOptions = AlphaBetaOptions {
        depth: 4,
        deepening: false,
        scout: false,
        table: TableMode::Off,
        table_mebibytes: 0,
        order: MoveOrder::NONE,
        quiescence: 0,
        reduce: 0.0,
        chance: Chance::Expect,
        star: Star::Off,
        merge: false,
        prob_cut: None,
        discount: DISCOUNT,
        ties: Ties::First,
        threads: 1,
    };
}

/// Alpha-beta search for games with two seats: the value of [`crate::Minimax`] for a fraction of its
/// nodes.
///
/// Decision nodes are principal variation search with iterative deepening, an aspiration window,
/// ordered moves and a transposition table; chance nodes are Star2. An iteration of the budget is one
/// round of deepening. When the budget ends a round early, its best move so far is taken if it proved
/// better than expected, otherwise the best move of the round before.
///
/// Several [`threads`](AlphaBetaOptions::threads) each search on their own and share the table; the answer of the first
/// thread counts, or that of another one that looked further. They share a budget of nodes or processor time.
///
/// The first candidate's scores are the value of the search; those of the others are mostly bounds, and marked so:
/// such a move is at most that good for the mover, as far as it was searched.
///
/// # Examples
///
/// An evaluation judges positions, a gain says what a move wins at once; both can be closures. In the
/// game of `examples/stones` two seats take 1, 2 or 3 stones in turn, and who takes the last one wins:
///
/// ```
/// use ludarium_game::{Agent, Budget, Rng, Scores, Seed};
/// use ludarium_search::AlphaBeta;
/// # mod stones { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/stones/game.rs")); }
/// # use stones::Stones;
///
/// let even = |_: &Stones| Scores::shared(2);
/// let nothing = |_: &Stones, _: u8| 0.0;
/// let mut search = AlphaBeta::new(even, nothing);
/// let budget = Budget { depth: Some(10), ..Budget::default() };
/// let decision = search.choose(&Stones::new(10), &budget, &mut Rng::new(Seed(1)));
///
/// // Two stones leave eight; after that each pair of moves takes four.
/// assert_eq!(decision.chosen, 2);
/// assert_eq!(decision.candidates[0].line.len(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E, Q> {
    /// Judges the positions at the horizon.
    pub evaluation: E,
    /// Measures what moves win at once.
    pub gain: Q,
    /// The parameters.
    pub options: AlphaBetaOptions,
    table: Option<(usize, TranspositionTable)>,
    shared: Option<(usize, SharedTable)>,
    judged: Judged,
}

impl<E, Q> AlphaBeta<E, Q> {
    /// A search with this evaluation and gain, and the default parameters.
    pub fn new(evaluation: E, gain: Q) -> Self {
        AlphaBeta {
            evaluation,
            gain,
            options: AlphaBetaOptions::default(),
            table: None,
            shared: None,
            judged: Judged::default(),
        }
    }

    /// The table, emptied; a new one if the wanted size has changed.
    fn fresh_table(&mut self) -> Option<TranspositionTable> {
        if self.options.table == TableMode::Off {
            return None;
        }
        let size = self.options.table_mebibytes;
        let mut table = match self.table.take() {
            Some((old, table)) if old == size => table,
            _ => TranspositionTable::new(size << 20),
        };
        table.start();
        Some(table)
    }
}

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Agent<G> for AlphaBeta<E, Q> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let options = self.options;
        let depth = if options.deepening {
            open_depth(budget, options.depth)
        } else {
            fixed_depth(budget, options.depth)
        };
        if options.threads > 1 {
            return self.choose_together(position, depth, budget, rng);
        }
        let table = self.fresh_table();
        let mut engine = Engine::new(&self.evaluation, &self.gain, options, budget, rng);
        if let Some(table) = table {
            engine.memory = Memory::Own(table);
        }
        // A judgement may depend on more than the key, such as a counter of moves; this table does not mind that, either.
        if options.table == TableMode::Deep {
            engine.judged = std::mem::take(&mut self.judged);
            engine.judged.start(engine.seed.0);
        }
        let decision = engine.decide(position, depth);
        self.judged = std::mem::take(&mut engine.judged);
        if let Memory::Own(table) = engine.memory {
            self.table = Some((options.table_mebibytes, table));
        }
        decision
    }
}
