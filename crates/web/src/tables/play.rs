//! What happens at a table: moves, rolls, taking back, giving up, and faults. First the rules, then the disk, then
//! everybody is told.

use std::time::{Duration, Instant};

use ludarium_arena::{GameEnd, Remarks, Settled};
use ludarium_game::{Scores, Seat, Turn};

use super::owner::{MOST_EVENTS, Owner, SLOWEST_MS};
use super::show::forced;
use super::store::{GameChange, StoredEvent, TableResult, TableState};
use super::turn_time::TurnTime;
use crate::api::{Command, GameResult, LogEntry, Message, Thought};
use crate::error::{Result, WebError};

impl Owner {
    /// Lets chance and agents act where it is their turn.
    pub(super) fn advance(&mut self) {
        while !self.broken && self.table.turn() == Turn::Chance {
            if let Err(error) = self.roll() {
                self.give_up(&error);
            }
        }
        let Some(seat) = self.mover() else { return };
        if self.log.len() >= MOST_EVENTS {
            let scores = Scores::shared(self.table.seats());
            let ending = format!("stopped after {MOST_EVENTS} moves and rolls");
            if let Err(error) = self.stop(GameEnd::new(scores, ending)) {
                self.give_up(&error);
            }
            return;
        }
        // The clock of a person begins to run when the person has come.
        let here = self.is_agent(seat) || self.audience.holds(seat.0);
        if !self.paused && here && self.answered.is_none() {
            self.turn_time.run();
        }
        // A person who has no choice is not asked.
        if here
            && !self.is_agent(seat)
            && !self.broken
            && let Some(text) = forced(self.table.position())
        {
            if let Err(error) = self.make(seat, &text) {
                self.give_up(&error);
            }
            return self.advance();
        }
        // Agents play in front of somebody, or not at all.
        let awake = (!self.paused || self.step) && !self.audience.is_empty();
        if !awake || self.broken || !self.is_agent(seat) {
            return;
        }
        if let Some(answer) = self.answered.take() {
            if Instant::now() < self.ready {
                self.answered = Some(answer);
                return;
            }
            self.step = false;
            if let Err(error) = self.carry_out(*answer) {
                self.give_up(&error);
            }
            return self.advance();
        }
        if self.thinking.is_none() {
            self.ask(seat);
        }
    }

    /// The machine does not take what happens: everybody is told, and nothing goes on by itself.
    pub(super) fn give_up(&mut self, error: &WebError) {
        self.broken = true;
        let message = format!("{}; the game waits until it is resumed", error.message);
        self.audience.tell_all(Message::Error { message }.text());
    }

    /// What a listener says.
    pub(super) fn say(&mut self, id: u64, command: Command) -> Result<()> {
        match command {
            Command::Play { mv, count } => self.play(id, &mv, count),
            Command::Undo => self.undo(id),
            Command::Resign => self.resign(id),
            Command::Hint => self.hint(id),
            Command::Pause => self.pace(id, |owner| {
                owner.paused = true;
                owner.turn_time.hold();
            }),
            Command::Resume => self.pace(id, |owner| {
                owner.paused = false;
                owner.broken = false;
            }),
            Command::Speed { ms } => self.pace(id, |owner| {
                owner.speed = Duration::from_millis(ms.min(SLOWEST_MS));
                owner.ready = Instant::now();
            }),
            Command::Step => self.pace(id, |owner| owner.step = owner.paused),
        }
    }

    /// Changes how agents play on, if the listener may.
    fn pace(&mut self, id: u64, change: impl FnOnce(&mut Owner)) -> Result<()> {
        let people = Seat::all(self.table.seats()).any(|seat| !self.is_agent(seat));
        if people && self.audience.seats_of(id).is_empty() {
            return Err(WebError::forbidden("only players may do that"));
        }
        change(self);
        let message = Message::Pace { paused: self.paused, speed: self.speed.as_millis() as u64 };
        self.audience.tell_all(message.text());
        Ok(())
    }

    /// A person makes a move.
    fn play(&mut self, id: u64, text: &str, count: usize) -> Result<()> {
        let Some(seat) = self.mover() else {
            return Err(WebError::bad("it is nobody's turn"));
        };
        if !self.audience.seats_of(id).contains(&seat.0) {
            return Err(WebError::forbidden("it is not your turn"));
        }
        if count != self.log.len() {
            return Err(WebError::bad(format!(
                "the game has gone on: it is at step {}, you saw step {count}",
                self.log.len()
            )));
        }
        self.make(seat, text)
    }

    /// Makes the move of a person in time.
    fn make(&mut self, seat: Seat, text: &str) -> Result<()> {
        let settled = self.table.play_in_time(text, self.turn_time.spent())?;
        self.finish_turn(seat, &settled, &Remarks::default())
    }

    /// Stores and tells what came of the turn of a seat.
    pub(super) fn finish_turn(
        &mut self,
        seat: Seat,
        settled: &Settled,
        remarks: &Remarks,
    ) -> Result<()> {
        let (thought, fault) = match settled {
            Settled::Late => return Ok(()),
            Settled::Played(decision) => (self.thought(seat, decision, remarks), None),
            Settled::Failed { failure, news } => (None, news.then_some(failure)),
        };
        if self.table.ended_early() {
            return self.keep_early_end();
        }
        self.keep_event(thought)?;
        if let Some(failure) = fault {
            let name = self.seat_name(seat);
            let reason = &failure.reason;
            let message = format!("{name} failed: {reason}; the rules of the game move instead");
            self.audience.tell_all(Message::Error { message }.text());
        }
        Ok(())
    }

    /// Lets chance decide what is pending.
    fn roll(&mut self) -> Result<()> {
        match self.table.roll() {
            Some(_) => self.keep_event(None),
            None => Ok(()),
        }
    }

