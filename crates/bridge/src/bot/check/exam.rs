//! An examination in progress: one bot, one step after another, started again after every failure.

use std::time::{Duration, Instant};

use ludarium_arena::Games;
use ludarium_game::{Error, Purpose, Seed};
use serde_json::{Value, json};

use super::rehearsal::{BotQuestion, Opening, Rehearsal};
use super::report::{AheadUse, CheckReport, Step, StepResult};
use super::witness::Witness;
use crate::bot::attendant::Departure;
use crate::bot::{BotCommand, Clock, FromBot, Launch, PROTOCOL, Pick, ToBot, Trouble};
use crate::sandbox::complaint;

/// The time that a bot is told it has for a move, where the step is not about time.
const EASY_CLOCK: Duration = Duration::from_secs(1);

/// How long a bot that did not answer may take after its input was closed.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What a part of a step gave, or why the step failed.
pub(super) type Checked<T = ()> = Result<T, String>;

/// An examination in progress.
pub(super) struct Exam<'a> {
    all_games: &'a Games,
    command: BotCommand,
    launch: &'a Launch,
    asked_games: &'a [String],
    pub games: Vec<String>,
    name: Option<String>,
    sandbox: String,
    witness: Option<Witness>,
    next_id: u64,
    steps: Vec<Step>,
    /// Whether nothing more can be tried.
    hopeless: bool,
    /// Whether the bot said hello only when its input was closed.
    pub unflushed: bool,
    pub deterministic: Option<bool>,
    pub ahead: AheadUse,
    pub departure: Option<Departure>,
}

