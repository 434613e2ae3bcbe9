//! What happens at a table: moves, rolls, taking back, giving up, and the referee's word.

use std::time::{Duration, Instant};

use ludarium_agents::Kit;
use ludarium_game::{Fault, Sanction, Scores, Seat, Turn};

use super::owner::{MOST_HAPPENINGS, Owner, SLOWEST_MS};
use super::store::{Kind, Row};
use crate::api::{Command, Message, Thought, Verdict};
use crate::error::{Result, WebError};

impl<G: Kit> Owner<G> {
    /// Lets chance and agents act where it is their turn.
    pub(super) fn advance(&mut self) {
        while !self.broken && self.turn() == Turn::Chance {
            if let Err(error) = self.roll() {
                self.give_up_on_disk(&error);
            }
        }
        let Some(seat) = self.mover() else { return };
        if self.log.len() >= MOST_HAPPENINGS {
            let scores = Scores::shared(self.hirings.len());
            let ending = format!("stopped after {MOST_HAPPENINGS} moves and rolls");
            if let Err(error) = self.end(scores, ending) {
                self.give_up_on_disk(&error);
            }
            return;
        }
        // The clock of a person begins to run when the person has come.
        let here = self.is_agent(seat) || self.audience.holds(seat.0);
        if !self.paused && here && self.decided.is_none() {
            self.clocks.run();
        }
        // Agents play in front of somebody, or not at all.
        let awake = (!self.paused || self.step) && !self.audience.is_empty();
        if !awake || self.broken || !self.is_agent(seat) {
            return;
        }
        if let Some(decided) = self.decided.take() {
            if Instant::now() < self.ready {
                self.decided = Some(decided);
                return;
            }
            self.step = false;
            if let Err(error) = self.carry_out(*decided) {
                self.give_up_on_disk(&error);
            }
            return self.advance();
        }
        if self.thinking.is_none() {
            self.ask(seat);
        }
    }

