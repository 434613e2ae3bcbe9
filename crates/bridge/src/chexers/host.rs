//! A battleground of our own: original clients, and agents of ours in the seats that are left.

use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludarium_arena::{Event, FaultNote, Finished, Player, Terms, referee};
use ludarium_game::{Budget, Game, Purpose, Scores, Seed, Tabletop, Turn};
use ludarium_games::chexers::{Chexers, Colour, Rules};
use thiserror::Error;

use super::lobby::Lobby;
use super::remote::{Line, Remote};
use super::wire::{Message, colour_name};

/// Who may sit on a chair.
pub enum Chair {
    /// The next client.
    Client,
    /// A player of ours, with its name.
    Ours(String, Box<dyn Player<Chexers>>),
}

/// How games are played.
#[derive(Clone, Debug)]
pub struct House {
    /// How long to wait for clients.
    pub patience: Duration,
    /// How long a client may take to answer anything.
    pub answer: Duration,
    /// What a decision of our agents may cost.
    pub budget: Budget,
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who played, in the order of the colours.
    pub names: [String; 3],
    /// The words that the clients were sent.
    pub result: String,
    /// The score of each colour.
    pub scores: Scores,
    /// Actions played.
    pub plies: u64,
    /// What players did wrong.
    pub faults: Vec<FaultNote>,
    /// The last position.
    pub end: Chexers,
}

/// Why no game came about.
#[derive(Debug, Error)]
pub enum HostError {
    /// The listener failed.
    #[error("cannot accept clients: {0}")]
    Listen(#[from] std::io::Error),
    /// Too few clients came.
    #[error("fewer than {wanted} clients of one channel came within {:.0} s", .patience.as_secs_f64())]
    Nobody {
        /// How many were needed.
        wanted: usize,
        /// How long we waited.
        patience: Duration,
    },
}

/// A battleground that plays one game after another.
pub struct Host<'a> {
    lobby: Lobby<'a>,
    house: House,
}

impl<'a> Host<'a> {
    /// Opens a battleground at a listener.
    pub fn new(listener: &'a TcpListener, house: House) -> Result<Host<'a>, HostError> {
        let lobby = Lobby::new(listener)?;
        Ok(Host { lobby, house })
    }

    /// Waits for clients and plays one game with them; the chairs are red, green and blue.
    pub fn play(&mut self, chairs: [Chair; 3], seed: Seed) -> Result<Played, HostError> {
        let wanted = chairs
            .iter()
            .filter(|chair| matches!(chair, Chair::Client))
            .count();
        let patience = self.house.patience;
        let guests = self.lobby.gather(wanted, patience)?;
        let mut guests = guests
            .ok_or(HostError::Nobody { wanted, patience })?
            .into_iter();
        let mut names = <[String; 3]>::default();
        let mut players: Vec<Box<dyn Player<Chexers>>> = Vec::with_capacity(3);
        let mut lines: Vec<Line> = Vec::with_capacity(wanted);
        for (chair, name) in chairs.into_iter().zip(&mut names) {
            let player = match chair {
                Chair::Ours(label, player) => {
                    *name = label;
                    player
                }
                Chair::Client => {
                    // `gather` brings as many as were asked for.
                    let Some(guest) = guests.next() else {
                        return Err(HostError::Nobody { wanted, patience });
                    };
                    *name = guest.name;
                    let line = Arc::new(Mutex::new(guest.connection));
                    lines.push(line.clone());
                    Box::new(Remote::new(line, self.house.answer))
                }
            };
            players.push(player);
        }
        let [red, green, blue] = names.clone();
        tell_all(&lines, &Message::Game { red, green, blue });
        let finished = self.conduct(&mut players, seed);
        let result = verdict(&finished);
        let message = Message::Over {
            result: result.clone(),
        };
        tell_all(&lines, &message);
        Ok(Played {
            names,
            result,
            scores: finished.scores,
            plies: finished.plies,
            faults: finished.faults,
            end: finished.end,
        })
    }

    fn conduct(&self, players: &mut [Box<dyn Player<Chexers>>], seed: Seed) -> Finished<Chexers> {
        let rules = Rules {
            last_ply_wins: false,
        };
        let start = Chexers::start(&rules, &mut seed.stream(Purpose::Start, 0));
        let terms = Terms {
            budget: self.house.budget.clone(),
            ..Terms::default()
        };
        let watch = |_: Event<'_, Chexers>| Ok::<(), std::convert::Infallible>(());
        match referee(&rules, &start, players, &terms, seed, watch) {
            Ok(Some(finished)) => finished,
            Err(never) => match never {},
            // Only a flag that is not set here gives a game up.
            Ok(None) => Finished {
                scores: Scores::shared(3),
                ending: "given up".to_owned(),
                plies: 0,
                faults: Vec::new(),
                end: start,
            },
        }
    }
}

/// Sends a message to everybody who still listens.
fn tell_all(lines: &[Line], message: &Message) {
    for line in lines {
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever is gone is noticed when it is asked next.
        let _ = line.send(message);
    }
}

/// The end of a game in the words of the original referee.
fn verdict(finished: &Finished<Chexers>) -> String {
    if let Some(fault) = finished.faults.last()
        && finished.end.turn() != Turn::Over
    {
        let colour = colour_name(Colour::ALL[usize::from(fault.seat)]);
        return format!("error: {colour}: {}", fault.reason);
    }
    let winner = Colour::ALL
        .into_iter()
        .find(|colour| finished.scores.of(colour.seat()).0 == 1.0);
    match (winner, finished.ending.as_str()) {
        (Some(colour), _) => format!("winner: {}", colour.name()),
        (None, "repetition") => "draw detected: game state occurred 4 times.".to_owned(),
        (None, "turn limit") => "draw detected: maximum number of turns reached.".to_owned(),
        (None, other) => format!("draw detected: {other}."),
    }
}
