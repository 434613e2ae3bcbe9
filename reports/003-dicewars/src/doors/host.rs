//! A host: the original clients, and our own players in the seats that are left, on our server.
//!
//! The original stops the whole game when one client leaves or says something unreadable, and fights any battle that it
//! is asked for. This host does what the course's driver does with its own player: a player that fails ends this turn
//! and every later one, and the others finish their game.

use std::time::{Duration, Instant};

use ludarium_dicewars::rules::{Area, Move};
use ludarium_game::{Game, Seat, Tabletop, Turn};
use serde::Serialize;

use crate::seeded_game::Seeds;

use super::connection::ReceiveError;
use super::live::LiveGame;
use super::lobby::{HostSetup, HostedPlayer, Lobby, Occupant};
use super::message::{ClientRequest, ServerMessage, Verb};
use super::python_json::to_bytes;
use ludarium_bridge::door::{DoorError, Notices};

/// A hosted game.
#[derive(Clone, Debug, Serialize)]
pub struct HostedRecord {
    /// The nicknames, by number.
    pub players: Vec<String>,
    /// The numbers in the order of play.
    pub order: Vec<u8>,
    /// The number of the winner; nobody wins a draw.
    pub winner: Option<u8>,
    /// Why the game ended.
    pub ending: String,
    /// What the original prints at the end.
    pub summary: String,
    /// The original's seeds: board, ownership, strength, fixed.
    pub seeds: [u64; 4],
    /// All moves and outcomes, in the game's notation.
    pub events: Vec<String>,
    /// The last position.
    pub position: String,
    /// The numbers of the players who failed, with the reasons.
    pub failed: Vec<(u8, String)>,
    /// What was unusual.
    pub notices: Vec<String>,
}

/// What a seat does.
enum SeatCommand {
    Attack(Area, Area),
    EndTurn,
}

/// Waits for clients in the lobby and plays one game.
pub fn host(
    lobby: &mut Lobby<'_>,
    mut setup: HostSetup,
    notices: &mut Notices<'_>,
) -> Result<HostedRecord, DoorError> {
    let participants = lobby.gather(&mut setup, notices)?;
    let order = match setup.order {
        Some(_) => "given",
        None => "shuffled",
    };
    let joined: Vec<Seat> = participants.iter().map(|participant| participant.seat).collect();
    let mut session = HostedRound {
        game: LiveGame::new(setup.seeds, setup.variant, order, joined)?,
        failed: vec![None; participants.len()],
        participants,
        validate: setup.validate,
        patience: setup.patience,
    };
    session.open(notices);
    while let Turn::Seat(seat) = session.game.position().turn() {
        let command = session.ask(seat, notices);
        session.carry_out(seat, command, notices)?;
    }
    let end = session.game.end();
    session.tell(&end, notices);
    Ok(session.hosted(setup.seeds, notices))
}

/// The game and its players.
struct HostedRound {
    game: LiveGame,
    /// In the order of arrival.
    participants: Vec<HostedPlayer>,
    /// By seat: why it only ends turns.
    failed: Vec<Option<String>>,
    validate: bool,
    patience: Duration,
}

impl HostedRound {
    /// Sends the start to all clients; the state after it makes the first player begin.
    fn open(&mut self, notices: &mut Notices<'_>) {
        let seats: Vec<Seat> =
            self.participants.iter().map(|participant| participant.seat).collect();
        for &seat in &seats {
            let message = self.game.start(seat);
            self.send(seat, &message, notices);
        }
        for &seat in &seats {
            let message = self.game.state(seat);
            self.send(seat, &message, notices);
        }
        self.inform(&[]);
    }

    /// What the seat to move wants; the end of its turn if it has failed.
    fn ask(&mut self, seat: Seat, notices: &mut Notices<'_>) -> SeatCommand {
        if self.failed[seat.index()].is_some() {
            return SeatCommand::EndTurn;
        }
        let patience = self.patience;
        let Some(participant) =
            self.participants.iter_mut().find(|participant| participant.seat == seat)
        else {
            return SeatCommand::EndTurn;
        };
        let command = match &mut participant.occupant {
            Occupant::Client(line) => {
                let deadline = Instant::now() + patience;
                loop {
                    match line.bare::<ClientRequest>(deadline) {
                        Ok(request) if request.verb == Verb::Unknown => {
                            notices.add("ignored a request of an unknown type");
                        }
                        Ok(request) => break command(&request),
                        Err(ReceiveError::Silence) => {
                            break Err(format!("no answer within {} s", patience.as_secs_f64()));
                        }
                        Err(unheard) => break Err(unheard.to_string()),
                    }
                }
            }
            Occupant::Ours(seated) => match seated.choose() {
                Ok(answer) if answer.late.is_some() => {
                    notices.add(format!("{} was late: the turn is ended", participant.nickname));
                    Ok(SeatCommand::EndTurn)
                }
                Ok(answer) => Ok(match answer.mv {
                    Move::Attack { from, to } => SeatCommand::Attack(from, to),
                    _ => SeatCommand::EndTurn,
                }),
                Err(failure) => Err(failure.reason),
            },
        };
        command.unwrap_or_else(|reason| {
            self.fail(seat, reason, notices);
            SeatCommand::EndTurn
        })
    }

