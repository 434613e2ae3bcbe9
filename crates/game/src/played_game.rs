//! `PlayedGame`: a game as far as it was played, with every position on the way.

use std::time::Duration;

use crate::{Account, Error, Position, Result, Seat, Seed, Turn};

/// A move or chance outcome that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who made it; `None` for chance.
    pub by: Option<Seat>,
    /// The move or outcome in the game's notation.
    pub text: String,
    /// The cells that spell it.
    pub clicks: Vec<String>,
    /// How long the player took, where that was measured.
    pub time: Option<Duration>,
}

/// A game as far as it was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    events: Vec<Event>,
    /// The position before each event.
    before: Vec<Position>,
    position: Position,
}

impl PlayedGame {
    /// A game that begins at a position.
    pub fn new(start: Position) -> PlayedGame {
        PlayedGame { events: Vec::new(), before: Vec::new(), position: start }
    }

    /// Moves and outcomes in the game's notation, from a position on. An error comes with the number of the move, from 1.
    pub fn follow<'a>(
        start: Position,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> std::result::Result<PlayedGame, (usize, Error)> {
        let mut played = PlayedGame::new(start);
        for (text, number) in moves.into_iter().zip(1..) {
            played.play(text).map_err(|error| (number, error))?;
        }
        Ok(played)
    }

    /// Makes a move of the seat to move, or lets an outcome come.
    pub fn play(&mut self, text: &str) -> Result<&Event> {
        self.play_in(text, None)
    }

    /// The same for a player that took some time.
    pub fn play_in(&mut self, text: &str, time: Option<Duration>) -> Result<&Event> {
        let by = match self.position.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
            Turn::Over => return Err(Error::notation(text, "no move: the game is over")),
        };
        let before = self.position.clone();
        let text = before.read_move(text)?;
        self.position.play(&text)?;
        let clicks = before.clicks(&text);
        self.before.push(before);
        self.events.push(Event { by, text, clicks, time });
        Ok(&self.events[self.events.len() - 1])
    }

    /// Goes back to where the game stood after `count` events.
    pub fn take_back(&mut self, count: usize) {
        if let Some(position) = self.before.get(count) {
            self.position = position.clone();
            self.before.truncate(count);
            self.events.truncate(count);
        }
    }

    /// The number of events.
    pub fn count(&self) -> usize {
        self.events.len()
    }

    /// Everything that happened, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Each event with the position in which it happened.
    pub fn history(
        &self,
    ) -> impl DoubleEndedIterator<Item = (&Position, &Event)> + ExactSizeIterator {
        self.before.iter().zip(&self.events)
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        self.after(0)
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position after `count` events; the last one for any number that is too large.
    pub fn after(&self, count: usize) -> &Position {
        self.before.get(count).unwrap_or(&self.position)
    }

    /// The last of the first `count` events that touched cells, or that a seat made: the dice that decide an attack leave
    /// its cells marked.
    pub fn marked(&self, count: usize) -> &[String] {
        let mut events = self.events.iter().take(count).rev();
        let last = events.find(|event| event.by.is_some() || !event.clicks.is_empty());
        last.map_or(&[], |event| &event.clicks)
    }

    /// What the last of the first `count` events did; `seed` is that of the game.
    pub fn tell(&self, count: usize, seed: Seed) -> Option<Account> {
        let index = count.checked_sub(1)?;
        let (before, event) = self.before.get(index).zip(self.events.get(index))?;
        before.tell(&event.text, seed).ok()
    }
}
