//! A host: the original clients, or one of them and our player, on our server.
//!
//! The original stops without a message after a step that is too long, illegal or from the wrong side. It waits
//! without end for a side without a step or a lost datagram. This host says why, ends the game with `GE` and the
//! current points, so that the clients leave, and the side at fault has lost.

use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use crate::rules::wire::Message;
use crate::rules::{Move, Rules, TucChess};
use ludarium_game::{Dice, Scores, Seat, Tabletop};
use serde::Serialize;

use super::datagram::{LARGEST, quoted, read_name, receive_before};
use super::live::LiveGame;
use super::side;
use ludarium_bridge::door::{DoorError, Notices, Seated};

/// The times of a hosted game.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Between the arrival of the second player and the beginning.
    pub countdown: Duration,
    /// For the whole game, from the moment when the host begins to wait for players; checked after each step.
    pub game: Duration,
    /// For a step.
    pub step: Duration,
    /// Whether a late step loses the game; otherwise it is only noticed.
    pub strict: bool,
    /// How long a player may be silent, before the game and at a step.
    pub patience: Duration,
}

impl Default for Limits {
    /// The times of the course in 2021.
    fn default() -> Limits {
        Limits {
            countdown: Duration::from_secs(3),
            game: Duration::from_secs(14 * 60),
            step: Duration::from_secs(6),
            strict: false,
            patience: Duration::from_secs(120),
        }
    }
}

/// Our player on our own server.
pub struct OurSeat {
    /// The name that is recorded.
    pub name: String,
    /// The player.
    pub seated: Seated<TucChess>,
}

/// A hosted game.
#[derive(Clone, Debug, Serialize)]
pub struct Hosted {
    /// The names of White and Black.
    pub players: [String; 2],
    /// The points of White and Black.
    pub points: [u32; 2],
    /// The shares of White and Black: by points, or the side at fault has lost.
    pub scores: [f32; 2],
    /// Why the game ended.
    pub ending: String,
    /// All steps and outcomes, in the game's notation.
    pub events: Vec<String>,
    /// The last position.
    pub position: String,
    /// What was unusual.
    pub notices: Vec<String>,
}

/// Who plays a seat.
enum Occupant {
    Client(SocketAddr),
    Ours(Box<Seated<TucChess>>),
}

/// Waits for players on `socket` and plays one game.
pub fn host(
    socket: &UdpSocket,
    rules: &Rules,
    limits: &Limits,
    ours: Option<OurSeat>,
    luck: Box<dyn Dice<TucChess>>,
    notices: &mut Notices<'_>,
) -> Result<Hosted, DoorError> {
    let began = Instant::now();
    let mut session = Session {
        socket,
        limits,
        players: Vec::new(),
    };
    let mut ours = ours;
    for seat in Seat::all(2) {
        match ours.take_if(|ours| ours.seated.seat() == seat) {
            Some(ours) => session
                .players
                .push((ours.name, Occupant::Ours(Box::new(ours.seated)))),
            None => session.admit(seat, notices)?,
        }
    }
    std::thread::sleep(limits.countdown);
    let mut game = LiveGame::new(rules, luck);
    session.inform(&[], game.position());
    session.tell(Message::Begin, notices);
    let (scores, ending) = session.play_game(&mut game, began, notices);
    let name = |seat: usize| session.players[seat].0.clone();
    Ok(Hosted {
        players: [name(0), name(1)],
        points: game.points(),
        scores: [scores.of(Seat(0)).0, scores.of(Seat(1)).0],
        ending,
        events: game.events().to_vec(),
        position: game.position().describe(),
        notices: notices.take(),
    })
}

/// The players and how to reach them.
struct Session<'a> {
    socket: &'a UdpSocket,
    limits: &'a Limits,
    players: Vec<(String, Occupant)>,
}

