//! Positions that somebody wants to see: pasted, or reached by trying moves.

use ludarium_arena::{Ruleset, seeded_start};
use ludarium_game::{PlayedGame, Position, Seed, Turn};
use serde::{Deserialize, Serialize};

use crate::api::{Board, BoardView, LogEntry, SeatStyleView, SeedRequest};
use crate::error::{Result, WebError};
use crate::games::library::Library;
use crate::tables::GamePicture;

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
    view: BoardView,
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
    let game = follow(&*rules, request.position.as_deref(), &request.moves, seed)?;
    let picture = GamePicture::of(game.start(), seed);
    let mut shown = view(&game, &picture);
    shown.view.legal = Some(picture.legal(game.position()));
    Ok(shown)
}

/// A position at which something begins, as a picture.
pub fn picture(start: &Position) -> PositionView {
    let game = PlayedGame::new(start.clone());
    view(&game, &GamePicture::of(start, Seed(1)))
}

fn view(game: &PlayedGame, picture: &GamePicture) -> PositionView {
    let view = picture.view(game, game.count());
    PositionView {
        state: view.state.clone(),
        seats: SeatStyleView::of(&picture.scene),
        log: (1..=game.count()).filter_map(|count| picture.entry(game, count)).collect(),
        board: picture.board.clone(),
        view,
    }
}

/// Follows moves and outcomes from a position, or from the game's start.
pub fn follow(
    rules: &dyn Ruleset,
    position: Option<&str>,
    moves: &[String],
    seed: Seed,
) -> Result<PlayedGame> {
    if moves.len() > MOST_MOVES {
        return Err(WebError::bad(format!("more than {MOST_MOVES} moves")));
    }
    let start = match position.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => rules.parse(text)?,
        None => seeded_start(rules, seed),
    };
    let mut luck = rules.luck(&start, seed)?;
    let mut game = PlayedGame::new(start);
    for text in moves {
        let drawn = if text == CHANCE && game.position().turn() == Turn::Chance {
            luck.roll(game.position())
        } else {
            None
        };
        game.play(drawn.as_ref().unwrap_or(text))?;
        if let Some((before, event)) = game.history().next_back() {
            luck.observe(before, &event.text, event.by);
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::library;

    fn line(moves: &[&str]) -> Result<PlayedGame> {
        let rules = library().rules("sprint", None).unwrap();
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        follow(&*rules, None, &moves, Seed(4))
    }

    #[test]
    fn outcomes_are_chosen_or_left_to_chance() {
        let made = line(&["run", "3", "walk"]).unwrap();
        assert_eq!(made.position().describe(), "3,1 1 2");
        assert_eq!(made.events()[2].clicks, ["b1"]);
        let drawn = line(&["run", "?"]).unwrap();
        assert_eq!(drawn.events()[1].by, None);
        assert_eq!(line(&["run", "?"]).unwrap().events(), drawn.events());
        for wrong in [&["?"][..], &["fly"], &["run", "4"]] {
            assert!(line(wrong).is_err(), "{wrong:?}");
        }
    }
}
