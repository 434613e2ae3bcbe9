//! The session of a person who plays: instructions in, what is to be shown out. It knows no terminal.

use std::time::Duration;

use ludarium_arena::Answer;
use ludarium_game::{Result, Seed, Turn};

use super::game::{PersonGame, PlaySetup};
use super::instruction::{Instruction, help};
use super::thinking::Thinking;
use crate::commands::{chance_in_words, thoughts};

/// How long an agent that is called off may take to clear up.
const PATIENCE: Duration = Duration::from_secs(1);

/// A game, who thinks about it at the moment, and what was said last.
pub struct PlaySession {
    game: PersonGame,
    thinking: Option<Thinking>,
    seat_names: Vec<String>,
    said: Vec<String>,
    /// What the person reads at the moment: rules or help; empty if nothing.
    reading: Vec<String>,
    /// The events of chance in words, by the texts of all events.
    told: Vec<(String, String)>,
    left: bool,
}

impl PlaySession {
    /// A session with a new game.
    pub fn new(setup: PlaySetup, seed: Seed) -> Result<PlaySession> {
        let game = PersonGame::new(setup, seed)?;
        let seats = game.table().game().start().scene().seats;
        Ok(PlaySession {
            game,
            thinking: None,
            seat_names: seats.into_iter().map(|seat| seat.name).collect(),
            said: Vec::new(),
            reading: Vec::new(),
            told: Vec::new(),
            left: false,
        })
    }

    /// The game.
    pub fn game(&self) -> &PersonGame {
        &self.game
    }

    /// What was said last, in answer to an instruction or about an agent's fault.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// What the person reads at the moment, a paragraph each; nothing if it looks at the board.
    pub fn reading(&self) -> &[String] {
        &self.reading
    }

    /// The person has read enough.
    pub fn close(&mut self) {
        self.reading.clear();
    }

    /// Whether the person has left.
    pub fn left(&self) -> bool {
        self.left
    }

    /// Whether nothing happens until the person writes something.
    pub fn waits(&self) -> bool {
        self.thinking.is_none() && (self.game.my_turn() || self.game.table().turn() == Turn::Over)
    }

    /// The one who thinks and for how long, in words.
    pub fn thinker(&self) -> Option<String> {
        let thinking = self.thinking.as_ref()?;
        let (seat, setup) = (thinking.seat(), self.game.setup());
        let seconds = thinking.elapsed().as_secs_f64();
        Some(if seat == setup.me {
            format!("{} looks for a hint, {seconds:.1} s", setup.adviser.text())
        } else {
            let (who, agent) = (&self.seat_names[seat.index()], &setup.names[seat.index()]);
            format!("{who} ({agent}) thinks, {seconds:.1} s")
        })
    }

    /// Goes one step on: an event of chance, the beginning of a thought, or its end if that comes within
    /// `patience`.
    pub fn step(&mut self, patience: Duration) {
        self.go(patience);
        self.put_in_words();
    }

    fn go(&mut self, patience: Duration) {
        if let Some(thinking) = &self.thinking {
            if let Some(answer) = thinking.wait(patience) {
                let seat = thinking.seat();
                self.thinking = None;
                if seat == self.game.setup().me {
                    self.advise(&answer);
                } else {
                    self.said.extend(self.game.answer(answer));
                }
            }
            return;
        }
        match self.game.table().turn() {
            Turn::Chance => self.game.roll(),
            Turn::Seat(seat) if seat != self.game.setup().me => {
                let question = self.game.ask(seat);
                let state = self.game.table().state();
                self.thinking = question.map(|question| Thinking::begin(question, state));
            }
            Turn::Seat(_) | Turn::Over => {}
        }
    }

    /// Does what a line asks for.
    pub fn obey(&mut self, line: &str) {
        let written = line.trim().to_owned();
        // A move is a move, even if it is spelt like a word of ours.
        let instruction = if self.game.my_moves().contains(&written) {
            Some(Instruction::Move(written))
        } else {
            Instruction::read(line)
        };
        self.said.clear();
        self.reading.clear();
        let Some(instruction) = instruction else {
            return;
        };
        match instruction {
            Instruction::Move(text) => self.play(&text),
            Instruction::Moves => self.list_moves(),
            Instruction::Hint => self.ask_for_hint(),
            Instruction::Undo => self.undo(),
            Instruction::Resign if self.game.table().turn() == Turn::Over => {
                self.say("the game is over");
            }
            Instruction::Resign => {
                self.thinking = None;
                self.game.resign();
            }
            Instruction::Again => self.restart(self.game.table().seed()),
            Instruction::New => self.restart(Seed(self.game.table().seed().0.wrapping_add(1))),
            Instruction::Help => self.reading = help(),
            Instruction::Rules => self.reading.clone_from(&self.game.setup().lesson),
            Instruction::Quit => self.leave(),
        }
        self.put_in_words();
    }

