//! A battleground of our own: original clients, and agents of ours in the seats that are left.

use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::rules::{Chexers, Colour, Rules};
use ludarium_arena::{FaultNote, Finished, GameEnd, Player, Terms, TypedEvent, referee};
use ludarium_game::{Budget, Game, Purpose, Scores, Seed, Tabletop, Turn};
use serde::Serialize;

use super::lobby::Lobby;
use super::remote::{Remote, SharedConnection};
use super::wire::{Message, colour_name};
use ludarium_bridge::door::DoorError;

/// Who plays a colour.
pub enum Occupant {
    /// The next client.
    Client,
    /// A player of ours, with its name.
    Ours(String, Box<dyn Player<Chexers>>),
}

/// How games are played.
#[derive(Clone, Debug)]
pub struct HostSetup {
    /// How long to wait for clients.
    pub patience: Duration,
    /// How long a client may take to answer anything.
    pub answer: Duration,
    /// What a decision of our agents may cost.
    pub budget: Budget,
}

/// A game that was played here.
#[derive(Clone, Debug, Serialize)]
pub struct Hosted {
    /// Who played, in the order of the colours.
    pub names: [String; 3],
    /// The words that the clients were sent.
    pub result: String,
    /// The score of each colour.
    pub scores: [f32; 3],
    /// All actions in our notation.
    pub moves: Vec<String>,
    /// What players did wrong.
    pub faults: Vec<FaultNote>,
}

/// A battleground that plays one game after another.
pub struct Host<'a> {
    lobby: Lobby<'a>,
    setup: HostSetup,
}

impl<'a> Host<'a> {
    /// Opens a battleground at a listener.
    pub fn new(listener: &'a TcpListener, setup: HostSetup) -> Result<Host<'a>, DoorError> {
        let lobby = Lobby::new(listener).map_err(DoorError::network("wait for clients"))?;
        Ok(Host { lobby, setup })
    }

    /// Waits for clients and plays one game with them; the occupants are red, green and blue.
    pub fn play(&mut self, occupants: [Occupant; 3], seed: Seed) -> Result<Hosted, DoorError> {
        let wanted = occupants
            .iter()
            .filter(|occupant| matches!(occupant, Occupant::Client))
            .count();
        let patience = self.setup.patience;
        let nobody = || {
            let seconds = patience.as_secs_f64();
            DoorError::Silent(format!(
                "fewer than {wanted} clients of one channel came within {seconds:.0} s"
            ))
        };
        let clients = self.lobby.gather(wanted, patience);
        let clients = clients.map_err(DoorError::network("wait for clients"))?;
        let mut clients = clients.ok_or_else(nobody)?;
        // Colours are drawn, as at the original battleground: the first client must not always be red.
        seed.stream(Purpose::Start, 1).shuffle(&mut clients);
        let mut clients = clients.into_iter();
        let mut names = <[String; 3]>::default();
        let mut players: Vec<Box<dyn Player<Chexers>>> = Vec::with_capacity(3);
        let mut lines: Vec<SharedConnection> = Vec::with_capacity(wanted);
        for (occupant, name) in occupants.into_iter().zip(&mut names) {
            let player = match occupant {
                Occupant::Ours(label, player) => {
                    *name = label;
                    player
                }
                Occupant::Client => {
                    // `gather` brings as many as were asked for.
                    let client = clients.next().ok_or_else(nobody)?;
                    *name = client.name;
                    let line = Arc::new(Mutex::new(client.connection));
                    lines.push(line.clone());
                    Box::new(Remote::new(line, self.setup.answer))
                }
            };
            players.push(player);
        }
        let [red, green, blue] = names.clone();
        tell_all(&lines, &Message::Game { red, green, blue });
        let mut moves = Vec::new();
        let finished = self.play_game(&mut players, seed, &mut moves);
        let result = result_text(&finished);
        let message = Message::Over {
            result: result.clone(),
        };
        tell_all(&lines, &message);
        let mut scores = [0.0; 3];
        scores.copy_from_slice(finished.end.scores.as_slice(3));
        Ok(Hosted {
            names,
            result,
            scores,
            moves,
            faults: finished.faults,
        })
    }

    fn play_game(
        &self,
        players: &mut [Box<dyn Player<Chexers>>],
        seed: Seed,
        moves: &mut Vec<String>,
    ) -> Finished<Chexers> {
        let rules = Rules {
            last_ply_wins: false,
        };
        let start = Chexers::start(&rules, &mut seed.stream(Purpose::Start, 0));
        let terms = Terms {
            budget: self.setup.budget.clone(),
            ..Terms::default()
        };
        let watch = |event: TypedEvent<'_, Chexers>| {
            moves.push(event.before.describe_move(event.mv));
            Ok::<(), std::convert::Infallible>(())
        };
        match referee(&rules, &start, players, &terms, seed, watch) {
            Ok(Some(finished)) => finished,
            Err(never) => match never {},
            // A game is only given up by a flag that is never set here.
            Ok(None) => Finished {
                end: GameEnd::new(Scores::shared(3), "given up"),
                position: start,
                plies: 0,
                faults: Vec::new(),
            },
        }
    }
}

/// Sends a message to all clients that are still connected.
fn tell_all(lines: &[SharedConnection], message: &Message) {
    for line in lines {
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        // A client that is gone is noticed when it is asked next.
        let _ = line.send(message);
    }
}

/// The end of a game in the words of the original referee.
fn result_text(finished: &Finished<Chexers>) -> String {
    if let Turn::Seat(seat) = finished.position.turn() {
        let mut faults = finished.faults.iter();
        let fault = faults.find(|fault| fault.seat == seat.0);
        let reason = fault.map_or(&finished.end.ending, |fault| &fault.reason);
        let colour = colour_name(finished.position.side());
        return format!("error: {colour}: {reason}");
    }
    let winner = Colour::ALL
        .into_iter()
        .find(|colour| finished.end.scores.of(colour.seat()).0 == 1.0);
    match (winner, finished.end.ending.as_str()) {
        (Some(colour), _) => format!("winner: {}", colour.name()),
        (None, "repetition") => "draw detected: game state occurred 4 times.".to_owned(),
        (None, "turn limit") => "draw detected: maximum number of turns reached.".to_owned(),
        (None, other) => format!("draw detected: {other}."),
    }
}
