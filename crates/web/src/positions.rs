//! Positions that somebody wants to see: pasted, or reached by trying moves.

use ludarium_arena::{AnyLuck, Event, Ruleset, seeded_start};
use ludarium_game::{Error, Position, Seed, Turn};
use serde::{Deserialize, Serialize};

use crate::api::{Board, LogEntry, SeatStyleView, SeedRequest, View};
use crate::error::{Result, WebError};
use crate::library::Library;
use crate::tables::Picture;

/// Moves that may be tried in a row.
pub const MOST_MOVES: usize = 5000;
/// What stands for an outcome that chance has to choose.
const CHANCE: &str = "?";

/// A position that somebody wants to see.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The game.
    pub game: String,
    /// Its variant with options.
    pub variant: Option<String>,
    /// Where to begin; the game's start by default.
    pub position: Option<String>,
    /// Moves and outcomes, in order; `?` lets chance decide.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The seed of the start and of chance.
    pub seed: Option<SeedRequest>,
}

/// A position and what led to it.
#[derive(Debug, Serialize)]
pub struct PositionView {
    state: String,
    board: Board,
    view: View,
    seats: Vec<SeatStyleView>,
    log: Vec<LogEntry>,
}

impl PositionView {
    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seats.len()
    }
}

/// Shows a position.
pub fn show(library: &Library, request: PositionRequest) -> Result<PositionView> {
    let rules = library.rules(&request.game, request.variant.as_deref())?;
    let seed = Seed(request.seed.map_or(Ok(1), SeedRequest::number)?);
    let line = Line::follow(&*rules, request.position.as_deref(), &request.moves, seed)?;
    let picture = Picture::of(&line.position);
    let mut view = picture.view(&line.position, line.last(), line.made.len());
    view.legal = Some(picture.legal(&line.position));
    Ok(PositionView {
        state: view.state.clone(),
        seats: SeatStyleView::of(&picture.scene),
        log: line.log(&picture),
        board: picture.board,
        view,
    })
}

/// A position at which something begins, as a picture.
pub fn picture(start: &Position) -> PositionView {
    let picture = Picture::of(start);
    let view = picture.view(start, None, 0);
    PositionView {
        state: view.state.clone(),
        seats: SeatStyleView::of(&picture.scene),
        log: Vec::new(),
        board: picture.board,
        view,
    }
}

/// A line of moves from a start.
pub struct Line {
    /// Where it leads.
    pub position: Position,
    /// What was made on the way.
    pub made: Vec<Event>,
    /// The position before each event.
    before: Vec<Position>,
}

impl Line {
    /// Follows moves and outcomes from a position, or from the game's start.
    pub fn follow(
        rules: &dyn Ruleset,
        position: Option<&str>,
        moves: &[String],
        seed: Seed,
    ) -> Result<Line> {
        if moves.len() > MOST_MOVES {
            return Err(WebError::bad(format!("more than {MOST_MOVES} moves")));
        }
        let start = match position.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => rules.parse(text)?,
            None => seeded_start(rules, seed),
        };
        let mut luck = rules.luck(&start, seed)?;
        let mut line = Line {
            before: Vec::new(),
            position: start,
            made: Vec::new(),
        };
        for text in moves {
            line.make(text, &mut *luck)?;
        }
        Ok(line)
    }

    fn make(&mut self, text: &str, luck: &mut dyn AnyLuck) -> Result<()> {
        let before = self.position.clone();
        let by = match before.turn() {
            Turn::Over => return Err(Error::notation(text, "no move: the game is over").into()),
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
        };
        let drawn = match (text, by) {
            (CHANCE, None) => luck.roll(&before),
            _ => None,
        };
        let text = match drawn {
            Some(outcome) => outcome,
            None => before.read_move(text)?,
        };
        luck.observe(&before, &text, by);
        self.position.play(&text)?;
        let clicks = before.clicks(&text);
        self.made.push(Event { by, text, clicks });
        self.before.push(before);
        Ok(())
    }

    fn log(&self, picture: &Picture) -> Vec<LogEntry> {
        let after = self.before.iter().skip(1).chain([&self.position]);
        let events = self.made.iter().zip(self.before.iter().zip(after));
        let counted = events.zip(1..);
        counted
            .map(|((event, (before, after)), count)| picture.entry(event, before, after, count))
            .collect()
    }

    /// The last event and the position before it.
    pub fn last(&self) -> Option<(&Event, &Position)> {
        self.made.last().zip(self.before.last())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::library;

    fn follow(moves: &[&str]) -> Result<Line> {
        let rules = library().rules("sprint", None).unwrap();
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        Line::follow(&*rules, None, &moves, Seed(4))
    }

    #[test]
    fn outcomes_are_chosen_or_left_to_chance() {
        let line = follow(&["run", "3", "walk"]).unwrap();
        assert_eq!(line.position.describe(), "3,1 1 2");
        assert_eq!(line.made[2].clicks, ["b1"]);
        let drawn = follow(&["run", "?"]).unwrap();
        assert_eq!(drawn.made[1].by, None);
        assert_eq!(follow(&["run", "?"]).unwrap().made, drawn.made);
        for wrong in [&["?"][..], &["fly"], &["run", "4"]] {
            assert!(follow(wrong).is_err(), "{wrong:?}");
        }
    }
}
