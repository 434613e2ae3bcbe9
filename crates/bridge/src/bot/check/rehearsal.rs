//! `Rehearsal`: a game to try a bot with. It sits in one seat; the others move at random.

use std::sync::Arc;

use ludarium_arena::{Games, Lookahead, Ruleset, board};
use ludarium_game::{Position, Purpose, Result, Rng, Seat, Seed, Turn};

use serde_json::{Map, Value};

use crate::bot::seat::{facts, piece};
use crate::bot::{By, Chance, Event, Pick, Piece};

/// A game in progress in which the bot has a seat.
pub(super) struct Rehearsal {
    rules: Arc<dyn Ruleset>,
    position: Position,
    luck: Rng,
    seat: Seat,
    /// What happened since the bot's last turn.
    events: Vec<Event>,
    /// Everything that happened.
    history: Vec<String>,
}

/// How a game begins.
pub(super) struct Opening {
    pub variant: String,
    pub players: u8,
    pub state: String,
}

/// What a bot is asked.
#[derive(Clone)]
pub(super) struct BotQuestion {
    pub ply: u32,
    pub state: String,
    pub board: Vec<Piece>,
    pub facts: Map<String, Value>,
    pub legal: Vec<String>,
    pub events: Vec<Event>,
}

impl Rehearsal {
    /// A game by its name, in its usual variant.
    pub fn new(games: &Games, game: &str) -> Result<Rehearsal> {
        let rules = games.rules(game, None)?;
        let mut luck = Seed(0).stream(Purpose::Test, 0);
        Ok(Rehearsal {
            position: rules.start(&mut luck),
            rules,
            luck,
            seat: Seat(0),
            events: Vec::new(),
            history: Vec::new(),
        })
    }

    /// Starts a game again; the same seed gives the same game to the same moves.
    pub fn begin(&mut self, seed: Seed, seat: u8) -> Opening {
        self.luck = seed.stream(Purpose::Test, 0);
        self.position = self.rules.start(&mut self.luck);
        let players = self.position.seats() as u8;
        self.seat = Seat(seat % players);
        self.history.clear();
        self.events.clear();
        Opening {
            variant: self.rules.variant().to_owned(),
            players,
            state: self.position.describe(),
        }
    }

    /// Goes on until the bot is to move; `None` if the game is over.
    pub fn turn(&mut self) -> Option<BotQuestion> {
        loop {
            match self.position.turn() {
                Turn::Over => return None,
                Turn::Chance => {
                    let outcome = self.position.roll(&mut self.luck)?;
                    self.note(By::Chance(Chance::Chance), outcome);
                }
                Turn::Seat(seat) if seat == self.seat => break,
                Turn::Seat(seat) => {
                    let mut legal = self.position.moves();
                    let place = self.luck.below(legal.len() as u32) as usize;
                    let text = legal.swap_remove(place);
                    self.position.play(&text).ok()?;
                    self.note(By::Seat(seat.0), text);
                }
            }
        }
        Some(BotQuestion {
            ply: self.history.len() as u32,
            state: self.position.describe(),
            board: board(&self.position).into_iter().map(piece).collect(),
            facts: facts(self.position.facts()),
            legal: self.position.moves(),
            events: std::mem::take(&mut self.events),
        })
    }

    /// What follows from the position.
    pub fn ahead(&self) -> Lookahead<'_> {
        Lookahead::new(&self.position)
    }

    /// Everything that happened since the beginning.
    pub fn history(&self) -> &[String] {
        &self.history
    }

    /// Plays the bot's move, which must be one of the listed ones.
    pub fn play(&mut self, pick: &Pick) -> std::result::Result<(), String> {
        let legal = self.position.moves();
        let found = match pick {
            Pick::Text(text) => legal.iter().find(|listed| *listed == text),
            Pick::Index(index) => usize::try_from(*index)
                .ok()
                .and_then(|index| legal.get(index)),
        };
        let Some(text) = found else {
            let named = match pick {
                Pick::Text(text) => format!("`{}`", text.chars().take(80).collect::<String>()),
                Pick::Index(index) => format!("number {index}"),
            };
            let count = legal.len();
            return Err(format!("the move {named} is not one of the {count} listed"));
        };
        let played = self.position.play(text);
        played.map_err(|error| error.to_string())?;
        self.note(By::Seat(self.seat.0), text.clone());
        Ok(())
    }

    fn note(&mut self, by: By, event: String) {
        self.history.push(event.clone());
        self.events.push(Event { by, event, p: None });
    }
}
