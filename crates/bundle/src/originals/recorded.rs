//! `RecordedGames`: what players have in files of other programs, so that it can be reviewed.

use ludarium_game::{PlayedGame, Position, Scores};

/// Reads the games of a text, each from this position on; `None` if the text is no such file.
pub type ReadGames = fn(text: &str, start: &Position) -> Option<RecordedGames>;

/// The games of a file, as far as they can be read.
#[derive(Clone, Debug, Default)]
pub struct RecordedGames {
    /// The games. The last one may break off.
    pub games: Vec<RecordedGame>,
    /// Where and why reading ended before the end of the file.
    pub broken: Option<String>,
}

/// A game from a file.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// What the file calls it.
    pub title: String,
    /// Who plays, by seat.
    pub players: Vec<String>,
    /// The moves and outcomes.
    pub played: PlayedGame,
    /// How it ended, if the file says so.
    pub scores: Option<Scores>,
    /// What else was done, each after a number of moves and outcomes.
    pub remarks: Vec<(usize, String)>,
}
