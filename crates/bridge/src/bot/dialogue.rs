//! A running bot: requests with ids, answers with limits.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludarium_arena::Lookahead;
use ludarium_arena::protocol::{BotHello, BotMove, ChosenMove, FromBot, PROTOCOL, ToBot};
use ludarium_game::{TimeKind, nearest};
use serde::Serialize;
use serde_json::{Value, json};

use super::attendant::{Departure, Farewell};
use super::check::Transcript;
use super::command::BotCommand;
use super::limits::Limits;
use super::meter::RequestMeter;
use super::parse::{HeardLine, excerpt, hear, no_answer};
use super::process::{BotProcess, Launch};
use super::trouble::BotTrouble;
use crate::sandbox::{SandboxLevel, complaint};

/// An answer and what it took, from the write of the request to the read of the reply.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedReply {
    /// What the bot said.
    pub message: FromBot,
    /// How long it took.
    pub time: Duration,
}

/// How long an answer is waited for.
#[derive(Clone, Copy, Debug)]
pub struct AnswerLimit<'a> {
    /// Then the bot is asked to `stop`, if it knows how to.
    pub stop: Option<Duration>,
    /// Then it is over.
    pub limit: Duration,
    /// Which time these are.
    pub kind: TimeKind,
    /// Set by somebody who does not want the answer any more.
    pub abandon: Option<&'a AtomicBool>,
    /// What follows from moves, if the bot may ask for that meanwhile.
    pub ahead: Option<Lookahead<'a>>,
}

impl AnswerLimit<'_> {
    /// Just a limit.
    pub fn at_most(limit: Duration) -> AnswerLimit<'static> {
        AnswerLimit { stop: None, limit, kind: TimeKind::Wall, abandon: None, ahead: None }
    }
}

/// The times of an open request.
struct Deadline {
    request: &'static str,
    id: u64,
    /// Used up, the bot is asked to stop.
    stop: Option<Duration>,
    /// Used up, it is over.
    limit: Duration,
    /// Before this neither can be used up, as far as anybody knows.
    look: Instant,
    /// Then it is over, whatever was used.
    end: Instant,
}

/// A bot that runs. Dropping it kills it and all it started.
#[derive(Debug)]
pub struct Bot {
    process: BotProcess,
    /// The number of the last request and of the next.
    last_id: u64,
    next_id: u64,
    who: BotHello,
    /// How long the last request took, whatever came of it.
    last: Duration,
    /// How much of its standard error was told.
    told: u64,
    /// Fields that are added to every request.
    pub(super) extra: Vec<(&'static str, Value)>,
}

impl Bot {
    /// Starts a bot and waits for its `hello`. If that fails, what it wrote to standard error comes with the
    /// trouble.
    pub fn start(command: &BotCommand, launch: &Launch) -> Result<Bot, (BotTrouble, String)> {
        let mut bot = Bot::open(command, launch).map_err(|trouble| (trouble, String::new()))?;
        match bot.introduce().and_then(|()| bot.set(&command.set)) {
            Ok(()) => Ok(bot),
            Err(trouble) => {
                let departure = bot.process.end(Farewell::Kill);
                // The helper can still fail after it has reported the sandbox.
                match complaint(&departure.stderr) {
                    Some(problem) => Err((BotTrouble::Start(problem.to_owned()), String::new())),
                    None => Err((trouble, departure.stderr)),
                }
            }
        }
    }

    /// Starts the process of a bot.
    pub(super) fn open(command: &BotCommand, launch: &Launch) -> Result<Bot, BotTrouble> {
        Ok(Bot {
            process: BotProcess::start(command, launch)?,
            last_id: 0,
            next_id: unforeseen(0),
            who: BotHello::default(),
            last: Duration::ZERO,
            told: 0,
            extra: Vec::new(),
        })
    }

    /// From now on everything that is said is kept, and requests are counted from 1.
    pub(super) fn listen(&mut self) {
        self.process.transcript = Some(Transcript::default());
        self.next_id = 1;
    }

    /// What was said since somebody listens.
    pub(super) fn transcript(&mut self) -> &mut Transcript {
        self.process.transcript.get_or_insert_default()
    }

