//! `Chair`: a seat of a game and its clock. The one place that asks a player, looks at the answer and applies the
//! game's rule for faults; the referee, the tables of the page and the terminal, and the doors all use it.

use std::time::Duration;

use ludarium_game::{Budget, Fault, Sanction, Seat, Stopwatch, TimeKind};

use crate::game::clock::{Clock, TimeControl};
use crate::game::end::GameEnd;
use crate::game::player::Failure;

/// A seat of one game: its clock, and whether its player is still asked.
#[derive(Clone, Debug)]
pub struct Chair {
    seat: Seat,
    clock: Clock,
    /// Whether a late decision is a fault here.
    late_is_fault: bool,
    /// Which time of a decision is counted: the clock's, or without a clock that of the player's own budget.
    time_kind: TimeKind,
    /// Whether the last decision was late.
    was_late: bool,
    /// The reason why the player is not asked any more.
    benched: Option<Failure>,
}

/// What follows from a fault.
#[derive(Clone, Debug, PartialEq)]
pub enum Consequence<M> {
    /// This move is made instead.
    Plays(M),
    /// The game ends.
    Ends(GameEnd),
}

/// What a player gave back when it was asked.
pub struct Given<D> {
    /// The decision, or why there is none.
    pub answer: Result<D, Failure>,
    /// How long it took by the player's own account, for players that know better what is theirs.
    pub spent: Option<Duration>,
}

impl Chair {
    /// A chair at the start of a game. A decision that is late by no more than `margin` is not late.
    pub fn new(seat: Seat, control: TimeControl, margin: Duration) -> Chair {
        Chair {
            seat,
            clock: Clock::new(control, margin),
            late_is_fault: true,
            time_kind: control.kind(),
            was_late: false,
            benched: None,
        }
    }

    /// The same chair where a late decision still counts; [`Chair::was_late`] tells of it. What follows is up to
    /// whoever keeps the game, for instance a foreign server.
    #[must_use]
    pub fn tolerant(mut self) -> Chair {
        self.late_is_fault = false;
        self
    }

    /// The same chair for a player with a budget of its own, whose time is counted where there is no clock.
    #[must_use]
    pub fn counting(mut self, own: &Budget) -> Chair {
        if self.clock.allowance().is_none() && own.time.is_some() {
            self.time_kind = own.time_kind;
        }
        self
    }

    /// Whether the last decision was late.
    pub fn was_late(&self) -> bool {
        self.was_late
    }

    /// Which seat it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Why the player is not asked any more, if it is not.
    pub fn benched(&self) -> Option<&Failure> {
        self.benched.as_ref()
    }

    /// The player is not asked any more.
    pub fn bench(&mut self, failure: Failure) {
        self.benched = Some(failure);
    }

    /// Sets the times of `budget` to what the next decision may take: `own`, cut to what the clock allows.
    pub fn limit(&self, own: Option<Duration>, budget: &mut Budget) {
        budget.left = self.clock.left();
        budget.time_kind = self.clock.kind();
        budget.time = match (own, self.clock.allowance()) {
            (Some(own), Some(allowed)) => Some(own.min(allowed)),
            (own, allowed) => own.or(allowed),
        };
    }

    /// Asks the player and checks what it gives; says how long it took, too. A benched player is not asked: its
    /// failure is given again. `legal` looks at the decision and says what is wrong with it.
    #[inline]
    pub fn ask<D>(
        &mut self,
        choose: impl FnOnce() -> Given<D>,
        legal: impl FnOnce(&D) -> Result<(), String>,
    ) -> (Result<D, Failure>, Duration) {
        if let Some(failure) = &self.benched {
            return (Err(failure.clone()), Duration::ZERO);
        }
        let began = Stopwatch::start(self.time_kind);
        let given = choose();
        let time = given.spent.unwrap_or_else(|| began.elapsed());
        (self.check(given.answer, time, legal), time)
    }

    /// Charges the clock with a decision and looks whether it came in time and is legal.
    #[inline]
    pub fn check<D>(
        &mut self,
        answer: Result<D, Failure>,
        time: Duration,
        legal: impl FnOnce(&D) -> Result<(), String>,
    ) -> Result<D, Failure> {
        self.was_late = !self.clock.charge(time);
        let decision = answer?;
        if self.was_late && self.late_is_fault {
            let reason = format!("took {:.3} s", time.as_secs_f64());
            return Err(Failure::new(Fault::Overtime, reason));
        }
        match legal(&decision) {
            Ok(()) => Ok(decision),
            Err(reason) => Err(Failure::new(Fault::Illegal, reason)),
        }
    }

