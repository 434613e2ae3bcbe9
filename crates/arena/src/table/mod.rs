//! `Table`: a game in front of people, made move by move, looked back at and taken back, with players in its seats.

mod players;

use std::sync::Arc;
use std::time::Duration;

use ludarium_game::{Choice, Error, Position, Result, Seat, Seed, Turn};

use crate::clock::TimeControl;
use crate::end::GameEnd;
use crate::luck::AnyLuck;
use crate::record::{FaultNote, GameRecord};
use crate::referee::Terms;
use crate::ruleset::Ruleset;

use players::Place;
pub use players::Settled;

/// A game in progress: its rules, its luck, everything that happened, and who sits where.
///
/// The same start, seed and moves meet the same luck: a move that is taken back and made again is followed
/// by the same roll.
pub struct Table {
    rules: Arc<dyn Ruleset>,
    seed: Seed,
    luck: Box<dyn AnyLuck>,
    control: TimeControl,
    margin: Duration,
    names: Vec<String>,
    start: Position,
    position: Position,
    events: Vec<Event>,
    /// The position before each event.
    before: Vec<Position>,
    /// How the game ended where its rules did not end it.
    early_end: Option<GameEnd>,
    /// What players did wrong.
    faults: Vec<FaultNote>,
    places: Vec<Place>,
    /// Grows whenever the game leaves the state that was thought about.
    state: u64,
}

/// A move or chance outcome that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who made it; `None` for chance.
    pub by: Option<Seat>,
    /// The move or outcome in the game's notation.
    pub text: String,
    /// The cells that spell it.
    pub clicks: Vec<String>,
}

impl Table {
    /// A game that begins at `start`; its luck comes from `seed`. Everybody is a person until somebody is seated.
    pub fn new(rules: Arc<dyn Ruleset>, start: Position, seed: Seed) -> Result<Table> {
        let terms = Terms::default();
        let mut table = Table {
            luck: rules.luck(&start, seed)?,
            rules,
            seed,
            control: TimeControl::None,
            margin: terms.margin,
            names: Vec::new(),
            position: start.clone(),
            start,
            events: Vec::new(),
            before: Vec::new(),
            early_end: None,
            faults: Vec::new(),
            places: Vec::new(),
            state: 0,
        };
        table.set_clocks(TimeControl::None, terms.margin);
        Ok(table)
    }

    /// The rules that are played by.
    pub fn rules(&self) -> &Arc<dyn Ruleset> {
        &self.rules
    }

    /// The seed of the game.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.places.len()
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Everything that happened, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The position after so many events; the present one for any number that is too large.
    pub fn after(&self, count: usize) -> &Position {
        self.before.get(count).unwrap_or(&self.position)
    }

    /// Different whenever something has changed.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Whose turn it is; over also after an early end.
    pub fn turn(&self) -> Turn {
        match self.early_end {
            Some(_) => Turn::Over,
            None => self.position.turn(),
        }
    }

    /// The moves of the seat to move, sorted by their text; none where nobody is to move.
    pub fn choices(&self) -> Vec<Choice> {
        match self.turn() {
            Turn::Seat(_) => self.position.choices(),
            Turn::Chance | Turn::Over => Vec::new(),
        }
    }

    /// Makes a move of the seat to move, given in the game's notation.
    pub fn play(&mut self, text: &str) -> Result<&Event> {
        let Turn::Seat(seat) = self.turn() else {
            return Err(Error::notation(text, "no move: it is nobody's turn"));
        };
        let text = self.position.read_move(text)?;
        self.make(text, Some(seat))
    }

    /// Lets chance decide what is pending; `None` where nothing is.
    pub fn roll(&mut self) -> Option<&Event> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let outcome = self.luck.roll(&self.position)?;
        self.make(outcome, None).ok()
    }

    /// Goes back to where the game stood after so many events; an early end is taken back too. Clocks start again:
    /// whoever keeps times charges them again with [`Table::charge`]. Who was benched before stays benched.
    pub fn take_back(&mut self, count: usize) {
        self.early_end = None;
        self.state += 1;
        if count < self.events.len() {
            self.position = self.before[count].clone();
            self.events.truncate(count);
            self.before.truncate(count);
            if let Ok(luck) = self.rules.luck(&self.start, self.seed) {
                self.luck = luck;
            }
            for (event, before) in self.events.iter().zip(&self.before) {
                if event.by.is_none() {
                    // Drawn once more, so that later events have their old places.
                    self.luck.roll(before);
                }
                self.luck.observe(before, &event.text, event.by);
            }
        }
        self.recall_players(count);
    }

    /// Ends the game where its rules have not.
    pub fn end(&mut self, end: GameEnd) {
        if self.turn() != Turn::Over {
            self.early_end = Some(end);
            self.state += 1;
            self.dismiss();
        }
    }

    /// A seat gives up, which ends the game: the others share the win.
    pub fn resign(&mut self, seat: Seat) {
        self.end(GameEnd::resigned(self.seats(), seat));
    }

    /// Whether the game ended before its rules ended it.
    pub fn ended_early(&self) -> bool {
        self.early_end.is_some()
    }

    /// How the game ended, once it has.
    pub fn result(&self) -> Option<GameEnd> {
        let by_rules = || GameEnd::new(self.position.scores(), self.position.ending());
        match &self.early_end {
            Some(end) => Some(end.clone()),
            None => (self.position.turn() == Turn::Over).then(by_rules),
        }
    }

    /// The game as runs keep it, once it is over: ended by its rules, by a fault or because somebody gave up. Seats
    /// are numbered as they sit; times and thoughts are not kept at tables.
    pub fn record(&self) -> Option<GameRecord> {
        let end = self.result()?;
        let fault = || {
            let note = self.faults.last();
            note.is_some_and(|note| end.ending == format!("fault: {}", note.kind))
        };
        if self.early_end.is_some() && end.ending != GameEnd::RESIGNED && !fault() {
            return None;
        }
        let movers = self.events.iter().filter_map(|event| event.by);
        let movers: Vec<u8> = movers.map(|seat| seat.0).collect();
        let moves: Vec<&str> = self
            .events
            .iter()
            .map(|event| event.text.as_str())
            .collect();
        Some(GameRecord {
            seats: (0..self.seats()).collect(),
            start: self.start.describe(),
            moves: moves.join(" "),
            plies: movers.len() as u64,
            movers,
            end: self.position.describe(),
            scores: end.scores.as_slice(self.seats()).to_vec(),
            ending: end.ending,
            faults: self.faults.clone(),
            ..GameRecord::default()
        })
    }

    /// Moves made by the seats.
    fn plies(&self) -> u64 {
        let moves = self.events.iter().filter(|event| event.by.is_some());
        moves.count() as u64
    }

    fn make(&mut self, text: String, by: Option<Seat>) -> Result<&Event> {
        let before = self.position.clone();
        let clicks = before.clicks(&text);
        self.position.play(&text)?;
        self.luck.observe(&before, &text, by);
        self.before.push(before);
        self.events.push(Event { by, text, clicks });
        self.state += 1;
        if self.position.turn() == Turn::Over {
            self.dismiss();
        }
        Ok(&self.events[self.events.len() - 1])
    }
}

#[cfg(test)]
mod tests;
