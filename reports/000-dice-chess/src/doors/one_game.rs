//! One game at a platform, to its last event.

use ludarium_arena::Interrupt;
use serde::Serialize;

use super::caller::{Platform, PlatformError, next_line};
use super::client::VisitEvent;
use super::message::{GameEvent, GameOver, GameStatus, SeatColour};
use super::side_player::{Reply, SidePlayer};

/// When this many lines of a stream were unreadable, we stop reading it.
const MOST_BAD_LINES: u32 = 20;

/// How a game ended for us.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FinishedGame {
    /// The id of the game.
    pub game: String,
    /// Our side.
    pub side: SeatColour,
    /// How it ended; `None` if the server never said.
    pub over: Option<GameOver>,
    /// Turns that we played.
    pub turns: u32,
}

/// A game that is being played.
pub(super) struct OneGame<'a> {
    pub(super) platform: &'a Platform,
    pub(super) interrupt: &'a Interrupt,
    pub(super) game: &'a str,
    pub(super) side: SeatColour,
    pub(super) player: SidePlayer,
    pub(super) tell: &'a dyn Fn(VisitEvent),
    pub(super) turns: u32,
}

/// Why a stream ended.
enum StreamEnd {
    Over(FinishedGame),
    /// It broke; `heard` says whether an event had come before.
    Broken {
        heard: bool,
        reason: String,
    },
}

impl OneGame<'_> {
    /// Plays the game to its end; an error if that is not possible.
    pub(super) fn play(mut self) -> Result<FinishedGame, PlatformError> {
        let mut failures = 0;
        loop {
            let reason = match self.follow()? {
                StreamEnd::Over(finished) => return Ok(finished),
                StreamEnd::Broken { heard, reason } => {
                    failures = if heard { 1 } else { failures + 1 };
                    reason
                }
            };
            // The last events of the stream may be lost; the public state shows whether the game is over.
            match self.platform.game(self.game)? {
                None => return Ok(self.finish(None)),
                Some(state) => {
                    if let GameStatus::Ended { over } = state.status {
                        return Ok(self.finish(Some(over)));
                    }
                }
            }
            if failures >= self.platform.patience.attempts {
                return Err(PlatformError::Unreachable {
                    call: format!("the stream of game {}", self.game),
                    attempts: failures,
                    reason,
                });
            }
            self.note(format!("the stream broke ({reason}); connecting again"));
            self.platform.rest(self.platform.patience.pause_after(failures))?;
        }
    }

    /// Follows the stream of the game until it ends or breaks.
    fn follow(&mut self) -> Result<StreamEnd, PlatformError> {
        let mut heard = false;
        let mut bad_lines = 0;
        let mut stream = match self.platform.game_stream(self.game) {
            Ok(stream) => stream,
            Err(error) => {
                let reason = error.to_string();
                return Ok(StreamEnd::Broken { heard, reason });
            }
        };
        let reason = loop {
            let line = match next_line(&mut stream) {
                Ok(Some(line)) => line,
                Ok(None) => break "the server closed it".to_owned(),
                Err(error) => break error.to_string(),
            };
            if self.interrupt.is_now() {
                return Err(PlatformError::Interrupted);
            }
            if line.is_empty() {
                continue;
            }
            // From bytes, as everywhere: from a text all messages would be compiled once more.
            let event: GameEvent = match serde_json::from_slice(line.as_bytes()) {
                Ok(event) => event,
                Err(error) => {
                    bad_lines += 1;
                    if bad_lines >= MOST_BAD_LINES {
                        break format!("{bad_lines} lines could not be read: {error}");
                    }
                    self.note(format!("a line that we cannot read: {error}"));
                    continue;
                }
            };
            heard = true;
            if let Some(over) = ending(&event) {
                return Ok(StreamEnd::Over(self.finish(Some(over))));
            }
            let reply = self.player.hear(&event);
            match self.act(reply) {
                // A server that closes says so on the stream before.
                Err(error @ PlatformError::Unreachable { .. }) => self.note(error.to_string()),
                acted => acted?,
            }
        };
        Ok(StreamEnd::Broken { heard, reason })
    }

    fn act(&mut self, reply: Reply) -> Result<(), PlatformError> {
        match reply {
            Reply::Wait => Ok(()),
            Reply::Resign(reason) => {
                self.note(format!("we give up: {reason}"));
                self.platform.resign(self.game)
            }
            Reply::Improvise(reason) => self.play_any_legal_turn(&reason),
            Reply::Play(moves) => {
                let answer = self.platform.play(self.game, &moves)?;
                match answer {
                    Some(answer) if !answer.applied => {
                        let reason = answer.reason.unwrap_or_default();
                        if reason.contains("illegal") {
                            return self
                                .play_any_legal_turn(&format!("`{}`: {reason}", moves.join(" ")));
                        }
                        // An answer that was sent twice, or came too late.
                        self.note(format!("the turn was refused: {reason}"));
                    }
                    _ => {
                        self.turns += 1;
                        (self.tell)(VisitEvent::Played { game: self.game.to_owned(), moves });
                    }
                }
                Ok(())
            }
        }
    }

    /// Plays any turn that the server calls legal, so that a difference about the rules does not cost time as well.
    fn play_any_legal_turn(&mut self, reason: &str) -> Result<(), PlatformError> {
        self.note(format!("the server's rules differ from ours: {reason}"));
        let moves = self.platform.legal_moves(self.game)?.legal_moves.first_turn();
        if !moves.is_empty() {
            self.platform.play(self.game, &moves)?;
            self.turns += 1;
        }
        Ok(())
    }

    fn finish(&self, over: Option<GameOver>) -> FinishedGame {
        FinishedGame { game: self.game.to_owned(), side: self.side, over, turns: self.turns }
    }

    fn note(&self, text: String) {
        (self.tell)(VisitEvent::Note { game: Some(self.game.to_owned()), text });
    }
}

/// How the game ended, if this event says so.
fn ending(event: &GameEvent) -> Option<GameOver> {
    match event {
        GameEvent::GameEnded { over, .. } => Some(over.clone()),
        GameEvent::Snapshot { state, .. } => match &state.status {
            GameStatus::Ended { over } => Some(over.clone()),
            GameStatus::Active {} => None,
        },
        _ => None,
    }
}
