//! `Film`: a game to step through, at a table or in a run, and all that is made of it.

use std::collections::HashMap;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use ludarium_arena::sha256;
use ludarium_game::{PlayedGame, Scores};
use ludarium_lab::review::FinishedGame;

use crate::api::{BoardView, Snapshot, Thought};
use crate::error::{Result, WebError};
use crate::http::app::{App, Shared};
use crate::runs;
use crate::tables::{GamePicture, TableRequest};

/// Longer games are not taken along as a whole.
const MOST_STEPS: usize = 2000;

/// A game as far as it was played.
pub struct Film {
    /// Everything about it, for somebody who does not play.
    pub snapshot: Snapshot,
    /// Its positions and events.
    pub played: PlayedGame,
    /// Its board.
    pub picture: GamePicture,
    /// What was thought about each event; empty where it has to be asked for.
    pub thoughts: Vec<Option<Thought>>,
    /// How it ended, once it has.
    pub scores: Option<Scores>,
}

impl Film {
    /// The view after `count` events, or the last one.
    pub fn view(&self, count: usize) -> BoardView {
        let count = count.min(self.played.count());
        let mut view = self.picture.view(&self.played, count);
        if count == self.played.count() {
            // The game may have ended before its rules ended it.
            view.turn = self.snapshot.view.turn;
        }
        let thought = count.checked_sub(1).and_then(|index| self.thoughts.get(index));
        view.thought = thought.cloned().flatten();
        view
    }

    /// The views after every number of events.
    pub fn views(&self) -> Result<Vec<BoardView>> {
        if self.played.count() > MOST_STEPS {
            let message = format!("the game has more than {MOST_STEPS} steps");
            return Err(WebError::too_large(message).hint("ask for single steps"));
        }
        Ok((0..=self.played.count()).map(|count| self.view(count)).collect())
    }

    /// The game as one file for people without a server.
    pub fn file(&self) -> String {
        let views = (0..=self.played.count()).map(|count| self.view(count));
        super::file::file(&self.snapshot, views)
    }

    /// The game to be reviewed, once it is over.
    pub fn finished(self) -> Option<FinishedGame> {
        let (played, scores) = (self.played, self.scores?);
        Some(FinishedGame { played, scores: Some(scores) })
    }
}

/// Where a game is: at a table, or in a run under a number.
#[derive(Clone)]
pub enum GameAddress {
    /// The name of the table.
    Table(String),
    /// The run and the number.
    Run(String, u64),
}

impl FromRequestParts<Shared> for GameAddress {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<GameAddress> {
        let nowhere = || WebError::missing("there is no such game");
        let path: Path<HashMap<String, String>> =
            Path::from_request_parts(parts, app).await.map_err(|_| nowhere())?;
        if let Some(id) = path.get("id") {
            return Ok(GameAddress::Table(id.clone()));
        }
        let number = path.get("number").and_then(|number| number.parse().ok());
        let (run, number) = path.get("name").zip(number).ok_or_else(nowhere)?;
        Ok(GameAddress::Run(run.clone(), number))
    }
}

impl GameAddress {
    /// The game that is there.
    pub fn film(&self, app: &App) -> Result<Film> {
        match self {
            GameAddress::Table(id) => Ok(*app.tables.ask(id, TableRequest::Film)?),
            GameAddress::Run(run, number) => runs::film(&app.library, &app.runs, run, *number),
        }
    }

    /// The view after `count` events, with the thought behind the last of them.
    pub fn step(&self, app: &App, count: usize) -> Result<BoardView> {
        let film = self.film(app)?;
        let mut view = film.view(count);
        if let GameAddress::Table(id) = self {
            view.thought = app.tables.thought(id, view.count)?;
        }
        Ok(view)
    }

    /// The name under which its review is kept. The game itself belongs to it: a table may go on otherwise after a move was
    /// taken back, a run may start again under its name, and a later version sees more.
    pub fn review_name(&self, game: &FinishedGame) -> String {
        let place = match self {
            GameAddress::Table(id) => format!("table/{id}"),
            GameAddress::Run(run, number) => format!("run/{run}/{number}"),
        };
        let version = env!("CARGO_PKG_VERSION");
        sha256(format!("{place}\n{}\n{version}", game.digest()).as_bytes())[..32].to_owned()
    }

    /// The name of the question what would have come of it after `count` events.
    pub fn what_if_name(&self, game: &FinishedGame, count: usize) -> String {
        format!("{}/{count}", self.review_name(game))
    }

    /// A name for a file that every system takes.
    pub fn file_name(&self, kind: &str) -> String {
        let plain = |sign: char| {
            if sign.is_ascii_alphanumeric() { sign } else { '-' }
        };
        match self {
            GameAddress::Table(id) => format!("ludarium-{id}.{kind}"),
            GameAddress::Run(run, number) => {
                let run: String = run.chars().map(plain).collect();
                format!("ludarium-{run}-{number}.{kind}")
            }
        }
    }
}
