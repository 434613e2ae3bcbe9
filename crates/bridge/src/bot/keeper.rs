//! The process of a bot in a seat of one game: it is started again where need be, and its troubles become faults.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludarium_arena::protocol::{BotClock, BotEvent, BotMove, BotTurn, FromBot, NewGame, ToBot};
use ludarium_arena::{BotPlayer, Failure, Subscription, TurnTerms};
use ludarium_game::{Fault, TimeKind};

use super::dialogue::{AnswerLimit, Bot, reply};
use super::source::Contestant;
use super::trouble::BotTrouble;

/// Keeps the process of a bot for a game.
pub(super) struct BotKeeper {
    contestant: Arc<Contestant>,
    bot: Option<Bot>,
    /// The game, for a bot that has to begin again in the middle of it.
    game: Option<NewGame>,
    /// It answered too late: it is asked whether it is there before it is asked anything else.
    doubtful: bool,
    failed: bool,
    /// How often somebody outside killed it in this game and it was started again.
    revived: u32,
    /// Why it was started again since somebody asked.
    restarts: Vec<String>,
    spent: Duration,
}

/// How often a bot is started again in one game after somebody else has killed it, without blame. A bot that kills itself
/// looks the same, so there must be an end; and the time it has used counts.
const REVIVALS: u32 = 3;

impl BotKeeper {
    pub fn new(contestant: Arc<Contestant>) -> BotKeeper {
        BotKeeper {
            contestant,
            bot: None,
            game: None,
            doubtful: false,
            failed: false,
            revived: 0,
            restarts: Vec::new(),
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
        let began = Instant::now();
        let restarted = self.bot.is_none();
        while self.bot.is_none() {
            let bot = self.contestant.fetch().inspect_err(|_| self.failed = true)?;
            self.bot = Some(bot);
            if let Err(trouble) = self.new_game()
                && !self.revives(&trouble)
            {
                return Err(self.failure(trouble, false));
            }
        }
        if restarted {
            // A bot that ends itself does not think for nothing until it is ready again.
            self.spent += began.elapsed();
        }
        let gone = || Failure::new(Fault::Failed, "is gone");
        self.bot.as_mut().ok_or_else(gone)
    }

    /// Whether somebody else killed the bot and it is started again without blame.
    fn revives(&mut self, trouble: &BotTrouble) -> bool {
        let revives = matches!(trouble, BotTrouble::Killed(_)) && self.revived < REVIVALS;
        if revives {
            self.revived += 1;
            self.restarts.push(trouble.to_string());
            self.bot = None;
        }
        revives
    }

    /// Refuses a bot that has changed its own files: it is not the one that plays this run.
    fn unchanged(&mut self) -> Result<(), Failure> {
        let changed = self.contestant.unchanged();
        changed.map_err(|problem| self.failure(BotTrouble::Unfit(problem), false))
    }

    fn new_game(&mut self) -> Result<(), BotTrouble> {
        let (Some(bot), Some(game)) = (&mut self.bot, &self.game) else {
            return Ok(());
        };
        let limit = AnswerLimit::at_most(bot.limits().new_game);
        let mut game = game.clone();
        time_kind(&mut game.clock, bot);
        let answer = bot.put(&mut ToBot::NewGame(game), limit);
        match answer?.message {
            FromBot::Ready { .. } => Ok(()),
            other => Err(wrong_kind("new_game", &other)),
        }
    }

    /// Ends the process and gives its last words.
    fn end(&mut self, trouble: &BotTrouble) -> String {
        // A bot that is not waited for any more has done nothing wrong.
        if *trouble != BotTrouble::Abandoned {
            self.contestant.count_failure(trouble);
        }
        self.bot.take().map_or(String::new(), |bot| bot.kill().stderr)
    }

    /// What a trouble is in the eyes of the referee. A bot that answered something is kept.
    fn failure(&mut self, trouble: BotTrouble, clocked: bool) -> Failure {
        self.failed = true;
        let fault = match trouble {
            BotTrouble::Overdue { .. } if clocked => Fault::Overtime,
            _ => Fault::Failed,
        };
        let last_words = match trouble {
            BotTrouble::Refused(_) | BotTrouble::Unreadable { .. } | BotTrouble::Unfit(_) => {
                self.bot.as_ref().map_or(String::new(), Bot::stderr)
            }
            _ => self.end(&trouble),
        };
        Failure { fault, reason: trouble.to_string(), last_words }
    }
}

impl BotPlayer for BotKeeper {
    fn begin(&mut self, game: &NewGame) -> Result<Subscription, Failure> {
        self.game = Some(game.clone());
        self.unchanged()?;
        let bot = self.ready()?;
        let who = bot.introduction();
        Ok(Subscription { no_legal: who.wants("no-legal"), each_event: who.wants("observe") })
    }

    fn choose(&mut self, mut turn: BotTurn, terms: TurnTerms<'_>) -> Result<BotMove, Failure> {
        self.spent = Duration::ZERO;
        let (allowed, margin) = (terms.allowed, terms.margin);
        let kind = time_kind(&mut turn.clock, self.ready()?);
        let mut message = ToBot::Turn(turn);
        loop {
            self.ready()?;
            let used = self.spent;
            if let Some(allowed) = allowed.filter(|&allowed| used > allowed + margin) {
                let (took, allowed) = (used.as_secs_f64(), allowed.as_secs_f64());
                let reason = format!(
                    "was started again, which took {took:.3} s of the {allowed:.3} s of its clock"
                );
                self.failed = true;
                return Err(Failure::new(Fault::Overtime, reason));
            }
            let bot = self.ready()?;
            let limit = match allowed {
                Some(allowed) => allowed + margin + bot.limits().grace,
                None => bot.limits().unclocked_move,
            };
            let waiting = AnswerLimit {
                stop: allowed.map(|allowed| allowed.saturating_sub(used)),
                limit: limit.saturating_sub(used),
                kind,
                abandon: terms.abandon,
                ahead: Some(terms.ahead),
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
                    let answer = match answer.message {
                        FromBot::Move(answer) => reply(answer, batch),
                        other => Err(wrong_kind("turn", &other)),
                    };
                    let answer = answer.map_err(|trouble| self.failure(trouble, false))?;
                    return self.unchanged().map(|()| answer);
                }
                Err(trouble) if self.revives(&trouble) => {}
                Err(trouble) => return Err(self.failure(trouble, allowed.is_some())),
            }
        }
    }

    fn observe(&mut self, event: &BotEvent) -> Result<(), Failure> {
        let events = vec![event.clone()];
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

    fn restarts(&mut self) -> Vec<String> {
        std::mem::take(&mut self.restarts)
    }

    fn stderr(&mut self) -> String {
        self.bot.as_mut().map_or(String::new(), |bot| bot.stderr_news())
    }
}

impl Drop for BotKeeper {
    fn drop(&mut self) {
        // A bot that is in doubt is not handed on.
        if !self.doubtful
            && let Some(bot) = self.bot.take()
        {
            self.contestant.keep(bot);
        }
    }
}

/// Which time counts for a bot; where its processor time is not known, the clock says so.
fn time_kind(clock: &mut Option<BotClock>, bot: &Bot) -> TimeKind {
    let Some(clock) = clock else {
        return TimeKind::Wall;
    };
    let wanted = if clock.cpu { TimeKind::Processor } else { TimeKind::Wall };
    let kind = bot.time_kind(wanted);
    clock.cpu = kind == TimeKind::Processor;
    kind
}

fn wrong_kind(kind: &str, message: &FromBot) -> BotTrouble {
    BotTrouble::Unfit(format!("answered `{kind}` with `{}`", message.word()))
}
