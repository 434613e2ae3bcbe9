//! Bots as players of the arena: one pool of processes for each bot and run.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludarium_arena::{
    BotPlayer, BotProgram, BotSource, Failure, Identity, identity_changes, tidy_name,
};
use ludarium_game::{Fault, TimeKind, nearest};

use super::command::BotCommand;
use super::dialogue::Bot;
use super::keeper::BotKeeper;
use super::origin::Origin;
use super::process::Launch;
use super::trouble::BotTrouble;
use crate::sandbox::SandboxLevel;

/// Lets bots play: `bot:program arguments`.
#[derive(Clone, Debug)]
pub struct Bots {
    launch: Launch,
    admitted: Arc<Mutex<Vec<AdmittedBot>>>,
}

/// A bot that was let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdmittedBot {
    /// The text that names it.
    pub text: String,
    /// What it is called in tables, if it has a name.
    pub name: Option<String>,
    /// How well it is confined.
    pub sandbox: SandboxLevel,
}

impl Bots {
    /// Bots that are started like this.
    pub fn new(launch: Launch) -> Bots {
        Bots { launch, admitted: Arc::default() }
    }

    /// The bots that were let in so far, in order.
    pub fn admitted(&self) -> Vec<AdmittedBot> {
        lock(&self.admitted).clone()
    }
}

impl BotSource for Bots {
    fn find(&self, text: &str, game: &str) -> Result<Arc<dyn BotProgram>, String> {
        let command: BotCommand =
            text.parse().map_err(|error: ludarium_game::Error| error.to_string())?;
        let (contestant, bot) = Contestant::try_out(command, &self.launch)?;
        contestant.check_game(game)?;
        lock(&self.admitted).push(AdmittedBot {
            text: text.to_owned(),
            name: contestant.name.clone(),
            sandbox: bot.sandbox(),
        });
        contestant.keep(bot);
        Ok(Arc::new(contestant))
    }
}

/// A bot that is offered to others as an opponent. It was tried once; every [`Offer::program`] starts processes of its
/// own, when it is asked for the first time.
pub struct Offer {
    /// The name under which it is offered.
    pub name: String,
    /// How well it was confined when it was tried.
    pub sandbox: SandboxLevel,
    tried: Contestant,
}

impl Offer {
    /// Tries a bot: it is started once, says hello and quits. An error says why it cannot be offered.
    pub fn new(mut command: BotCommand, name: &str, launch: &Launch) -> Result<Offer, String> {
        command.name = Some(name.to_owned());
        let (tried, bot) = Contestant::try_out(command, launch)?;
        let sandbox = bot.sandbox();
        bot.quit();
        Ok(Offer { name: name.to_owned(), sandbox, tried })
    }

    /// Whether it plays a game.
    pub fn plays(&self, game: &str) -> bool {
        self.tried.check_game(game).is_ok()
    }

    /// The bot for one table, with processes of its own.
    pub fn program(&self) -> Arc<dyn BotProgram> {
        Arc::new(self.tried.anew())
    }
}

impl std::fmt::Debug for Offer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Offer({}: {})", self.name, self.tried.command)
    }
}

/// A trouble as the rest of a sentence that begins with `it`.
fn sentence(trouble: &BotTrouble) -> String {
    match trouble {
        BotTrouble::Start(problem) => format!("could not be started: {problem}"),
        BotTrouble::Overdue { request: "hello", .. } => {
            format!("{trouble}; `bot[start=60s]:…` gives it longer")
        }
        other => other.to_string(),
    }
}

/// A bot that fails this often in a row is not asked any more.
const BENCHED_AFTER: u32 = 3;

/// A bot that was let in: the processes that wait for a game, and how it has behaved.
pub(super) struct Contestant {
    command: BotCommand,
    /// What it is called in tables: as its text says, or as it says itself.
    name: Option<String>,
    /// The games that it plays; `None` means any.
    games: Option<Vec<String>>,
    origin: Arc<Origin>,
    /// What it was when it was tried.
    identity: Identity,
    launch: Launch,
    idle: Mutex<Vec<Bot>>,
    streak: Mutex<Streak>,
}

/// Failures in a row.
#[derive(Default)]
struct Streak {
    count: u32,
    last: String,
}

impl BotProgram for Contestant {
    fn join(self: Arc<Self>) -> Box<dyn BotPlayer> {
        Box::new(BotKeeper::new(self))
    }