    /// Asks who the bot is.
    pub(super) fn introduce(&mut self) -> Result<(), BotTrouble> {
        let limit = AnswerLimit::at_most(self.limits().hello);
        let hello =
            |id| ToBot::Hello { id, protocol: PROTOCOL, lab: env!("CARGO_PKG_VERSION").to_owned() };
        let answer = self.ask(hello, limit)?;
        self.accept(answer.message)
    }

    /// The same for a bot that may have answered without sending it: its input is closed.
    pub(super) fn introduce_at_end(&mut self, limit: Duration) -> Result<(), BotTrouble> {
        self.process.close_input();
        let until = Instant::now() + limit;
        loop {
            match hear(&self.process.line(until, None)?) {
                HeardLine::Message(message) if message.id() == Some(self.last_id) => {
                    return self.accept(message);
                }
                _ => {}
            }
        }
    }

    fn accept(&mut self, hello: FromBot) -> Result<(), BotTrouble> {
        let FromBot::Hello(hello) = hello else {
            let problem = "did not answer `hello` with `hello`";
            return Err(BotTrouble::Unfit(problem.to_owned()));
        };
        let protocol = hello.protocol;
        if protocol != PROTOCOL {
            return Err(BotTrouble::Unfit(format!(
                "speaks version {protocol} of the protocol; this is version {PROTOCOL}"
            )));
        }
        self.who = hello;
        Ok(())
    }

    /// Sets options: each must have been announced.
    pub fn set(&mut self, options: &[(String, String)]) -> Result<(), BotTrouble> {
        if options.is_empty() {
            return Ok(());
        }
        let mut values = BTreeMap::new();
        for (name, text) in options {
            let known = self.who.options.iter().find(|option| option.name == *name);
            let Some(option) = known else {
                return Err(BotTrouble::Unfit(no_option(&self.who, name)));
            };
            let value = option.read(text).map_err(|expected| {
                BotTrouble::Unfit(format!(
                    "cannot take `{text}` as its option `{name}`: expected {expected}"
                ))
            })?;
            values.insert(name.clone(), value);
        }
        let limit = AnswerLimit::at_most(self.limits().ping);
        let options = values;
        let answer = self.ask(|id| ToBot::Set { id, options }, limit)?;
        match answer.message {
            FromBot::Ok { .. } => Ok(()),
            _ => Err(BotTrouble::Unfit("did not answer `set` with `ok`".to_owned())),
        }
    }

    /// Whether the bot is still there.
    pub fn ping(&mut self) -> Result<Duration, BotTrouble> {
        let limit = AnswerLimit::at_most(self.limits().ping);
        let answer = self.ask(|id| ToBot::Ping { id }, limit)?;
        match answer.message {
            FromBot::Pong { .. } => Ok(answer.time),
            _ => Err(BotTrouble::Unfit("did not answer `ping` with `pong`".to_owned())),
        }
    }

    /// Asks something and waits for the answer with its id. Everything else that the bot says is dropped.
    pub fn ask(
        &mut self,
        request: impl FnOnce(u64) -> ToBot,
        waiting: AnswerLimit<'_>,
    ) -> Result<TimedReply, BotTrouble> {
        let mut request = request(self.next_id);
        self.put(&mut request, waiting)
    }

    /// The same with a request that is kept, so that it can be put to another process. It gets a number here.
    pub(super) fn put(
        &mut self,
        request: &mut ToBot,
        waiting: AnswerLimit<'_>,
    ) -> Result<TimedReply, BotTrouble> {
        let id = self.next_id;
        self.last_id = id;
        self.next_id = match self.process.transcript {
            None => unforeseen(id),
            Some(_) => id + 1,
        };
        request.set_id(id);
        let line = if self.extra.is_empty() {
            encode(request)
        } else {
            let mut message = json!(request);
            for (key, value) in &self.extra {
                message[*key] = value.clone();
            }
            encode(&message)
        };
        self.last = Duration::ZERO;
        self.process.forget()?;
        let mut meter = RequestMeter::start(waiting.kind, &self.process);
        let answer = self.answer(id, request.word(), &line, &mut meter, waiting);
        self.last = match &answer {
            Ok(answer) => answer.time,
            Err(_) => meter.used(Instant::now(), &self.process),
        };
        answer
    }

