//! A client: our player on another server. It behaves like the course's driver.

use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use ludarium_arena::Player;
use ludarium_dicewars::rules::{Dicewars, Move};
use ludarium_game::{Seat, Tabletop};
use serde::Serialize;

use super::connection::{Connection, ReceiveError};
use super::follow::MapFollower;
use super::message::{ClientRequest, MessageKind, ServerMessage};
use ludarium_bridge::door::{DoorError, Notices, PlayerTerms, SeatedPlayer};

/// Our player as a client of a server.
pub struct JoiningPlayer {
    /// The nickname to give.
    pub nickname: String,
    /// The player.
    pub player: Box<dyn Player<Dicewars>>,
    /// Its clock, budget and seed.
    pub terms: PlayerTerms,
    /// How long the server may be silent.
    pub patience: Duration,
}

/// A game that was played to its end on a server.
#[derive(Clone, Debug, Serialize)]
pub struct JoinedGame {
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
    /// What was unusual.
    pub notices: Vec<String>,
}

/// A server that is not started yet refuses connections: the pause before the next try.
const PAUSE_WHEN_REFUSED: Duration = Duration::from_millis(50);

/// The course's scripts end all clients as soon as one leaves, so we wait until the server has closed.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// No game has more messages: 10 000 battles, and 64 ends of turns in a row between them at most.
const MOST_MESSAGES: usize = 700_000;

/// Joins the server and plays one game to its end.
pub fn play(
    server: SocketAddr,
    visitor: JoiningPlayer,
    notices: &mut Notices<'_>,
) -> Result<JoinedGame, DoorError> {
    let mut line = join(server, visitor.patience, notices)?;
    let doing = format!("introduce us to the server at {server}");
    let hello = ClientRequest::hello(&visitor.nickname);
    line.send(&hello).map_err(DoorError::network(doing))?;
    let start = receive(&mut line, visitor.patience)?;
    if start.kind != MessageKind::GameStart {
        let kind = start.kind;
        return Err(DoorError::Protocol(format!("{kind:?} came first, not GameStart")));
    }
    let (game, seat) = MapFollower::new(&start).map_err(DoorError::Protocol)?;
    let mut client = FollowedGame {
        seated: SeatedPlayer::new(visitor.player, seat, &visitor.terms),
        game,
        waiting: false,
        complained: false,
    };
    client.seated.inform(&[], client.game.position());
    for _ in 0..MOST_MESSAGES {
        let message = receive(&mut line, visitor.patience)?;
        if message.kind == MessageKind::GameEnd {
            line.drain(CLOSE_TIME);
            return Ok(client.played(&message, notices));
        }
        client.follow(&message, notices)?;
        if let Some(request) = client.answer(notices) {
            let doing = "answer the server";
            line.send(&request).map_err(DoorError::network(doing))?;
        }
    }
    Err(DoorError::Protocol("the server does not come to an end".to_owned()))
}

fn join(
    server: SocketAddr,
    patience: Duration,
    notices: &mut Notices<'_>,
) -> Result<Connection, DoorError> {
    let deadline = Instant::now() + patience;
    let mut tried = false;
    loop {
        let error = match TcpStream::connect_timeout(&server, patience).and_then(Connection::new) {
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

fn receive(line: &mut Connection, patience: Duration) -> Result<ServerMessage, DoorError> {
    line.framed(Instant::now() + patience).map_err(|unheard| match unheard {
        ReceiveError::Silence => {
            DoorError::Silent(format!("the server said nothing for {} s", patience.as_secs_f64()))
        }
        ReceiveError::Closed => {
            DoorError::Protocol("the server closed the connection in mid-game".to_owned())
        }
        ReceiveError::Broken(reason) => {
            DoorError::Protocol(format!("the server's message cannot be read: {reason}"))
        }
    })
}

/// Our player in the middle of a game.
struct FollowedGame {
    seated: SeatedPlayer<Dicewars>,
    game: MapFollower,
    /// Whether we have sent a request that the server has not answered yet.
    waiting: bool,
    /// Whether a notice has said why our player only ends turns.
    complained: bool,
}

impl FollowedGame {
    fn follow(
        &mut self,
        message: &ServerMessage,
        notices: &mut Notices<'_>,
    ) -> Result<(), DoorError> {
        let doubt = |text: String| notices.add(text);
        let events = match message.kind {
            MessageKind::Battle => self.game.battle(message, doubt),
            MessageKind::EndTurn => self.game.end_turn(message, doubt),
            MessageKind::Transfer => {
                notices.add("a later server: dice were moved between areas, which ours never does");
                self.game.transfer(message)
            }
            MessageKind::CloseSocket => Err("the server was interrupted".to_owned()),
            MessageKind::GameStart | MessageKind::GameState | MessageKind::GameEnd => return Ok(()),
            MessageKind::Unknown => {
                notices.add("ignored a message of an unknown type");
                return Ok(());
            }
        };
        let events = events.map_err(DoorError::Protocol)?;
        self.waiting = false;
        self.seated.inform(&events, self.game.position());
        Ok(())
    }

    /// Our request, if it is our turn. As in the course's driver a late player ends the turn, and a player that fails ends
    /// this turn and every later one.
    fn answer(&mut self, notices: &mut Notices<'_>) -> Option<ClientRequest> {
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
                    ClientRequest::end_turn()
                }
                (None, Move::Attack { from, to }) => {
                    ClientRequest::battle(from.number() as u8, to.number() as u8)
                }
                (None, _) => ClientRequest::end_turn(),
            },
            Err(failure) => {
                if !self.complained {
                    let reason = failure.reason;
                    notices.add(format!("our player only ends turns from now on: {reason}"));
                }
                self.complained = true;
                ClientRequest::end_turn()
            }
        })
    }

    fn played(&self, end: &ServerMessage, notices: &mut Notices<'_>) -> JoinedGame {
        let position = self.game.position();
        let Seat(seat) = self.seated.seat();
        let winner = end.winner.and_then(|winner| u8::try_from(winner).ok());
        JoinedGame {
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
