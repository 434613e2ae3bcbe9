//! Star: pruning at chance nodes, as Ballard (1983) and Hauk (2004) describe it.
//!
//! All balances lie in [−1, 1]. For every outcome a proven interval is kept; the weighted sums of their
//! ends bound the chance node. An outcome is searched only with the window that could still move the
//! sum out of the node's own window, which is wider by the inverse of its probability. Probing looks at
//! one or a few replies to every outcome before any outcome is searched in full: a reply of the mover
//! bounds the outcome from the mover's side, and often all outcomes together suffice for a cut.

#[cfg(test)]
mod tests;

use ludarium_game::{Evaluation, Gain, Game, Turn};

#[cfg(test)]
use crate::alpha_beta::engine::PlantedFault;
use crate::alpha_beta::engine::{Engine, Place};
use crate::chance::{Chance, stream_at};
use crate::duel::{Bounds, Window, sign};

/// How chance nodes are pruned. All give the same values, up to rounding (1e-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// Not at all: every outcome is searched with the full window.
    Off,
    /// Star1: windows from what the other outcomes leave open.
    One,
    /// Star2: first probes this many replies to every outcome; more than one is called Star2.5.
    Two {
        /// Replies to probe.
        probes: u32,
    },
}

impl Default for Star {
    fn default() -> Self {
        Star::Two { probes: 1 }
    }
}

/// ChanceProbCut: a shallower search of a chance node predicts the deep one.
///
/// The deep value is taken to be `slope` times the shallow one plus `offset`, with a normal error of
/// standard deviation `spread`; where it lies `confidence` deviations outside the window the node is cut.
/// An infinite confidence never cuts and costs nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// Decision plies that the shallow search is shallower.
    pub reduction: u32,
    /// The least depth to go at which it is tried.
    pub least_depth: u32,
    /// The factor a of the fit, above 0.
    pub slope: f64,
    /// The constant b of the fit.
    pub offset: f64,
    /// The standard deviation σ of the fit.
    pub spread: f64,
    /// The number t of standard deviations that a cut needs.
    pub confidence: f64,
}

/// One outcome of a chance node and what is proven about it.
pub(crate) struct Outcome<G> {
    child: G,
    probability: f64,
    bounds: Bounds,
}

impl<G> Outcome<G> {
    /// How much of the node's value this outcome still leaves open.
    fn open(&self) -> f64 {
        self.probability * (self.bounds.high - self.bounds.low)
    }

    fn settle(&mut self, value: f64) {
        self.bounds = Bounds { low: value, high: value };
    }
}

/// The bounds of the chance node: sums over its outcomes.
fn sums<G>(outcomes: &[Outcome<G>]) -> Bounds {
    sums_and_most_open(outcomes).0
}

/// The bounds of the chance node, and which outcome leaves most open: the first of equals. In one pass, because a node
/// with many outcomes asks often.
#[inline]
fn sums_and_most_open<G>(outcomes: &[Outcome<G>]) -> (Bounds, usize) {
    let (mut low, mut high) = (0.0, 0.0);
    let (mut index, mut most) = (0, f64::NEG_INFINITY);
    for (other, outcome) in outcomes.iter().enumerate() {
        low += outcome.probability * outcome.bounds.low;
        high += outcome.probability * outcome.bounds.high;
        let open = outcome.open();
        if open > most {
            (index, most) = (other, open);
        }
    }
    (Bounds { low, high }, index)
}

/// The value of a node whose bounds leave its window although they are still apart.
fn cut(sums: Bounds, window: Window) -> Option<f64> {
    sums.answer(window).filter(|_| sums.low < sums.high)
}