    fn carry_out(
        &mut self,
        seat: Seat,
        command: SeatCommand,
        notices: &mut Notices<'_>,
    ) -> Result<(), DoorError> {
        let told = match command {
            SeatCommand::EndTurn => self.game.end_turn()?,
            SeatCommand::Attack(from, to) => match self.game.attack(from, to, self.validate) {
                Ok(told) => told,
                Err(error) => {
                    self.fail(seat, error.to_string(), notices);
                    self.game.end_turn()?
                }
            },
        };
        let (message, events) = told;
        self.tell(&message, notices);
        self.inform(&events);
        Ok(())
    }

    fn fail(&mut self, seat: Seat, reason: String, notices: &mut Notices<'_>) {
        if self.failed[seat.index()].is_none() {
            notices.add(format!("player {} only ends turns from now on: {reason}", seat.0 + 1));
            self.failed[seat.index()] = Some(reason);
        }
    }

    /// Sends a message to every client.
    fn tell(&mut self, message: &ServerMessage, notices: &mut Notices<'_>) {
        let bytes = to_bytes(message);
        for place in 0..self.participants.len() {
            self.deliver(place, &bytes, notices);
        }
    }

    fn send(&mut self, seat: Seat, message: &ServerMessage, notices: &mut Notices<'_>) {
        let place = self.participants.iter().position(|participant| participant.seat == seat);
        if let Some(place) = place {
            self.deliver(place, &to_bytes(message), notices);
        }
    }

    fn deliver(&mut self, place: usize, bytes: &[u8], notices: &mut Notices<'_>) {
        let participant = &mut self.participants[place];
        let seat = participant.seat;
        let Occupant::Client(line) = &mut participant.occupant else {
            return;
        };
        if line.is_closed() {
            return;
        }
        if self.failed[seat.index()].is_some() {
            // What it sends is not read any more, and must not fill the connection.
            line.forget();
        }
        if let Err(error) = line.send_framed(bytes) {
            line.close();
            let reason = format!("cannot be reached: {error}");
            self.fail(seat, reason, notices);
        }
    }

    fn inform(&mut self, events: &[Move]) {
        for participant in &mut self.participants {
            if let Occupant::Ours(seated) = &mut participant.occupant {
                seated.inform(events, self.game.position());
            }
        }
    }

    fn hosted(&mut self, seeds: Seeds, notices: &mut Notices<'_>) -> HostedRecord {
        self.participants.sort_by_key(|participant| participant.seat);
        let nicknames = self.participants.iter().map(|participant| participant.nickname.clone());
        let players: Vec<String> = nicknames.collect();
        let position = self.game.position();
        let failed = self.failed.iter().zip(1..);
        HostedRecord {
            order: position.order().map(|seat| seat.0 + 1).collect(),
            winner: position.winner().map(|seat| seat.0 + 1),
            ending: position.ending().to_owned(),
            summary: self.game.summary(&players),
            seeds: [seeds.board, seeds.ownership, seeds.strength, seeds.fixed],
            events: self.game.events().to_vec(),
            position: position.describe(),
            failed: failed.filter_map(|(reason, number)| Some((number, reason.clone()?))).collect(),
            notices: notices.take(),
            players,
        }
    }
}

/// What a client's request means.
fn command(request: &ClientRequest) -> Result<SeatCommand, String> {
    let area = |number: Option<u8>, key: &str| -> Result<Area, String> {
        let number = number.ok_or_else(|| format!("a battle without `{key}`"))?;
        // Areas that the map does not have are rejected when the battle is checked.
        Ok(Area(number.wrapping_sub(1)))
    };
    match request.verb {
        Verb::EndTurn => Ok(SeatCommand::EndTurn),
        Verb::Battle => {
            Ok(SeatCommand::Attack(area(request.atk, "atk")?, area(request.def, "def")?))
        }
        Verb::ClientDesc | Verb::Unknown => Err(format!("{:?} in mid-game", request.verb)),
    }
}
