//! One game at a platform, from its seed to its last event.

use std::time::Duration;

use ludarium_arena::Interrupt;

use super::News;
use crate::doors::error::PlatformError;
use crate::doors::lines::{LONGEST_LINE, next_line};
use crate::doors::message::{GameEvent, GameOver, GameStatus, MyGame, Side};
use crate::doors::platform::Platform;
use crate::doors::secret::random_text;
use crate::doors::session::{Reply, Session};
use crate::doors::witness::{DiceCheck, Witness};

/// So many lines of a stream may be unreadable before we stop reading it.
const MOST_BAD_LINES: u32 = 20;

/// How a game ended for us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The id of the game.
    pub game: String,
    /// Our side.
    pub side: Side,
    /// How it ended; `None` if the server never said.
    pub over: Option<GameOver>,
    /// Whether the dice were as the server had committed to.
    pub dice: DiceCheck,
    /// Turns that we played.
    pub turns: u32,
}

/// Plays one game.
pub(super) struct OneGame<'a> {
    platform: &'a Platform,
    interrupt: &'a Interrupt,
    game: &'a str,
    side: Side,
    session: Session,
    witness: Witness,
    tell: &'a dyn Fn(News),
    turns: u32,
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

/// Plays a game to its end; an error if that is not possible.
pub(super) fn play_game(
    platform: &Platform,
    interrupt: &Interrupt,
    game: &MyGame,
    session: Session,
    id: Option<String>,
    tell: &dyn Fn(News),
) -> Result<FinishedGame, PlatformError> {
    // A game that has begun takes no seeds any more.
    let seed = match game.version {
        0 => Some(random_text()?),
        _ => None,
    };
    if let Some(seed) = &seed
        && let Err(error) = platform.offer_seed(&game.game_id, seed)
    {
        tell(News::note(
            &game.game_id,
            format!("our seed was not taken: {error}"),
        ));
    }
    let one_game = OneGame {
        platform,
        interrupt,
        game: &game.game_id,
        side: game.seat,
        session,
        witness: Witness::new(game.seat, seed, id),
        tell,
        turns: 0,
    };
    one_game.play()
}

impl OneGame<'_> {
    fn play(mut self) -> Result<FinishedGame, PlatformError> {
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
                None => return Ok(self.finish(None, DiceCheck::Unknown)),
                Some(state) => {
                    if let (GameStatus::Ended { over }, Some(dice)) =
                        (&state.status, self.witness.look(&state))
                    {
                        return Ok(self.finish(Some(over.clone()), dice));
                    }
                }
            }
            if failures >= self.platform.patience().attempts {
                return Err(PlatformError::Unreachable {
                    call: format!("the stream of game {}", self.game),
                    attempts: failures,
                    reason,
                });
            }
            self.note(format!("the stream broke ({reason}); connecting again"));
            self.platform
                .rest(self.platform.patience().pause_after(failures))?;
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
            let line = match next_line(&mut stream, LONGEST_LINE) {
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
            if let Some(dice) = self.witness.hear(&event)
                && let Some(over) = ending(&event)
            {
                return Ok(StreamEnd::Over(self.finish(Some(over), dice)));
            }
            let reply = self.session.hear(&event);
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
                        (self.tell)(News::Played {
                            game: self.game.to_owned(),
                            moves,
                        });
                    }
                }
                Ok(())
            }
        }
    }

    /// Plays any turn that the server calls legal, so that a difference about the rules does not cost time as well.
    fn play_any_legal_turn(&mut self, reason: &str) -> Result<(), PlatformError> {
        self.note(format!("the server's rules differ from ours: {reason}"));
        let moves = self
            .platform
            .legal_moves(self.game)?
            .legal_moves
            .first_turn();
        if !moves.is_empty() {
            self.platform.play(self.game, &moves)?;
            self.turns += 1;
        }
        Ok(())
    }

    fn finish(&self, over: Option<GameOver>, dice: DiceCheck) -> FinishedGame {
        FinishedGame {
            game: self.game.to_owned(),
            side: self.side,
            over,
            dice,
            turns: self.turns,
        }
    }

    fn note(&self, text: String) {
        (self.tell)(News::note(self.game, text));
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

/// How long an interrupted client tries to resign its games.
pub(super) const RESIGN_TIME: Duration = Duration::from_secs(2);
