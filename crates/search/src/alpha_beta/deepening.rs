//! The root: one round for each depth, windows around the last value, and the decision.

use ludarium_game::{Bound, Candidate, Decision, Evaluation, Gain, Game, Purpose, Turn, sort_by};

use super::engine::{Engine, Place};
use super::ordering::{best_first, best_first_by_chance};
use crate::duel::{Window, shares, sign};
use crate::mover::mover;
use crate::ties::Ties;

/// The factor by which a window grows on the side where the value lay outside.
const WIDENING: f64 = 3.0;

/// More than the rounding error of a product of discounts, less than one discount.
const ROUNDING: f64 = 1e-9;

/// Half the width of the first window around the value of the depth before, on the scale of −1 to 1.
const ASPIRATION: f64 = 0.125;

/// A move of the root and what the search thinks of it.
struct RootMove<G: Game> {
    child: G,
    /// The value for the mover: exact for the best move, an upper bound for the others, nothing
    /// before the move was searched.
    value: Option<f64>,
    bound: Bound,
    line: Vec<G::Move>,
}

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Engine<'_, G, E, Q> {
    /// Searches to `depth` and decides.
    pub(crate) fn decide(&mut self, position: &G, depth: u32) -> Decision<G::Move> {
        let mut moves = self.root_moves(position);
        let mut round = self.first_round(depth);
        let mut reached = 0;
        let mut last = None;
        while round <= depth {
            if !self.meter.iteration() {
                break;
            }
            if let Some(companion) = &self.companion {
                companion.begin(round);
            }
            self.horizon = false;
            last = self.round(position, &mut moves, round as i32, last);
            if self.meter.spent() {
                break;
            }
            reached = round;
            if !self.horizon || last.is_some_and(|value| self.is_decided(value, round)) {
                break;
            }
            round = match &self.companion {
                Some(companion) => companion.next_round(round, depth),
                None => round + 1,
            };
        }
        self.decision_of(position, moves, reached)
    }

    fn first_round(&self, depth: u32) -> u32 {
        match &self.companion {
            _ if !self.options.deepening => depth,
            Some(companion) => companion.first_round(depth),
            None => 1,
        }
    }

    /// Whether a value is a win or loss so near that no judgement at the horizon can be part of it:
    /// deeper rounds would find the same.
    fn is_decided(&self, value: f64, round: u32) -> bool {
        value.abs() > self.options.discount.powi(round as i32) + ROUNDING
    }

    /// The moves of the root, best guess first.
    fn root_moves(&mut self, position: &G) -> Vec<RootMove<G>> {
        self.levels.enter(0);
        self.prepare_moves(position, mover(position), 0, None);
        let root = &mut self.levels[0];
        // Threads other than the first begin with other moves among equals.
        let thread = self.companion.as_ref().map_or(0, |one| one.index);
        match self.options.ties {
            Ties::First if thread == 0 => best_first(&mut root.own.ranks),
            Ties::First | Ties::Chance => {
                let rng = self.seed.stream(Purpose::Search, thread.into());
                best_first_by_chance(&mut root.own.ranks, rng);
            }
        }
        root.own
            .ranks
            .iter()
            .map(|rank| {
                let mv = root.moves[rank.index()];
                let mut child = position.clone();
                child.play(mv);
                RootMove { child, value: None, bound: Bound::Exact, line: vec![mv] }
            })
            .collect()
    }

    /// One round of depth `depth`: windows around the `last` value until the new one lies inside.
    fn round(
        &mut self,
        position: &G,
        moves: &mut [RootMove<G>],
        depth: i32,
        last: Option<f64>,
    ) -> Option<f64> {
        self.depth = depth;
        let mut window = Window::FULL;
        let mut margins = [0.0; 2];
        if let Some(last) = last {
            margins = [ASPIRATION; 2];
            window = around(last, margins);
        }
        loop {
            let value = self.search_root(position, moves, depth, window)?;
            let side = match value {
                value if value <= window.low => 0,
                value if value >= window.high => 1,
                value => return Some(value),
            };
            margins[side] *= WIDENING;
            window = around(last?, margins);
        }
    }

    /// Searches all moves of the root; the best comes first. Nothing when the budget is used up.
    fn search_root(
        &mut self,
        position: &G,
        moves: &mut [RootMove<G>],
        depth: i32,
        window: Window,
    ) -> Option<f64> {
        let sign = sign(mover(position));
        let place = Place { depth, level: 0, run: 0 };
        let mut low = window.low;
        let mut best = f64::NEG_INFINITY;
        for next in 0..self.kept(depth, moves.len()) {
            let inner = Window { low, high: window.high };
            let child = moves[next].child.clone();
            let value = self.reply(&child, place, sign, inner, (next == 0, 0));
            if self.meter.spent() {
                return None;
            }
            moves[next].value = Some(value);
            moves[next].bound = match value {
                value if value <= low => Bound::AtMost,
                value if value >= window.high => Bound::AtLeast,
                _ => Bound::Exact,
            };
            best = best.max(value);
            if value > low {
                low = value;
                let line = &mut moves[next].line;
                line.truncate(1);
                line.extend_from_slice(self.levels.line(1));
                moves[..=next].rotate_right(1);
                if value >= window.high {
                    break;
                }
            }
        }
        Some(best)
    }

    /// Follows the table where it cut the line of the best move short.
    fn complete_line(&mut self, position: &G, best: &mut RootMove<G>, depth: usize) {
        let mut node = position.clone();
        best.line.iter().for_each(|&mv| node.play(mv));
        let moves = &mut self.levels[0].moves;
        while best.line.len() < depth && matches!(node.turn(), Turn::Seat(_)) {
            let entry = self.memory.find(node.key());
            let Some(index) = entry.and_then(|entry| entry.best.filter(|_| entry.is_exact()))
            else {
                return;
            };
            node.moves(moves);
            let Some(&mv) = moves.get(usize::from(index)) else {
                return;
            };
            best.line.push(mv);
            node.play(mv);
        }
    }

    fn decision_of(
        &mut self,
        position: &G,
        mut moves: Vec<RootMove<G>>,
        reached: u32,
    ) -> Decision<G::Move> {
        let sign = sign(mover(position));
        // The first is the choice; bounds of others may equal its value.
        if let [best, others @ ..] = &mut moves[..] {
            self.complete_line(position, best, reached as usize);
            let worth = |mv: &RootMove<G>| mv.value.unwrap_or(f64::NEG_INFINITY);
            sort_by(others, |a, b| worth(b).total_cmp(&worth(a)));
        }
        let chosen = moves[0].line[0];
        let candidates = moves.into_iter().filter_map(|mv| {
            mv.value.map(|value| Candidate {
                mv: mv.line[0],
                scores: shares(sign * value),
                bound: mv.bound,
                visits: 0,
                line: mv.line,
            })
        });
        Decision {
            chosen,
            candidates: candidates.collect(),
            nodes: self.meter.nodes(),
            iterations: self.meter.iterations(),
            depth: reached,
            time: self.meter.time(),
        }
    }
}

/// The window around a value; a margin as wide as the range of values is no limit.
fn around(value: f64, [below, above]: [f64; 2]) -> Window {
    Window {
        low: if below < 2.0 { value - below } else { f64::NEG_INFINITY },
        high: if above < 2.0 { value + above } else { f64::INFINITY },
    }
}