    fn answer(
        &mut self,
        id: u64,
        request: &'static str,
        line: &[u8],
        meter: &mut RequestMeter,
        waiting: AnswerLimit<'_>,
    ) -> Result<TimedReply, BotTrouble> {
        // A bot that sleeps uses no processor time, but must not hold up a game forever.
        let asleep =
            if meter.counts_processor() { self.limits().unclocked_move } else { Duration::ZERO };
        let end = meter.asked() + waiting.limit + asleep;
        self.process.send(line, end)?;
        let stop = waiting.stop.filter(|_| self.who.wants("stop"));
        let mut deadline = Deadline {
            request,
            id,
            stop,
            limit: waiting.limit,
            look: meter.look(stop.unwrap_or(waiting.limit), &self.process),
            end,
        };
        let mut stray = None;
        loop {
            let heard = match self.process.line(deadline.look.min(end), waiting.abandon) {
                Ok(line) => line,
                Err(BotTrouble::Silent) => {
                    self.look_at_time(&mut deadline, meter, &stray)?;
                    continue;
                }
                Err(trouble) => return Err(trouble),
            };
            let now = Instant::now();
            match hear(&heard) {
                HeardLine::Message(FromBot::Error { id: about, message })
                    if about.is_none_or(|about| about == id) =>
                {
                    return Err(BotTrouble::Refused(excerpt(message.as_bytes())));
                }
                HeardLine::Message(FromBot::Info { .. }) => {}
                HeardLine::Message(FromBot::After { id: about, moves, board })
                    if about == id && waiting.ahead.is_some() =>
                {
                    self.process.forgive(&heard);
                    if let Some(ahead) = waiting.ahead {
                        let answer = meter.work(|| ahead.after(id, &moves, board));
                        if let Some(transcript) = &mut self.process.transcript {
                            transcript.ahead.note(&answer);
                        }
                        let line = meter.work(|| encode(&ToBot::After(answer)));
                        self.process.send(&line, end)?;
                    }
                    if waiting.abandon.is_some_and(|abandon| abandon.load(Ordering::Relaxed)) {
                        return Err(BotTrouble::Abandoned);
                    }
                    // A bot that asks without end is never silent: the times are looked at here.
                    self.look_at_time(&mut deadline, meter, &stray)?;
                }
                HeardLine::Message(message)
                    if message.id() == Some(id) && !matches!(message, FromBot::After { .. }) =>
                {
                    let time = meter.used(now, &self.process);
                    return Ok(TimedReply { message, time });
                }
                HeardLine::Broken { id: about, reason } if about == id => {
                    return Err(BotTrouble::Unreadable { request, reason, line: excerpt(&heard) });
                }
                HeardLine::Message(_) | HeardLine::Broken { .. } | HeardLine::Stray => {
                    stray.get_or_insert_with(|| no_answer(&heard, id));
                }
            }
        }
    }

    /// Looks whether the time of a request is over, if that can be; asks the bot to stop when that is due.
    fn look_at_time(
        &mut self,
        deadline: &mut Deadline,
        meter: &RequestMeter,
        stray: &Option<String>,
    ) -> Result<(), BotTrouble> {
        let now = Instant::now();
        if now < deadline.look.min(deadline.end) {
            return Ok(());
        }
        let used = meter.used(now, &self.process);
        if used >= deadline.limit || now >= deadline.end {
            let processor = meter.counts_processor() && used >= deadline.limit;
            let waited = if processor { deadline.limit } else { deadline.end - meter.asked() };
            return Err(BotTrouble::Overdue {
                request: deadline.request,
                seconds: waited.as_secs_f64(),
                processor,
                stray: stray.clone(),
            });
        }
        if deadline.stop.is_some_and(|stop| used >= stop) {
            deadline.stop = None;
            let stop = encode(&ToBot::Stop { id: deadline.id });
            self.process.send(&stop, deadline.end)?;
        }
        let next = deadline.stop.unwrap_or(deadline.limit);
        deadline.look = meter.look(next, &self.process);
        Ok(())
    }