    /// Notes, stores and tells the last event.
    fn keep_event(&mut self, thought: Option<Thought>) -> Result<()> {
        let count = self.log.len();
        self.note(thought.as_ref());
        self.keep(count, thought.as_ref())?;
        self.forget_answers();
        self.turn_time = TurnTime::default();
        self.ready = Instant::now() + self.speed;
        self.announce(thought);
        self.announce_end();
        Ok(())
    }

    /// Stores what the table has done since it had `count` events; where that fails, it goes back to there.
    fn keep(&mut self, count: usize, thought: Option<&Thought>) -> Result<()> {
        let events = self.table.events()[count..].iter().map(|event| StoredEvent {
            text: event.text.clone(),
            ms: event.time.map(|time| time.as_millis() as u64),
            thought: thought.and_then(|one| serde_json::to_string(one).ok()),
        });
        let result = self.result();
        let change = GameChange {
            from: count,
            events: events.collect(),
            state: TableState {
                faults: self.table.faults().to_vec(),
                early_end: result.clone().filter(|_| self.table.ended_early()),
            },
            over: result.is_some(),
            result: result.map(|result| self.table_result(result)),
        };
        let kept = self.setup.store.keep(&self.setup.id, change);
        if kept.is_err() {
            self.table.take_back(count);
            self.log.truncate(count);
        }
        kept
    }

    /// The result for lists of games and for the table of a day.
    fn table_result(&self, result: GameResult) -> TableResult {
        let keys = &self.setup.settings.keys;
        let by_people = |entry: &&LogEntry| {
            let seat = entry.by.map(usize::from);
            let key = seat.and_then(|seat| keys.get(seat)?.as_ref());
            key.is_some() && !entry.forced
        };
        TableResult { scores: result.scores, moves: self.log.iter().filter(by_people).count() }
    }

    /// Nobody waits any more for what is being thought about.
    fn forget_answers(&mut self) {
        (self.thinking, self.hinting, self.answered) = (None, None, None);
    }

    /// Tells everybody that the game is over, and keeps it in a run.
    fn announce_end(&mut self) {
        let Some(result) = self.result() else { return };
        // A client that hears of the end finds the game in its run.
        let kept = self.keep_in_run();
        self.audience.tell_all(Message::Over { result: &result }.text());
        if let Err(reason) = kept {
            let message = format!("the game is kept here, but not in a run: {reason}");
            self.audience.tell_all(Message::Error { message }.text());
        }
    }

    /// What would spoil the table of the day.
    pub(super) fn check_daily(&self) -> Result<()> {
        match self.setup.settings.daily {
            Some(_) => Err(WebError::forbidden(
                "there are no hints in the game of the day, and nothing is taken back",
            )),
            None => Ok(()),
        }
    }

    /// Goes back to before the last move that the asker chose, whose game it must be alone.
    fn undo(&mut self, id: u64) -> Result<()> {
        self.check_daily()?;
        let mine = self.audience.seats_of(id).to_vec();
        let people = Seat::all(self.table.seats()).filter(|seat| !self.is_agent(*seat));
        let mut others = people.filter(|seat| !mine.contains(&seat.0));
        if mine.is_empty() || others.next().is_some() {
            let message = "only somebody who plays alone against agents may take moves back";
            return Err(WebError::forbidden(message));
        }
        let own = |entry: &LogEntry| !entry.forced && entry.by.is_some_and(|by| mine.contains(&by));
        let Some(count) = self.log.iter().rposition(own) else {
            return Err(WebError::bad("you have not made a move yet"));
        };
        let plies = self.log[..count].iter().filter(|entry| entry.by.is_some()).count() as u64;
        let faults = self.table.faults().iter().filter(|note| note.ply < plies);
        let change = GameChange {
            from: count,
            events: Vec::new(),
            state: TableState { faults: faults.cloned().collect(), early_end: None },
            over: false,
            result: None,
        };
        self.setup.store.keep(&self.setup.id, change)?;
        self.forget_answers();
        self.table.take_back(count);
        self.log.truncate(count);
        self.turn_time = TurnTime::default();
        self.announce_taken_back();
        Ok(())
    }

    /// The asker gives up, at any time.
    fn resign(&mut self, id: u64) -> Result<()> {
        let mine = self.audience.seats_of(id);
        // A person who plays several seats gives up the one to move.
        let mover = self.mover().filter(|seat| mine.contains(&seat.0));
        let Some(seat) = mover.or(mine.first().map(|&seat| Seat(seat))) else {
            return Err(WebError::forbidden("you do not play"));
        };
        if self.table.turn() == Turn::Over {
            return Err(WebError::bad("the game is over"));
        }
        self.table.resign(seat);
        self.keep_early_end()
    }

    /// Ends a game that takes too long.
    fn stop(&mut self, end: GameEnd) -> Result<()> {
        self.table.end(end);
        self.keep_early_end()
    }

    /// Stores and tells how the table has ended the game before its rules did.
    fn keep_early_end(&mut self) -> Result<()> {
        self.keep(self.log.len(), None)?;
        self.forget_answers();
        self.turn_time.hold();
        self.announce_end();
        Ok(())
    }

    /// A player that has run out of time has failed.
    pub(super) fn look_at_clock(&mut self) {
        let Some(seat) = self.mover() else { return };
        if !self.turn_time.is_late(self.table.clock(seat)) {
            return;
        }
        let settled = self.table.overtime(seat, self.turn_time.spent());
        let done = settled
            .map_err(WebError::from)
            .and_then(|settled| self.finish_turn(seat, &settled, &Remarks::default()));
        if let Err(error) = done {
            self.give_up(&error);
        }
    }
}
