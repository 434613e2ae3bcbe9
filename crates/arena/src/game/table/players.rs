//! The players of a table: who sits where, what they are asked, and what becomes of their answers and faults.

use std::time::Duration;

use ludarium_game::{Budget, Decision, Fault, Position, Result, Sanction, Seat, Turn};

use super::Table;
use crate::bot::{Contender, GameContext};
use crate::game::any_player::AnyPlayer;
use crate::game::chair::{Chair, Consequence};
use crate::game::clock::{Clock, TimeControl};
use crate::game::end::GameEnd;
use crate::game::player::Failure;
use crate::game::question::{Answer, Question, Sitting};
use crate::game::ruleset::decision_stream;
use crate::store::record::FaultNote;

/// A seat with its chair; people have no contender.
pub(super) struct SeatedPlayer {
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
    /// Gives every seat a clock at its start.
    pub fn set_clocks(&mut self, control: TimeControl, margin: Duration) {
        (self.control, self.margin) = (control, margin);
        let mut old = std::mem::take(&mut self.places).into_iter();
        for seat in Seat::all(self.position().seats()) {
            let (contender, player) = match old.next() {
                Some(place) => (place.contender, place.player),
                None => (None, None),
            };
            self.places.push(SeatedPlayer {
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

    /// The agent or bot of a seat; `None` for a person.
    pub fn contender(&self, seat: Seat) -> Option<&Contender> {
        self.places.get(seat.index())?.contender.as_ref()
    }

    /// The clock of a seat.
    pub fn clock(&self, seat: Seat) -> &Clock {
        self.places[seat.index()].chair.clock()
    }

    /// A person makes a move that took `spent`; a person who is too late has committed a fault.
    pub fn play_in_time(&mut self, text: &str, spent: Duration) -> Result<Settled> {
        let seat = self.mover(text)?;
        let text = self.position().read_move(text)?;
        let chair = &mut self.places[seat.index()].chair;
        match chair.check(Ok(text), spent, |_| Ok(())) {
            Ok(text) => {
                self.make(&text, Some(spent))?;
                Ok(Settled::Played(Box::new(Decision::plain(text))))
            }
            Err(failure) => self.fail(seat, failure, spent),
        }
    }

    /// Charges the clock of a seat with a decision. Whether it was in time is settled when it is made.
    pub(super) fn charge(&mut self, seat: Seat, spent: Duration) {
        let _ = self.places[seat.index()].chair.check(Ok(()), spent, |()| Ok(()));
    }

    /// What players did wrong, oldest first.
    pub fn faults(&self) -> &[FaultNote] {
        &self.faults
    }

    /// Recalls what players did wrong in an earlier sitting, so that those who were benched are not asked again, and how
    /// the game ended there where its rules have not ended it.
    pub fn recall(&mut self, faults: Vec<FaultNote>, early_end: Option<GameEnd>) {
        self.faults = faults;
        self.bench_again();
        if let Some(end) = early_end {
            self.end(end);
        }
    }

    /// The game has gone back to where it stood after `count` events: later faults are forgotten, later times given back.
    pub(super) fn recall_players(&mut self, count: usize) {
        let plies = self.plies();
        self.faults.retain(|note| note.ply < plies);
        self.set_clocks(self.control, self.margin);
        let moves = self.events().iter();
        let charges: Vec<_> = moves.filter_map(|event| event.by.zip(event.time)).collect();
        for (seat, time) in charges {
            self.charge(seat, time);
        }
        self.bench_again();
        // A player that has seen what is undone starts again and is told what remains.
        for place in &mut self.places {
            place.player = place.player.take().filter(|(_, told)| *told <= count);
        }
    }

    /// Benches everybody whose fault led to a move.
    fn bench_again(&mut self) {
        for note in self.faults.clone() {
            let moves = self.game.history();
            let before = moves
                .filter(|(_, event)| event.by.is_some())
                .nth(note.ply as usize)
                .map(|(before, _)| before.clone());
            if let Some(before) = before {
                self.bench(&note, &before);
            }
        }
    }

    /// Benches a player that committed a fault at a position, if the rules of the game do.
    fn bench(&mut self, note: &FaultNote, position: &Position) {
        let seat = Seat(note.seat);
        let (Some(fault), Some(place)) =
            (Fault::of_word(&note.kind), self.places.get_mut(seat.index()))
        else {
            return;
        };
        if let Sanction::Plays { benched: true, .. } = position.sanction(seat, fault) {
            place.chair.bench(Failure {
                last_words: note.last_words.clone(),
                ..Failure::new(fault, note.reason.clone())
            });
        }
    }

    /// What to ask the player of a seat; `None` for a person's seat. `budget` is cut to what the clock allows. The
    /// player is away until [`Table::settle`] brings it back; one that stays away is replaced by a fresh one.
    pub fn ask(&mut self, seat: Seat, budget: &Budget) -> Option<Question> {
        let place = &mut self.places[seat.index()];
        let contender = place.contender.as_ref()?;
        let mut budget = budget.clone();
        place.chair.limit(budget.time, &mut budget);
        let (player, told) = match (place.chair.benched(), place.player.take()) {
            (Some(failure), _) => (Sitting::Benched(failure.clone()), self.game.count()),
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
                (Sitting::Fresh(player, self.game.start().clone()), 0)
            }
        };
        Some(Question {
            seat,
            state: self.state,
            player,
            news: self.history(told),
            position: self.position().clone(),
            budget,
            rng: decision_stream(self.seed, seat, self.game.count()),
        })
    }

    /// What to ask somebody who does not play about the position, for the seat to move.
    pub fn ask_adviser(&self, adviser: &Contender, seat: Seat, budget: Budget) -> Question {
        let context = GameContext::plain(self.rules.variant(), self.seed);
        let rng = decision_stream(self.seed, seat, self.game.count());
        Question::fresh(adviser, self.position(), seat, budget, rng, &context)
    }

    /// Brings a player back and does what its answer says: its move, or what the rules do about its fault. `spent`
    /// is how long it took where the caller knows better than the answer.
    pub fn settle(&mut self, answer: Answer, spent: Option<Duration>) -> Result<Settled> {
        if answer.state != self.state || self.turn() != Turn::Seat(answer.seat) {
            return Ok(Settled::Late);
        }
        let place = &mut self.places[answer.seat.index()];
        place.player = answer.player.map(|player| (player, answer.told));
        let mut spent = spent.unwrap_or(answer.time);
        let decision = if place.chair.benched().is_some() {
            // A player that is not asked any more spends no time.
            spent = Duration::ZERO;
            answer.decision
        } else {
            place.chair.check(answer.decision, spent, |_| Ok(()))
        };
        match decision {
            Ok(decision) => {
                self.make(&decision.chosen, Some(spent))?;
                Ok(Settled::Played(Box::new(decision)))
            }
            Err(failure) => self.fail(answer.seat, failure, spent),
        }
    }

    /// The seat to move has taken `spent`, which is more time than it had.
    pub fn overtime(&mut self, seat: Seat, spent: Duration) -> Result<Settled> {
        self.charge(seat, spent);
        self.fail(seat, Failure::new(Fault::Overtime, "out of time"), spent)
    }

    /// Does what the rules do about a fault of the seat to move.
    fn fail(&mut self, seat: Seat, failure: Failure, spent: Duration) -> Result<Settled> {
        let position = self.game.position();
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
                self.make(&text, Some(spent))?;
            }
            Consequence::Ends(end) => self.end(end),
        }
        Ok(Settled::Failed { failure, news })
    }

    /// What happened from the given number on.
    fn history(&self, from: usize) -> Vec<(Position, String)> {
        let history = self.game.history().skip(from);
        history.map(|(before, event)| (before.clone(), event.text.clone())).collect()
    }

    /// Tells all players how the game ended, in a thread of their own, because a bot may be slow to listen.
    pub(super) fn dismiss(&mut self) {
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