    /// Which time is counted where `wanted` is asked for: the processor's time is not known on every system.
    pub fn time_kind(&self, wanted: TimeKind) -> TimeKind {
        // To ask the system takes longer than all the rest of a move.
        match wanted {
            TimeKind::Processor if self.process.processor_time().is_some() => TimeKind::Processor,
            TimeKind::Processor | TimeKind::Wall => TimeKind::Wall,
        }
    }

    /// Tells something that needs no answer.
    pub fn tell(&mut self, message: &impl Serialize) -> Result<(), BotTrouble> {
        let until = Instant::now() + self.limits().ping;
        self.process.send(&encode(message), until)
    }

    /// The files that it holds at this moment.
    pub(super) fn held_files(&self) -> Vec<PathBuf> {
        self.process.held_files()
    }

    /// Who the bot says it is.
    pub fn introduction(&self) -> &BotHello {
        &self.who
    }

    /// How well it is confined.
    pub fn sandbox(&self) -> SandboxLevel {
        self.process.level()
    }

    /// What it may take.
    pub fn limits(&self) -> &Limits {
        self.process.limits()
    }

    /// The number of the last request.
    pub(super) fn last_id(&self) -> u64 {
        self.last_id
    }

    /// The next request has this number.
    pub(super) fn continue_with(&mut self, id: u64) {
        self.next_id = id;
    }

    /// How long the last request took, whatever came of it.
    pub fn last_time(&self) -> Duration {
        self.last
    }

    /// The end of what it wrote to standard error so far.
    pub fn stderr(&self) -> String {
        self.process.stderr()
    }

    /// What it wrote to standard error since this was asked last.
    pub fn stderr_news(&mut self) -> String {
        let (news, total) = self.process.stderr_since(self.told);
        self.told = total;
        news
    }

    /// Asks the bot to quit, and sees that it and all it started are gone.
    pub fn quit(self) -> Departure {
        self.leave().gone()
    }

    /// Asks the bot to quit; [`Leaving::gone`] waits until it has.
    pub(super) fn leave(mut self) -> Leaving {
        // A bot that does not listen is not asked twice.
        let _ = self.process.send(&encode(&ToBot::Quit), Instant::now());
        Leaving(self)
    }

    /// Kills the bot and all it started.
    pub fn kill(mut self) -> Departure {
        self.process.end(Farewell::Kill)
    }
}

/// A bot that was asked to quit.
pub(super) struct Leaving(Bot);

impl Leaving {
    /// Waits until the bot and all it started are gone.
    pub fn gone(mut self) -> Departure {
        self.0.process.end(Farewell::Kind)
    }
}

/// The number of the request after this one. Nobody can answer a question before it is asked: its number is drawn from so
/// many that guesses do not help. It fits into the small integers of every language.
fn unforeseen(last: u64) -> u64 {
    let next = RandomState::new().hash_one(last) >> 33;
    next + u64::from(next == last)
}

/// The sentence for an option that was not announced.
fn no_option(who: &BotHello, name: &str) -> String {
    let names: Vec<&str> = who.options.iter().map(|option| &*option.name).collect();
    let hint = match nearest(name, names.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if names.is_empty() => "it has none".to_owned(),
        None => format!("it has {}", names.join(", ")),
    };
    format!("has no option `{name}`; {hint}")
}

/// The answer to a turn with its move first; further moves are for bots that announced `batch`.
pub(super) fn reply(mut answer: BotMove, batch: bool) -> Result<BotMove, BotTrouble> {
    if !batch {
        answer.moves.clear();
    }
    if answer.pick.is_none() && !answer.moves.is_empty() {
        answer.pick = Some(ChosenMove::Text(answer.moves.remove(0)));
    }
    if answer.pick.is_none() {
        let problem = "answered `turn` without a `move`";
        return Err(BotTrouble::Unfit(problem.to_owned()));
    }
    Ok(answer)
}

fn encode(message: &impl Serialize) -> Vec<u8> {
    // A message of texts and finite numbers always serialises.
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}
