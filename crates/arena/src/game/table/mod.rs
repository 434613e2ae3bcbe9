//! `Table`: a game in front of people, made move by move, looked back at and taken back, with players in its seats.

mod players;

use std::sync::Arc;
use std::time::Duration;

use ludarium_game::{Choice, Error, Event, PlayedGame, Position, Result, Seat, Seed, Turn};

use crate::game::clock::TimeControl;
use crate::game::end::GameEnd;
use crate::game::luck::AnyLuck;
use crate::game::referee::Terms;
use crate::game::ruleset::Ruleset;
use crate::store::record::{FaultNote, GameRecord};

use players::SeatedPlayer;
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
    game: PlayedGame,
    /// How the game ended where its rules did not end it.
    early_end: Option<GameEnd>,
    /// What players did wrong.
    faults: Vec<FaultNote>,
    places: Vec<SeatedPlayer>,
    /// Grows whenever the game leaves the state that was thought about.
    state: u64,
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
            game: PlayedGame::new(start),
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

    /// The game as far as it was played.
    pub fn game(&self) -> &PlayedGame {
        &self.game
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Everything that happened, oldest first.
    pub fn events(&self) -> &[Event] {
        self.game.events()
    }

    /// Different whenever something has changed.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Whose turn it is; over also after an early end.
    pub fn turn(&self) -> Turn {
        match self.early_end {
            Some(_) => Turn::Over,
            None => self.position().turn(),
        }
    }

    /// The moves of the seat to move, sorted by their text; none where nobody is to move.
    pub fn choices(&self) -> Vec<Choice> {
        match self.turn() {
            Turn::Seat(_) => self.position().choices(),
            Turn::Chance | Turn::Over => Vec::new(),
        }
    }

    /// Makes a move of the seat to move, given in the game's notation.
    pub fn play(&mut self, text: &str) -> Result<&Event> {
        self.mover(text)?;
        self.make(text, None)
    }

    /// Lets chance decide what is pending; `None` where nothing is.
    pub fn roll(&mut self) -> Option<&Event> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let outcome = self.luck.roll(self.game.position())?;
        self.make(&outcome, None).ok()
    }

    /// Makes a move or roll again that was made in an earlier sitting. Who made it is not asked; the time is charged.
    pub fn repeat(&mut self, text: &str, time: Option<Duration>) -> Result<()> {
        if self.turn() == Turn::Chance {
            let drawn = self.roll().map_or("nothing", |event| &event.text);
            if drawn == text {
                return Ok(());
            }
            return Err(Error::notation(text, format!("{drawn}, which chance drew")));
        }
        let seat = self.mover(text)?;
        self.charge(seat, time.unwrap_or_default());
        self.make(text, time)?;
        Ok(())
    }

    /// Goes back to where the game stood after `count` events; an early end is taken back too, and later times are given
    /// back. Who was benched before stays benched.
    pub fn take_back(&mut self, count: usize) {
        self.early_end = None;
        self.state += 1;
        if count < self.game.count() {
            self.game.take_back(count);
            if let Ok(luck) = self.rules.luck(self.game.start(), self.seed) {
                self.luck = luck;
            }
            for (before, event) in self.game.history() {
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
        let by_rules = || GameEnd::new(self.position().scores(), self.position().ending());
        match &self.early_end {
            Some(end) => Some(end.clone()),
            None => (self.position().turn() == Turn::Over).then(by_rules),
        }
    }

    /// The game as runs keep it, once it is over: ended by its rules, by a fault or because somebody gave up. Seats
    /// are numbered as they sit; times are there if all moves have them, thoughts are not kept at tables.
    pub fn record(&self) -> Option<GameRecord> {
        let end = self.result()?;
        let fault = || {
            let note = self.faults.last();
            note.is_some_and(|note| end.ending == format!("fault: {}", note.kind))
        };
        if self.early_end.is_some() && end.ending != GameEnd::RESIGNED && !fault() {
            return None;
        }
        let events = self.events().iter();
        let movers: Vec<u8> = events.clone().filter_map(|event| Some(event.by?.0)).collect();
        let moves: Vec<&str> = events.clone().map(|event| event.text.as_str()).collect();
        let plies = events.filter(|event| event.by.is_some());
        let times = plies.map(|event| Some(event.time?.as_nanos() as u64));
        Some(GameRecord {
            seats: (0..self.seats()).collect(),
            start: self.game.start().describe(),
            moves: moves.join(" "),
            plies: movers.len() as u64,
            movers,
            end: self.position().describe(),
            scores: end.scores.as_slice(self.seats()).to_vec(),
            ending: end.ending,
            faults: self.faults.clone(),
            times: times.collect::<Option<_>>().unwrap_or_default(),
            ..GameRecord::default()
        })
    }

    /// Moves made by the seats.
    fn plies(&self) -> u64 {
        let moves = self.events().iter().filter(|event| event.by.is_some());
        moves.count() as u64
    }

    /// The seat to move; an error about `text` where nobody is to move.
    fn mover(&self, text: &str) -> Result<Seat> {
        match self.turn() {
            Turn::Seat(seat) => Ok(seat),
            Turn::Chance | Turn::Over => Err(Error::notation(text, "no move: it is nobody's turn")),
        }
    }

    fn make(&mut self, text: &str, time: Option<Duration>) -> Result<&Event> {
        self.game.play_in(text, time)?;
        if let Some((before, event)) = self.game.history().next_back() {
            self.luck.observe(before, &event.text, event.by);
        }
        self.state += 1;
        if self.turn() == Turn::Over {
            self.dismiss();
        }
        Ok(&self.game.events()[self.game.count() - 1])
    }
}

#[cfg(test)]
mod tests;