    /// What follows from a failure by the game's rule, which `rule` tells for a fault. Also whether it is to be told
    /// to people: why a player is benched has been told before.
    pub fn fail<M>(
        &mut self,
        failure: &Failure,
        rule: impl FnOnce(Seat, Fault) -> Sanction<M>,
    ) -> (Consequence<M>, bool) {
        let news = self.benched.is_none();
        let consequence = match rule(self.seat, failure.fault) {
            Sanction::Ends(scores) => Consequence::Ends(GameEnd::fault(scores, failure)),
            Sanction::Plays { mv, benched } => {
                if benched {
                    self.benched = Some(failure.clone());
                }
                Consequence::Plays(mv)
            }
        };
        (consequence, news)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_game::Scores;

    fn given(answer: Result<u8, Failure>, ms: u64) -> Given<u8> {
        Given { answer, spent: Some(Duration::from_millis(ms)) }
    }

    fn chair(control: &str) -> Chair {
        Chair::new(Seat(1), control.parse().unwrap(), Duration::ZERO)
    }

    #[test]
    fn answers_are_checked_for_time_and_rules() {
        let mut chair = chair("move=1s");
        let legal = |answer: &u8| match answer {
            0 => Err("0 is no move".to_owned()),
            _ => Ok(()),
        };
        assert_eq!(chair.ask(|| given(Ok(5), 900), legal).0, Ok(5));
        let late = chair.ask(|| given(Ok(5), 1100), legal).0.unwrap_err();
        assert_eq!((late.fault, &*late.reason), (Fault::Overtime, "took 1.100 s"));
        let wrong = chair.ask(|| given(Ok(0), 10), legal).0.unwrap_err();
        assert_eq!(wrong, Failure::new(Fault::Illegal, "0 is no move"));
    }

    #[test]
    fn a_benched_player_is_not_asked_and_told_of_once() {
        let mut chair = chair("none");
        let failure = Failure::new(Fault::Failed, "gone");
        let rule = |seat: Seat, _| Sanction::Plays { mv: seat.0, benched: true };
        assert_eq!(chair.fail(&failure, rule), (Consequence::Plays(1), true));
        assert_eq!(chair.fail(&failure, rule), (Consequence::Plays(1), false));
        let asked = chair.ask(|| -> Given<u8> { panic!("was asked") }, |_| Ok(()));
        assert_eq!(asked.0, Err(failure));
    }

    #[test]
    fn a_fault_that_ends_the_game_says_which() {
        let mut chair = chair("none");
        let failure = Failure::new(Fault::Illegal, "e9 is no cell");
        let rule = |_, _| Sanction::<u8>::Ends(Scores::win(Seat(0)));
        let (Consequence::Ends(end), true) = chair.fail(&failure, rule) else {
            panic!("the game goes on");
        };
        assert_eq!((&*end.ending, &*end.detail), ("fault: illegal", "e9 is no cell"));
    }

    #[test]
    fn the_time_of_an_own_budget_is_counted_where_no_clock_runs() {
        let processor = Budget {
            time: Some(Duration::from_millis(2)),
            time_kind: TimeKind::Processor,
            ..Budget::default()
        };
        let kind = |control: &str, own: &Budget| chair(control).counting(own).time_kind;
        assert_eq!(kind("none", &processor), TimeKind::Processor);
        assert_eq!(kind("move=1s", &processor), TimeKind::Wall);
        assert_eq!(kind("none", &Budget::default()), TimeKind::Wall);
    }

    #[test]
    fn budgets_are_cut_to_the_clock() {
        let mut budget = Budget::default();
        chair("move=1s").limit(Some(Duration::from_secs(3)), &mut budget);
        assert_eq!(budget.time, Some(Duration::from_secs(1)));
        chair("none").limit(Some(Duration::from_secs(3)), &mut budget);
        assert_eq!((budget.time, budget.left), (Some(Duration::from_secs(3)), None));
    }
}
