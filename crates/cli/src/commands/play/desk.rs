//! The desk of a person who plays: orders in, what is to be shown out. It knows no terminal.

use std::sync::Arc;
use std::time::Duration;

use ludarium_agents::Kit;
use ludarium_game::{Seed, Turn};

use super::order::{Order, help};
use super::session::{Session, Setup};
use super::thinking::{Answer, Thinking};
use crate::commands::thoughts;

/// How long an agent that is called off may take to clear up.
const PATIENCE: Duration = Duration::from_secs(1);

/// A game, who thinks about it at the moment, and what was said last.
pub struct Desk<G: Kit> {
    session: Session<G>,
    thinking: Option<Thinking<G>>,
    seat_names: Vec<String>,
    said: Vec<String>,
    left: bool,
}

impl<G: Kit> Desk<G> {
    /// A desk with a new game.
    pub fn new(setup: Setup<G>, seed: Seed) -> Desk<G> {
        let session = Session::new(Arc::new(setup), seed);
        let seats = session.table().start().scene().seats;
        Desk {
            session,
            thinking: None,
            seat_names: seats.into_iter().map(|seat| seat.name).collect(),
            said: Vec::new(),
            left: false,
        }
    }

    /// The game.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// What was said last, in answer to an order or about an agent's fault.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// Whether the person has left.
    pub fn left(&self) -> bool {
        self.left
    }

    /// Whether nothing happens until the person writes something.
    pub fn waits(&self) -> bool {
        self.thinking.is_none() && (self.session.my_turn() || self.session.turn() == Turn::Over)
    }

    /// Who thinks and for how long, in words.
    pub fn thinker(&self) -> Option<String> {
        let thinking = self.thinking.as_ref()?;
        let (seat, setup) = (thinking.seat(), self.session.setup());
        let seconds = thinking.elapsed().as_secs_f64();
        Some(match seat == setup.me {
            true => format!("{} looks for a hint, {seconds:.1} s", setup.adviser),
            false => {
                let (who, agent) = (&self.seat_names[seat.index()], &setup.names[seat.index()]);
                format!("{who} ({agent}) thinks, {seconds:.1} s")
            }
        })
    }

    /// Goes one step on: an event of chance, the beginning of a thought, or its end if that comes within
    /// `patience`.
    pub fn step(&mut self, patience: Duration) {
        if let Some(thinking) = &self.thinking {
            if let Some(answer) = thinking.wait(patience) {
                let seat = thinking.seat();
                self.thinking = None;
                if seat == self.session.setup().me {
                    self.advise(&answer);
                } else {
                    self.said.extend(self.session.answer(seat, answer));
                }
            }
            return;
        }
        match self.session.turn() {
            Turn::Chance => {
                self.session.roll();
            }
            Turn::Seat(seat) if seat != self.session.setup().me => {
                self.thinking = Some(self.session.think(seat));
            }
            Turn::Seat(_) | Turn::Over => {}
        }
    }

    /// Does what a line asks for.
    pub fn obey(&mut self, line: &str) {
        let written = line.trim().to_owned();
        // A move is a move, even if it is spelt like a word of ours.
        let order = match self.session.my_moves().contains(&written) {
            true => Some(Order::Move(written)),
            false => Order::read(line),
        };
        self.said.clear();
        let Some(order) = order else { return };
        match order {
            Order::Move(text) => self.play(&text),
            Order::Moves => self.list_moves(),
            Order::Hint => self.ask_for_hint(),
            Order::Undo => self.undo(),
            Order::Resign if self.session.turn() == Turn::Over => self.say("the game is over"),
            Order::Resign => {
                self.thinking = None;
                self.session.resign();
            }
            Order::Again => self.restart(self.session.seed()),
            Order::New => self.restart(Seed(self.session.seed().0.wrapping_add(1))),
            Order::Help => self.said = help(),
            Order::Quit => self.leave(),
        }
    }

