//! A bot in a seat of one game: text questions become messages, and troubles become faults.

use std::sync::Arc;
use std::time::Duration;

use ludarium_arena::{
    BoardPiece, BotEvent, BotPlayer, ChosenMove, Failure, GameStart, Subscription, TimeControl,
    TurnReply, TurnRequest,
};
use ludarium_game::{Fact, Facts, Fault, TimeKind};
use serde_json::{Map, Value};

use super::dialogue::{Bot, Waiting};
use super::message::{By, Chance, Clock, Event, FromBot, Pick, Piece, ToBot};
use super::source::Contestant;
use super::trouble::Trouble;

/// A bot in a seat.
pub(super) struct BotSeat {
    contestant: Arc<Contestant>,
    bot: Option<Bot>,
    /// The game, for a bot that has to begin again in the middle of it.
    game: Option<GameStart>,
    /// It answered too late: it is asked whether it is there before it is asked anything else.
    doubtful: bool,
    failed: bool,
    /// How often somebody outside killed it in this game and it was started again.
    revived: u32,
    spent: Duration,
}

/// So often a bot is started again in one game after somebody else has killed it, without blame. A bot that kills itself
/// looks the same, so there must be an end; and the time it has used counts.
const REVIVALS: u32 = 3;

impl BotSeat {
    pub fn new(contestant: Arc<Contestant>) -> BotSeat {
        BotSeat {
            contestant,
            bot: None,
            game: None,
            doubtful: false,
            failed: false,
            revived: 0,
            spent: Duration::ZERO,
        }
    }

    /// The process, started again if need be.
    fn ready(&mut self) -> Result<&mut Bot, Failure> {
        if std::mem::take(&mut self.doubtful)
            && let Some(bot) = &mut self.bot
            && let Err(trouble) = bot.ping()
        {
            // Its fault has been noted; that it is gone is no second one.
            self.end(&trouble);
        }
        while self.bot.is_none() {
            let bot = self
                .contestant
                .fetch()
                .inspect_err(|_| self.failed = true)?;
            self.bot = Some(bot);
            if let Err(trouble) = self.new_game()
                && !self.revives(&trouble)
            {
                return Err(self.failure(trouble, false));
            }
        }
        let gone = || Failure::new(Fault::Failed, "is gone");
        self.bot.as_mut().ok_or_else(gone)
    }

    /// Whether somebody else killed the bot and it is started again without blame.
    fn revives(&mut self, trouble: &Trouble) -> bool {
        let revives = matches!(trouble, Trouble::Killed(_)) && self.revived < REVIVALS;
        if revives {
            self.revived += 1;
            self.bot = None;
        }
        revives
    }

    fn new_game(&mut self) -> Result<(), Trouble> {
        let (Some(bot), Some(game)) = (&mut self.bot, &self.game) else {
            return Ok(());
        };
        let limit = Waiting::at_most(bot.limits().new_game);
        let kind = bot.time_kind(game.control.kind());
        let answer = bot.ask(|id| new_game(id, game, kind), limit);
        match answer?.message {
            FromBot::Ready { .. } => Ok(()),
            other => Err(wrong_kind("new_game", &other)),
        }
    }

    /// Ends the process and gives its last words.
    fn end(&mut self, trouble: &Trouble) -> String {
        // Who is not waited for any more has done nothing wrong.
        if *trouble != Trouble::Abandoned {
            self.contestant.count_failure(trouble);
        }
        self.bot
            .take()
            .map_or(String::new(), |bot| bot.kill().stderr)
    }

    /// What a trouble is in the eyes of the referee. A bot that answered something is kept.
    fn failure(&mut self, trouble: Trouble, clocked: bool) -> Failure {
        self.failed = true;
        let fault = match trouble {
            Trouble::Overdue { .. } if clocked => Fault::Overtime,
            _ => Fault::Failed,
        };
        let last_words = match trouble {
            Trouble::Refused(_) | Trouble::Unreadable { .. } | Trouble::Unfit(_) => {
                self.bot.as_ref().map_or(String::new(), Bot::stderr)
            }
            _ => self.end(&trouble),
        };
        Failure {
            fault,
            reason: trouble.to_string(),
            last_words,
        }
    }
}

impl BotPlayer for BotSeat {
    fn begin(&mut self, game: &GameStart) -> Result<Subscription, Failure> {
        self.game = Some(game.clone());
        let bot = self.ready()?;
        let who = bot.introduction();
        Ok(Subscription {
            no_legal: who.wants("no-legal"),
            each_event: who.wants("observe"),
        })
    }

    fn choose(&mut self, request: TurnRequest<'_>) -> Result<TurnReply, Failure> {
        self.spent = Duration::ZERO;
        let (allowed, margin, abandon) = (request.allowed, request.margin, request.abandon);
        let ahead = request.ahead;
        let wanted = self.game.as_ref().map(|game| game.control.kind());
        let kind = self.ready()?.time_kind(wanted.unwrap_or_default());
        let mut message = turn(request, kind);
        loop {
            let used = self.spent;
            let bot = self.ready()?;
            let limit = match allowed {
                Some(allowed) => allowed + margin + bot.limits().grace,
                None => bot.limits().unclocked_move,
            };
            let waiting = Waiting {
                stop: allowed.map(|allowed| allowed.saturating_sub(used)),
                limit: limit.saturating_sub(used),
                kind,
                abandon,
                ahead: Some(ahead),
            };
            let batch = bot.introduction().wants("batch");
            let answer = bot.put(&mut message, waiting);
            let last = bot.last_time();
            self.spent = used + last;
            match answer {
                Ok(answer) => {
                    self.spent = used + answer.time;
                    let in_time = allowed.map(|allowed| allowed + margin);
                    self.doubtful = in_time.is_some_and(|in_time| self.spent > in_time);
                    return reply(answer.message, batch)
                        .map_err(|trouble| self.failure(trouble, false));
                }
                Err(trouble) if self.revives(&trouble) => {}
                Err(trouble) => return Err(self.failure(trouble, allowed.is_some())),
            }
        }
    }

