//! The players on our server: clients that connect, then our own players, each with a number.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use ludarium_arena::Player;
use ludarium_dicewars::rules::Dicewars;
use ludarium_game::Seat;

use crate::seeded_game::Seeds;

use super::connection::{Connection, ReceiveError};
use super::message::{ClientRequest, Verb};
use ludarium_bridge::door::{DoorError, Notices, PlayerTerms, SeatedPlayer};

/// What is played on our server, and by whom.
pub struct HostSetup {
    /// How many clients are waited for.
    pub clients: usize,
    /// Our own players, whose numbers come after the clients'.
    pub ours: Vec<Ours>,
    /// Nicknames in the order of play. Without it players are numbered as they come, and the order is shuffled.
    pub order: Option<Vec<String>>,
    /// The seeds of the original.
    pub seeds: Seeds,
    /// The variant, which decides the dice at the start.
    pub variant: &'static str,
    /// Whether illegal attacks are refused; the original fights them.
    pub validate: bool,
    /// How long a client may take for one decision, and how long we wait for clients.
    pub patience: Duration,
}

/// One of our own players.
pub struct Ours {
    /// Its nickname.
    pub nickname: String,
    /// The player.
    pub player: Box<dyn Player<Dicewars>>,
    /// Its clock, budget and seed.
    pub terms: PlayerTerms,
}

/// The player of a seat.
pub(super) enum Occupant {
    /// A client.
    Client(Connection),
    /// One of ours.
    Ours(Box<SeatedPlayer<Dicewars>>),
}

/// A player with nickname and number.
pub(super) struct HostedPlayer {
    pub(super) nickname: String,
    pub(super) seat: Seat,
    pub(super) occupant: Occupant,
}

/// How long a client may take to introduce itself.
const INTRODUCTION_TIME: Duration = Duration::from_secs(10);
/// How long each new client is polled before the next, and how often new connections are accepted.
const POLL_TIME: Duration = Duration::from_millis(2);
/// The most new clients at a time.
const MOST: usize = 64;
/// Longer nicknames are refused.
const LONGEST_NICKNAME: usize = 200;

/// Where clients are waited for, from game to game. All new clients are polled in turn, so that a silent one does
/// not keep others waiting.
pub struct Lobby<'a> {
    listener: &'a TcpListener,
    /// Clients that have not introduced themselves yet, in the order of arrival.
    new_clients: Vec<NewClient>,
}

struct NewClient {
    line: Connection,
    address: SocketAddr,
    /// When its time to introduce itself ends.
    until: Instant,
}

