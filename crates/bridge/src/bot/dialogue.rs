//! A running bot: requests with ids, answers with limits.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludarium_arena::Lookahead;
use ludarium_game::{TimeKind, nearest};
use serde_json::Value;

use super::after::after;
use super::attendant::{Departure, Farewell};
use super::command::BotCommand;
use super::limits::Limits;
use super::message::{BotOption, FromBot, OptionKind, PROTOCOL, ToBot};
use super::meter::Meter;
use super::parse::{Heard, excerpt, hear, no_answer};
use super::process::{Launch, Process};
use super::trouble::Trouble;
use crate::sandbox::{SandboxLevel, complaint};

/// Who a bot says it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Introduction {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// The games it plays; `None` means any.
    pub games: Option<Vec<String>>,
    /// What can be set.
    pub options: Vec<BotOption>,
    /// What it asks for.
    pub features: Vec<String>,
    /// The files that it lists as its own.
    pub files: Vec<String>,
}

impl Introduction {
    /// Whether the bot asks for something.
    pub fn wants(&self, feature: &str) -> bool {
        self.features.iter().any(|asked| asked == feature)
    }

    /// The sentence for an option that was not announced.
    fn no_option(&self, name: &str) -> String {
        let names: Vec<&str> = self.options.iter().map(|option| &*option.name).collect();
        let hint = match nearest(name, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if names.is_empty() => "it has none".to_owned(),
            None => format!("it has {}", names.join(", ")),
        };
        format!("has no option `{name}`; {hint}")
    }
}

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
pub struct Waiting<'a> {
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

impl Waiting<'_> {
    /// Just a limit.
    pub fn at_most(limit: Duration) -> Waiting<'static> {
        Waiting {
            stop: None,
            limit,
            kind: TimeKind::Wall,
            abandon: None,
            ahead: None,
        }
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
    process: Process,
    next_id: u64,
    who: Introduction,
    /// How long the last request took, whatever came of it.
    last: Duration,
    /// How much of its standard error was told.
    told: u64,
}

impl Bot {
    /// Starts a bot and waits for its `hello`. If that fails, what it wrote to standard error comes with the
    /// trouble.
    pub fn start(command: &BotCommand, launch: &Launch) -> Result<Bot, (Trouble, String)> {
        let process =
            Process::start(command, launch).map_err(|trouble| (trouble, String::new()))?;
        let mut bot = Bot {
            process,
            next_id: unforeseen(0),
            who: Introduction::default(),
            last: Duration::ZERO,
            told: 0,
        };
        match bot.introduce().and_then(|()| bot.set(&command.set)) {
            Ok(()) => Ok(bot),
            Err(trouble) => {
                let departure = bot.process.end(Farewell::Kill);
                // The helper can still fail after it has reported the sandbox.
                match complaint(&departure.stderr) {
                    Some(problem) => Err((Trouble::Start(problem.to_owned()), String::new())),
                    None => Err((trouble, departure.stderr)),
                }
            }
        }
    }

