//! The players of the two sides, and those who would like to play.
//!
//! A name is all that a client sends before its first step, and anybody can send one. So a name alone holds no seat:
//! the first to come are told their sides, as the original does it, but a seat belongs to the first who makes a legal
//! step. Where nobody makes one in the time of a step, all who wait for a place are let in.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Instant;

use ludarium_bridge::door::SeatedPlayer;
use ludarium_game::Seat;

use super::side;
use ludarium_tuc_chess::rules::TucChess;

/// With more clients than this the oldest has to leave.
pub const MOST_WAITING: usize = 1024;

/// Somebody who sent a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedClient {
    /// The name.
    pub name: String,
    /// Where it came from.
    pub address: SocketAddr,
    /// Since when it can know what it was told last.
    pub since: Instant,
}

/// The player of a side.
pub enum SideClaim {
    /// Nobody yet: these were told that they do, and none has made a step.
    Open(VecDeque<NamedClient>),
    /// A client that has made a step.
    Taken(NamedClient),
    /// Our player, under a name.
    Ours(String, Box<SeatedPlayer<TucChess>>),
}

/// Both sides, and those who wait.
pub struct SideClaims {
    places: [SideClaim; 2],
    waiting: VecDeque<NamedClient>,
}

impl SideClaims {
    /// Both places, all open that are not ours.
    pub fn new(places: [SideClaim; 2]) -> SideClaims {
        let waiting = VecDeque::new();
        SideClaims { places, waiting }
    }

    /// The player of a side.
    pub fn of(&self, seat: Seat) -> &SideClaim {
        &self.places[seat.index() & 1]
    }

    /// The player of a side, to be asked.
    pub fn of_mut(&mut self, seat: Seat) -> &mut SideClaim {
        &mut self.places[seat.index() & 1]
    }

    /// Whether nobody has made a step for this side.
    pub fn is_open(&self, seat: Seat) -> bool {
        matches!(self.of(seat), SideClaim::Open(_))
    }

    /// The side that has nobody at all.
    pub fn empty(&self) -> Option<Seat> {
        let nobody =
            |seat: &Seat| matches!(self.of(*seat), SideClaim::Open(clients) if clients.is_empty());
        Seat::all(2).find(nobody)
    }

    /// The side of the client that sends from this address.
    pub fn seat_of(&self, address: SocketAddr) -> Option<Seat> {
        let sends = |seat: &Seat| self.clients(*seat).any(|client| client.address == address);
        Seat::all(2).find(sends)
    }

    /// The clients that hear what this side is told.
    pub fn clients(&self, seat: Seat) -> impl Iterator<Item = &NamedClient> {
        let (many, one) = match self.of(seat) {
            SideClaim::Open(clients) => (Some(clients), None),
            SideClaim::Taken(client) => (None, Some(client)),
            SideClaim::Ours(..) => (None, None),
        };
        many.into_iter().flatten().chain(one)
    }

    /// The name of a side, as it is recorded.
    pub fn name(&self, seat: Seat) -> String {
        match self.of(seat) {
            SideClaim::Ours(name, _) => name.clone(),
            _ => self
                .clients(seat)
                .next()
                .map_or_else(|| "nobody".to_owned(), |client| client.name.clone()),
        }
    }

    /// The name of a side with the side.
    pub fn title(&self, seat: Seat) -> String {
        format!("{} ({})", self.name(seat), side(seat))
    }

    /// Puts a client on the waiting list, and returns the one that has to leave it.
    pub fn wait(&mut self, client: NamedClient) -> Option<NamedClient> {
        if self.waiting.iter().any(|one| one.address == client.address) {
            return None;
        }
        self.waiting.push_back(client);
        first_of_too_many(&mut self.waiting)
    }

    /// Lets a client try for the open side that has fewer: the side, and the client that has to leave it.
    pub fn admit(&mut self, client: NamedClient) -> Option<(Seat, Option<NamedClient>)> {
        let open = Seat::all(2).filter(|seat| self.is_open(*seat));
        let seat = open.min_by_key(|seat| self.clients(*seat).count())?;
        let SideClaim::Open(clients) = self.of_mut(seat) else {
            return None;
        };
        clients.push_back(client);
        Some((seat, first_of_too_many(clients)))
    }

    /// The client that has waited longest.
    pub fn next_waiting(&mut self) -> Option<NamedClient> {
        self.waiting.pop_front()
    }

    /// Gives a side to the client at an address, and gives the others who tried for it. When no side is open any more,
    /// those who wait are among them.
    pub fn take(&mut self, seat: Seat, address: SocketAddr) -> Vec<NamedClient> {
        let SideClaim::Open(clients) = self.of_mut(seat) else {
            return Vec::new();
        };
        let Some(place) = clients.iter().position(|one| one.address == address) else {
            return Vec::new();
        };
        let mut left: Vec<NamedClient> = std::mem::take(clients).into();
        let client = left.remove(place);
        *self.of_mut(seat) = SideClaim::Taken(client);
        if !Seat::all(2).any(|seat| self.is_open(seat)) {
            left.extend(self.waiting.drain(..));
        }
        left
    }

    /// Takes the client at an address out of an open side.
    pub fn dismiss(&mut self, seat: Seat, address: SocketAddr) -> Option<NamedClient> {
        let SideClaim::Open(clients) = self.of_mut(seat) else {
            return None;
        };
        let place = clients.iter().position(|one| one.address == address)?;
        clients.remove(place)
    }
}

fn first_of_too_many(clients: &mut VecDeque<NamedClient>) -> Option<NamedClient> {
    (clients.len() > MOST_WAITING).then(|| clients.pop_front())?
}
