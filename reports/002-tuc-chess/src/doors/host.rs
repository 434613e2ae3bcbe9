//! A host: the original clients, or one of them and our player, on our server.
//!
//! The original stops without a message after a step that is too long, illegal or from the wrong side. It waits
//! without end for a side without a step or a lost datagram. This host says why, ends the game with `GE` and the
//! current points, so that the clients leave, and the side at fault has lost.

use std::collections::VecDeque;
use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use crate::doors::ServerText;
use ludarium_game::{Dice, Scores, Seat, Tabletop};
use ludarium_tuc_chess::rules::{Move, Rules, TucChess};
use serde::Serialize;

use super::datagram::{LARGEST, quoted, read_name, receive_before};
use super::live::ServedGame;
use super::places::{NamedClient, SideClaim, SideClaims};
use super::side;
use ludarium_bridge::door::{DoorError, Notices, SeatedPlayer};

/// The times of a hosted game.
#[derive(Clone, Copy, Debug)]
pub struct GameTimes {
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

impl Default for GameTimes {
    /// The times of the course in 2021.
    fn default() -> GameTimes {
        GameTimes {
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
    pub seated: SeatedPlayer<TucChess>,
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

/// Waits for players on `socket` and plays one game.
pub fn host(
    socket: &UdpSocket,
    rules: &Rules,
    limits: &GameTimes,
    ours: Option<OurSeat>,
    luck: Box<dyn Dice<TucChess>>,
    notices: &mut Notices<'_>,
) -> Result<Hosted, DoorError> {
    let began = Instant::now();
    let mut ours = ours;
    let places =
        [Seat(0), Seat(1)].map(|seat| match ours.take_if(|ours| ours.seated.seat() == seat) {
            Some(ours) => SideClaim::Ours(ours.name, Box::new(ours.seated)),
            None => SideClaim::Open(VecDeque::new()),
        });
    let mut session =
        HostedSession { socket, limits, places: SideClaims::new(places), told: Vec::new() };
    while let Some(seat) = session.places.empty() {
        session.await_client(seat, notices)?;
    }
    session.count_down(notices)?;
    let mut game = ServedGame::new(rules, luck);
    session.inform(&[], game.position());
    session.tell(ServerText::Begin, notices);
    let (scores, ending) = session.play_game(&mut game, began, notices);
    while let Some(client) = session.places.next_waiting() {
        session.send_away(&client, game.points(), notices);
    }
    Ok(Hosted {
        players: [Seat(0), Seat(1)].map(|seat| session.places.name(seat)),
        points: game.points(),
        scores: [scores.of(Seat(0)).0, scores.of(Seat(1)).0],
        ending,
        events: game.events().to_vec(),
        position: game.position().describe(),
        notices: notices.take(),
    })
}

/// The players and how to reach them.
struct HostedSession<'a> {
    socket: &'a UdpSocket,
    limits: &'a GameTimes,
    places: SideClaims,
    /// What everybody was told, for those who come later.
    told: Vec<ServerText>,
}

impl HostedSession<'_> {
    /// Waits for a client for a side that has none. Its first datagram is its name.
    fn await_client(&mut self, seat: Seat, notices: &mut Notices<'_>) -> Result<(), DoorError> {
        let deadline = Instant::now() + self.limits.patience;
        while self.places.clients(seat).next().is_none() {
            let Some((bytes, address)) = self.receive(deadline)? else {
                let seconds = self.limits.patience.as_secs_f64();
                return Err(DoorError::Silent(format!(
                    "no client came for {} within {seconds} s",
                    side(seat)
                )));
            };
            match self.places.seat_of(address) {
                Some(known) => self.repeat_side(known, address, notices),
                None => self.admit(newcomer(&bytes, address), notices),
            }
        }
        Ok(())
    }

    /// Lets the time before the beginning go by. A client that comes now has to wait.
    fn count_down(&mut self, notices: &mut Notices<'_>) -> Result<(), DoorError> {
        let end = Instant::now() + self.limits.countdown;
        while let Some((bytes, address)) = self.receive(end)? {
            match self.places.seat_of(address) {
                Some(known) => self.repeat_side(known, address, notices),
                None => self.put_in_line(newcomer(&bytes, address), notices),
            }
        }
        Ok(())
    }

    /// The original would give it the second side as well, and the answer may have been lost.
    fn repeat_side(&self, seat: Seat, address: SocketAddr, notices: &mut Notices<'_>) {
        notices.add(format!("{} gave its name twice", self.places.title(seat)));
        self.send(address, ServerText::Side(seat), notices);
    }

    fn put_in_line(&mut self, client: NamedClient, notices: &mut Notices<'_>) {
        notices.add(format!("{} waits for a place", client.name));
        if let Some(gone) = self.places.wait(client) {
            self.send_away(&gone, [0; 2], notices);
        }
    }

    /// Lets a client try for an open side, and tells it all that it missed.
    fn admit(&mut self, client: NamedClient, notices: &mut Notices<'_>) {
        let address = client.address;
        let Some((seat, gone)) = self.places.admit(client) else {
            return;
        };
        self.send(address, ServerText::Side(seat), notices);
        for message in &self.told {
            self.send(address, *message, notices);
        }
        if let Some(gone) = gone {
            self.send_away(&gone, [0; 2], notices);
        }
    }

    /// Lets everybody in who waits.
    fn admit_all(&mut self, notices: &mut Notices<'_>) {
        while let Some(client) = self.places.next_waiting() {
            let since = Instant::now();
            self.admit(NamedClient { since, ..client }, notices);
        }
    }

    /// Tells a client without a place that this game is over for it.
    fn send_away(&self, client: &NamedClient, points: [u32; 2], notices: &mut Notices<'_>) {
        self.send(client.address, ServerText::End { points }, notices);
    }

    /// Plays to the end: the result and the reason.
    fn play_game(
        &mut self,
        game: &mut ServedGame,
        began: Instant,
        notices: &mut Notices<'_>,
    ) -> (Scores, String) {
        while let Some(seat) = game.to_move() {
            let step = match self.ask(seat, game, notices) {
                Ok(step) => step,
                Err(reason) => {
                    let reason = format!("{} lost: {reason}", self.places.title(seat));
                    notices.add(reason.clone());
                    let points = game.points();
                    self.tell(ServerText::End { points }, notices);
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
        game: &ServedGame,
        notices: &mut Notices<'_>,
    ) -> Result<Move, String> {
        let asked = Instant::now();
        let step = match self.places.of_mut(seat) {
            SideClaim::Ours(_, seated) => seated.choose().map_err(|failure| failure.reason)?.mv,
            SideClaim::Open(_) => self.first_step(seat, game, asked, notices)?,
            SideClaim::Taken(_) => self.receive_step(seat, game, asked, notices)?,
        };
        let since = self.places.clients(seat).next().map(|client| client.since);
        let took = since.map_or(asked, |since| since.max(asked)).elapsed();
        if took > self.limits.step {
            let late = format!("a step after {:.1} s", took.as_secs_f64());
            if self.limits.strict {
                return Err(late);
            }
            notices.add(format!("{}: {late}", self.places.title(seat)));
        }
        Ok(step)
    }

    /// The first legal step for a side, and with it the client who has the seat from now on. Those who wait are let in
    /// when the side has nobody left, or nobody who made a step in time.
    fn first_step(
        &mut self,
        seat: Seat,
        game: &ServedGame,
        asked: Instant,
        notices: &mut Notices<'_>,
    ) -> Result<Move, String> {
        let deadline = asked + self.limits.patience;
        let in_time = deadline.min(asked + self.limits.step);
        loop {
            let free = Instant::now() >= in_time || self.places.clients(seat).next().is_none();
            if free {
                self.admit_all(notices);
            }
            let until = if free { deadline } else { in_time };
            let Some((bytes, address)) = self.await_step(until, deadline)? else {
                continue;
            };
            let sender = self.places.seat_of(address);
            if sender.is_none() {
                if free {
                    self.admit(newcomer(&bytes, address), notices)
                } else {
                    self.put_in_line(newcomer(&bytes, address), notices)
                }
                continue;
            }
            if sender != Some(seat) {
                self.ignore(&bytes, address, notices);
                continue;
            }
            match game.read(&bytes) {
                Ok(step) => {
                    for client in self.places.take(seat, address) {
                        self.send_away(&client, game.points(), notices);
                    }
                    return Ok(step);
                }
                Err(error) => {
                    if let Some(client) = self.places.dismiss(seat, address) {
                        notices.add(format!(
                            "{} made no step and leaves {}: {}: {error}",
                            client.name,
                            side(seat),
                            quoted(&bytes)
                        ));
                        self.send_away(&client, game.points(), notices);
                    }
                }
            }
        }
    }

    /// The step that the client in a seat sends. Datagrams from other addresses are ignored, unless the other side still
    /// looks for somebody.
    fn receive_step(
        &mut self,
        seat: Seat,
        game: &ServedGame,
        asked: Instant,
        notices: &mut Notices<'_>,
    ) -> Result<Move, String> {
        let deadline = asked + self.limits.patience;
        let other_is_open = self.places.is_open(Seat(1 - seat.0));
        loop {
            let Some((bytes, address)) = self.await_step(deadline, deadline)? else {
                continue;
            };
            match self.places.seat_of(address) {
                Some(sender) if sender == seat => {
                    return game
                        .read(&bytes)
                        .map_err(|error| format!("{}: {error}", quoted(&bytes)));
                }
                None if other_is_open => self.put_in_line(newcomer(&bytes, address), notices),
                _ => self.ignore(&bytes, address, notices),
            }
        }
    }

    /// What came, or nothing until a moment; nothing until the deadline is the end.
    fn await_step(
        &self,
        until: Instant,
        deadline: Instant,
    ) -> Result<Option<(Vec<u8>, SocketAddr)>, String> {
        let received = self.receive(until).map_err(|error| error.to_string())?;
        if received.is_none() && Instant::now() >= deadline {
            let seconds = self.limits.patience.as_secs_f64();
            return Err(format!("no step within {seconds} s, or it was lost"));
        }
        Ok(received)
    }

    fn ignore(&self, bytes: &[u8], address: SocketAddr, notices: &mut Notices<'_>) {
        notices.add(match self.places.seat_of(address) {
            Some(sender) => format!(
                "ignored {} from {}, whose turn it is not",
                quoted(bytes),
                self.places.title(sender)
            ),
            None => format!("ignored {} from {address}", quoted(bytes)),
        });
    }

    fn receive(&self, deadline: Instant) -> Result<Option<(Vec<u8>, SocketAddr)>, DoorError> {
        let mut buffer = [0; LARGEST];
        let received = receive_before(self.socket, deadline, || self.socket.recv_from(&mut buffer));
        let received = received?.transpose();
        let received = received.map_err(DoorError::network("receive from the clients"))?;
        Ok(received.map(|(length, address)| (buffer[..length].to_vec(), address)))
    }

    /// Sends a message to White, then to Black.
    fn tell(&mut self, message: ServerText, notices: &mut Notices<'_>) {
        for seat in Seat::all(2) {
            for client in self.places.clients(seat) {
                self.send(client.address, message, notices);
            }
        }
        self.told.push(message);
    }

    fn send(&self, address: SocketAddr, message: ServerText, notices: &mut Notices<'_>) {
        if let Err(error) = self.socket.send_to(message.to_string().as_bytes(), address) {
            notices.add(format!("cannot send to {address}: {error}"));
        }
    }

    fn inform(&mut self, events: &[Move], now: &TucChess) {
        for seat in Seat::all(2) {
            if let SideClaim::Ours(_, seated) = self.places.of_mut(seat) {
                seated.inform(events, now);
            }
        }
    }
}

/// The sender of a first datagram: its name.
fn newcomer(bytes: &[u8], address: SocketAddr) -> NamedClient {
    NamedClient { name: read_name(bytes), address, since: Instant::now() }
}
