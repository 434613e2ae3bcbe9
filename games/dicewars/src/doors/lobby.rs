//! Who plays at our table: clients that come in by the door, then our own players, each with a number.

use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use crate::rules::{Dicewars, Seeds, StartDice};
use ludarium_arena::Player;
use ludarium_game::Seat;

use super::line::Line;
use super::message::{Request, Verb};
use ludarium_bridge::door::{DoorError, Manner, Notices, Seated};

/// What is played at our table, and by whom.
pub struct House {
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
    /// How long a client may take for one decision, and how long the table waits for clients.
    pub patience: Duration,
}

/// One of our own players.
pub struct Ours {
    /// Its nickname.
    pub nickname: String,
    /// Who plays.
    pub player: Box<dyn Player<Dicewars>>,
    /// How it plays.
    pub manner: Manner,
}

/// Who sits in a seat.
pub(super) enum Sitting {
    /// A client.
    Client(Line),
    /// One of ours.
    Ours(Box<Seated<Dicewars>>),
}

/// Somebody who has come, with nickname and number.
pub(super) struct Guest {
    pub(super) nickname: String,
    pub(super) seat: Seat,
    pub(super) sitting: Sitting,
}

/// A client has so long to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// How often the door is looked at.
const GLANCE: Duration = Duration::from_millis(5);
/// Longer nicknames are refused.
const LONGEST_NICKNAME: usize = 200;

/// Waits until everybody has come. The guests are in the order of their coming.
pub(super) fn gather(
    listener: &TcpListener,
    house: &mut House,
    notices: &mut Notices<'_>,
) -> Result<Vec<Guest>, DoorError> {
    let doing = "wait for clients";
    listener
        .set_nonblocking(true)
        .map_err(DoorError::network(doing))?;
    let deadline = Instant::now() + house.patience;
    let mut guests: Vec<Guest> = Vec::new();
    let ours: Vec<String> = house
        .ours
        .iter()
        .map(|ours| ours.nickname.clone())
        .collect();
    while guests.len() < house.clients {
        let Some((line, address)) = knock(listener, deadline)? else {
            return Err(DoorError::Silent(format!(
                "{} of {} clients came within {} s",
                guests.len(),
                house.clients,
                house.patience.as_secs_f64()
            )));
        };
        match welcome(line, &guests, &ours, house.order.as_deref()) {
            Ok(guest) => guests.push(guest),
            Err(reason) => notices.add(format!("{address} was sent away: {reason}")),
        }
    }
    for ours in house.ours.drain(..) {
        let (nickname, seat) = place(&ours.nickname, &guests, &[], house.order.as_deref())
            .map_err(DoorError::Protocol)?;
        let seated = Seated::new(ours.player, seat, &ours.manner);
        guests.push(Guest {
            nickname,
            seat,
            sitting: Sitting::Ours(Box::new(seated)),
        });
    }
    Ok(guests)
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
    guests: &[Guest],
    ours: &[String],
    order: Option<&[String]>,
) -> Result<Guest, String> {
    let hello: Request = line
        .bare(Instant::now() + INTRODUCTION)
        .map_err(|unheard| unheard.to_string())?;
    let nickname = match (hello.verb, hello.nickname) {
        (Verb::ClientDesc, Some(nickname)) if nickname.len() <= LONGEST_NICKNAME => nickname,
        (Verb::ClientDesc, Some(_)) => return Err("its nickname is too long".to_owned()),
        _ => return Err("it did not introduce itself with client_desc".to_owned()),
    };
    let (nickname, seat) = place(&nickname, guests, ours, order)?;
    Ok(Guest {
        nickname,
        seat,
        sitting: Sitting::Client(line),
    })
}

/// The nickname, made different from all others, and the number that goes with it. Names of `reserved` are left to
/// those who will come with them.
fn place(
    nickname: &str,
    guests: &[Guest],
    reserved: &[String],
    order: Option<&[String]>,
) -> Result<(String, Seat), String> {
    let clean: String = nickname
        .chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect();
    let taken = |name: &String| {
        guests.iter().any(|guest| guest.nickname == *name) || reserved.contains(name)
    };
    let mut name = clean.clone();
    for count in 2.. {
        if !taken(&name) {
            break;
        }
        name = format!("{clean} #{count}");
    }
    let Some(order) = order else {
        return Ok((name, Seat(guests.len() as u8)));
    };
    match order.iter().position(|listed| *listed == name) {
        Some(place) => Ok((name, Seat(place as u8))),
        None => Err(format!("`{name}` is not in the order of play")),
    }
}