    /// The disk does not take what happens: everybody is told, and nothing goes on by itself.
    fn give_up_on_disk(&mut self, error: &WebError) {
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
                owner.clocks.hold();
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
    fn pace(&mut self, id: u64, change: impl FnOnce(&mut Owner<G>)) -> Result<()> {
        let people = self.hirings.iter().any(Option::is_none);
        if people && self.audience.seats_of(id).is_empty() {
            return Err(WebError::forbidden("only players may do that"));
        }
        change(self);
        let message = Message::Pace {
            paused: self.paused,
            speed: self.speed.as_millis() as u64,
        };
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
                "the game has gone on: it has {} happenings, you saw {count}",
                self.log.len()
            )));
        }
        if self.clocks.is_late(seat.0) {
            return self.sanction(seat, Fault::Overtime, "out of time");
        }
        self.make(seat, text, None)
    }

    /// Makes a move of the seat to move: first the rules, then the disk, then everybody is told.
    pub(super) fn make(&mut self, seat: Seat, text: &str, thought: Option<Thought>) -> Result<()> {
        let count = self.log.len();
        let made = self.table.play(text)?.text.clone();
        let spent = self.clocks.spent();
        let row = Row {
            kind: Kind::Move,
            seat: Some(seat.0),
            text: made,
            ms: Some(spent.as_millis() as u64),
            thought: thought
                .as_ref()
                .and_then(|one| serde_json::to_string(one).ok()),
        };
        self.keep(&row, count)?;
        self.clocks.charge(seat.0, spent);
        self.happened(&row, thought);
        Ok(())
    }

    /// Lets chance decide what is pending.
    fn roll(&mut self) -> Result<()> {
        let count = self.log.len();
        let Some(made) = self.table.roll() else {
            return Ok(());
        };
        let row = Row {
            kind: Kind::Roll,
            seat: None,
            text: made.text.clone(),
            ms: None,
            thought: None,
        };
        self.keep(&row, count)?;
        self.happened(&row, None);
        Ok(())
    }

    /// Stores a row; where that fails, the table goes back to `count` happenings.
    fn keep(&mut self, row: &Row, count: usize) -> Result<()> {
        let after = self.table.happenings().len();
        let over = self.turn() == Turn::Over;
        let charge = &self.charge;
        let kept = charge.store.add(&charge.id, self.rows, row, after, over);
        if kept.is_err() {
            self.table.take_back(count);
        }
        kept
    }

    /// Notes a move or outcome that is stored, and tells players and people.
    fn happened(&mut self, row: &Row, thought: Option<Thought>) {
        self.note(row, thought.as_ref());
        self.rows += 1;
        self.generation += 1;
        (self.thinking, self.hinting) = (None, None);
        if let Some(made) = self.table.happenings().last() {
            for player in self.players.iter_mut().flatten() {
                // Who fails to listen fails again when it is asked, and that is noted then.
                let _ = player.observe(&made.before, made.mv);
            }
        }
        self.clocks.begin();
        self.ready = Instant::now() + self.speed;
        self.announce(thought);
        if self.verdict().is_some() {
            self.announce_end();
        }
    }

    fn announce_end(&mut self) {
        if let Some(result) = self.verdict() {
            self.audience
                .tell_all(Message::Over { result: &result }.text());
        }
    }

    /// Goes back to before the last move of the asker, whose game it must be alone.
    fn undo(&mut self, id: u64) -> Result<()> {
        let mine = self.audience.seats_of(id).to_vec();
        let people = Seat::all(self.hirings.len()).filter(|seat| !self.is_agent(*seat));
        let mut others = people.filter(|seat| !mine.contains(&seat.0));
        if mine.is_empty() || others.next().is_some() {
            let message = "only who plays alone against agents may take moves back";
            return Err(WebError::forbidden(message));
        }
        let own = |line: &super::owner::Line| line.entry.by.is_some_and(|by| mine.contains(&by));
        let Some(count) = self.log.iter().rposition(own) else {
            return Err(WebError::bad("you have not made a move yet"));
        };
        let row = Row {
            kind: Kind::Back,
            seat: mine.first().copied(),
            text: count.to_string(),
            ms: None,
            thought: None,
        };
        let charge = &self.charge;
        charge
            .store
            .add(&charge.id, self.rows, &row, count, false)?;
        self.rows += 1;
        self.generation += 1;
        (self.thinking, self.hinting, self.decided) = (None, None, None);
        self.ended = None;
        self.table.take_back(count);
        self.log.truncate(count);
        self.hire();
        self.rewind_clocks();
        self.announce_taken_back();
        Ok(())
    }

    /// The asker gives up, at any time.
    fn resign(&mut self, id: u64) -> Result<()> {
        let mine = self.audience.seats_of(id);
        // Who plays several seats gives up the one to move.
        let mover = self.mover().filter(|seat| mine.contains(&seat.0));
        let Some(seat) = mover.or(mine.first().map(|&seat| Seat(seat))) else {
            return Err(WebError::forbidden("you do not play"));
        };
        if self.turn() == Turn::Over {
            return Err(WebError::bad("the game is over"));
        }
        let row = Row {
            kind: Kind::Resign,
            seat: Some(seat.0),
            text: String::new(),
            ms: None,
            thought: None,
        };
        self.keep_end(&row)?;
        self.table.resign(seat);
        self.announce_end();
        Ok(())
    }

    /// The referee ends the game.
    fn end(&mut self, scores: Scores, ending: String) -> Result<()> {
        let verdict = Verdict {
            scores: scores.as_slice(self.hirings.len()).to_vec(),
            ending,
        };
        let row = Row {
            kind: Kind::End,
            seat: None,
            text: serde_json::to_string(&verdict).unwrap_or_default(),
            ms: None,
            thought: None,
        };
        self.keep_end(&row)?;
        self.ended = Some(verdict);
        self.announce_end();
        Ok(())
    }

    fn keep_end(&mut self, row: &Row) -> Result<()> {
        let charge = &self.charge;
        let count = self.log.len();
        charge.store.add(&charge.id, self.rows, row, count, true)?;
        self.rows += 1;
        self.generation += 1;
        (self.thinking, self.hinting, self.decided) = (None, None, None);
        self.clocks.hold();
        Ok(())
    }

    /// What the rules do about somebody who failed: a move that is made instead, or the end.
    pub(super) fn sanction(&mut self, seat: Seat, fault: Fault, reason: &str) -> Result<()> {
        let position = self.table.position();
        match position.sanction(seat, fault) {
            Sanction::Ends(scores) => self.end(scores, format!("fault: {fault}: {reason}")),
            Sanction::Plays { mv, .. } => {
                let text = position.describe_move(mv);
                self.make(seat, &text, None)
            }
        }
    }

    /// Whoever has run out of time has failed.
    pub(super) fn look_at_clock(&mut self) {
        let Some(seat) = self.mover() else { return };
        if self.clocks.is_late(seat.0)
            && let Err(error) = self.sanction(seat, Fault::Overtime, "out of time")
        {
            self.give_up_on_disk(&error);
        }
    }
}
