//! A client: our player on another server.

use std::net::SocketAddr;
use std::time::Duration;

use crate::doors::ServerText;
use ludarium_arena::{LONGEST, Player};
use ludarium_game::{Game, MoveList, Seat, Tabletop, Turn};
use ludarium_tuc_chess::rules::{Move, Rules, TucChess};
use serde::Serialize;

use super::connection::DatagramLine;
use super::follow::{Follower, StepNews};
use super::side;
use ludarium_bridge::door::{DoorError, Notices, PlayerTerms, SeatedPlayer};

/// Our player as a client of a server.
pub struct GuestPlayer {
    /// The name to give; the server keeps 200 bytes of it.
    pub name: String,
    /// The player.
    pub player: Box<dyn Player<TucChess>>,
    /// Its clock, budget and seed.
    pub terms: PlayerTerms,
    /// The rules to expect; the deviations of the servers are expected anyway.
    pub rules: Rules,
    /// How long the server may send nothing new.
    pub patience: Duration,
}

/// A game that was played to its end on a server.
#[derive(Clone, Debug, Serialize)]
pub struct GuestGame {
    /// Our side: `White` or `Black`.
    pub side: &'static str,
    /// The points of White and Black, as the server says.
    pub points: [u32; 2],
    /// `won`, `lost` or `drawn`.
    pub result: &'static str,
    /// The messages of the server, in order.
    pub messages: Vec<String>,
    /// What was unusual.
    pub notices: Vec<String>,
}

/// Joins the server and plays one game to its end.
pub fn play(
    server: SocketAddr,
    visitor: GuestPlayer,
    notices: &mut Notices<'_>,
) -> Result<GuestGame, DoorError> {
    let line = DatagramLine::open(server, visitor.patience)?;
    let mut messages = Vec::new();
    let seat = line.join(&visitor.name, &mut messages, notices)?;
    notices.add(format!("we are {}", side(seat)));
    let mut client = ClientGame {
        seated: SeatedPlayer::new(visitor.player, seat, &visitor.terms),
        game: Follower::new(visitor.rules),
        sent: None,
        missing: None,
        latest: None,
        begun: false,
    };
    let view = client.game.view();
    client.seated.inform(&[], &view);
    while messages.len() as u64 <= 2 * LONGEST {
        let before = client.game.points();
        let (message, text) = line.next(before, notices, |message| client.is_news(message))?;
        messages.push(text);
        if let ServerText::End { points } = message {
            return Ok(GuestGame {
                side: side(seat),
                points,
                result: result(points, seat),
                messages,
                notices: notices.take(),
            });
        }
        if let Some(step) = client.handle(message, notices)? {
            line.send(step.as_bytes())?;
        }
    }
    Err(DoorError::Protocol(format!("the game was left after {LONGEST} messages")))
}

fn result(points: [u32; 2], seat: Seat) -> &'static str {
    let own = points[seat.index() & 1];
    let other = points[1 - (seat.index() & 1)];
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => "won",
        std::cmp::Ordering::Less => "lost",
        std::cmp::Ordering::Equal => "drawn",
    }
}

/// Our player in the middle of a game.
struct ClientGame {
    seated: SeatedPlayer<TucChess>,
    game: Follower,
    /// Our step that the server has not repeated yet.
    sent: Option<Move>,
    /// Our step whose repetition seems to be lost.
    missing: Option<Move>,
    /// The step that was reported last.
    latest: Option<ServerText>,
    begun: bool,
}

impl ClientGame {
    /// Whether a message takes the game further.
    fn is_news(&self, message: &ServerText) -> bool {
        match *message {
            ServerText::Side(_) => false,
            ServerText::Begin => !self.begun,
            ServerText::End { .. } => true,
            // A datagram may come twice, and a repetition after the answer to it.
            ServerText::Turn { .. } if self.latest == Some(*message) => false,
            ServerText::Turn { next, step, .. } if other(next) == self.seated.seat() => {
                let expected = self.game.position().side_to_move() == self.seated.seat();
                expected && self.missing != Some(step)
            }
            ServerText::Turn { next, .. } => {
                other(next) == self.game.position().side_to_move() || self.sent.is_some()
            }
        }
    }

    /// Handles a message and returns our step if it is our turn.
    fn handle(
        &mut self,
        message: ServerText,
        notices: &mut Notices<'_>,
    ) -> Result<Option<String>, DoorError> {
        let us = self.seated.seat();
        let next = match message {
            ServerText::Begin => {
                self.begun = true;
                Seat(0)
            }
            ServerText::Turn { next, step, present, points } => {
                let points = Some(points);
                self.latest = Some(message);
                self.missing = None;
                if other(next) != us
                    && let Some(own) = self.sent
                {
                    notices.add("the repetition of our step was lost; a present may be missing");
                    let (present, points) = (None, None);
                    let step = own;
                    self.follow(StepNews { step, present, points }, notices);
                    self.missing = Some(own);
                }
                let news = StepNews { step, present, points };
                self.follow(news, notices);
                next
            }
            ServerText::Side(_) | ServerText::End { .. } => return Ok(None),
        };
        if next != us {
            return Ok(None);
        }
        self.answer(notices).map(Some)
    }

    fn follow(&mut self, news: StepNews, notices: &mut Notices<'_>) {
        let events = self.game.follow(news, |doubt| notices.add(doubt));
        self.sent = None;
        self.seated.inform(&events, &self.game.view());
    }

    /// Our step. A player that fails is replaced by the first legal step: the protocol has no way to resign.
    fn answer(&mut self, notices: &mut Notices<'_>) -> Result<String, DoorError> {
        let view = self.game.view();
        if !matches!(view.turn(), Turn::Seat(_)) {
            return Err(DoorError::Protocol(format!(
                "we have no step at {}, and the server waits for one for ever; the points stand {} : {}",
                view.describe(),
                self.game.points()[0],
                self.game.points()[1]
            )));
        }
        let step = match self.seated.choose() {
            Ok(answer) => {
                if let Some(took) = answer.late {
                    notices.add(format!("our player took {:.1} s", took.as_secs_f64()));
                }
                answer.mv
            }
            Err(failure) => {
                notices.add(format!("our player failed: {}", failure.reason));
                first_step(&view)
            }
        };
        self.sent = Some(step);
        Ok(view.describe_move(step))
    }
}

fn first_step(position: &TucChess) -> Move {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves[0]
}

fn other(seat: Seat) -> Seat {
    Seat(1 - (seat.0 & 1))
}
