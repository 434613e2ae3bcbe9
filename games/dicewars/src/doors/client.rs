//! A client: our player at somebody else's server, with the manners of the course's driver.

use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::rules::{Dicewars, Move};
use ludarium_arena::Player;
use ludarium_game::{Seat, Tabletop};
use serde::Serialize;

use super::follow::Follower;
use super::line::{Line, Unheard};
use super::message::{Kind, Request, Word};
use ludarium_bridge::door::{DoorError, Notices, PlayerTerms, Seated};

/// Our player as a client of a server.
pub struct Visitor {
    /// The nickname to give.
    pub nickname: String,
    /// Who plays.
    pub player: Box<dyn Player<Dicewars>>,
    /// Its clock, budget and seed.
    pub terms: PlayerTerms,
    /// How long the server may say nothing.
    pub patience: Duration,
}

/// A game that was played to its end on a server.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Our number, from 1.
    pub player: u8,
    /// The number of players.
    pub players: usize,
    /// The number of the winner; nobody wins a draw.
    pub winner: Option<u8>,
    /// `won`, `lost` or `drawn`.
    pub result: &'static str,
    /// The battles of the whole game.
    pub battles: u16,
    /// The last position.
    pub position: String,
    /// What was odd.
    pub notices: Vec<String>,
}

/// Before a server is started it refuses; so often is it tried again.
const PAUSE_WHEN_REFUSED: Duration = Duration::from_millis(50);

/// The course's scripts end everybody as soon as one leaves, so the server leaves first.
const FAREWELL: Duration = Duration::from_secs(2);

/// Nobody needs more messages: 10 000 battles, and 64 ends of turns in a row between them at most.
const MOST_MESSAGES: usize = 700_000;

/// Joins the server and plays one game to its end.
pub fn play(
    server: SocketAddr,
    visitor: Visitor,
    notices: &mut Notices<'_>,
) -> Result<Played, DoorError> {
    let mut line = join(server, visitor.patience, notices)?;
    let doing = format!("introduce us to the server at {server}");
    let hello = Request::hello(&visitor.nickname);
    line.send(&hello).map_err(DoorError::network(doing))?;
    let start = hear(&mut line, visitor.patience)?;
    if start.kind != Kind::GameStart {
        let kind = start.kind;
        return Err(DoorError::Protocol(format!(
            "{kind:?} came first, not GameStart"
        )));
    }
    let (game, seat) = Follower::new(&start).map_err(DoorError::Protocol)?;
    let mut visit = Visit {
        seated: Seated::new(visitor.player, seat, &visitor.terms),
        game,
        waiting: false,
        complained: false,
    };
    visit.seated.inform(&[], visit.game.position());
    for _ in 0..MOST_MESSAGES {
        let word = hear(&mut line, visitor.patience)?;
        if word.kind == Kind::GameEnd {
            line.drain(FAREWELL);
            return Ok(visit.played(&word, notices));
        }
        visit.take_in(&word, notices)?;
        if let Some(request) = visit.answer(notices) {
            let doing = "answer the server";
            line.send(&request).map_err(DoorError::network(doing))?;
        }
    }
    Err(DoorError::Protocol(
        "the server does not come to an end".to_owned(),
    ))
}

fn join(
    server: SocketAddr,
    patience: Duration,
    notices: &mut Notices<'_>,
) -> Result<Line, DoorError> {
    let deadline = Instant::now() + patience;
    let mut tried = false;
    loop {
        let error = match TcpStream::connect_timeout(&server, patience).and_then(Line::new) {
            Ok(line) => return Ok(line),
            Err(error) => error,
        };
        let refused = error.kind() == std::io::ErrorKind::ConnectionRefused;
        if !refused || Instant::now() + PAUSE_WHEN_REFUSED >= deadline {
            return Err(DoorError::network(format!("join {server}"))(error));
        }
        if !tried {
            notices.add(format!("nobody listens at {server} yet"));
        }
        tried = true;
        std::thread::sleep(PAUSE_WHEN_REFUSED);
    }
}

fn hear(line: &mut Line, patience: Duration) -> Result<Word, DoorError> {
    line.framed(Instant::now() + patience)
        .map_err(|unheard| match unheard {
            Unheard::Silence => DoorError::Silent(format!(
                "the server said nothing for {} s",
                patience.as_secs_f64()
            )),
            Unheard::Closed => {
                DoorError::Protocol("the server closed the line in mid-game".to_owned())
            }
            Unheard::Broken(reason) => {
                DoorError::Protocol(format!("the server's message cannot be read: {reason}"))
            }
        })
}

/// Our player in the middle of a game.
struct Visit {
    seated: Seated<Dicewars>,
    game: Follower,
    /// Whether we have spoken and the server has not answered yet.
    waiting: bool,
    /// Whether it was told why our player only ends turns.
    complained: bool,
}

impl Visit {
    fn take_in(&mut self, word: &Word, notices: &mut Notices<'_>) -> Result<(), DoorError> {
        let doubt = |text: String| notices.add(text);
        let events = match word.kind {
            Kind::Battle => self.game.battle(word, doubt),
            Kind::EndTurn => self.game.end_turn(word, doubt),
            Kind::Transfer => {
                notices.add("a later server: dice were moved between areas, which ours never does");
                self.game.transfer(word)
            }
            Kind::CloseSocket => Err("the server was interrupted".to_owned()),
            Kind::GameStart | Kind::GameState | Kind::GameEnd => return Ok(()),
            Kind::Unknown => {
                notices.add("ignored a message of an unknown type");
                return Ok(());
            }
        };
        let events = events.map_err(DoorError::Protocol)?;
        self.waiting = false;
        self.seated.inform(&events, self.game.position());
        Ok(())
    }

    /// What we say, if it is our turn. As in the course's driver whoever is late ends the turn, and whoever fails ends
    /// this turn and every later one.
    fn answer(&mut self, notices: &mut Notices<'_>) -> Option<Request> {
        let position = self.game.position();
        let our_turn = ludarium_game::Turn::Seat(self.seated.seat());
        if self.waiting || ludarium_game::Game::turn(position) != our_turn {
            return None;
        }
        self.waiting = true;
        Some(match self.seated.choose() {
            Ok(answer) => match (answer.late, answer.mv) {
                (Some(time), _) => {
                    let seconds = time.as_secs_f64();
                    notices.add(format!("our player took {seconds:.1} s: the turn is ended"));
                    Request::end_turn()
                }
                (None, Move::Attack { from, to }) => {
                    Request::battle(from.number() as u8, to.number() as u8)
                }
                (None, _) => Request::end_turn(),
            },
            Err(failure) => {
                if !self.complained {
                    let reason = failure.reason;
                    notices.add(format!("our player only ends turns from now on: {reason}"));
                }
                self.complained = true;
                Request::end_turn()
            }
        })
    }

    fn played(&self, end: &Word, notices: &mut Notices<'_>) -> Played {
        let position = self.game.position();
        let Seat(seat) = self.seated.seat();
        let winner = end.winner.and_then(|winner| u8::try_from(winner).ok());
        Played {
            player: seat + 1,
            players: ludarium_game::Game::seats(position),
            winner,
            result: match winner {
                Some(winner) if winner == seat + 1 => "won",
                Some(_) => "lost",
                None => "drawn",
            },
            battles: position.battles(),
            position: position.describe(),
            notices: notices.take(),
        }
    }
}