    fn observe(&mut self, news: &BotEvent) -> Result<(), Failure> {
        let events = vec![event(news)];
        match &mut self.bot {
            Some(bot) => match bot.tell(&ToBot::Observe { events }) {
                Err(trouble) if !self.revives(&trouble) => Err(self.failure(trouble, false)),
                _ => Ok(()),
            },
            // It is started again when it is asked again, and sees the whole position then.
            None => Ok(()),
        }
    }

    fn finish(&mut self, scores: &[f32], ending: &str) {
        let message = ToBot::GameOver {
            scores: scores.iter().map(|&score| f64::from(score)).collect(),
            reason: ending.to_owned(),
        };
        if let Some(bot) = &mut self.bot
            && let Err(trouble) = bot.tell(&message)
            && !self.revives(&trouble)
        {
            // The game is over: nobody is to blame for what comes after it.
            self.end(&trouble);
        }
        if !self.failed {
            self.contestant.count_success();
        }
    }

    fn spent(&self) -> Duration {
        self.spent
    }

    fn stderr(&mut self) -> String {
        self.bot
            .as_mut()
            .map_or(String::new(), |bot| bot.stderr_news())
    }
}

impl Drop for BotSeat {
    fn drop(&mut self) {
        if let Some(bot) = self.bot.take() {
            // A bot that is in doubt is not handed on.
            match self.doubtful {
                true => drop(bot),
                false => self.contestant.keep(bot),
            }
        }
    }
}

fn new_game(id: u64, game: &GameStart, kind: TimeKind) -> ToBot {
    ToBot::NewGame {
        id,
        game: game.game.to_owned(),
        variant: game.variant.clone(),
        players: game.names.len() as u8,
        seat: game.seat,
        names: game.names.clone(),
        seed: game.seed,
        clock: whole_clock(game.control, kind),
        state: game.start.clone(),
    }
}

/// The clock at the start of a game.
fn whole_clock(control: TimeControl, kind: TimeKind) -> Option<Clock> {
    let cpu = kind == TimeKind::Processor;
    match control {
        TimeControl::None => None,
        TimeControl::Move { limit, bank, .. } => Some(Clock {
            move_ms: Some(millis(limit)),
            bank_ms: Some(millis(bank)).filter(|&bank| bank > 0),
            inc_ms: None,
            cpu,
        }),
        TimeControl::Game {
            total, increment, ..
        } => Some(Clock {
            move_ms: None,
            bank_ms: Some(millis(total)),
            inc_ms: Some(millis(increment)),
            cpu,
        }),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The message of a turn; its number comes when it is sent.
fn turn(request: TurnRequest<'_>, kind: TimeKind) -> ToBot {
    let clock = Clock {
        move_ms: request.limit.map(millis),
        bank_ms: request.bank.map(millis),
        inc_ms: request.increment.map(millis),
        cpu: kind == TimeKind::Processor,
    };
    ToBot::Turn {
        id: 0,
        ply: request.ply,
        seat: request.seat,
        state: request.state,
        board: request.board.into_iter().map(piece).collect(),
        facts: facts(request.facts),
        legal: request.legal,
        events: request.events.iter().map(event).collect(),
        clock: request.allowed.map(|_| clock),
    }
}

/// Something on the board, as bots are told.
pub(super) fn piece(piece: BoardPiece) -> Piece {
    let BoardPiece { cell, piece, seat } = piece;
    Piece { cell, piece, seat }
}

/// Facts as JSON.
pub(super) fn facts(told: Facts) -> Map<String, Value> {
    fn value(fact: Fact) -> Value {
        match fact {
            Fact::Number(number) => number.into(),
            Fact::Word(word) => word.into(),
            Fact::Flag(flag) => flag.into(),
            Fact::List(list) => list.into_iter().map(value).collect(),
            Fact::Record(told) => facts(told).into(),
        }
    }
    let named = told.into_iter();
    named
        .map(|(name, fact)| (name.to_owned(), value(fact)))
        .collect()
}

fn event(news: &BotEvent) -> Event {
    Event {
        by: news.by.map_or(By::Chance(Chance::Chance), By::Seat),
        event: news.event.clone(),
        p: news.probability,
    }
}

fn reply(message: FromBot, batch: bool) -> Result<TurnReply, Trouble> {
    let FromBot::Move {
        pick,
        moves,
        value,
        nodes,
        depth,
        pv,
        comment,
        ..
    } = message
    else {
        return Err(wrong_kind("turn", &message));
    };
    let mut more = moves.into_iter();
    let choice = match pick {
        Some(Pick::Text(text)) => ChosenMove::Text(text),
        Some(Pick::Index(index)) => ChosenMove::Index(index),
        None => match more.next().filter(|_| batch) {
            Some(first) => ChosenMove::Text(first),
            None => {
                return Err(Trouble::Unfit(
                    "answered `turn` without a `move`".to_owned(),
                ));
            }
        },
    };
    Ok(TurnReply {
        choice,
        more: if batch { more.collect() } else { Vec::new() },
        value,
        nodes: nodes.unwrap_or(0),
        depth: depth.unwrap_or(0),
        line: pv,
        comment: comment.unwrap_or_default(),
    })
}

fn wrong_kind(kind: &str, message: &FromBot) -> Trouble {
    Trouble::Unfit(format!("answered `{kind}` with `{}`", message.word()))
}