    /// A bot that may write to its files is what it was: once they have changed, it does not play.
    fn identity(&self) -> Result<Identity, String> {
        match self.command.dir {
            Some(_) => Ok(self.identity.clone()),
            None => self.origin.identity(),
        }
    }

    /// Before the first game the process that was tried waits here.
    fn confinement(&self) -> Option<String> {
        let idle = lock(&self.idle);
        idle.first().map(|bot| bot.sandbox().to_string())
    }

    fn counts_processor_time(&self) -> bool {
        let idle = lock(&self.idle);
        idle.first().is_some_and(|bot| bot.time_kind(TimeKind::Processor) == TimeKind::Processor)
    }

    fn name(&self) -> Option<String> {
        self.name.clone()
    }
}

impl Contestant {
    /// Starts a bot and reads who it is; the process comes with it.
    fn try_out(command: BotCommand, launch: &Launch) -> Result<(Contestant, Bot), String> {
        let bot = Bot::start(&command, launch).map_err(|(trouble, stderr)| match &*stderr {
            "" => format!("it {}", sentence(&trouble)),
            words => format!("it {}; its standard error ends with:\n{words}", sentence(&trouble)),
        })?;
        let who = bot.introduction();
        let origin = Origin::of(&command, &who.files, &bot.held_files())?;
        // Before the first game, so that a change in the middle of it is noticed.
        let identity = origin.identity()?;
        let said = || who.name.as_deref().and_then(tidy_name);
        let contestant = Contestant {
            name: command.name.clone().or_else(said),
            games: who.games.clone(),
            command,
            origin: Arc::new(origin),
            identity,
            launch: launch.clone(),
            idle: Mutex::default(),
            streak: Mutex::default(),
        };
        Ok((contestant, bot))
    }

    /// The same bot without any process, and with a clean record.
    fn anew(&self) -> Contestant {
        Contestant {
            command: self.command.clone(),
            name: self.name.clone(),
            games: self.games.clone(),
            origin: self.origin.clone(),
            identity: self.identity.clone(),
            launch: self.launch.clone(),
            idle: Mutex::default(),
            streak: Mutex::default(),
        }
    }

    /// Refuses a game that the bot does not play.
    fn check_game(&self, game: &str) -> Result<(), String> {
        match &self.games {
            Some(games) if !games.iter().any(|known| known == game) => {
                let meant = nearest(game, games.iter().map(String::as_str));
                let hint = meant.map_or(String::new(), |meant| format!(" (it says `{meant}`)"));
                Err(format!("it plays {}, not {game}{hint}", games.join(", ")))
            }
            _ => Ok(()),
        }
    }

    /// Says what a bot that may write to its files has changed there.
    pub fn unchanged(&self) -> Result<(), String> {
        if self.command.dir.is_none() {
            return Ok(());
        }
        let now = self.origin.identity();
        let now = now.map_err(|problem| format!("changed its own files: {problem}"))?;
        let changes =
            identity_changes(&[String::new()], std::slice::from_ref(&self.identity), &[now]);
        match changes.first() {
            Some(change) => Err(format!("changed its own file `{}`", change.part)),
            None => Ok(()),
        }
    }

    /// A process that waits, or a new one.
    pub fn fetch(&self) -> Result<Bot, Failure> {
        let streak = lock(&self.streak);
        if streak.count >= BENCHED_AFTER {
            let reason = format!(
                "benched after {} failures in a row, the last: {}",
                streak.count, streak.last
            );
            return Err(Failure::new(Fault::Failed, reason));
        }
        drop(streak);
        if let Some(bot) = lock(&self.idle).pop() {
            return Ok(bot);
        }
        Bot::start(&self.command, &self.launch).map_err(|(trouble, last_words)| {
            self.count_failure(&trouble);
            Failure { fault: Fault::Failed, reason: sentence(&trouble), last_words }
        })
    }

    /// Takes back a process that can play again.
    pub fn keep(&self, bot: Bot) {
        lock(&self.idle).push(bot);
    }

    /// The bot had to be ended.
    pub fn count_failure(&self, trouble: &BotTrouble) {
        let mut streak = lock(&self.streak);
        streak.count += 1;
        streak.last = trouble.to_string();
    }

    /// A game went well.
    pub fn count_success(&self) {
        lock(&self.streak).count = 0;
    }
}

impl Drop for Contestant {
    /// All are asked to go before the first is waited for.
    fn drop(&mut self) {
        let bots = std::mem::take(&mut *lock(&self.idle));
        let leaving: Vec<_> = bots.into_iter().map(Bot::leave).collect();
        for bot in leaving {
            bot.gone();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
