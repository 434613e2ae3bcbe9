//! How a table asks agents: the question goes to the thinking threads, the answer comes back as mail.

use std::time::Duration;

use ludarium_arena::{Answer, Remarks, best_agent, is_bot};
use ludarium_game::{Budget, Decision, Seat};

use super::owner::{Busy, Owner, OwnerMail};
use crate::api::{BudgetRequest, Message, SeatRequest, Thought};
use crate::error::{Result, WebError};

/// How long the adviser may think about a hint.
const ADVICE: Duration = Duration::from_millis(1000);

impl Owner {
    /// Asks the agent of a seat.
    pub(super) fn ask(&mut self, seat: Seat) {
        let busy = Busy::default();
        let request = match self.setup.settings.seats.get(seat.index()) {
            Some(SeatRequest::Agent { budget, .. }) => budget.unwrap_or_default(),
            _ => BudgetRequest::default(),
        };
        let budget = Budget { stop: Some(busy.stop.clone()), ..request.budget() };
        let Some(question) = self.table.ask(seat, &budget) else {
            return;
        };
        let (state, outbox) = (self.table.state(), self.outbox.clone());
        let work = move || {
            let answer = Box::new(question.answer());
            // A table that rests has no use for it.
            let _ = outbox.send(OwnerMail::Answered(state, answer));
        };
        let contender = self.table.contender(seat);
        if contender.is_some_and(|contender| is_bot(contender.text())) {
            // A bot thinks in a process of its own: waiting for it takes no thinking thread from others.
            let thread = std::thread::Builder::new().name("bot".to_owned());
            if let Err(error) = thread.spawn(work) {
                let error = WebError::unavailable(format!("no thread for the bot: {error}"));
                return self.give_up(&error);
            }
        } else {
            self.setup.thinkers.play(busy.stop.clone(), work);
        }
        self.thinking = Some(busy);
        self.audience.tell_all(Message::Thinking { seat: seat.0 }.text());
    }

    /// An agent has answered.
    pub(super) fn answer(&mut self, state: u64, answer: Box<Answer>) {
        // The game has gone elsewhere meanwhile, and somebody else sits there.
        if state != self.table.state() {
            return;
        }
        self.thinking = None;
        self.turn_time.hold();
        self.answered = Some(answer);
    }

    /// Plays what an agent decided, or does what the rules do about its failure.
    pub(super) fn carry_out(&mut self, mut answer: Answer) -> Result<()> {
        let remarks = std::mem::take(&mut answer.remarks);
        let seat = answer.seat;
        let settled = self.table.settle(answer, Some(self.turn_time.spent()))?;
        self.finish_turn(seat, &settled, &remarks)
    }

    /// What the agent of a seat thought about the decision that was made last, and what it said; `None` for a person.
    pub(super) fn thought(
        &self,
        seat: Seat,
        decision: &Decision<String>,
        remarks: &Remarks,
    ) -> Option<Thought> {
        let contender = self.table.contender(seat)?;
        let agent = contender.name().unwrap_or(contender.text());
        let game = self.table.game();
        let position = game.after(game.count().saturating_sub(1));
        let cells = &self.picture.cells;
        let thought = Thought::of(position, cells, agent, seat, decision);
        Some(thought.with(&remarks.comment, &remarks.stderr))
    }

    /// Asks the adviser what the seat to move should do.
    pub(super) fn hint(&mut self, id: u64) -> Result<()> {
        self.check_daily()?;
        let seat = self.mover().filter(|seat| self.audience.seats_of(id).contains(&seat.0));
        let Some(seat) = seat else {
            return Err(WebError::forbidden("hints are for the player to move"));
        };
        if self.hinting.is_some() {
            return Err(WebError::too_many("a hint is being thought about"));
        }
        let rules = &self.setup.rules;
        let adviser = rules.contender(best_agent(&**rules), None)?;
        let busy = Busy::default();
        let budget =
            Budget { time: Some(ADVICE), stop: Some(busy.stop.clone()), ..Budget::default() };
        let question = self.table.ask_adviser(&adviser, seat, budget);
        let (state, outbox) = (self.table.state(), self.outbox.clone());
        self.setup.thinkers.play(busy.stop.clone(), move || {
            let answer = Box::new(question.answer());
            let _ = outbox.send(OwnerMail::Hinted(state, id, answer));
        });
        self.hinting = Some(busy);
        Ok(())
    }

    /// The adviser has answered.
    pub(super) fn hinted(&mut self, state: u64, listener: u64, answer: &Answer) {
        if state != self.table.state() {
            return;
        }
        self.hinting = None;
        let text = match &answer.decision {
            Ok(decision) => {
                let (position, cells) = (self.table.position(), &self.picture.cells);
                let agent = best_agent(&*self.setup.rules);
                let thought = Thought::of(position, cells, agent, answer.seat, decision);
                Message::Hint { thought: &thought }.text()
            }
            Err(failure) => {
                let message = format!("no hint: {}", failure.reason);
                Message::Error { message }.text()
            }
        };
        self.audience.tell(listener, text);
    }
}
