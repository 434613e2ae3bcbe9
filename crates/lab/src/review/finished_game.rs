//! `FinishedGame`: a game that can be reviewed.

use ludarium_arena::{GameRecord, ReplayError, Ruleset, played_game, sha256};
use ludarium_game::{PlayedGame, Scores};

/// A finished game, or one that is reviewed as far as it is known.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// What was played.
    pub played: PlayedGame,
    /// How it ended; `None` where nobody knows.
    pub scores: Option<Scores>,
}

impl FinishedGame {
    /// A recorded game.
    pub fn of(rules: &dyn Ruleset, record: &GameRecord) -> Result<FinishedGame, ReplayError> {
        Ok(FinishedGame {
            played: played_game(rules, record, |_| {})?,
            scores: Some(Scores::new(&record.scores)),
        })
    }

    /// What tells this game from all others: where it began, what happened, and how it ended.
    pub fn digest(&self) -> String {
        let mut text = self.played.start().describe();
        for event in self.played.events() {
            text.push('\n');
            text.push_str(&event.text);
        }
        text.push_str(&format!("\n{:?}", self.scores));
        sha256(text.as_bytes())
    }
}
