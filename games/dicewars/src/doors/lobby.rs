//! Who plays on our server: clients that connect, then our own players, each with a number.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use crate::rules::{Dicewars, Seeds, StartDice};
use ludarium_arena::Player;
use ludarium_game::Seat;

use super::line::{Line, Unheard};
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
/// How long one of those who knock is listened to before the next, and how often the door is looked at.
const GLANCE: Duration = Duration::from_millis(2);
/// So many are listened to at once.
const MOST: usize = 64;
/// Longer nicknames are refused.
const LONGEST_NICKNAME: usize = 200;

/// Where clients are waited for, from game to game. All that knock are listened to at once, so that nobody who says
/// nothing keeps others waiting.
pub struct Lobby<'a> {
    listener: &'a TcpListener,
    /// Those who have not said who they are, in the order of their coming.
    knocking: Vec<Knocking>,
}

struct Knocking {
    line: Line,
    address: SocketAddr,
    /// Until then it is listened to.
    until: Instant,
}

impl<'a> Lobby<'a> {
    /// A lobby at a listener.
    pub fn new(listener: &'a TcpListener) -> Result<Lobby<'a>, DoorError> {
        listener
            .set_nonblocking(true)
            .map_err(DoorError::network("wait for clients"))?;
        Ok(Lobby {
            listener,
            knocking: Vec::new(),
        })
    }

    /// Waits until everybody has come. The participants are in the order in which they said who they are.
    pub(super) fn gather(
        &mut self,
        setup: &mut HostSetup,
        notices: &mut Notices<'_>,
    ) -> Result<Vec<Participant>, DoorError> {
        let deadline = Instant::now() + setup.patience;
        let mut participants: Vec<Participant> = Vec::new();
        let ours: Vec<String> = setup
            .ours
            .iter()
            .map(|ours| ours.nickname.clone())
            .collect();
        while participants.len() < setup.clients {
            self.open(notices)?;
            let mut place = 0;
            while place < self.knocking.len() && participants.len() < setup.clients {
                let Some(hello) = self.knocking[place].hear() else {
                    place += 1;
                    continue;
                };
                let Knocking { line, address, .. } = self.knocking.remove(place);
                let order = setup.order.as_deref();
                let welcome =
                    hello.and_then(|hello| welcome(line, hello, &participants, &ours, order));
                match welcome {
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
            let seated = Seated::new(ours.player, seat, &ours.terms);
            participants.push(Participant {
                nickname,
                seat,
                occupant: Occupant::Ours(Box::new(seated)),
            });
        }
        Ok(participants)
    }

    /// Lets in all who stand at the door. Where too many are silent, the one that came first goes.
    fn open(&mut self, notices: &mut Notices<'_>) -> Result<(), DoorError> {
        let doing = "let a client in";
        for _ in 0..MOST {
            let (stream, address) = match self.listener.accept() {
                Ok(accepted) => accepted,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // With nobody to listen to there is nothing else to wait for.
                    if self.knocking.is_empty() {
                        std::thread::sleep(GLANCE);
                    }
                    return Ok(());
                }
                // The client was gone before we looked.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(DoorError::network(doing)(error)),
            };
            let line = stream
                .set_nonblocking(false)
                .and_then(|()| Line::new(stream));
            let Ok(line) = line else {
                continue;
            };
            if self.knocking.len() == MOST {
                let gone = self.knocking.remove(0).address;
                notices.add(format!("{gone} was sent away: silence, and others came"));
            }
            self.knocking.push(Knocking {
                line,
                address,
                until: Instant::now() + INTRODUCTION,
            });
        }
        Ok(())
    }
}

impl Knocking {
    /// What it says, or why it is to go; nothing as long as it may still speak.
    fn hear(&mut self) -> Option<Result<Request, String>> {
        match self.line.bare(Instant::now() + GLANCE) {
            Err(Unheard::Silence) if Instant::now() < self.until => None,
            heard => Some(heard.map_err(|unheard| unheard.to_string())),
        }
    }
}

/// Takes a client's introduction and gives it its number.
fn welcome(
    line: Line,
    hello: Request,
    participants: &[Participant],
    ours: &[String],
    order: Option<&[String]>,
) -> Result<Participant, String> {
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