    /// Leaves the game; whoever thinks is called off.
    pub fn leave(&mut self) {
        self.left = true;
        if let Some(thinking) = self.thinking.take() {
            thinking.call_off(PATIENCE);
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.said.push(text.into());
    }

    fn play(&mut self, text: &str) {
        if self.session.turn() == Turn::Over {
            return self.say("the game is over: write again, new, undo or quit");
        }
        if !self.session.my_turn() {
            return self.say("it is not your turn yet");
        }
        match self.session.play(text) {
            // A hint that is still being looked for comes too late.
            Ok(()) => self.thinking = None,
            Err(error) => self.say(error.to_string()),
        }
    }

    fn list_moves(&mut self) {
        match self.session.my_moves() {
            moves if moves.is_empty() => self.say("you have no moves now"),
            moves => self.say(moves.join(" ")),
        }
    }

    fn ask_for_hint(&mut self) {
        match (self.session.my_turn(), &self.thinking) {
            (false, _) => self.say("hints are for your own turn"),
            (true, Some(_)) => self.say("a hint is on its way"),
            (true, None) => self.thinking = Some(self.session.advise()),
        }
    }

    fn advise(&mut self, answer: &Answer<G>) {
        let (me, adviser) = (self.session.setup().me, &self.session.setup().adviser);
        let position = self.session.table().position();
        match &answer.decision {
            Ok(decision) => {
                let best = position.describe_move(decision.chosen);
                let mut lines = vec![format!("hint of {adviser}: {best}")];
                let table = thoughts::candidates(position, me, decision, usize::MAX);
                lines.extend(table.lines().map(str::to_owned));
                lines.push(thoughts::cost(decision));
                self.said = lines;
            }
            Err(failure) => {
                let text = format!("no hint: {adviser} {} ({})", failure.fault, failure.reason);
                self.say(text);
            }
        }
    }

    fn undo(&mut self) {
        self.thinking = None;
        if !self.session.undo() {
            self.say("there is no move of yours to take back");
        }
    }

    fn restart(&mut self, seed: Seed) {
        if self.session.turn() != Turn::Over {
            return self.say("the game is not over: play on, or resign first");
        }
        self.session.restart(seed);
        self.say(format!("a new game, seed {}", seed.0));
    }

    /// Everything that happened from the given number on, a line each.
    pub fn log(&self, from: usize) -> Vec<String> {
        let happenings = self.session.table().happenings();
        let width = self.seat_names.iter().map(String::len).max().unwrap_or(0);
        let lines = happenings.iter().enumerate().skip(from);
        lines
            .map(|(index, happening)| {
                let who = match happening.by {
                    Some(seat) => &self.seat_names[seat.index()],
                    None => "chance",
                };
                format!(
                    "{:>4} {who:<width$} {}",
                    index + 1,
                    happening.text,
                    width = width.max(6)
                )
            })
            .collect()
    }

    /// Who sits where, in a sentence.
    pub fn title(&self) -> String {
        let setup = self.session.setup();
        let seats = self.seat_names.iter().zip(&setup.names);
        let seats: Vec<String> = seats.map(|(seat, name)| format!("{seat} {name}")).collect();
        let (seats, seed) = (seats.join(", "), self.session.seed().0);
        format!("{} ({}): {seats}; seed {seed}", G::NAME, setup.variant)
    }

    /// The result with its reason, a line each; none while the game goes on.
    pub fn result(&self) -> Vec<String> {
        let Some(verdict) = self.session.verdict() else {
            return Vec::new();
        };
        let mut lines = vec![format!("over: {}", verdict.ending)];
        let scores = verdict.scores.as_slice(self.seat_names.len());
        let names = &self.session.setup().names;
        for ((seat, name), score) in self.seat_names.iter().zip(names).zip(scores) {
            lines.push(format!("  {seat:<10} {score:.2}  {name}"));
        }
        lines
    }
}
