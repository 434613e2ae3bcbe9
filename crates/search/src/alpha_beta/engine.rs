//! The recursion: leaves and decision nodes.

use ludarium_game::{Budget, Evaluation, Gain, Game, Meter, Rng, Seat, Seed, Turn};

use super::AlphaBetaOptions;
use super::judged::Judged;
use super::late_moves::Reductions;
use super::ordering::{self, History, Killers, Rank, take_next};
use super::parallel::Companion;
use crate::chance::{Chance, settles_moves};
use crate::duel::{Bounds, Window, balance, sign};
use crate::forward_pruning::PruningSteps;
use crate::levels::{LevelBuffers, Levels};
use crate::memory::Memory;
use crate::star::Outcome;
use crate::transposition::Entry;

/// A deliberate mistake, for tests that must notice it.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlantedFault {
    None,
    /// Decision nodes return the edge of the window instead of what they found.
    FailHard,
    /// The value changes sign at every ply, whichever seat moves.
    AssumeAlternation,
    /// The windows of outcomes are not divided by their probabilities.
    UnscaledWindows,
    /// Probes start from the window of the chance node instead of the outcome's own bound.
    ParentWindowInProbes,
    /// A reply of either seat is taken as a lower bound.
    ProbeAlwaysLower,
    /// The table takes a bound for an exact value.
    BoundAsExact,
}

/// One search of one position.
pub(crate) struct Engine<'a, G: Game, E, Q> {
    pub evaluation: &'a E,
    pub gain: &'a Q,
    pub options: AlphaBetaOptions,
    pub memory: Memory<'a>,
    /// What the evaluation said lately; it is used only where the table may mix depths, too.
    pub judged: Judged,
    /// The place among other threads that search the same position.
    pub companion: Option<Companion>,
    /// Keeps only some of the moves, by depth from the root.
    pub schedule: Option<PruningSteps>,
    pub meter: Meter,
    /// The source of sampled outcomes.
    pub seed: Seed,
    /// The decision plies of the present search from the root.
    pub depth: i32,
    /// Whether a position was judged that a deeper search would look beyond.
    pub horizon: bool,
    pub levels: Levels<G, NodeBuffers<G>>,
    pub history: History,
    /// By how much late moves are reduced, if they are.
    pub reductions: Option<Box<Reductions>>,
    #[cfg(test)]
    pub fault: PlantedFault,
}

/// What this search keeps at each level of the recursion.
pub(crate) struct NodeBuffers<G: Game> {
    pub ranks: Vec<Rank>,
    pub killers: Killers<G::Move>,
    pub outcomes: Vec<Outcome<G>>,
}

impl<G: Game> Default for NodeBuffers<G> {
    fn default() -> NodeBuffers<G> {
        NodeBuffers { ranks: Vec::new(), killers: [None; 2], outcomes: Vec::new() }
    }
}

