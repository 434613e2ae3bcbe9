//! Who plays on our server: clients that connect, then our own players, each with a number.

use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use crate::rules::{Dicewars, Seeds, StartDice};
use ludarium_arena::Player;
use ludarium_game::Seat;

use super::line::Line;
use super::message::{Request, Verb};
use ludarium_bridge::door::{DoorError, Notices, PlayerTerms, Seated};

/// What is played on our server, and by whom.
pub struct HostSetup {
    /// How many clients are waited for.
    pub clients: usize,
    /// Our own players, who come after the clients.
    pub ours: Vec<Ours>,
    /// Nicknames in the order of play. Without it players are numbered as they come, and the order is shuffled.
    pub order: Option<Vec<String>>,
    /// The seeds of the original.
    pub seeds: Seeds,
    /// The dice at the start.
    pub dice: StartDice,
    /// Whether illegal attacks are refused; the original fights them.
    pub validate: bool,
    /// How long a client may take for one decision, and how long we wait for clients.
    pub patience: Duration,
}

/// One of our own players.
pub struct Ours {
    /// Its nickname.
    pub nickname: String,
    /// Who plays.
    pub player: Box<dyn Player<Dicewars>>,
    /// Its clock, budget and seed.
    pub terms: PlayerTerms,
}

/// Who sits in a seat.
pub(super) enum Occupant {
    /// A client.
    Client(Line),
    /// One of ours.
    Ours(Box<Seated<Dicewars>>),
}

/// Somebody who has come, with nickname and number.
pub(super) struct Participant {
    pub(super) nickname: String,
    pub(super) seat: Seat,
    pub(super) occupant: Occupant,
}

/// A client has so long to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// How often the door is looked at.
const GLANCE: Duration = Duration::from_millis(5);
/// Longer nicknames are refused.
const LONGEST_NICKNAME: usize = 200;

/// Waits until everybody has come. The participants are in the order of their coming.
pub(super) fn gather(
    listener: &TcpListener,
    setup: &mut HostSetup,
    notices: &mut Notices<'_>,
) -> Result<Vec<Participant>, DoorError> {
    let doing = "wait for clients";
    listener
        .set_nonblocking(true)
        .map_err(DoorError::network(doing))?;
    let deadline = Instant::now() + setup.patience;
    let mut participants: Vec<Participant> = Vec::new();
    let ours: Vec<String> = setup
        .ours
        .iter()
        .map(|ours| ours.nickname.clone())
        .collect();
    while participants.len() < setup.clients {
        let Some((line, address)) = knock(listener, deadline)? else {
            return Err(DoorError::Silent(format!(
                "{} of {} clients came within {} s",
                participants.len(),
                setup.clients,
                setup.patience.as_secs_f64()
            )));
        };
        match welcome(line, &participants, &ours, setup.order.as_deref()) {
            Ok(participant) => participants.push(participant),
            Err(reason) => notices.add(format!("{address} was sent away: {reason}")),
        }
    }
    for ours in setup.ours.drain(..) {
        let (nickname, seat) = place(&ours.nickname, &participants, &[], setup.order.as_deref())
            .map_err(DoorError::Protocol)?;
        let seated = Seated::new(ours.player, seat, &ours.terms);
        participants.push(Participant {
            nickname,
            seat,
            occupant: Occupant::Ours(Box::new(seated)),
        });
    }
    Ok(participants)
}

/// Somebody at the door before the deadline.
fn knock(
    listener: &TcpListener,
    deadline: Instant,
) -> Result<Option<(Line, SocketAddr)>, DoorError> {
    let doing = "let a client in";
    loop {
        match listener.accept() {
            Ok((stream, address)) => {
                let blocking = stream.set_nonblocking(false);
                let line = blocking.and_then(|()| Line::new(stream));
                let line = line.map_err(DoorError::network(doing))?;
                return Ok(Some((line, address)));
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(DoorError::network(doing)(error)),
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        std::thread::sleep(GLANCE);
    }
}

/// Hears a client's introduction and gives it its number.
fn welcome(
    mut line: Line,
    participants: &[Participant],
    ours: &[String],
    order: Option<&[String]>,
) -> Result<Participant, String> {
    let hello: Request = line
        .bare(Instant::now() + INTRODUCTION)
        .map_err(|unheard| unheard.to_string())?;
    let nickname = match (hello.verb, hello.nickname) {
        (Verb::ClientDesc, Some(nickname)) if nickname.len() <= LONGEST_NICKNAME => nickname,
        (Verb::ClientDesc, Some(_)) => return Err("its nickname is too long".to_owned()),
        _ => return Err("it did not introduce itself with client_desc".to_owned()),
    };
    let (nickname, seat) = place(&nickname, participants, ours, order)?;
    Ok(Participant {
        nickname,
        seat,
        occupant: Occupant::Client(line),
    })
}

/// The nickname, made different from all others, and the number that goes with it. Names of `reserved` are left to
/// those who will come with them.
fn place(
    nickname: &str,
    participants: &[Participant],
    reserved: &[String],
    order: Option<&[String]>,
) -> Result<(String, Seat), String> {
    let clean: String = nickname
        .chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect();
    let taken = |name: &String| {
        participants
            .iter()
            .any(|participant| participant.nickname == *name)
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
