//! `Played`: a game as positions and events.

use std::ops::ControlFlow;

use ludarium_arena::{Event, GameRecord, ReplayError, Ruleset, sha256};
use ludarium_game::{Error, Position, Result, Scores, Turn};

/// A game as far as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position before each event, and the last one.
    pub positions: Vec<Position>,
    /// What happened.
    pub events: Vec<Event>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What was played.
    pub played: Played,
    /// How it ended.
    pub scores: Scores,
}

impl Played {
    /// A recorded game.
    pub fn of(
        rules: &dyn Ruleset,
        record: &GameRecord,
    ) -> std::result::Result<Played, ReplayError> {
        let (mut positions, mut events) = (Vec::new(), Vec::new());
        let end = rules.replay(record, &mut |step| {
            positions.push(step.before.clone());
            events.push(Event {
                by: step.ply.map(|ply| ply.seat),
                text: step.text.to_owned(),
                clicks: step.before.clicks(step.text),
            });
            ControlFlow::Continue(())
        })?;
        positions.push(end);
        Ok(Played { positions, events })
    }

    /// Moves and outcomes in the game's notation, from a position on. An error comes with the number of the move, from 1.
    pub fn follow<'a>(
        start: Position,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> std::result::Result<Played, (usize, Error)> {
        let mut played = Played {
            positions: vec![start.clone()],
            events: Vec::new(),
        };
        let mut position = start;
        for (word, number) in moves.into_iter().zip(1..) {
            let event = step(&mut position, word).map_err(|error| (number, error))?;
            played.events.push(event);
            played.positions.push(position.clone());
        }
        Ok(played)
    }
}

/// Makes one move or lets one outcome come.
fn step(position: &mut Position, word: &str) -> Result<Event> {
    let by = match position.turn() {
        Turn::Seat(seat) => Some(seat),
        Turn::Chance => None,
        Turn::Over => return Err(Error::notation(word, "no move: the game is over")),
    };
    let text = position.read_move(word)?;
    let clicks = position.clicks(&text);
    position.play(&text)?;
    Ok(Event { by, text, clicks })
}

impl Finished {
    /// What tells this game from all others: where it began, what happened, and how it ended.
    pub fn digest(&self) -> String {
        let start = self.played.positions.first().map(Position::describe);
        let mut text = start.unwrap_or_default();
        for event in &self.played.events {
            text.push('\n');
            text.push_str(&event.text);
        }
        text.push_str(&format!("\n{:?}", self.scores));
        sha256(text.as_bytes())
    }
}
