//! max^n: every seat takes what is best for itself.
//!
//! Values are vectors over all seats; the seat to move keeps the child with the largest component of its
//! own, the first one among equals. At chance nodes the vectors are averaged, which makes the same code
//! expectimax-n. Shallow and guarded last-branch pruning are exact where scores are bounded. Passing
//! bounds down further is wrong with more than two seats, so it is not done here.

mod last_branch;

use ludarium_game::{
    Agent, Budget, Candidate, Decision, Evaluation, Game, Meter, MoveList, Purpose, Rng, Scores,
    Seat, Seed, Turn, sort_by,
};

use crate::chance::{Chance, mean, settles_moves, stream_at};
use crate::crew::{Crew, RootMove, RootSearch};
use crate::levels::{DISCOUNT, Levels};
use crate::mover::mover;
use crate::ties::Ties;
use last_branch::BranchStep;

pub use last_branch::Pruning;

/// max^n search to a fixed depth, deepened step by step where time or nodes are limited.
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    /// Judges the leaves.
    pub evaluation: E,
    /// Decision plies to look ahead where the budget does not say.
    pub depth: u32,
    /// What happens at chance nodes.
    pub chance: Chance,
    /// The largest sum of all seats' scores, if known: lets pruning cut what no seat will choose.
    pub largest_sum: Option<f32>,
    /// How the largest sum is used, if it is known.
    pub pruning: Pruning,
    /// What the searching seat wants at its own nodes.
    pub goal: Goal,
    /// Which of equally good moves is played. With [`Ties::Chance`] a deeper pass begins with the best moves of the pass
    /// before, so that the last depth at which moves differed decides and an unfinished pass can be used.
    pub ties: Ties,
    /// Threads that share the moves of the root; 0 counts as 1. More than one is not reproducible where nodes or time are
    /// limited, because it depends on who is faster how far the last pass comes.
    pub threads: usize,
}

/// What the searching seat wants; all others want their own best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The most for itself.
    #[default]
    Own,
    /// The least for this seat, and the most for itself among equals.
    Against(Seat),
}

impl<E> MaxN<E> {
    /// A search without pruning to a depth of 3.
    pub fn new(evaluation: E) -> MaxN<E> {
        MaxN {
            evaluation,
            depth: 3,
            chance: Chance::Expect,
            largest_sum: None,
            pruning: Pruning::default(),
            goal: Goal::Own,
            ties: Ties::First,
            threads: 1,
        }
    }

    /// Whether a seat likes new scores better than old ones, in a search for the seat `searcher`.
    #[inline]
    fn prefers(&self, searcher: Seat, seat: Seat, new: &Scores, old: &Scores) -> bool {
        match self.goal {
            Goal::Against(target) if seat == searcher => {
                let (new_target, old_target) = (new.of(target), old.of(target));
                new_target < old_target || (new_target == old_target && new.of(seat) > old.of(seat))
            }
            _ => new.of(seat) > old.of(seat),
        }
    }

    /// Best first; equals keep the game's order.
    fn sort<M>(&self, searcher: Seat, candidates: &mut [Candidate<M>]) {
        let prefers = |a: &Candidate<M>, b: &Candidate<M>| {
            self.prefers(searcher, searcher, &a.scores, &b.scores)
        };
        // What is preferred comes first.
        sort_by(candidates, |a, b| prefers(b, a).cmp(&prefers(a, b)));
    }
}

impl<G: Game, E: Evaluation<G>> Agent<G> for MaxN<E> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let limited = budget.nodes.is_some() || budget.time.is_some();
        let own = if limited { Budget::DEEPEST } else { self.depth };
        let deepest = budget.depth.unwrap_or(own).clamp(1, Budget::DEEPEST);
        let searcher = mover(position);
        let seed = Seed(rng.bits());
        // Threads of max^n have nothing but their number: it keeps no table.
        let mut threads = vec![(); self.threads.max(1)];
        let mut crew = Crew::new(budget);
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        if self.ties == Ties::Chance {
            seed.stream(Purpose::Search, 0).shuffle(&mut moves);
        }
        let mut answer = Vec::new();
        let mut reached = 0;
        for depth in if limited { 1 } else { deepest }..=deepest {
            let (candidates, complete) =
                crew.root(position, (&moves, depth), &mut threads, |meter, ()| Search {
                    options: self,
                    meter,
                    levels: Levels::new(),
                    path: Vec::new(),
                    searcher,
                    seed,
                });
            // An unfinished pass only counts where there is nothing better, or where it began with the best move of
            // the pass before and has something to compare it with.
            let compares = self.ties == Ties::Chance && candidates.len() > 1;
            if complete || answer.is_empty() || compares {
                answer = candidates;
            }
            if !complete {
                break;
            }
            reached = depth;
            if self.ties == Ties::Chance {
                self.sort(searcher, &mut answer);
                let best_first = answer.iter().map(|candidate| candidate.mv);
                moves.iter_mut().zip(best_first).for_each(|(to, mv)| *to = mv);
            }
        }
        if answer.is_empty() {
            return Decision::plain(moves[0]);
        }
        self.sort(searcher, &mut answer);
        Decision {
            chosen: answer[0].mv,
            candidates: answer,
            nodes: crew.nodes(),
            iterations: 0,
            depth: reached,
            time: crew.time(),
        }
    }
}