impl<'a> Lobby<'a> {
    /// A lobby at a listener.
    pub fn new(listener: &'a TcpListener) -> Result<Lobby<'a>, DoorError> {
        listener.set_nonblocking(true).map_err(DoorError::network("wait for clients"))?;
        Ok(Lobby { listener, new_clients: Vec::new() })
    }

    /// Waits for all clients. The participants are in the order in which they introduced themselves.
    pub(super) fn gather(
        &mut self,
        setup: &mut HostSetup,
        notices: &mut Notices<'_>,
    ) -> Result<Vec<HostedPlayer>, DoorError> {
        let deadline = Instant::now() + setup.patience;
        let mut participants: Vec<HostedPlayer> = Vec::new();
        let ours: Vec<String> = setup.ours.iter().map(|ours| ours.nickname.clone()).collect();
        while participants.len() < setup.clients {
            self.open(notices)?;
            let mut place = 0;
            while place < self.new_clients.len() && participants.len() < setup.clients {
                let Some(hello) = self.new_clients[place].poll() else {
                    place += 1;
                    continue;
                };
                let NewClient { line, address, .. } = self.new_clients.remove(place);
                let order = setup.order.as_deref();
                let admitted =
                    hello.and_then(|hello| admit(line, hello, &participants, &ours, order));
                match admitted {
                    Ok(participant) => participants.push(participant),
                    Err(reason) => notices.add(format!("{address} was sent away: {reason}")),
                }
            }
            if participants.len() < setup.clients && Instant::now() >= deadline {
                return Err(DoorError::Silent(format!(
                    "{} of {} clients came within {} s",
                    participants.len(),
                    setup.clients,
                    setup.patience.as_secs_f64()
                )));
            }
        }
        for ours in setup.ours.drain(..) {
            let (nickname, seat) =
                place(&ours.nickname, &participants, &[], setup.order.as_deref())
                    .map_err(DoorError::Protocol)?;
            let seated = SeatedPlayer::new(ours.player, seat, &ours.terms);
            participants.push(HostedPlayer {
                nickname,
                seat,
                occupant: Occupant::Ours(Box::new(seated)),
            });
        }
        Ok(participants)
    }

    /// Accepts all new connections. If too many clients are silent, the oldest one is dropped.
    fn open(&mut self, notices: &mut Notices<'_>) -> Result<(), DoorError> {
        let doing = "let a client in";
        for _ in 0..MOST {
            let (stream, address) = match self.listener.accept() {
                Ok(accepted) => accepted,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // Without new clients there is nothing else to wait for.
                    if self.new_clients.is_empty() {
                        std::thread::sleep(POLL_TIME);
                    }
                    return Ok(());
                }
                // The client was gone before it was accepted.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(DoorError::network(doing)(error)),
            };
            let line = stream.set_nonblocking(false).and_then(|()| Connection::new(stream));
            let Ok(line) = line else {
                continue;
            };
            if self.new_clients.len() == MOST {
                let gone = self.new_clients.remove(0).address;
                notices.add(format!("{gone} was sent away: silence, and others came"));
            }
            self.new_clients.push(NewClient {
                line,
                address,
                until: Instant::now() + INTRODUCTION_TIME,
            });
        }
        Ok(())
    }
}

impl NewClient {
    /// Its introduction, or why it is rejected; `None` while there is still time.
    fn poll(&mut self) -> Option<Result<ClientRequest, String>> {
        match self.line.bare(Instant::now() + POLL_TIME) {
            Err(ReceiveError::Silence) if Instant::now() < self.until => None,
            heard => Some(heard.map_err(|unheard| unheard.to_string())),
        }
    }
}

/// Reads a client's introduction and gives the client its number.
fn admit(
    line: Connection,
    hello: ClientRequest,
    participants: &[HostedPlayer],
    ours: &[String],
    order: Option<&[String]>,
) -> Result<HostedPlayer, String> {
    let nickname = match (hello.verb, hello.nickname) {
        (Verb::ClientDesc, Some(nickname)) if nickname.len() <= LONGEST_NICKNAME => nickname,
        (Verb::ClientDesc, Some(_)) => return Err("its nickname is too long".to_owned()),
        _ => return Err("it did not introduce itself with client_desc".to_owned()),
    };
    let (nickname, seat) = place(&nickname, participants, ours, order)?;
    Ok(HostedPlayer { nickname, seat, occupant: Occupant::Client(line) })
}

/// The nickname, made different from all others, and the number that goes with it. Names in `reserved` are kept for
/// our own players.
fn place(
    nickname: &str,
    participants: &[HostedPlayer],
    reserved: &[String],
    order: Option<&[String]>,
) -> Result<(String, Seat), String> {
    let clean: String = nickname.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let taken = |name: &String| {
        participants.iter().any(|participant| participant.nickname == *name)
            || reserved.contains(name)
    };
    let mut name = clean.clone();
    for count in 2.. {
        if !taken(&name) {
            break;
        }
        name = format!("{clean} #{count}");
    }
    let Some(order) = order else {
        return Ok((name, Seat(participants.len() as u8)));
    };
    match order.iter().position(|listed| *listed == name) {
        Some(place) => Ok((name, Seat(place as u8))),
        None => Err(format!("`{name}` is not in the order of play")),
    }
}