    fn introduce(&mut self) -> Result<(), Trouble> {
        let limit = Waiting::at_most(self.limits().hello);
        let hello = |id| ToBot::Hello {
            id,
            protocol: PROTOCOL,
            lab: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let answer = self.ask(hello, limit)?;
        let FromBot::Hello {
            protocol,
            name,
            version,
            author,
            games,
            options,
            features,
            files,
            ..
        } = answer.message
        else {
            return Err(Trouble::Unfit(
                "did not answer `hello` with `hello`".to_owned(),
            ));
        };
        if protocol != PROTOCOL {
            return Err(Trouble::Unfit(format!(
                "speaks version {protocol} of the protocol; this is version {PROTOCOL}"
            )));
        }
        self.who = Introduction {
            name,
            version,
            author,
            games,
            options,
            features,
            files,
        };
        Ok(())
    }

    /// Sets options: each must have been announced.
    pub fn set(&mut self, options: &[(String, String)]) -> Result<(), Trouble> {
        if options.is_empty() {
            return Ok(());
        }
        let mut values = BTreeMap::new();
        for (name, text) in options {
            let known = self.who.options.iter().find(|option| option.name == *name);
            let Some(option) = known else {
                return Err(Trouble::Unfit(self.who.no_option(name)));
            };
            let value = option.read(text).map_err(|expected| {
                Trouble::Unfit(format!(
                    "cannot take `{text}` as its option `{name}`: expected {expected}"
                ))
            })?;
            values.insert(name.clone(), value);
        }
        let limit = Waiting::at_most(self.limits().ping);
        let answer = self.ask(
            |id| ToBot::Set {
                id,
                options: values,
            },
            limit,
        )?;
        match answer.message {
            FromBot::Ok { .. } => Ok(()),
            _ => Err(Trouble::Unfit("did not answer `set` with `ok`".to_owned())),
        }
    }

    /// Whether the bot is still there.
    pub fn ping(&mut self) -> Result<Duration, Trouble> {
        let limit = Waiting::at_most(self.limits().ping);
        let answer = self.ask(|id| ToBot::Ping { id }, limit)?;
        match answer.message {
            FromBot::Pong { .. } => Ok(answer.time),
            _ => Err(Trouble::Unfit(
                "did not answer `ping` with `pong`".to_owned(),
            )),
        }
    }

    /// Asks something and waits for the answer with its id. Everything else that the bot says is dropped.
    pub fn ask(
        &mut self,
        request: impl FnOnce(u64) -> ToBot,
        waiting: Waiting<'_>,
    ) -> Result<TimedReply, Trouble> {
        let mut request = request(self.next_id);
        self.put(&mut request, waiting)
    }

    /// The same with a request that is kept, so that it can be put to another process. It gets a number here.
    pub(super) fn put(
        &mut self,
        request: &mut ToBot,
        waiting: Waiting<'_>,
    ) -> Result<TimedReply, Trouble> {
        let id = self.next_id;
        self.next_id = unforeseen(id);
        request.set_id(id);
        let line = encode(request);
        self.last = Duration::ZERO;
        self.process.forget()?;
        let mut meter = Meter::start(waiting.kind, &self.process);
        let answer = self.exchange(id, request.word(), &line, &mut meter, waiting);
        self.last = match &answer {
            Ok(answer) => answer.time,
            Err(_) => meter.used(Instant::now(), &self.process),
        };
        answer
    }

    fn exchange(
        &mut self,
        id: u64,
        request: &'static str,
        line: &[u8],
        meter: &mut Meter,
        waiting: Waiting<'_>,
    ) -> Result<TimedReply, Trouble> {
        // Who sleeps uses no processor time, but must not hold up a game forever.
        let asleep = match meter.counts_processor() {
            true => self.limits().unclocked_move,
            false => Duration::ZERO,
        };
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
                Err(Trouble::Silent) => {
                    self.look_at_time(&mut deadline, meter, &stray)?;
                    continue;
                }
                Err(trouble) => return Err(trouble),
            };
            let now = Instant::now();
            match hear(&heard) {
                Heard::Message(FromBot::Error { id: about, message })
                    if about.is_none_or(|about| about == id) =>
                {
                    return Err(Trouble::Refused(excerpt(message.as_bytes())));
                }
                Heard::Message(FromBot::Info { .. }) => {}
                Heard::Message(FromBot::After {
                    id: about,
                    moves,
                    board,
                }) if about == id && waiting.ahead.is_some() => {
                    self.process.forgive(&heard);
                    if let Some(ahead) = waiting.ahead {
                        let answer = meter.work(|| encode(&after(id, ahead, &moves, board)));
                        self.process.send(&answer, end)?;
                    }
                    if waiting
                        .abandon
                        .is_some_and(|abandon| abandon.load(Ordering::Relaxed))
                    {
                        return Err(Trouble::Abandoned);
                    }
                    // Who asks without end is never silent: the times are looked at here.
                    self.look_at_time(&mut deadline, meter, &stray)?;
                }
                Heard::Message(message)
                    if message.id() == Some(id) && !matches!(message, FromBot::After { .. }) =>
                {
                    let time = meter.used(now, &self.process);
                    return Ok(TimedReply { message, time });
                }
                Heard::Broken { id: about, reason } if about == id => {
                    return Err(Trouble::Unreadable {
                        request,
                        reason,
                        line: excerpt(&heard),
                    });
                }
                Heard::Message(_) | Heard::Broken { .. } | Heard::Stray => {
                    stray.get_or_insert_with(|| no_answer(&heard, id));
                }
            }
        }
    }

    /// Looks whether the time of a request is over, if that can be; asks the bot to stop when that is due.
    fn look_at_time(
        &mut self,
        deadline: &mut Deadline,
        meter: &Meter,
        stray: &Option<String>,
    ) -> Result<(), Trouble> {
        let now = Instant::now();
        if now < deadline.look.min(deadline.end) {
            return Ok(());
        }
        let used = meter.used(now, &self.process);
        if used >= deadline.limit || now >= deadline.end {
            let processor = meter.counts_processor() && used >= deadline.limit;
            let waited = match processor {
                true => deadline.limit,
                false => deadline.end - meter.asked(),
            };
            return Err(Trouble::Overdue {
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
    pub fn tell(&mut self, message: &ToBot) -> Result<(), Trouble> {
        let until = Instant::now() + self.limits().ping;
        self.process.send(&encode(message), until)
    }

    /// Who the bot says it is.
    pub fn introduction(&self) -> &Introduction {
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

fn encode(message: &ToBot) -> Vec<u8> {
    // A message of texts and finite numbers always serialises.
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

impl BotOption {
    /// Reads a value from a text; the error says what would be right.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let within = |number: f64| {
            self.min.is_none_or(|min| number >= min) && self.max.is_none_or(|max| number <= max)
        };
        let value = match self.kind {
            OptionKind::Bool => text.parse().ok().map(Value::Bool),
            OptionKind::Int => {
                let number = text.parse::<i64>().ok();
                number
                    .filter(|&number| within(number as f64))
                    .map(Value::from)
            }
            OptionKind::Float => {
                let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
                number.filter(|&number| within(number)).map(Value::from)
            }
            OptionKind::Choice => {
                let known = self.choices.iter().any(|choice| choice == text);
                known.then(|| Value::from(text))
            }
            OptionKind::Text => Some(Value::from(text)),
        };
        value.ok_or_else(|| self.expected())
    }

    fn expected(&self) -> String {
        let bound = |bound: Option<f64>, word: &str| match bound {
            Some(bound) => format!(" {word} {bound}"),
            None => String::new(),
        };
        let range = bound(self.min, "from") + &bound(self.max, "to");
        match self.kind {
            OptionKind::Bool => "true or false".to_owned(),
            OptionKind::Int => format!("a whole number{range}"),
            OptionKind::Float => format!("a number{range}"),
            OptionKind::Choice => self.choices.join(" or "),
            OptionKind::Text => "any text".to_owned(),
        }
    }
}
