//! How a table asks agents: the question goes to the thinking threads, the answer comes back as mail.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludarium_agents::Kit;
use ludarium_arena::{Failure, Player};
use ludarium_game::{Budget, Decision, Fault, MoveList, Purpose, Seat, Seed};

use super::owner::{Busy, Mail, Owner};
use crate::api::{BudgetOrder, Message, SeatOrder, Thought};
use crate::error::{Result, WebError};
use crate::players::Hiring;

/// Who gives hints, and how long that may take.
pub const ADVISER: &str = "best";
const ADVICE: Duration = Duration::from_millis(1000);

type Answer<G> = std::result::Result<Decision<<G as ludarium_game::Game>::Move>, Failure>;

/// An agent comes back with its answer.
pub(super) struct Decided<G: Kit> {
    generation: u64,
    seat: Seat,
    player: Option<Box<dyn Player<G>>>,
    answer: Answer<G>,
}

/// The adviser comes back.
pub(super) struct Hinted<G: Kit> {
    generation: u64,
    seat: Seat,
    listener: u64,
    answer: Answer<G>,
}

/// The stream of a decision: the same whenever this seat is asked at this place of this game.
pub fn private(seed: Seed, seat: Seat, count: usize) -> ludarium_game::Rng {
    seed.derive(Purpose::Seat, seat.0.into())
        .stream(Purpose::Search, count as u64)
}

impl<G: Kit> Owner<G> {
    /// Asks the agent of a seat.
    pub(super) fn ask(&mut self, seat: Seat) {
        // An agent whose answer nobody waited for has not come back.
        let here = self.players[seat.index()].take();
        let Some(mut player) = here.or_else(|| self.engage(seat)) else {
            return;
        };
        let busy = Busy {
            stop: Arc::new(AtomicBool::new(false)),
        };
        let order = match &self.charge.settings.seats[seat.index()] {
            SeatOrder::Agent { budget, .. } => budget.unwrap_or_default(),
            SeatOrder::Human { .. } => BudgetOrder::default(),
        };
        let (allowance, left) = self.clocks.allowance(seat.0);
        let mut budget = order.budget();
        budget.time = match (budget.time, allowance) {
            (Some(own), Some(allowed)) => Some(own.min(allowed)),
            (own, allowed) => own.or(allowed),
        };
        budget.left = left;
        budget.stop = Some(busy.stop.clone());
        let position = self.table.position().clone();
        let mut rng = private(Seed(self.charge.settings.seed), seat, self.log.len());
        let (generation, outbox) = (self.generation, self.outbox.clone());
        self.charge.thinkers.think(busy.stop.clone(), move || {
            let answer = player.choose(&position, &budget, &mut rng);
            let decided = Decided {
                generation,
                seat,
                player: Some(player),
                answer,
            };
            // A table that rests has no use for it.
            let _ = outbox.send(Mail::Decided(Box::new(decided)));
        });
        self.thinking = Some(busy);
        self.audience
            .tell_all(Message::Thinking { seat: seat.0 }.text());
    }

    /// An agent has answered.
    pub(super) fn decide(&mut self, mut decided: Box<Decided<G>>) {
        // The game has gone elsewhere meanwhile, and somebody else sits there.
        if decided.generation != self.generation {
            return;
        }
        self.thinking = None;
        self.clocks.hold();
        self.players[decided.seat.index()] = decided.player.take();
        self.decided = Some(decided);
    }

    /// Plays what an agent decided, or does what the rules do about its failure.
    pub(super) fn carry_out(&mut self, decided: Decided<G>) -> Result<()> {
        let seat = decided.seat;
        let position = self.table.position();
        if self.clocks.is_late(seat.0) {
            return self.sanction(seat, Fault::Overtime, "out of time");
        }
        let decision = match decided.answer {
            Ok(decision) => decision,
            Err(Failure { fault, reason }) => return self.sanction(seat, fault, &reason),
        };
        if !position.is_legal(decision.chosen, &mut MoveList::new()) {
            let reason = format!("{:?} is not legal", decision.chosen);
            return self.sanction(seat, Fault::Illegal, &reason);
        }
        let agent = self.hirings[seat.index()].as_ref();
        let agent = agent.map_or("", |hiring| &hiring.name);
        let thought = Thought::of(position, &self.picture.cells, agent, seat, &decision);
        let text = position.describe_move(decision.chosen);
        self.make(seat, &text, Some(thought))
    }

    /// Asks the adviser what the seat to move should do.
    pub(super) fn hint(&mut self, id: u64) -> Result<()> {
        let seat = self
            .mover()
            .filter(|seat| self.audience.seats_of(id).contains(&seat.0));
        let Some(seat) = seat else {
            return Err(WebError::forbidden("hints are for the player to move"));
        };
        if self.hinting.is_some() {
            return Err(WebError::too_many("a hint is being thought about"));
        }
        let mut player = Hiring::<G>::new(ADVISER)?.player();
        let busy = Busy {
            stop: Arc::new(AtomicBool::new(false)),
        };
        let budget = Budget {
            time: Some(ADVICE),
            stop: Some(busy.stop.clone()),
            ..Budget::default()
        };
        let position = self.table.position().clone();
        let mut rng = private(Seed(self.charge.settings.seed), seat, self.log.len());
        let (generation, outbox) = (self.generation, self.outbox.clone());
        self.charge.thinkers.think(busy.stop.clone(), move || {
            let answer = player
                .begin(&position, seat)
                .and_then(|()| player.choose(&position, &budget, &mut rng));
            let hinted = Hinted {
                generation,
                seat,
                listener: id,
                answer,
            };
            let _ = outbox.send(Mail::Hinted(Box::new(hinted)));
        });
        self.hinting = Some(busy);
        Ok(())
    }

    /// The adviser has answered.
    pub(super) fn hinted(&mut self, hinted: &Hinted<G>) {
        if hinted.generation != self.generation {
            return;
        }
        self.hinting = None;
        let text = match &hinted.answer {
            Ok(decision) => {
                let (position, cells) = (self.table.position(), &self.picture.cells);
                let thought = Thought::of(position, cells, ADVISER, hinted.seat, decision);
                Message::Hint { thought: &thought }.text()
            }
            Err(failure) => {
                let message = format!("no hint: {}", failure.reason);
                Message::Error { message }.text()
            }
        };
        self.audience.tell(hinted.listener, text);
    }
}
