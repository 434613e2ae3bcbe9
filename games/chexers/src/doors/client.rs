//! A client: our player in a game of another battleground server.

use std::net::SocketAddr;
use std::time::Duration;

use crate::rules::{Chexers, Colour, Move, Rules};
use ludarium_arena::Player;
use ludarium_game::{Game, MoveList, Purpose, Rng, Tabletop, Turn};
use serde::Serialize;
use serde_json::Value;

use super::connection::{Connection, unexpected};
use super::wire::{Message, colour_name, read_action, read_colour, write_action};
use ludarium_bridge::door::{DoorError, Notices, PlayerTerms, Seated};

/// Our player as a client of a battleground.
pub struct Visitor {
    /// The name that the others see.
    pub name: String,
    /// Only clients of the same channel meet; empty for the open one.
    pub channel: String,
    /// Who plays.
    pub player: Box<dyn Player<Chexers>>,
    /// Its clock, budget and seed.
    pub terms: PlayerTerms,
    /// How long to wait for opponents, and for each message after that.
    pub patience: Duration,
}

/// A game that was played to its end at a battleground.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Who played, in the order of the colours.
    pub names: [String; 3],
    /// Our colour.
    pub colour: &'static str,
    /// What the server said about the end.
    pub result: String,
    /// All actions in our notation.
    pub moves: Vec<String>,
    /// What was unusual.
    pub notices: Vec<String>,
}

/// Joins the battleground and plays one game to its end.
pub fn play(
    server: SocketAddr,
    visitor: Visitor,
    notices: &mut Notices<'_>,
) -> Result<Played, DoorError> {
    let mut line = Connection::open(server)?;
    let patience = visitor.patience;
    let names = wait_for_game(&mut line, &visitor)?;
    let colour = match line.receive(patience)? {
        Message::Init { colour } => read_colour(&colour).map_err(bad_message("INIT"))?,
        other => return Err(unexpected("INIT", &other)),
    };
    notices.add(format!(
        "{} play red, green and blue; we are {}",
        names.join(", "),
        colour_name(colour)
    ));
    let mut game = ClientGame::new(visitor, colour);
    line.send(&Message::Okay)?;
    loop {
        match line.receive(patience)? {
            Message::Turn => {
                let action = write_action(game.choose(notices)?);
                line.send(&Message::Actn { action })?;
            }
            Message::Upd8 { colour, action } => {
                game.update(&colour, &action)?;
                line.send(&Message::Okay)?;
            }
            Message::Over { result } => {
                return Ok(Played {
                    names,
                    colour: colour_name(colour),
                    result,
                    moves: game.moves,
                    notices: notices.take(),
                });
            }
            other => return Err(unexpected("TURN, UPD8 or OVER", &other)),
        }
    }
}

/// Asks for a game and waits until there is one; says who plays red, green and blue.
fn wait_for_game(line: &mut Connection, visitor: &Visitor) -> Result<[String; 3], DoorError> {
    line.send(&Message::Play {
        name: visitor.name.clone(),
        channel: visitor.channel.clone(),
    })?;
    match line.receive(visitor.patience)? {
        Message::Okay => {}
        other => return Err(unexpected("OKAY", &other)),
    }
    loop {
        match line.receive(visitor.patience)? {
            Message::Okay => line.send(&Message::Okay)?,
            Message::Game { red, green, blue } => return Ok([red, green, blue]),
            other => return Err(unexpected("OKAY or GAME", &other)),
        }
    }
}

fn bad_message(message: &'static str) -> impl FnOnce(ludarium_game::Error) -> DoorError {
    move |error| DoorError::Protocol(format!("the server's {message} makes no sense: {error}"))
}

/// A game in progress, as we know it.
struct ClientGame {
    seated: Seated<Chexers>,
    colour: Colour,
    position: Chexers,
    moves: Vec<String>,
    /// For the moves that are made when our player has failed.
    rng: Rng,
}

impl ClientGame {
    fn new(visitor: Visitor, colour: Colour) -> ClientGame {
        let mut rng = visitor.terms.seed.stream(Purpose::Start, 0);
        let rules = Rules {
            last_ply_wins: false,
        };
        let position = Chexers::start(&rules, &mut rng);
        let mut seated = Seated::new(visitor.player, colour.seat(), &visitor.terms);
        seated.inform(&[], &position);
        ClientGame {
            seated,
            colour,
            position,
            moves: Vec::new(),
            rng,
        }
    }

    /// Our action. If our player has failed, any legal one: two others still want to play.
    fn choose(&mut self, notices: &mut Notices<'_>) -> Result<Move, DoorError> {
        self.check_turn(self.colour, "asks")?;
        match self.seated.choose() {
            Ok(answer) => {
                if let Some(time) = answer.late {
                    notices.add(format!("our player took {:.1} s", time.as_secs_f64()));
                }
                Ok(answer.mv)
            }
            Err(failure) => {
                notices.add(format!("our player failed: {}", failure.reason));
                Ok(self.position.pick(&mut self.rng, &mut MoveList::new()))
            }
        }
    }

    /// An accepted action, ours included.
    fn update(&mut self, colour: &str, action: &Value) -> Result<(), DoorError> {
        let colour = read_colour(colour).map_err(bad_message("UPD8"))?;
        self.check_turn(colour, "tells of")?;
        let mv = read_action(&self.position, action).map_err(bad_message("UPD8"))?;
        self.moves.push(self.position.describe_move(mv));
        self.position.play(mv);
        self.seated.inform(&[mv], &self.position);
        Ok(())
    }

    fn check_turn(&self, colour: Colour, what: &str) -> Result<(), DoorError> {
        if self.position.turn() == Turn::Seat(colour.seat()) {
            return Ok(());
        }
        let name = colour_name(colour);
        Err(DoorError::Protocol(format!(
            "the server {what} {name}, but it is not {name}'s turn"
        )))
    }
}