impl<G: Game> LevelBuffers<G, NodeBuffers<G>> {
    /// The `next`-th move in order, with its index in the game's own order.
    #[inline]
    pub(crate) fn next_move(&mut self, next: usize) -> (usize, G::Move) {
        let index = take_next(&mut self.own.ranks, next).index();
        (index, self.moves[index])
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Decision plies to go; below 0 beyond the horizon.
    pub depth: i32,
    /// The level of the recursion.
    pub level: usize,
    /// Chance events directly before.
    pub run: u32,
}

impl Place {
    /// The place after a decision.
    #[inline]
    pub(crate) fn after_move(self) -> Place {
        Place { depth: self.depth - 1, level: self.level + 1, run: 0 }
    }
}

impl<'a, G: Game, E: Evaluation<G>, Q: Gain<G>> Engine<'a, G, E, Q> {
    /// An engine without table and schedule.
    pub(crate) fn new(
        evaluation: &'a E,
        gain: &'a Q,
        options: AlphaBetaOptions,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Self {
        Engine {
            evaluation,
            gain,
            options,
            memory: Memory::Off,
            judged: Judged::default(),
            companion: None,
            schedule: None,
            meter: budget.meter(),
            seed: Seed(rng.bits()),
            depth: 0,
            horizon: false,
            levels: Levels::new(),
            history: History::new(),
            reductions: (options.reduce > 0.0).then(|| Box::new(Reductions::new(options.reduce))),
            #[cfg(test)]
            fault: PlantedFault::None,
        }
    }

    /// The balance of a position, as exact as `window` needs. Meaningless once the budget is used up.
    pub(crate) fn value(&mut self, position: &G, place: Place, window: Window) -> f64 {
        self.levels.enter(place.level);
        if !self.meter.node() {
            return 0.0;
        }
        let lengthens = i64::from(self.options.quiescence) > -i64::from(place.depth);
        let ignores = self.options.chance == Chance::Ignore;
        match position.turn() {
            Turn::Over => balance(&position.scores()),
            Turn::Seat(seat) if place.depth > 0 => self.decision(position, seat, place, window),
            Turn::Chance if place.depth > 0 || settles_moves::<G>() || ignores && lengthens => {
                self.chance(position, place, window)
            }
            Turn::Seat(seat) if lengthens && place.run == 0 => {
                self.quiesce(position, seat, place, window)
            }
            _ => self.estimate(position),
        }
    }

    /// The value of a child after a decision, in the units of its parent.
    #[inline]
    pub(crate) fn value_after_move(&mut self, child: &G, place: Place, window: Window) -> f64 {
        let discount = self.options.discount;
        let inner = Window::new(window.low / discount, window.high / discount);
        let value = self.value(child, place.after_move(), inner);
        // Rounding must not move a bound into the window, where it would be taken for an exact value.
        if value >= inner.high {
            (discount * value).max(window.high)
        } else if value <= inner.low {
            (discount * value).min(window.low)
        } else {
            discount * value
        }
    }

    /// The evaluation of a position at the horizon.
    pub(crate) fn estimate(&mut self, position: &G) -> f64 {
        self.horizon = true;
        let evaluation = self.evaluation;
        self.judged.value(position.key(), || balance(&evaluation.evaluate(position)))
    }

    /// What the table knows about a key: the best move, and the bounds if they may be used.
    #[inline]
    pub(crate) fn recall(&mut self, key: u64, depth: i32) -> (Option<u16>, Option<Bounds>) {
        let Some(entry) = self.memory.find(key) else {
            return (None, None);
        };
        if !self.options.table.trusts(entry.depth, depth) {
            return (entry.best, None);
        }
        // The entry may rest on judgements at the horizon.
        self.horizon = true;
        #[cfg(test)]
        if self.fault == PlantedFault::BoundAsExact {
            let Bounds { low, high } = entry.bounds;
            let value = if low > -1.0 { low } else { high };
            let (low, high) = (value, value);
            return (entry.best, Some(Bounds { low, high }));
        }
        (entry.best, Some(entry.bounds))
    }

    /// Tells the table the answer of a search, unless it lies beyond the horizon.
    #[inline]
    pub(crate) fn remember(&mut self, key: u64, depth: i32, bounds: Bounds, best: Option<u16>) {
        if depth >= 0 {
            self.memory.store(key, Entry { bounds, depth, best });
        }
    }

    /// Writes the moves of a position and their ranks into the buffers of a level.
    pub(crate) fn prepare_moves(
        &mut self,
        position: &G,
        seat: Seat,
        level: usize,
        remembered: Option<u16>,
    ) {
        let buffers = &mut self.levels[level];
        position.moves(&mut buffers.moves);
        ordering::rank(
            (position, seat),
            &buffers.moves,
            (remembered, &buffers.own.killers),
            (self.gain, &self.history, self.options.order),
            &mut buffers.own.ranks,
        );
    }

    fn decision(&mut self, position: &G, seat: Seat, place: Place, window: Window) -> f64 {
        let key = position.key();
        let (remembered, known) = self.recall(key, place.depth);
        if let Some(answer) = known.and_then(|bounds| bounds.answer(window)) {
            return answer;
        }
        self.prepare_moves(position, seat, place.level, remembered);
        let (value, best) = self.best_move(position, seat, place, window);
        if !self.meter.spent() {
            self.remember(key, place.depth, Bounds::of_answer(value, window), best);
        }
        value
    }

    /// The value of the best of the prepared moves, and its index if it is known to be the best.
    fn best_move(
        &mut self,
        position: &G,
        seat: Seat,
        place: Place,
        window: Window,
    ) -> (f64, Option<u16>) {
        let sign = sign(seat);
        #[cfg(test)]
        let sign = match self.fault {
            PlantedFault::AssumeAlternation => {
                1.0 - 2.0 * f64::from((self.depth - place.depth) & 1)
            }
            _ => sign,
        };
        let Window { low: floor, high } = window.seen_by(sign);
        let mut low = floor;
        let mut best = f64::NEG_INFINITY;
        let mut best_index = None;
        let kept = self.kept(place.depth, self.levels[place.level].moves.len());
        for next in 0..kept {
            let (index, mv) = self.levels[place.level].next_move(next);
            let mut child = position.clone();
            child.play(mv);
            let less = self.less_plies(place, next);
            let value = self.reply(&child, place, sign, Window { low, high }, (next == 0, less));
            if self.meter.spent() {
                return (0.0, None);
            }
            best = best.max(value);
            if value > low {
                low = value;
                best_index = Some(index as u16);
                if value >= high {
                    self.learn_from_cut(seat, place, next);
                    break;
                }
                self.levels.keep_line(place.level, Some(mv), true);
            }
        }
        #[cfg(test)]
        if self.fault == PlantedFault::FailHard {
            best = best.clamp(floor, high);
        }
        (sign * best, best_index)
    }

    fn learn_from_cut(&mut self, seat: Seat, place: Place, next: usize) {
        let LevelBuffers { moves, own, .. } = &mut self.levels[place.level];
        let order = self.options.order;
        let tried = &own.ranks[..=next];
        if order.history {
            ordering::keep_killer(&mut own.killers, moves, tried);
            self.history.learn(seat, place.depth, moves, tried);
        }
    }

    /// The plies by which the `next`-th of the ordered moves is reduced.
    #[inline]
    fn less_plies(&self, place: Place, next: usize) -> i32 {
        match &self.reductions {
            Some(table) if self.levels[place.level].own.ranks[next].is_quiet() => {
                table.plies(place.depth, next)
            }
            _ => 0,
        }
    }

    /// The value of one reply for the mover: in full for the first, for the others first only whether
    /// it is better than what the mover has; before that with some plies less, if there are any.
    pub(crate) fn reply(
        &mut self,
        child: &G,
        place: Place,
        sign: f64,
        window: Window,
        (first, less): (bool, i32),
    ) -> f64 {
        if !first && self.options.scout && window.low > f64::NEG_INFINITY {
            let question = Window::above(window.low);
            if less > 0 {
                let shallow = Place { depth: place.depth - less, ..place };
                let value = sign * self.value_after_move(child, shallow, question.seen_by(sign));
                if value <= question.low || self.meter.spent() {
                    return value;
                }
            }
            let value = sign * self.value_after_move(child, place, question.seen_by(sign));
            if value <= question.low || value >= window.high || self.meter.spent() {
                return value;
            }
        }
        sign * self.value_after_move(child, place, window.seen_by(sign))
    }

    /// How many of the ordered moves are looked at.
    pub(crate) fn kept(&self, depth: i32, moves: usize) -> usize {
        match &self.schedule {
            Some(schedule) => schedule.keep_at_ply((self.depth - depth) as u32, moves),
            None => moves,
        }
    }
}