/// The most that probing the outcomes from `index` on could prove for the seat with this sign.
///
/// Where that is not enough for a cut, probes would be wasted.
fn hope<G>(outcomes: &[Outcome<G>], index: usize, sign: f64) -> f64 {
    let proven = |outcome: &Outcome<G>| outcome.bounds.seen_by(sign).low;
    let possible = |outcome: &Outcome<G>| outcome.bounds.seen_by(sign).high;
    let (probed, rest) = outcomes.split_at(index);
    let probed: f64 = probed.iter().map(|o| o.probability * proven(o)).sum();
    let rest: f64 = rest.iter().map(|o| o.probability * possible(o)).sum();
    probed + rest
}

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Engine<'_, G, E, Q> {
    /// The balance of a chance node.
    pub(crate) fn chance(&mut self, position: &G, place: Place, window: Window) -> f64 {
        let mut chances = std::mem::take(&mut self.levels[place.level].chances);
        let Place { depth, level, run } = place;
        let seed = self.seed;
        let chance = self.options.chance;
        chance.outcomes(position, || stream_at(seed, depth, run), &mut chances);
        let below = Place {
            level: level + 1,
            // An ignored event does not count.
            run: run + u32::from(chance != Chance::Ignore),
            ..place
        };
        let value = if let [(outcome, _)] = chances[..] {
            let mut child = position.clone();
            child.play(outcome);
            let value = self.value(&child, below, window);
            self.levels.keep_line(level, Some(outcome), true);
            value
        } else {
            self.uncertain(position, &chances, (place, below), window)
        };
        self.levels[level].chances = chances;
        value
    }

    /// A chance node with more than one outcome.
    fn uncertain(
        &mut self,
        position: &G,
        chances: &[(G::Move, f64)],
        (place, below): (Place, Place),
        window: Window,
    ) -> f64 {
        let key = position.key();
        let (_, known) = self.recall(key, place.depth);
        if let Some(answer) = known.and_then(|bounds| bounds.answer(window)) {
            return answer;
        }
        if let Some(value) = self.prob_cut(position, place, window) {
            return value;
        }
        let mut outcomes = std::mem::take(&mut self.levels[place.level].own.outcomes);
        self.list(position, chances, &mut outcomes);
        let value = self.expectation(&mut outcomes, below, window);
        self.levels[place.level].own.outcomes = outcomes;
        if !self.meter.spent() {
            self.remember(key, place.depth, Bounds::of_answer(value, window), None);
        }
        value
    }

    /// Writes down the children of a chance node, equal ones once if they are to be merged.
    fn list(&self, position: &G, chances: &[(G::Move, f64)], outcomes: &mut Vec<Outcome<G>>) {
        outcomes.clear();
        for &(outcome, probability) in chances {
            let mut child = position.clone();
            child.play(outcome);
            if self.options.merge {
                let same = |other: &&mut Outcome<G>| other.child.key() == child.key();
                if let Some(twin) = outcomes.iter_mut().find(same) {
                    twin.probability += probability;
                    continue;
                }
            }
            outcomes.push(Outcome { child, probability, bounds: Bounds::UNKNOWN });
        }
    }

    /// The mean over the outcomes, as exact as the window needs.
    fn expectation(&mut self, outcomes: &mut [Outcome<G>], below: Place, window: Window) -> f64 {
        if self.options.star == Star::Off {
            for outcome in outcomes.iter_mut() {
                outcome.settle(self.value(&outcome.child, below, Window::FULL));
                if self.meter.spent() {
                    return 0.0;
                }
            }
            return sums(outcomes).low;
        }
        // What ends the game or is known already is free and narrows the windows of all others.
        for outcome in outcomes.iter_mut() {
            if outcome.child.turn() == Turn::Over {
                outcome.settle(self.value(&outcome.child, below, Window::FULL));
            } else if let (_, Some(known)) = self.recall(outcome.child.key(), below.depth) {
                outcome.bounds = known;
            }
        }
        // Outcomes at the horizon are judged themselves: replies to them would bound nothing.
        if let Star::Two { probes } = self.options.star
            && below.depth > 0
        {
            for index in 0..outcomes.len() {
                let cut = self.probe(outcomes, index, probes, below, window);
                if cut.is_some() || self.meter.spent() {
                    return cut.unwrap_or(0.0);
                }
            }
        }
        self.star1(outcomes, below, window)
    }

    /// Star1: searches the outcomes, the one that leaves most open first.
    fn star1(&mut self, outcomes: &mut [Outcome<G>], below: Place, window: Window) -> f64 {
        loop {
            let (sum, index) = sums_and_most_open(outcomes);
            if let Some(value) = cut(sum, window) {
                return value;
            }
            let outcome = &mut outcomes[index];
            let Bounds { low, high } = outcome.bounds;
            if low >= high {
                return sum.low;
            }
            let scaled = self.scaled(outcome, sum, window);
            let inner = Window::new(scaled.low.max(low), scaled.high.min(high));
            let value = self.value(&outcome.child, below, inner).clamp(low, high);
            if self.meter.spent() {
                return 0.0;
            }
            // The sum may miss the edge by rounding; inside the window it would be taken for exact.
            if value >= scaled.high {
                outcome.bounds.low = value;
                return sums(outcomes).low.max(window.high);
            }
            if value <= scaled.low {
                outcome.bounds.high = value;
                return sums(outcomes).high.min(window.low);
            }
            outcome.settle(value);
        }
    }

    /// The values of one outcome at which the whole node leaves its window, if all others take their
    /// bounds.
    fn scaled(&self, outcome: &Outcome<G>, sum: Bounds, window: Window) -> Window {
        let Bounds { low, high } = outcome.bounds;
        let p = outcome.probability;
        #[cfg(test)]
        if self.fault == PlantedFault::UnscaledWindows {
            return window;
        }
        Window::new(
            (window.low - (sum.high - p * high)) / p,
            (window.high - (sum.low - p * low)) / p,
        )
    }

    /// Sharpens the bounds of one outcome by some replies to it; the value if that is a cut.
    fn probe(
        &mut self,
        outcomes: &mut [Outcome<G>],
        index: usize,
        probes: u32,
        below: Place,
        window: Window,
    ) -> Option<f64> {
        let Turn::Seat(seat) = outcomes[index].child.turn() else {
            return None;
        };
        let sign = sign(seat);
        if outcomes[index].open() <= 0.0 || hope(outcomes, index, sign) < window.seen_by(sign).high
        {
            return None;
        }
        let sum = sums(outcomes);
        let outcome = &mut outcomes[index];
        self.levels.enter(below.level);
        if !self.meter.node() {
            return None;
        }
        let (remembered, _) = self.recall(outcome.child.key(), below.depth);
        let scaled = self.scaled(outcome, sum, window);
        // For the mover: what is proven, what at most can be, and what would be enough for a cut.
        let proven = outcome.bounds.seen_by(sign);
        let goal = scaled.seen_by(sign).high.min(proven.high);
        let mut low = proven.low;
        #[cfg(test)]
        let edge = window.seen_by(sign).low;
        self.prepare_moves(&outcome.child, seat, below.level, remembered);
        for next in 0..self.levels[below.level].moves.len().min(probes as usize) {
            let (_, mv) = self.levels[below.level].next_move(next);
            let mut reply = outcome.child.clone();
            reply.play(mv);
            let inner = Window::new(low, goal);
            #[cfg(test)]
            let inner = match self.fault {
                PlantedFault::ParentWindowInProbes => Window::new(edge, goal),
                _ => inner,
            };
            let value = sign * self.value_after_move(&reply, below, inner.seen_by(sign));
            if self.meter.spent() {
                return None;
            }
            low = low.max(value.min(proven.high));
            if low >= goal {
                break;
            }
        }
        let high = proven.high;
        outcome.bounds = Bounds { low, high }.seen_by(sign);
        #[cfg(test)]
        if self.fault == PlantedFault::ProbeAlwaysLower {
            let high = proven.seen_by(sign).high;
            let low = sign * low;
            outcome.bounds = Bounds { low, high };
        }
        cut(sums(outcomes), window)
    }

    /// What a shallower search predicts: the edge of the window that the node will leave.
    fn prob_cut(&mut self, position: &G, place: Place, window: Window) -> Option<f64> {
        let cut = self.options.prob_cut?;
        if place.depth < cut.least_depth as i32 {
            return None;
        }
        let shallow =
            Place { depth: place.depth - cut.reduction as i32, level: place.level + 1, ..place };
        let margin = cut.confidence * cut.spread;
        // Values that cannot be reached, or that are no numbers, are not asked for.
        let enough = (window.high + margin - cut.offset) / cut.slope;
        if enough <= 1.0 {
            let question = Window::above(enough.next_down());
            if self.value(position, shallow, question) >= enough {
                return Some(window.high);
            }
        }
        let too_little = (window.low - margin - cut.offset) / cut.slope;
        if too_little >= -1.0 {
            let question = Window::above(too_little);
            if self.value(position, shallow, question) <= too_little {
                return Some(window.low);
            }
        }
        None
    }
}
