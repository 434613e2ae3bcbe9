//! Minimax and expectiminimax as they are defined: the oracle of the two-seat searches.

use ludarium_game::{
    Agent, Budget, Candidate, Decision, Evaluation, Game, MoveList, Rng, Seed, Turn,
};

use crate::chance::{Chance, stream_at};
use crate::duel::{DISCOUNT, balance, depth_of, mover, shares, sign};
use crate::meter::Meter;

/// Looks at every line to a fixed depth, for games with two seats.
///
/// No pruning, no table, no ordering. A position that is over is worth its scores, one with no plies
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
    /// What every decision ply leaves of a value, in (0, 1]: below 1 a win found sooner is worth more.
    pub discount: f64,
}

impl<E> Minimax<E> {
    /// A search with this evaluation, 3 plies deep, taking expectations.
    pub fn new(evaluation: E) -> Self {
        Minimax {
            evaluation,
            depth: 3,
            chance: Chance::Expect,
            discount: DISCOUNT,
        }
    }
}

impl<G: Game, E: Evaluation<G>> Agent<G> for Minimax<E> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let depth = depth_of(budget, self.depth) as i32;
        let mut walk = Walk {
            evaluation: &self.evaluation,
            chance: self.chance,
            discount: self.discount,
            seed: Seed(rng.bits()),
            meter: Meter::new(budget),
            levels: Vec::new(),
        };
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let sign = sign(mover(position));
        let mut candidates: Vec<(f64, Candidate<G::Move>)> = Vec::new();
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            let value = self.discount * walk.value(&child, depth - 1, 0, 0);
            if walk.meter.spent() {
                break;
            }
            let mut line = vec![mv];
            line.extend_from_slice(&walk.levels[0].line);
            let candidate = Candidate {
                mv,
                scores: shares(value),
                visits: 0,
                line,
            };
            candidates.push((sign * value, candidate));
        }
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
        let candidates: Vec<_> = candidates.into_iter().map(|(_, c)| c).collect();
        Decision {
            chosen: candidates.first().map_or(moves[0], |best| best.mv),
            candidates,
            nodes: walk.meter.nodes(),
            iterations: 1,
            depth: depth as u32,
            time: walk.meter.time(),
        }
    }
}

/// One walk over the whole tree.
pub(crate) struct Walk<'a, G: Game, E> {
    pub evaluation: &'a E,
    pub chance: Chance,
    pub discount: f64,
    pub seed: Seed,
    pub meter: Meter,
    pub levels: Vec<Level<G::Move>>,
}

/// The buffers of one level of the recursion.
pub(crate) struct Level<M> {
    moves: MoveList<M>,
    outcomes: Vec<(M, f64)>,
    line: Vec<M>,
}

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// The balance of a position with `depth` decision plies to go, after `run` chance events.
    pub(crate) fn value(&mut self, position: &G, depth: i32, level: usize, run: u32) -> f64 {
        if level == self.levels.len() {
            self.levels.push(Level {
                moves: MoveList::new(),
                outcomes: Vec::new(),
                line: Vec::new(),
            });
        }
        self.levels[level].line.clear();
        if !self.meter.node() {
            return 0.0;
        }
        match position.turn() {
            Turn::Over => balance(&position.scores()),
            _ if depth <= 0 => balance(&self.evaluation.evaluate(position)),
            Turn::Seat(seat) => self.best(position, depth, level, sign(seat)),
            Turn::Chance => self.mean(position, depth, level, run),
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
                self.lengthen_line(level, mv);
            }
        }
        sign * best
    }

    fn mean(&mut self, position: &G, depth: i32, level: usize, run: u32) -> f64 {
        let mut outcomes = std::mem::take(&mut self.levels[level].outcomes);
        let seed = self.seed;
        self.chance
            .outcomes(position, || stream_at(seed, depth, run), &mut outcomes);
        let mut sum = 0.0;
        for &(outcome, weight) in &outcomes {
            let mut child = position.clone();
            child.play(outcome);
            sum += weight * self.value(&child, depth, level + 1, run + 1);
            if self.meter.spent() {
                break;
            }
        }
        // What follows an uncertain outcome is no expected continuation.
        if let [(outcome, _)] = outcomes[..] {
            self.lengthen_line(level, outcome);
        }
        self.levels[level].outcomes = outcomes;
        sum
    }

    fn lengthen_line(&mut self, level: usize, mv: G::Move) {
        let [here, below, ..] = &mut self.levels[level..] else {
            return;
        };
        here.line.clear();
        here.line.push(mv);
        here.line.extend_from_slice(&below.line);
    }
}