struct Search<'a, G: Game, E> {
    options: &'a MaxN<E>,
    meter: Meter,
    levels: Levels<G>,
    path: Vec<BranchStep>,
    searcher: Seat,
    seed: Seed,
}

impl<G: Game, E: Evaluation<G>> RootSearch<G> for Search<'_, G, E> {
    fn root_move(
        &mut self,
        position: &G,
        RootMove { mv, last, depth, .. }: RootMove<G::Move>,
        best: Option<Scores>,
    ) -> Option<Candidate<G::Move>> {
        let mut after = position.clone();
        after.play(mv);
        let step = self.step(self.searcher, best, last);
        let value = self.below(step, &after, depth - 1, 1)?;
        Some(self.levels.candidate(mv, value * DISCOUNT))
    }

    fn likes_better(&self, new: &Scores, old: &Scores) -> bool {
        self.options.prefers(self.searcher, self.searcher, new, old)
    }

    fn into_meter(self) -> Meter {
        self.meter
    }
}

impl<G: Game, E: Evaluation<G>> Search<'_, G, E> {
    /// The value of a position one step further down the path.
    fn below(
        &mut self,
        step: BranchStep,
        position: &G,
        depth: u32,
        level: usize,
    ) -> Option<Scores> {
        self.path.push(step);
        let value = self.value(position, depth, level);
        self.path.pop();
        value
    }

    /// The value of a position; `None` when the budget is used up.
    fn value(&mut self, position: &G, depth: u32, level: usize) -> Option<Scores> {
        if !self.meter.node() {
            return None;
        }
        self.levels.enter(level);
        match position.turn() {
            Turn::Over => Some(position.scores()),
            // A move that chance has yet to settle cannot be judged.
            Turn::Chance if depth > 0 || settles_moves::<G>() => {
                self.expectation(position, depth, level)
            }
            Turn::Seat(seat) if depth > 0 => self.choice(position, depth, level, seat),
            _ => Some(self.options.evaluation.evaluate(position)),
        }
    }

    fn choice(&mut self, position: &G, depth: u32, level: usize, seat: Seat) -> Option<Scores> {
        let mut moves = std::mem::take(&mut self.levels[level].moves);
        position.moves(&mut moves);
        // The seats above already have their best values: at most this much is left in anything they would
        // still choose.
        let enough = match self.options.largest_sum {
            Some(sum) if self.selfish(seat) => {
                let pruning = self.options.pruning;
                pruning.enough(&self.path, seat, position.seats(), sum)
            }
            _ => f32::INFINITY,
        };
        let mut best: Option<Scores> = None;
        let mut spent = false;
        for (index, &mv) in moves.iter().enumerate() {
            let mut after = position.clone();
            after.play(mv);
            let step = self.step(seat, best, index + 1 == moves.len());
            let Some(value) = self.below(step, &after, depth - 1, level + 1) else {
                spent = true;
                break;
            };
            let scores = value * DISCOUNT;
            if best.is_none_or(|best| self.options.prefers(self.searcher, seat, &scores, &best)) {
                best = Some(scores);
                self.levels.keep_line(level, Some(mv), true);
            }
            if best.is_some_and(|best| best.of(seat).0 >= enough) {
                break;
            }
        }
        self.levels[level].moves = moves;
        if spent { None } else { best }
    }

    fn expectation(&mut self, position: &G, depth: u32, level: usize) -> Option<Scores> {
        let mut chances = std::mem::take(&mut self.levels[level].chances);
        let stream = || stream_at(self.seed, depth as i32, level as u32);
        self.options.chance.outcomes(position, stream, &mut chances);
        let value = mean(position, &chances, |after| {
            self.below(BranchStep::Chance, after, depth, level + 1)
        });
        self.levels[level].chances = chances;
        // What follows depends on the outcome.
        self.levels.end_line(level);
        value
    }

    /// Whether a seat wants its own best.
    fn selfish(&self, seat: Seat) -> bool {
        seat != self.searcher || self.options.goal == Goal::Own
    }

    /// A seat's step down the path; a best that was chosen for another goal gives no bound.
    fn step(&self, seat: Seat, best: Option<Scores>, last: bool) -> BranchStep {
        let best = best.filter(|_| self.selfish(seat));
        BranchStep::Choice { seat, best, last }
    }
}

#[cfg(test)]
mod tests;
