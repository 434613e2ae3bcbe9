//! `Table`: a game in front of people, made move by move, looked back at and taken back, with players in its seats.

use std::sync::Arc;
use std::time::Duration;

use ludarium_game::{
    Budget, Choice, Decision, Error, Fault, Position, Result, Sanction, Seat, Seed, Turn,
};

use crate::any_player::AnyPlayer;
use crate::bot::{Contender, GameContext};
use crate::chair::{Chair, Consequence};
use crate::clock::{Clock, TimeControl};
use crate::end::GameEnd;
use crate::luck::AnyLuck;
use crate::player::Failure;
use crate::question::{Answer, Question, Sitting};
use crate::record::{FaultNote, GameRecord};
use crate::referee::Terms;
use crate::ruleset::{Ruleset, decision_stream};

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

/// A seat with its chair; people have no contender.
struct Place {
    chair: Chair,
    contender: Option<Contender>,
    /// The player and how many events it was told; away while it thinks.
    player: Option<(Box<dyn AnyPlayer>, usize)>,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Settled {
    /// The table has gone elsewhere since the question was asked: nothing happens.
    Late,
    /// The move of the decision was made.
    Played(Box<Decision<String>>),
    /// The player failed. The rules made a move for it or ended the game.
    Failed {
        /// Why.
        failure: Failure,
        /// Whether people have not heard of it yet.
        news: bool,
    },
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

    /// Gives every seat a clock at its start.
    pub fn set_clocks(&mut self, control: TimeControl, margin: Duration) {
        (self.control, self.margin) = (control, margin);
        let mut old = std::mem::take(&mut self.places).into_iter();
        for seat in Seat::all(self.start.seats()) {
            let (contender, player) = match old.next() {
                Some(place) => (place.contender, place.player),
                None => (None, None),
            };
            self.places.push(Place {
                chair: Chair::new(seat, control, margin),
                contender,
                player,
            });
        }
    }

    /// Says who plays, by seat, for players that want to know.
    pub fn set_names(&mut self, names: Vec<String>) {
        self.names = names;
    }

    /// Lets a contender play a seat.
    pub fn seat(&mut self, seat: Seat, contender: Contender) {
        let place = &mut self.places[seat.index()];
        place.contender = Some(contender);
        place.player = None;
    }

    /// Who plays a seat; `None` for a person.
    pub fn contender(&self, seat: Seat) -> Option<&Contender> {
        self.places.get(seat.index())?.contender.as_ref()
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

    /// The clock of a seat.
    pub fn clock(&self, seat: Seat) -> &Clock {
        self.places[seat.index()].chair.clock()
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

    /// A person makes a move that took so long; who is too late has committed a fault.
    pub fn play_in_time(&mut self, text: &str, spent: Duration) -> Result<Settled> {
        let Turn::Seat(seat) = self.turn() else {
            return Err(Error::notation(text, "no move: it is nobody's turn"));
        };
        let text = self.position.read_move(text)?;
        let chair = &mut self.places[seat.index()].chair;
        match chair.check(Ok(text), spent, |_| Ok(())) {
            Ok(text) => {
                self.make(text.clone(), Some(seat))?;
                Ok(Settled::Played(Box::new(Decision::plain(text))))
            }
            Err(failure) => self.fail(seat, failure),
        }
    }

    /// Lets chance decide what is pending; `None` where nothing is.
    pub fn roll(&mut self) -> Option<&Event> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let outcome = self.luck.roll(&self.position)?;
        self.make(outcome, None).ok()
    }

    /// Goes back to where the game stood after so many events; an early end is taken back too. Clocks begin anew:
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
        let plies = self.plies();
        self.faults.retain(|note| note.ply < plies);
        self.set_clocks(self.control, self.margin);
        for note in self.faults.clone() {
            let moves = self.before.iter().zip(&self.events);
            let mut moves = moves.filter(|(_, event)| event.by.is_some());
            if let Some((before, _)) = moves.nth(note.ply as usize) {
                let before = before.clone();
                self.bench(&note, &before);
            }
        }
        // Whoever has seen what is undone begins anew and is told what remains.
        for place in &mut self.places {
            place.player = place.player.take().filter(|(_, told)| *told <= count);
        }
    }

    /// Charges the clock of a seat with a decision that was made before.
    pub fn charge(&mut self, seat: Seat, spent: Duration) {
        if let Some(place) = self.places.get_mut(seat.index()) {
            // Whether it was in time has been settled when it was made.
            let _ = place.chair.check(Ok(()), spent, |()| Ok(()));
        }
    }

    /// What players did wrong, oldest first.
    pub fn faults(&self) -> &[FaultNote] {
        &self.faults
    }

    /// Notes a fault of the seat to move that was settled in an earlier sitting, so that who was benched for it is not
    /// asked again. What the rules did about it is no part of it: a move or an end, which follow.
    pub fn recall_fault(&mut self, note: FaultNote) {
        self.bench(&note, &self.position.clone());
        self.faults.push(note);
    }

    /// Benches whoever committed a fault at a position, if the rules of the game do.
    fn bench(&mut self, note: &FaultNote, position: &Position) {
        let seat = Seat(note.seat);
        let (Some(fault), Some(place)) = (
            Fault::of_word(&note.kind),
            self.places.get_mut(seat.index()),
        ) else {
            return;
        };
        if let Sanction::Plays { benched: true, .. } = position.sanction(seat, fault) {
            place.chair.bench(Failure {
                last_words: note.last_words.clone(),
                ..Failure::new(fault, note.reason.clone())
            });
        }
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

    /// What to ask the player of a seat; `None` for a person's seat. `budget` is cut to what the clock allows. The
    /// player is away until [`Table::settle`] brings it back; one that stays away is replaced by a fresh one.
    pub fn ask(&mut self, seat: Seat, budget: &Budget) -> Option<Question> {
        let place = &mut self.places[seat.index()];
        let contender = place.contender.as_ref()?;
        let mut budget = budget.clone();
        place.chair.limit(budget.time, &mut budget);
        let (player, told) = match (place.chair.benched(), place.player.take()) {
            (Some(failure), _) => (Sitting::Benched(failure.clone()), self.events.len()),
            (None, Some((player, told))) => (Sitting::Here(player, told), told),
            (None, None) => {
                let context = GameContext {
                    variant: self.rules.variant(),
                    names: &self.names,
                    control: self.control,
                    margin: self.margin,
                    seed: self.seed,
                };
                let player = contender.player(&context);
                (Sitting::Fresh(player, self.start.clone()), 0)
            }
        };
        Some(Question {
            seat,
            state: self.state,
            player,
            news: self.history(told),
            position: self.position.clone(),
            budget,
            rng: decision_stream(self.seed, seat, self.events.len()),
        })
    }

    /// What to ask somebody who does not play about the position, for the seat to move.
    pub fn ask_adviser(&self, adviser: &Contender, seat: Seat, budget: Budget) -> Question {
        let context = GameContext::plain(self.rules.variant(), self.seed);
        let rng = decision_stream(self.seed, seat, self.events.len());
        Question::fresh(adviser, &self.position, seat, budget, rng, &context)
    }

    /// Brings a player back and does what its answer says: its move, or what the rules do about its fault. `spent`
    /// is how long it took where the caller knows better than the answer.
    pub fn settle(&mut self, answer: Answer, spent: Option<Duration>) -> Result<Settled> {
        if answer.state != self.state || self.turn() != Turn::Seat(answer.seat) {
            return Ok(Settled::Late);
        }
        let place = &mut self.places[answer.seat.index()];
        place.player = answer.player.map(|player| (player, answer.told));
        let spent = spent.unwrap_or(answer.time);
        let decision = match place.chair.benched() {
            Some(_) => answer.decision,
            None => place.chair.check(answer.decision, spent, |_| Ok(())),
        };
        match decision {
            Ok(decision) => {
                self.make(decision.chosen.clone(), Some(answer.seat))?;
                Ok(Settled::Played(Box::new(decision)))
            }
            Err(failure) => self.fail(answer.seat, failure),
        }
    }

    /// The seat to move has taken more time than it had.
    pub fn overtime(&mut self, seat: Seat) -> Result<Settled> {
        self.fail(seat, Failure::new(Fault::Overtime, "out of time"))
    }

    /// Does what the rules do about a fault of the seat to move.
    fn fail(&mut self, seat: Seat, failure: Failure) -> Result<Settled> {
        let position = &self.position;
        let chair = &mut self.places[seat.index()].chair;
        let (consequence, news) =
            chair.fail(&failure, |seat, fault| position.sanction(seat, fault));
        if news {
            let (ply, reason) = (self.plies(), failure.reason.clone());
            self.faults.push(FaultNote {
                last_words: failure.last_words.clone(),
                ..FaultNote::new(seat.0, ply, failure.fault, reason)
            });
        }
        match consequence {
            Consequence::Plays(text) => {
                self.make(text, Some(seat))?;
            }
            Consequence::Ends(end) => self.end(end),
        }
        Ok(Settled::Failed { failure, news })
    }

    /// Moves made by the seats.
    fn plies(&self) -> u64 {
        let moves = self.events.iter().filter(|event| event.by.is_some());
        moves.count() as u64
    }

    /// What happened from the given number on.
    fn history(&self, from: usize) -> Vec<(Position, String)> {
        let history = self.before.iter().zip(&self.events).skip(from);
        history
            .map(|(before, event)| (before.clone(), event.text.clone()))
            .collect()
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

    /// Tells all players how the game ended, in a thread of their own, because a bot may be slow to listen.
    fn dismiss(&mut self) {
        let Some(end) = self.result() else { return };
        let seats = self.seats();
        let players = self.places.iter_mut();
        let leaving: Vec<_> = players.filter_map(|place| place.player.take()).collect();
        if leaving.is_empty() {
            return;
        }
        let history = self.history(0);
        std::thread::spawn(move || {
            for (mut player, told) in leaving {
                let mut news = history[told.min(history.len())..].iter();
                if news.all(|(before, text)| player.observe(before, text).is_ok()) {
                    player.finish(end.scores.as_slice(seats), &end.ending);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::seeded_start;
    use crate::testing::games;

    fn table(variant: &str) -> Table {
        let rules = games().rules("sprint", Some(variant)).unwrap();
        let start = seeded_start(&*rules, Seed(3));
        Table::new(rules, start, Seed(3)).unwrap()
    }

    /// Plays so many events, choosing moves by a rule that needs no luck of its own.
    fn go_on(table: &mut Table, count: usize) {
        for _ in 0..count {
            if table.roll().is_none() {
                let choices = table.choices();
                let place = table.events().len() % choices.len().max(1);
                let Some(choice) = choices.get(place) else {
                    return;
                };
                table.play(&choice.text).unwrap();
            }
        }
    }

    fn texts(table: &Table) -> Vec<String> {
        let events = table.events().iter();
        events.map(|event| event.text.clone()).collect()
    }

    #[test]
    fn luck_stays_the_same_when_moves_are_taken_back() {
        let mut one = table("strict:track=100");
        go_on(&mut one, 60);
        let (all, end) = (texts(&one), one.position().describe());
        assert_eq!(all.len(), 60);
        for back in [45, 10, 0] {
            one.take_back(back);
            assert_eq!(texts(&one), all[..back]);
            assert_eq!(one.position(), one.after(back));
            go_on(&mut one, all.len() - back);
            assert_eq!(texts(&one), all);
            assert_eq!(one.position().describe(), end);
        }
    }

    #[test]
    fn every_earlier_position_can_be_looked_at() {
        let mut game = table("strict");
        let mut seen = vec![game.start().describe()];
        for _ in 0..8 {
            go_on(&mut game, 1);
            seen.push(game.position().describe());
        }
        let again: Vec<String> = (0..=8).map(|count| game.after(count).describe()).collect();
        assert_eq!(again, seen);
        assert_eq!(game.after(1000), game.position());
    }

    #[test]
    fn only_who_resigns_first_and_in_time_has_resigned() {
        let mut game = table("strict:players=3");
        game.resign(Seat(2));
        game.resign(Seat(0));
        assert_eq!(game.result().unwrap().scores.as_slice(3), [0.5, 0.5, 0.0]);
        let mut game = table("strict");
        go_on(&mut game, 10_000);
        let end = game.result().unwrap();
        assert_eq!(end.scores, game.position().scores());
        assert_eq!(end.ending, "arrived");
        game.resign(Seat(0));
        game.resign(Seat(1));
        assert_eq!(game.result(), Some(end));
    }

    #[test]
    fn only_legal_moves_of_the_seat_to_move_are_made() {
        let mut game = table("strict");
        assert!(game.roll().is_none() && game.play("fly").is_err());
        assert_eq!(game.choices().len(), 2);
        let made = game.play("run").unwrap();
        assert_eq!((made.by, made.text.as_str()), (Some(Seat(0)), "run"));
        assert!(game.play("walk").is_err(), "the die has not fallen yet");
        assert!(game.choices().is_empty());
        assert!(game.roll().is_some());
    }

    #[test]
    fn who_resigns_leaves_the_win_to_the_others_and_may_think_again() {
        let mut game = table("strict:players=3");
        go_on(&mut game, 4);
        assert_eq!(game.result(), None);
        game.resign(Seat(1));
        let end = game.result().unwrap();
        assert_eq!(end.scores.as_slice(3), [0.5, 0.0, 0.5]);
        assert_eq!((game.turn(), end.ending.as_str()), (Turn::Over, "resigned"));
        assert!(game.choices().is_empty() && game.play("walk").is_err());
        game.take_back(4);
        assert_eq!((game.result(), game.events().len()), (None, 4));
    }

    fn agent_table(variant: &str, agent: &str) -> Table {
        let mut game = table(variant);
        let contender = game.rules().contender(agent, None).unwrap();
        game.seat(Seat(0), contender);
        game
    }

    #[test]
    fn agents_are_asked_and_their_moves_made() {
        let mut game = agent_table("strict", "one-ply");
        assert!(game.ask(Seat(1), &Budget::default()).is_none(), "a person");
        let question = game.ask(Seat(0), &Budget::default()).unwrap();
        let settled = game.settle(question.answer(), None).unwrap();
        let Settled::Played(decision) = settled else {
            panic!("{settled:?}");
        };
        assert_eq!(game.events()[0].text, decision.chosen);
    }

    #[test]
    fn an_answer_to_an_earlier_state_changes_nothing() {
        let mut game = agent_table("strict", "random");
        let question = game.ask(Seat(0), &Budget::default()).unwrap();
        game.resign(Seat(1));
        game.take_back(0);
        assert_eq!(game.settle(question.answer(), None), Ok(Settled::Late));
        assert!(game.events().is_empty());
    }

    /// Known from a lenient game: who failed once is not asked again, and people are told once.
    #[test]
    fn a_failed_agent_stays_benched() {
        let mut game = agent_table("lenient", "faulty");
        let fail = |game: &mut Table| {
            let question = game.ask(Seat(0), &Budget::default()).unwrap();
            match game.settle(question.answer(), None).unwrap() {
                Settled::Failed { failure, news } => (failure.reason, news),
                other => panic!("{other:?}"),
            }
        };
        let (reason, news) = fail(&mut game);
        assert!(reason.contains("lost its head") && news, "{reason}");
        assert_eq!(game.events()[0].text, "walk");
        game.play("walk").unwrap();
        let (again, news) = fail(&mut game);
        assert_eq!((again, news), (reason, false));
    }

    /// Asks the agent in the first seat, which fails; whether people have not heard of it before.
    fn fails_anew(game: &mut Table) -> bool {
        let question = game.ask(Seat(0), &Budget::default()).unwrap();
        match game.settle(question.answer(), None).unwrap() {
            Settled::Failed { news, .. } => news,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_who_failed_before_stays_benched_when_moves_are_taken_back() {
        let mut game = agent_table("lenient", "faulty");
        assert!(fails_anew(&mut game));
        game.play("walk").unwrap();
        assert!(!fails_anew(&mut game));
        game.take_back(2);
        assert!(!fails_anew(&mut game), "it failed before that");
        game.take_back(0);
        assert!(fails_anew(&mut game), "its fault is taken back, too");
        assert_eq!(game.faults().len(), 1);
    }

    #[test]
    fn who_is_known_to_have_failed_is_not_asked() {
        let mut game = agent_table("lenient", "faulty");
        let late = FaultNote::new(0, 0, Fault::Overtime, "out of time".to_owned());
        game.recall_fault(late);
        assert!(fails_anew(&mut game), "being late benches nobody here");
        let mut other = agent_table("lenient", "faulty");
        other.recall_fault(game.faults()[1].clone());
        assert!(!fails_anew(&mut other));
        assert_eq!(other.faults(), &game.faults()[1..]);
    }

    #[test]
    fn a_fault_may_end_the_game() {
        let mut game = agent_table("strict", "faulty");
        let question = game.ask(Seat(0), &Budget::default()).unwrap();
        game.settle(question.answer(), None).unwrap();
        let end = game.result().unwrap();
        assert_eq!(end.ending, "fault: failed");
        assert_eq!(end.scores.as_slice(2), [0.0, 1.0]);
    }

    #[test]
    fn people_who_are_late_have_failed() {
        let mut game = table("strict");
        game.set_clocks("move=1s".parse().unwrap(), Duration::ZERO);
        let settled = game.play_in_time("walk", Duration::from_millis(900));
        assert!(matches!(settled, Ok(Settled::Played(_))));
        let settled = game.play_in_time("walk", Duration::from_secs(2)).unwrap();
        assert!(matches!(settled, Settled::Failed { news: true, .. }));
        assert_eq!(game.result().unwrap().ending, "fault: overtime");
    }
}
