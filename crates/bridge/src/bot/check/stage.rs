//! Games to try a bot with: it sits in one seat, chance and luck move the others.

use ludarium_arena::{Standing, board};
use ludarium_game::{MoveList, Purpose, Result, Rng, Seat, Seed, Tabletop, Turn};
use ludarium_games::registry::{self, Task};

use crate::bot::{By, Chance, Event, Pick, Piece};

/// A game in progress in which the bot has a seat.
pub(super) trait Stage {
    /// Begins a game anew; the same seed gives the same game to the same moves.
    fn begin(&mut self, seed: Seed, seat: u8) -> Opening;

    /// Goes on until the bot is to move; `None` if the game is over.
    fn turn(&mut self) -> Option<Question>;

    /// Everything that happened since the beginning.
    fn history(&self) -> &[String];

    /// Plays the bot's move, which must be one of the listed ones.
    fn play(&mut self, pick: &Pick) -> std::result::Result<(), String>;
}

/// How a game begins.
pub(super) struct Opening {
    pub variant: String,
    pub players: u8,
    pub state: String,
}

/// What a bot is asked.
#[derive(Clone)]
pub(super) struct Question {
    pub ply: u32,
    pub state: String,
    pub board: Vec<Piece>,
    pub legal: Vec<String>,
    pub events: Vec<Event>,
}

/// A game by its name, in its usual variant.
pub(super) fn stage(game: &str) -> Result<Box<dyn Stage>> {
    registry::with_game(game, None, Build)
}

struct Build;

impl Task for Build {
    type Output = Box<dyn Stage>;

    fn run<G: Tabletop>(self, rules: G::Rules) -> Box<dyn Stage> {
        let mut luck = Seed(0).stream(Purpose::Test, 0);
        let position = G::start(&rules, &mut luck);
        Box::new(Rehearsal::<G> {
            rules,
            position,
            luck,
            seat: Seat(0),
            events: Vec::new(),
            history: Vec::new(),
            buffer: MoveList::new(),
        })
    }
}

struct Rehearsal<G: Tabletop> {
    rules: G::Rules,
    position: G,
    luck: Rng,
    seat: Seat,
    /// What happened since the bot's last turn.
    events: Vec<Event>,
    /// Everything that happened.
    history: Vec<String>,
    buffer: MoveList<G::Move>,
}

impl<G: Tabletop> Rehearsal<G> {
    /// The legal moves as the bot sees them: sorted by their texts.
    fn legal(&mut self) -> Vec<(String, G::Move)> {
        self.position.moves(&mut self.buffer);
        let spell = |&mv: &G::Move| (self.position.describe_move(mv), mv);
        let mut legal: Vec<(String, G::Move)> = self.buffer.iter().map(spell).collect();
        legal.sort();
        legal
    }

    fn make(&mut self, by: By, mv: G::Move) {
        let event = self.position.describe_move(mv);
        self.history.push(event.clone());
        self.events.push(Event { by, event, p: None });
        self.position.play(mv);
    }
}

impl<G: Tabletop> Stage for Rehearsal<G> {
    fn begin(&mut self, seed: Seed, seat: u8) -> Opening {
        self.luck = seed.stream(Purpose::Test, 0);
        self.position = G::start(&self.rules, &mut self.luck);
        let players = self.position.seats() as u8;
        self.seat = Seat(seat % players);
        self.history.clear();
        self.events.clear();
        Opening {
            variant: G::VARIANTS[0].name.to_owned(),
            players,
            state: self.position.describe(),
        }
    }

    fn turn(&mut self) -> Option<Question> {
        loop {
            match self.position.turn() {
                Turn::Over => return None,
                Turn::Chance => {
                    let outcome = self.position.roll(&mut self.luck);
                    self.make(By::Chance(Chance::Chance), outcome);
                }
                Turn::Seat(seat) if seat == self.seat => break,
                Turn::Seat(seat) => {
                    let mv = self.position.pick(&mut self.luck, &mut self.buffer);
                    self.make(By::Seat(seat.0), mv);
                }
            }
        }
        Some(Question {
            ply: self.history.len() as u32,
            state: self.position.describe(),
            board: board(&self.position).into_iter().map(piece).collect(),
            legal: self.legal().into_iter().map(|(text, _)| text).collect(),
            events: std::mem::take(&mut self.events),
        })
    }

    fn history(&self) -> &[String] {
        &self.history
    }

    fn play(&mut self, pick: &Pick) -> std::result::Result<(), String> {
        let legal = self.legal();
        let found = match pick {
            Pick::Text(text) => legal.iter().find(|(listed, _)| listed == text),
            Pick::Index(index) => usize::try_from(*index)
                .ok()
                .and_then(|index| legal.get(index)),
        };
        let Some(&(_, mv)) = found else {
            let named = match pick {
                Pick::Text(text) => format!("`{}`", text.chars().take(80).collect::<String>()),
                Pick::Index(index) => format!("number {index}"),
            };
            return Err(format!(
                "the move {named} is not one of the {} listed",
                legal.len()
            ));
        };
        self.make(By::Seat(self.seat.0), mv);
        Ok(())
    }
}

fn piece(standing: Standing) -> Piece {
    let Standing { cell, piece, seat } = standing;
    Piece { cell, piece, seat }
}
