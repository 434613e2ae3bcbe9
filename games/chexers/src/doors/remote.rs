//! A client of our server as a player: the referee asks it like any other.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::rules::{Chexers, Colour, Move};
use ludarium_arena::{Failure, Player};
use ludarium_game::{Budget, Decision, Fault, Rng, Seat};

use super::connection::{Connection, unexpected};
use super::wire::{Message, colour_name, read_action, write_action};
use ludarium_bridge::door::DoorError;

/// A connection that the game and the code that ends it share.
pub(super) type SharedConnection = Arc<Mutex<Connection>>;

/// A client that plays one game.
pub(super) struct Remote {
    line: SharedConnection,
    /// How long it may take to answer anything.
    patience: Duration,
}

impl Remote {
    pub fn new(line: SharedConnection, patience: Duration) -> Remote {
        Remote { line, patience }
    }

    /// Sends a message and waits for the answer.
    fn ask(&self, message: &Message) -> Result<Message, Failure> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = line
            .send(message)
            .and_then(|()| line.receive(self.patience));
        answer.map_err(failed)
    }

    fn tell(&self, message: &Message) -> Result<(), Failure> {
        match self.ask(message)? {
            Message::Okay => Ok(()),
            other => Err(failed(unexpected("OKAY", &other))),
        }
    }
}

fn failed(error: DoorError) -> Failure {
    let fault = match error {
        DoorError::Silent(_) => Fault::Overtime,
        _ => Fault::Failed,
    };
    Failure::new(fault, error.to_string())
}

impl Player<Chexers> for Remote {
    fn choose(
        &mut self,
        position: &Chexers,
        _budget: &Budget,
        _rng: &mut Rng,
    ) -> Result<Decision<Move>, Failure> {
        match self.ask(&Message::Turn)? {
            Message::Actn { action } => read_action(position, &action)
                .map(Decision::plain)
                .map_err(|error| Failure::new(Fault::Illegal, error.to_string())),
            other => Err(failed(unexpected("ACTN", &other))),
        }
    }

    fn begin(&mut self, _position: &Chexers, seat: Seat) -> Result<(), Failure> {
        self.tell(&Message::Init {
            colour: colour_name(Colour::ALL[seat.index()]).to_owned(),
        })
    }

    fn observe(&mut self, before: &Chexers, mv: Move) -> Result<(), Failure> {
        self.tell(&Message::Upd8 {
            colour: colour_name(before.side()).to_owned(),
            action: write_action(mv),
        })
    }
}