    /// Says of new events what people see of them. What was taken back is forgotten.
    fn put_in_words(&mut self) {
        let table = self.game.table();
        let events = table.events();
        let known = self.told.iter().zip(events).take_while(|(told, event)| told.0 == event.text);
        let known = known.count();
        self.told.truncate(known);
        for (index, event) in events.iter().enumerate().skip(known) {
            let words = match event.by {
                None => chance_in_words(table.game().after(index), &event.text, table.seed()),
                Some(_) => event.text.clone(),
            };
            self.told.push((event.text.clone(), words));
        }
    }

    /// Leaves the game; an agent that thinks is stopped.
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
        if self.game.table().turn() == Turn::Over {
            return self.say("the game is over: write again, new, undo or quit");
        }
        if !self.game.my_turn() {
            return self.say("it is not your turn yet");
        }
        match self.game.play(text) {
            // A hint that is still being looked for comes too late.
            Ok(()) => self.thinking = None,
            Err(error) => self.say(error.to_string()),
        }
    }

    fn list_moves(&mut self) {
        match self.game.my_moves() {
            moves if moves.is_empty() => self.say("you have no moves now"),
            moves => self.say(moves.join(" ")),
        }
    }

    fn ask_for_hint(&mut self) {
        match (self.game.my_turn(), &self.thinking) {
            (false, _) => self.say("hints are for your own turn"),
            (true, Some(_)) => self.say("a hint is on its way"),
            (true, None) => {
                let state = self.game.table().state();
                self.thinking = Some(Thinking::begin(self.game.ask_adviser(), state));
            }
        }
    }

    fn advise(&mut self, answer: &Answer) {
        let (me, adviser) = (self.game.setup().me, self.game.setup().adviser.text());
        match &answer.decision {
            Ok(decision) => {
                let best = &decision.chosen;
                let mut lines = vec![format!("hint of {adviser}: {best}")];
                let table = thoughts::candidates(me, decision, usize::MAX);
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
        if !self.game.undo() {
            self.say("there is no move of yours to take back");
        }
    }

    fn restart(&mut self, seed: Seed) {
        if self.game.table().turn() != Turn::Over {
            return self.say("the game is not over: play on, or resign first");
        }
        match self.game.restart(seed) {
            Ok(()) => self.say(format!("a new game, seed {}", seed.0)),
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Everything that happened from the given number on, a line each.
    pub fn log(&self, from: usize) -> Vec<String> {
        let events = self.game.table().events();
        let width = self.seat_names.iter().map(String::len).max().unwrap_or(0);
        let lines = events.iter().enumerate().skip(from);
        lines
            .map(|(index, event)| {
                let who = match event.by {
                    Some(seat) => &self.seat_names[seat.index()],
                    None => "chance",
                };
                let words = self.told.get(index).map_or(&event.text, |(_, words)| words);
                format!("{:>4} {who:<width$} {words}", index + 1, width = width.max(6))
            })
            .collect()
    }

    /// The players in their seats, in a sentence.
    pub fn title(&self) -> String {
        let setup = self.game.setup();
        let seats = self.seat_names.iter().zip(&setup.names);
        let seats: Vec<String> = seats.map(|(seat, name)| format!("{seat} {name}")).collect();
        let (seats, seed) = (seats.join(", "), self.game.table().seed().0);
        let game = setup.rules.game();
        format!("{game} ({}): {seats}; seed {seed}", setup.variant)
    }

    /// The result with its reason, a line each; none while the game goes on.
    pub fn result(&self) -> Vec<String> {
        let Some(end) = self.game.table().result() else {
            return Vec::new();
        };
        let mut lines = vec![format!("over: {}", end.ending)];
        let scores = end.scores.as_slice(self.seat_names.len());
        let names = &self.game.setup().names;
        for ((seat, name), score) in self.seat_names.iter().zip(names).zip(scores) {
            lines.push(format!("  {seat:<10} {score:.2}  {name}"));
        }
        lines
    }
}