impl Session<'_> {
    /// Waits for a client, whose first datagram is its name, and tells it its side.
    fn admit(&mut self, seat: Seat, notices: &mut Notices<'_>) -> Result<(), DoorError> {
        let deadline = Instant::now() + self.limits.patience;
        while let Some((bytes, address)) = self.receive(deadline)? {
            if let Some(seat) = self.seat_of(address) {
                // The original would give it the second side as well, and the answer may have been lost.
                notices.add(format!("{} gave its name twice", self.name(seat)));
                self.send(seat, Message::Side(seat), notices);
                continue;
            }
            self.players
                .push((read_name(&bytes), Occupant::Client(address)));
            self.send(seat, Message::Side(seat), notices);
            return Ok(());
        }
        let seconds = self.limits.patience.as_secs_f64();
        Err(DoorError::Silent(format!(
            "no client came for {} within {seconds} s",
            side(seat)
        )))
    }

    /// Plays to the end: the result and the reason.
    fn play_game(
        &mut self,
        game: &mut LiveGame,
        began: Instant,
        notices: &mut Notices<'_>,
    ) -> (Scores, String) {
        while let Some(seat) = game.to_move() {
            let step = match self.ask(seat, game, notices) {
                Ok(step) => step,
                Err(reason) => {
                    let reason = format!("{} lost: {reason}", self.name(seat));
                    notices.add(reason.clone());
                    let points = game.points();
                    self.tell(Message::End { points }, notices);
                    return (Scores::win(Seat(1 - seat.0)), reason);
                }
            };
            let time_over = began.elapsed() > self.limits.game;
            let (message, events) = game.play(step, time_over);
            self.inform(&events, game.position());
            if game.position().ending() == "stalemate" {
                notices.add("the side to move has no step; the standing points decide");
            }
            self.tell(message, notices);
            if time_over && game.to_move().is_some() {
                return (game.standing(), "time for the game is over".to_owned());
            }
        }
        (game.standing(), game.position().ending().to_owned())
    }

    /// The step of the seat to move, or why there is none.
    fn ask(
        &mut self,
        seat: Seat,
        game: &LiveGame,
        notices: &mut Notices<'_>,
    ) -> Result<Move, String> {
        let asked = Instant::now();
        let step = match &mut self.players[seat.index()].1 {
            Occupant::Ours(seated) => seated.choose().map_err(|failure| failure.reason)?.mv,
            Occupant::Client(_) => self.receive_step(seat, game, asked, notices)?,
        };
        let took = asked.elapsed();
        if took > self.limits.step {
            let late = format!("a step after {:.1} s", took.as_secs_f64());
            if self.limits.strict {
                return Err(late);
            }
            notices.add(format!("{}: {late}", self.name(seat)));
        }
        Ok(step)
    }

    /// The step that a client sends. Datagrams from other addresses are ignored.
    fn receive_step(
        &self,
        seat: Seat,
        game: &LiveGame,
        asked: Instant,
        notices: &mut Notices<'_>,
    ) -> Result<Move, String> {
        let deadline = asked + self.limits.patience;
        loop {
            let received = self.receive(deadline).map_err(|error| error.to_string())?;
            let Some((bytes, address)) = received else {
                let seconds = self.limits.patience.as_secs_f64();
                return Err(format!("no step within {seconds} s, or it was lost"));
            };
            match self.seat_of(address) {
                Some(sender) if sender == seat => {
                    return game
                        .read(&bytes)
                        .map_err(|error| format!("{}: {error}", quoted(&bytes)));
                }
                Some(sender) => notices.add(format!(
                    "ignored {} from {}, whose turn it is not",
                    quoted(&bytes),
                    self.name(sender)
                )),
                None => notices.add(format!("ignored {} from {address}", quoted(&bytes))),
            }
        }
    }

    fn receive(&self, deadline: Instant) -> Result<Option<(Vec<u8>, SocketAddr)>, DoorError> {
        let mut buffer = [0; LARGEST];
        let received = receive_before(self.socket, deadline, || self.socket.recv_from(&mut buffer));
        let received = received?.transpose();
        let received = received.map_err(DoorError::network("receive from the clients"))?;
        Ok(received.map(|(length, address)| (buffer[..length].to_vec(), address)))
    }

    fn seat_of(&self, address: SocketAddr) -> Option<Seat> {
        let mut seats = self.players.iter().zip(Seat::all(2));
        seats.find_map(|((_, occupant), seat)| match occupant {
            Occupant::Client(known) => (*known == address).then_some(seat),
            Occupant::Ours(_) => None,
        })
    }

    fn name(&self, seat: Seat) -> String {
        format!("{} ({})", self.players[seat.index()].0, side(seat))
    }

    /// Sends a message to White, then to Black.
    fn tell(&self, message: Message, notices: &mut Notices<'_>) {
        Seat::all(2).for_each(|seat| self.send(seat, message, notices));
    }

    fn send(&self, seat: Seat, message: Message, notices: &mut Notices<'_>) {
        let Some((_, Occupant::Client(address))) = self.players.get(seat.index()) else {
            return;
        };
        if let Err(error) = self.socket.send_to(message.to_string().as_bytes(), address) {
            notices.add(format!("cannot send to {}: {error}", self.name(seat)));
        }
    }

    fn inform(&mut self, events: &[Move], now: &TucChess) {
        for (_, occupant) in &mut self.players {
            if let Occupant::Ours(seated) = occupant {
                seated.inform(events, now);
            }
        }
    }
}
