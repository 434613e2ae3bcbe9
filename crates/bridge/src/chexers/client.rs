//! An agent of ours as a client of a battleground.

use std::time::Duration;

use ludarium_arena::{Failure, Player};
use ludarium_game::{Budget, Game, MoveList, Purpose, Rng, Seed, Tabletop, Turn};
use ludarium_games::chexers::{Chexers, Colour, Move, Rules};
use thiserror::Error;

use super::connection::{Connection, ConnectionError, unexpected};
use super::wire::{Message, colour_name, read_action, read_colour, write_action};

/// How to sit down.
#[derive(Clone, Debug)]
pub struct Request {
    /// The name that the others see.
    pub name: String,
    /// Only clients of the same channel meet; empty for the open one.
    pub channel: String,
    /// How long to wait for opponents, and for each message after that.
    pub patience: Duration,
    /// What a decision may cost.
    pub budget: Budget,
    /// Where the agent's luck comes from.
    pub seed: Seed,
}

/// What happens at the table, as it happens.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The request was accepted; opponents are looked for.
    Waiting,
    /// A game begins: who plays red, green and blue, and our colour.
    Begins {
        /// The names, in the order of the colours.
        names: [String; 3],
        /// Ours.
        colour: Colour,
    },
    /// An action was accepted.
    Played {
        /// Whose it was.
        colour: Colour,
        /// The action in our notation.
        action: String,
        /// The position after it.
        position: Chexers,
    },
}

/// How a game at somebody's battleground ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Who played, in the order of the colours.
    pub names: [String; 3],
    /// Our colour.
    pub colour: Colour,
    /// What the server said about the end.
    pub result: String,
    /// The last position.
    pub end: Chexers,
}

/// Why a game at somebody's battleground could not be played to its end.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The connection failed, or the server spoke out of turn.
    #[error("{0}")]
    Connection(#[from] ConnectionError),
    /// The server said something that cannot be.
    #[error("the server sent {what}: {error}")]
    Nonsense {
        /// In which message.
        what: &'static str,
        /// What was wrong.
        error: ludarium_game::Error,
    },
    /// The server asked or told at the wrong moment.
    #[error("{0}")]
    OutOfTurn(String),
    /// Our own agent failed.
    #[error("our agent gave no move: {} ({})", .0.reason, .0.fault)]
    Agent(Failure),
}

/// Asks for one game and plays it to its end.
pub fn play(
    connection: &mut Connection,
    request: &Request,
    player: &mut dyn Player<Chexers>,
    mut tell: impl FnMut(News),
) -> Result<Played, ClientError> {
    connection.send(&Message::Play {
        name: request.name.clone(),
        channel: request.channel.clone(),
    })?;
    connection.receive_okay(request.patience)?;
    tell(News::Waiting);
    let names = loop {
        match connection.receive(request.patience)? {
            Message::Okay => connection.send(&Message::Okay)?,
            Message::Game { red, green, blue } => break [red, green, blue],
            other => return Err(unexpected("OKAY or GAME", &other).into()),
        }
    };
    let colour = match connection.receive(request.patience)? {
        Message::Init { colour } => nonsense("the colour in INIT", read_colour(&colour))?,
        other => return Err(unexpected("INIT", &other).into()),
    };
    tell(News::Begins {
        names: names.clone(),
        colour,
    });
    let mut table = Table::new(request, player, colour)?;
    connection.send(&Message::Okay)?;
    loop {
        match connection.receive(request.patience)? {
            Message::Turn => {
                let action = write_action(table.choose()?);
                connection.send(&Message::Actn { action })?;
            }
            Message::Upd8 { colour, action } => {
                tell(table.update(&colour, &action)?);
                connection.send(&Message::Okay)?;
            }
            Message::Over { result } => {
                return Ok(Played {
                    names,
                    colour,
                    result,
                    end: table.position,
                });
            }
            other => return Err(unexpected("TURN, UPD8 or OVER", &other).into()),
        }
    }
}

fn nonsense<T>(what: &'static str, result: ludarium_game::Result<T>) -> Result<T, ClientError> {
    result.map_err(|error| ClientError::Nonsense { what, error })
}

/// Our copy of the game.
struct Table<'a> {
    player: &'a mut dyn Player<Chexers>,
    budget: &'a Budget,
    rng: Rng,
    position: Chexers,
    colour: Colour,
}

impl<'a> Table<'a> {
    fn new(
        request: &'a Request,
        player: &'a mut dyn Player<Chexers>,
        colour: Colour,
    ) -> Result<Table<'a>, ClientError> {
        let rules = Rules {
            last_ply_wins: false,
        };
        let position = Chexers::start(&rules, &mut request.seed.stream(Purpose::Start, 0));
        let seat = colour.seat();
        player.begin(&position, seat).map_err(ClientError::Agent)?;
        Ok(Table {
            player,
            budget: &request.budget,
            rng: request.seed.stream(Purpose::Seat, seat.0.into()),
            position,
            colour,
        })
    }

    /// Our action.
    fn choose(&mut self) -> Result<Move, ClientError> {
        if self.position.turn() != Turn::Seat(self.colour.seat()) {
            let name = colour_name(self.colour);
            let reason = format!("the server asked {name} to move, but it is not {name}'s turn");
            return Err(ClientError::OutOfTurn(reason));
        }
        let answer = self
            .player
            .choose(&self.position, self.budget, &mut self.rng);
        let chosen = answer.map_err(ClientError::Agent)?.chosen;
        if !self.position.is_legal(chosen, &mut MoveList::default()) {
            return Err(ClientError::Agent(Failure {
                fault: ludarium_game::Fault::Illegal,
                reason: format!("{chosen:?} is not legal at {}", self.position.describe()),
            }));
        }
        Ok(chosen)
    }

    /// An accepted action, ours included.
    fn update(&mut self, colour: &str, action: &serde_json::Value) -> Result<News, ClientError> {
        let colour = nonsense("the colour in UPD8", read_colour(colour))?;
        if self.position.turn() != Turn::Seat(colour.seat()) {
            let name = colour_name(colour);
            let reason = format!("the server says that {name} moved, but it is not {name}'s turn");
            return Err(ClientError::OutOfTurn(reason));
        }
        let mv = nonsense("the action in UPD8", read_action(&self.position, action))?;
        let told = self.player.observe(&self.position, mv);
        told.map_err(ClientError::Agent)?;
        let action = self.position.describe_move(mv);
        self.position.play(mv);
        Ok(News::Played {
            colour,
            action,
            position: self.position.clone(),
        })
    }
}
