//! An examination in progress: one bot, one step after another, started again after every failure.

use std::time::Duration;

use ludarium_arena::protocol::{FromBot, ToBot};
use ludarium_arena::{FaultNote, Games};
use ludarium_game::Seed;

use super::rehearsal::{EASY_CLOCK, Rehearsal};
use super::report::{AheadUse, CheckReport, CheckStep, CheckVerdict};
use crate::bot::dialogue::reply;
use crate::bot::{AnswerLimit, Bot, BotCommand, BotTrouble, Departure, Launch, TimedReply};
use crate::sandbox::complaint;

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
    /// Whether the bot is tried with games that neither it nor the user has named.
    all_meant: bool,
    /// The games in which it failed at once: it is not tried with them again.
    beyond: Vec<String>,
    name: Option<String>,
    sandbox: String,
    bot: Option<Bot>,
    /// The end of standard error when the bot's input was closed: what comes after that is our doing.
    stderr: Option<String>,
    steps: Vec<CheckStep>,
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
        command.env.insert(0, ("PYTHONUNBUFFERED".to_owned(), String::new()));
        Exam {
            all_games,
            command,
            launch,
            asked_games,
            games: asked_games.to_vec(),
            all_meant: false,
            beyond: Vec::new(),
            name: None,
            sandbox: String::new(),
            bot: None,
            stderr: None,
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
        let mut step = CheckStep {
            number: self.steps.len() + 1,
            title,
            result: CheckVerdict::LeftOut,
            exchange: Vec::new(),
            stderr: String::new(),
        };
        if !self.hopeless {
            if let Some(bot) = &mut self.bot {
                bot.transcript().turn_the_page();
            }
            step.result = match self.prepare().and_then(|()| work(self)) {
                Ok(()) => CheckVerdict::Passed,
                Err(reason) => {
                    // What a bot remembers of a step that failed must not spoil the next one.
                    if let Some(mut bot) = self.bot.take() {
                        step.exchange = bot.transcript().lines();
                        step.stderr = self.stderr.take().unwrap_or_else(|| bot.stderr());
                    } else if let Some(departure) = &self.departure {
                        step.stderr.clone_from(&departure.stderr);
                    }
                    CheckVerdict::Failed(reason)
                }
            };
        }
        self.steps.push(step);
    }

    /// Tries the next step, for which the bot needs a game that it plays; without one it is left out.
    pub fn game_step(&mut self, title: &'static str, work: impl FnOnce(&mut Exam<'a>) -> Checked) {
        let hopeless = self.hopeless;
        self.hopeless |= self.games.is_empty();
        self.step(title, work);
        self.hopeless = hopeless;
    }

    /// Tries something that is no step: it may fail without being noted.
    pub fn aside<T>(&mut self, work: impl FnOnce(&mut Exam<'a>) -> Checked<T>) -> Option<T> {
        if self.hopeless {
            return None;
        }
        let result = self.prepare().and_then(|()| work(self)).ok();
        if result.is_none() {
            self.bot = None;
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
        if first || self.bot.is_some() || self.departure.is_some() {
            return Ok(());
        }
        self.hello()
    }

    /// The bot.
    pub fn bot(&mut self) -> Checked<&mut Bot> {
        self.bot.as_mut().ok_or_else(|| "the bot does not run".to_owned())
    }

    /// Starts the bot and waits for its hello.
    pub fn hello(&mut self) -> Checked {
        let cannot = |problem: &str| format!("it cannot be started: {problem}");
        let opened = Bot::open(&self.command, self.launch);
        let mut bot = opened.map_err(|trouble| cannot(&trouble.to_string()))?;
        bot.listen();
        self.sandbox = bot.sandbox().to_string();
        self.stderr = None;
        let mut answer = bot.introduce();
        // The helper can still fail after it has reported the sandbox.
        if let (Err(_), Some(problem)) = (&answer, complaint(&bot.stderr())) {
            return Err(cannot(problem));
        }
        if let Err(BotTrouble::Overdue { .. }) = answer {
            self.stderr = Some(bot.stderr());
            let late = bot.introduce_at_end(LAST_WORDS);
            self.unflushed = matches!(late, Ok(()) | Err(BotTrouble::Unfit(_)));
            if self.unflushed {
                // How it ends without any input is of no interest.
                answer = late;
            }
        }
        let who = bot.introduction();
        if answer.is_ok() {
            self.name.clone_from(&who.name);
            if self.asked_games.is_empty() {
                self.all_meant = who.games.is_none();
                self.games = known_games(self.all_games, who.games.as_deref());
                self.games.retain(|game| !self.beyond.contains(game));
            }
        }
        self.bot = Some(bot);
        answer.map_err(|trouble| match trouble {
            BotTrouble::Overdue { seconds, stray, .. } => {
                format!("no hello came within {seconds:.1} s{}", instead(&stray))
            }
            other => words(&other, 0),
        })
    }

    /// Lets the bot begin each game. Those in which it fails are left out from here on, so that one thing that it does not
    /// know is said once.
    pub fn begin_each_game(&mut self, turns: usize) -> Checked {
        let mut failed: Vec<(String, Vec<String>)> = Vec::new();
        let mut first = None;
        for game in self.games.clone() {
            self.prepare()?;
            let Err(reason) = self.begin_game(&game, turns) else { continue };
            let Some(bot) = self.bot.take() else { continue };
            let note = FaultNote { reason, last_words: bot.stderr(), ..FaultNote::default() };
            let reason = note.in_short();
            match failed.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, games)) => games.push(game.clone()),
                None => failed.push((reason, vec![game.clone()])),
            }
            self.games.retain(|known| *known != game);
            self.beyond.push(game);
            first.get_or_insert(bot);
        }
        if failed.is_empty() {
            return Ok(());
        }
        // The exchange with the first of them is shown.
        self.bot = first;
        let reasons =
            failed.iter().map(|(reason, games)| format!("{}: {reason}", games.join(", ")));
        let reasons: Vec<String> = reasons.collect();
        let mut said = reasons.join("; ");
        if self.all_meant && !self.games.is_empty() {
            let listed = self.games.iter().map(|game| format!("{game:?}"));
            let listed: Vec<String> = listed.collect();
            let listed = listed.join(", ");
            said.push_str(&format!(
                "; a bot that plays some games only lists them in its `hello`: \"games\": [{listed}]"
            ));
        }
        Err(said)
    }

    fn begin_game(&mut self, game: &str, turns: usize) -> Checked {
        let mut table = self.new_game(game, Seed(5), 0)?;
        for _ in 0..turns {
            self.turn(&mut table, None)?;
        }
        self.game_over(&table, "enough")
    }

    /// Puts a request to the bot.
    fn ask(&mut self, mut request: ToBot, waiting: AnswerLimit<'_>) -> Checked<TimedReply> {
        let bot = self.bot()?;
        let answer = bot.put(&mut request, waiting);
        answer.map_err(|trouble| words(&trouble, bot.last_id()))
    }

    /// Pings the bot, with the next id or with this one.
    pub fn ping(&mut self, id: Option<u64>) -> Checked {
        let bot = self.bot()?;
        if let Some(id) = id {
            bot.continue_with(id);
        }
        let answer = bot.ping().map(|_| ());
        answer.map_err(|trouble| words(&trouble, bot.last_id()))
    }

    /// Begins a game with the bot in a seat.
    pub fn new_game(&mut self, game: &str, seed: Seed, seat: u8) -> Checked<Rehearsal> {
        let rehearsal = Rehearsal::new(self.all_games, game, seed, seat);
        let rehearsal = rehearsal.map_err(|error| error.to_string())?;
        let waiting = AnswerLimit::at_most(self.bot()?.limits().new_game);
        let answer = self.ask(ToBot::NewGame(rehearsal.begin()), waiting)?;
        match answer.message {
            FromBot::Ready { .. } => Ok(rehearsal),
            _ => Err("it did not answer `new_game` with `ready`".to_owned()),
        }
    }

    /// Asks for a move and plays it; says how long it took, or `None` if the game is over.
    pub fn turn(
        &mut self,
        table: &mut Rehearsal,
        time: Option<Duration>,
    ) -> Checked<Option<Duration>> {
        let Some(turn) = table.turn(time.unwrap_or(EASY_CLOCK)) else {
            return Ok(None);
        };
        let at = turn.state.clone();
        let waiting = AnswerLimit {
            ahead: Some(table.ahead()),
            ..AnswerLimit::at_most(self.bot()?.limits().unclocked_move)
        };
        let asked = self.ask(ToBot::Turn(turn), waiting);
        let used = std::mem::take(&mut self.bot()?.transcript().ahead);
        self.ahead.add(used);
        let TimedReply { message, time } = asked?;
        let FromBot::Move(answer) = message else {
            return Err("it did not answer `turn` with `move`".to_owned());
        };
        // A bot that plans a whole turn begins with its first move.
        let chosen = reply(answer, true).ok().and_then(|answer| answer.pick);
        let chosen = chosen.ok_or_else(|| "there is no `move` in its answer".to_owned())?;
        let played = table.play(&chosen);
        played.map_err(|reason| format!("{reason} at {at}"))?;
        Ok(Some(time))
    }

    /// Tells the bot that the game is over.
    pub fn game_over(&mut self, table: &Rehearsal, reason: &str) -> Checked {
        let seats = usize::from(table.players());
        let over =
            ToBot::GameOver { scores: vec![1.0 / seats as f64; seats], reason: reason.to_owned() };
        let told = self.bot()?.tell(&over);
        told.map_err(|trouble| trouble.to_string())
    }

    /// Asks the bot to quit and keeps how it left.
    pub fn quit(&mut self) -> Checked<&Departure> {
        let bot = self.bot.take();
        let bot = bot.ok_or_else(|| "the bot does not run".to_owned())?;
        Ok(self.departure.insert(bot.quit()))
    }
}

/// What the bot wrote instead of an answer, as the end of a sentence.
fn instead(stray: &Option<String>) -> String {
    stray.as_ref().map_or(String::new(), |stray| format!("; {stray}"))
}

/// A trouble with the request that has this id, as the reason why a step failed.
fn words(trouble: &BotTrouble, id: u64) -> String {
    match trouble {
        BotTrouble::Overdue { request, seconds, stray, .. } => {
            let time = (seconds * 1000.0).round();
            let instead = instead(stray);
            format!("no answer to `{request}` with id {id} came within {time} ms{instead}")
        }
        BotTrouble::Unreadable { reason, .. } => format!("the answer cannot be read: {reason}"),
        BotTrouble::Unfit(problem) => format!("it {problem}"),
        other => other.to_string(),
    }
}

/// The games of ours that a bot says it plays; all if it says nothing.
fn known_games(games: &Games, listed: Option<&[String]>) -> Vec<String> {
    let all = games.iter().map(|game| game.info.name.to_owned());
    match listed {
        None => all.collect(),
        Some(listed) => all.filter(|name| listed.contains(name)).collect(),
    }
}