impl<'a> Exam<'a> {
    pub fn new(
        all_games: &'a Games,
        command: &BotCommand,
        launch: &'a Launch,
        asked_games: &'a [String],
    ) -> Exam<'a> {
        let mut command = command.clone();
        // Whether a bot flushes its lines is to be seen, so Python is not helped with it.
        command
            .env
            .insert(0, ("PYTHONUNBUFFERED".to_owned(), String::new()));
        Exam {
            all_games,
            command,
            launch,
            asked_games,
            games: asked_games.to_vec(),
            name: None,
            sandbox: String::new(),
            witness: None,
            next_id: 1,
            steps: Vec::new(),
            hopeless: false,
            unflushed: false,
            deterministic: None,
            ahead: AheadUse::default(),
            departure: None,
        }
    }

    /// What was found out.
    pub fn finish(self) -> CheckReport {
        CheckReport {
            name: self.name,
            games: self.games,
            sandbox: self.sandbox,
            deterministic: self.deterministic,
            after: self.ahead,
            steps: self.steps,
        }
    }

    /// Tries the next step.
    pub fn step(&mut self, title: &'static str, work: impl FnOnce(&mut Exam<'a>) -> Checked) {
        let mut step = Step {
            number: self.steps.len() + 1,
            title,
            result: StepResult::LeftOut,
            exchange: Vec::new(),
            stderr: String::new(),
        };
        if !self.hopeless {
            if let Some(witness) = &mut self.witness {
                witness.turn_the_page();
            }
            step.result = match self.prepare().and_then(|()| work(self)) {
                Ok(()) => StepResult::Passed,
                Err(reason) => {
                    // What a bot remembers of a step that failed must not spoil the next one.
                    if let Some(witness) = self.witness.take() {
                        step.exchange = witness.exchange();
                        step.stderr = witness.stderr();
                    } else if let Some(departure) = &self.departure {
                        step.stderr.clone_from(&departure.stderr);
                    }
                    StepResult::Failed(reason)
                }
            };
        }
        self.steps.push(step);
    }

    /// Tries something that is no step: it may fail without being noted.
    pub fn aside<T>(&mut self, work: impl FnOnce(&mut Exam<'a>) -> Checked<T>) -> Option<T> {
        if self.hopeless {
            return None;
        }
        let result = self.prepare().and_then(|()| work(self)).ok();
        if result.is_none() {
            self.witness = None;
        }
        result
    }

    /// Leaves out everything that follows.
    pub fn give_up(&mut self) {
        self.hopeless = true;
    }

    /// Starts the bot again if the last step failed.
    fn prepare(&mut self) -> Checked {
        let first = self.steps.is_empty();
        if first || self.witness.is_some() || self.departure.is_some() {
            return Ok(());
        }
        self.hello()
    }

    /// The bot.
    pub fn witness(&mut self) -> Checked<&mut Witness> {
        self.witness
            .as_mut()
            .ok_or_else(|| "the bot does not run".to_owned())
    }

    /// Starts the bot and waits for its hello.
    pub fn hello(&mut self) -> Checked {
        let started = Witness::start(&self.command, self.launch);
        let mut witness = started.map_err(|trouble| format!("it cannot be started: {trouble}"))?;
        self.sandbox = witness.sandbox();
        self.next_id = 1;
        let id = self.id();
        let hello = json!(ToBot::Hello {
            id,
            protocol: PROTOCOL,
            lab: env!("CARGO_PKG_VERSION").to_owned(),
        });
        let limit = self.launch.limits.hello;
        let until = Instant::now() + limit;
        let told = witness.tell(&hello);
        let mut answer = told.and_then(|()| witness.answer(id, until, None));
        // The helper can still fail after it has reported the sandbox.
        if let (Err(_), Some(problem)) = (&answer, complaint(&witness.stderr())) {
            return Err(format!("it cannot be started: {problem}"));
        }
        let instead = witness.instead();
        if answer == Err(Trouble::Silent) {
            witness.hang_up();
            let late = witness.answer(id, Instant::now() + LAST_WORDS, None);
            self.unflushed = late.is_ok();
            // How it ends without any input is of no interest.
            answer = late.or(answer);
        }
        self.witness = Some(witness);
        match answer {
            Ok(FromBot::Hello {
                protocol,
                name,
                games,
                ..
            }) if protocol == PROTOCOL => {
                self.name = name;
                if self.asked_games.is_empty() {
                    self.games = known_games(self.all_games, games);
                }
                Ok(())
            }
            Ok(FromBot::Hello { protocol, .. }) => Err(format!(
                "it speaks version {protocol} of the protocol; this is version {PROTOCOL}"
            )),
            Ok(_) => Err("it did not answer `hello` with `hello`".to_owned()),
            Err(Trouble::Silent) => Err(format!(
                "no hello came within {:.1} s{instead}",
                limit.as_secs_f64()
            )),
            Err(trouble) => Err(trouble.to_string()),
        }
    }

    /// An id that was not used yet.
    pub fn id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// Pings the bot with an id.
    pub fn ping(&mut self, id: u64) -> Checked {
        let limit = self.launch.limits.ping;
        match self.witness()?.ask(&json!(ToBot::Ping { id }), limit)?.0 {
            FromBot::Pong { .. } => Ok(()),
            _ => Err("it did not answer `ping` with `pong`".to_owned()),
        }
    }

    /// Begins a game with the bot in a seat.
    pub fn new_game(
        &mut self,
        game: &str,
        seed: Seed,
        seat: u8,
        extra: &[(&str, Value)],
    ) -> Checked<Match> {
        let rehearsal = Rehearsal::new(self.all_games, game);
        let mut rehearsal = rehearsal.map_err(|error: Error| error.to_string())?;
        let Opening {
            variant,
            players,
            state,
        } = rehearsal.begin(seed, seat);
        let seat = seat % players;
        let request = json!(ToBot::NewGame {
            id: self.id(),
            game: game.to_owned(),
            variant,
            players,
            seat,
            names: (0..players)
                .map(|number| format!("player {number}"))
                .collect(),
            // Below 2^53, as the arena's are.
            seed: seed.derive(Purpose::Seat, seat.into()).0 >> 11,
            clock: Some(clock(EASY_CLOCK)),
            state,
        });
        let limit = self.launch.limits.new_game;
        match self.witness()?.ask(&with(request, extra), limit)?.0 {
            FromBot::Ready { .. } => Ok(Match {
                rehearsal,
                seat,
                players,
            }),
            _ => Err("it did not answer `new_game` with `ready`".to_owned()),
        }
    }

    /// Asks for a move and plays it; says how long it took, or `None` if the game is over.
    pub fn turn(
        &mut self,
        table: &mut Match,
        time: Option<Duration>,
        extra: &[(&str, Value)],
    ) -> Checked<Option<Duration>> {
        let Some(question) = table.rehearsal.turn() else {
            return Ok(None);
        };
        let BotQuestion {
            ply,
            state,
            board,
            facts,
            legal,
            events,
        } = question;
        let at = state.clone();
        let request = json!(ToBot::Turn {
            id: self.id(),
            ply,
            seat: table.seat,
            state,
            board,
            facts,
            legal: Some(legal),
            events,
            clock: Some(clock(time.unwrap_or(EASY_CLOCK))),
        });
        let limit = self.launch.limits.unclocked_move;
        let ahead = Some(table.rehearsal.ahead());
        let witness = self.witness()?;
        let asked = witness.ask_ahead(&with(request, extra), limit, ahead);
        let used = std::mem::take(&mut witness.ahead);
        self.ahead.add(used);
        let (answer, took) = asked?;
        let FromBot::Move { pick, moves, .. } = answer else {
            return Err("it did not answer `turn` with `move`".to_owned());
        };
        // A bot that plans a whole turn begins with its first move.
        let pick = pick.or_else(|| moves.into_iter().next().map(Pick::Text));
        let pick = pick.ok_or_else(|| "there is no `move` in its answer".to_owned())?;
        let played = table.rehearsal.play(&pick);
        played.map_err(|reason| format!("{reason} at {at}"))?;
        Ok(Some(took))
    }

    /// Tells the bot that the game is over.
    pub fn game_over(&mut self, table: &Match, reason: &str) -> Checked {
        let seats = usize::from(table.players);
        let over = json!(ToBot::GameOver {
            scores: vec![1.0 / seats as f64; seats],
            reason: reason.to_owned(),
        });
        self.witness()?
            .tell(&over)
            .map_err(|trouble| trouble.to_string())
    }

    /// Asks the bot to quit and keeps how it left.
    pub fn quit(&mut self) -> Checked<&Departure> {
        let witness = self
            .witness
            .take()
            .ok_or_else(|| "the bot does not run".to_owned())?;
        Ok(self.departure.insert(witness.quit()))
    }
}

/// A game that the bot plays.
pub(super) struct Match {
    rehearsal: Rehearsal,
    seat: u8,
    players: u8,
}

impl Match {
    /// Everything that happened in the game.
    pub fn history(&self) -> &[String] {
        self.rehearsal.history()
    }
}

fn clock(time: Duration) -> Clock {
    Clock {
        move_ms: Some(time.as_millis() as u64),
        bank_ms: None,
        inc_ms: None,
        cpu: false,
    }
}

/// A message with more fields.
fn with(mut message: Value, extra: &[(&str, Value)]) -> Value {
    for (key, value) in extra {
        message[*key] = value.clone();
    }
    message
}

/// The games of ours that a bot says it plays; all if it says nothing.
fn known_games(games: &Games, listed: Option<Vec<String>>) -> Vec<String> {
    let all = games.iter().map(|game| game.info.name.to_owned());
    match listed {
        None => all.collect(),
        Some(listed) => all.filter(|name| listed.contains(name)).collect(),
    }
}
