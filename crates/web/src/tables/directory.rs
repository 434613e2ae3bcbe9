//! `Tables`: makes tables, finds them by their names, and wakes their owners when somebody comes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

use ludarium_arena::{Ruleset, TimeControl};
use ludarium_game::{Seed, TimeKind};

use super::exhibition::Exhibitions;
use super::owner::{Awake, Handle, Owner, SLOWEST_MS, TableRequest, TableSetup, Undelivered};
use super::people::PeopleRuns;
use super::store::{DailyScore, ListedTable, TableSettings, TableStore};
use crate::agents::offers::Offers;
use crate::agents::players;
use crate::agents::thinking::Thinkers;
use crate::api::{NewTable, SeatRequest, SeedRequest, TableKeys, Thought};
use crate::error::{Result, WebError};
use crate::games::library::Library;
use crate::games::positions::follow;
use crate::limits::Limits;
use crate::lock::locked;
use crate::random;

/// OwnerMail that may wait for an owner.
const MAILBOX: usize = 256;
/// A full mailbox is tried again after this time.
const BREATH: Duration = Duration::from_millis(20);
/// How long a question to a table waits for its answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest name of a person, in letters.
const LONGEST_NAME: usize = 40;
/// The pause between moves of agents where only agents play, in milliseconds.
const WATCH_SPEED: u64 = 600;

/// All tables.
pub struct Tables {
    pub(super) library: Arc<Library>,
    offers: Offers,
    pub(super) store: Arc<TableStore>,
    pub(super) exhibitions: Mutex<Exhibitions>,
    people: Arc<PeopleRuns>,
    thinkers: Thinkers,
    limits: Limits,
    awake: Arc<Awake>,
    /// The threads of the owners; those that have ended are forgotten when another begins.
    threads: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl Tables {
    /// The tables of a store; games of people go into runs in the folder `runs` too.
    pub fn new(
        library: Arc<Library>,
        offers: Offers,
        store: TableStore,
        runs: &Path,
        thinkers: Thinkers,
        limits: Limits,
    ) -> Tables {
        Tables {
            library,
            offers,
            store: Arc::new(store),
            exhibitions: Mutex::default(),
            people: Arc::new(PeopleRuns::new(runs)),
            thinkers,
            limits,
            awake: Arc::default(),
            threads: Arc::default(),
        }
    }

    /// Makes a table, after everything about it has been checked.
    pub fn make(&self, request: NewTable) -> Result<TableKeys> {
        self.make_for(request, None)
    }

    /// Makes a table for a challenge of a day, whose result goes into the table of that challenge.
    pub fn make_daily(&self, request: NewTable, daily: String) -> Result<TableKeys> {
        self.make_for(request, Some(daily))
    }

    /// The scores of a challenge, the best first.
    pub fn scores(&self, daily: &str) -> Result<Vec<DailyScore>> {
        self.store.scores(daily)
    }

    fn make_for(&self, request: NewTable, daily: Option<String>) -> Result<TableKeys> {
        let most = self.limits.games;
        if self.store.count()? >= most {
            let message = format!("the store holds {most} games, which is the most");
            return Err(WebError::unavailable(message)
                .hint("start the server with another folder: --store DIR"));
        }
        let rules = self.library.rules(&request.game, request.variant.as_deref())?;
        let settings =
            TableSettings { daily, ..check(&*rules, &self.offers, &self.limits, request)? };
        let id = random::name()?;
        self.store.make(&id, &settings)?;
        let keys = settings.keys;
        Ok(TableKeys { id, keys })
    }

    /// The tables, or those of them that have one of these names; those touched last first.
    pub fn list(&self, most: usize, only: Option<&[String]>) -> Result<Vec<ListedTable>> {
        let mut listed = self.store.list(most, only)?;
        for table in &mut listed {
            table.title = self.library.title(&table.game).to_owned();
        }
        Ok(listed)
    }

    /// The seats of a table that keys open.
    pub fn seats(&self, id: &str, keys: &str) -> Result<Vec<u8>> {
        let settings = self.settings(id)?;
        let given: Vec<&str> = keys.split(',').filter(|key| !key.is_empty()).collect();
        let opened = |key: &Option<String>| {
            let key = key.as_deref();
            key.is_some_and(|key| given.iter().any(|given| crate::access::same(given, key)))
        };
        let seats = settings.keys.iter().enumerate();
        Ok(seats.filter(|(_, key)| opened(key)).map(|(seat, _)| seat as u8).collect())
    }

    /// Hands a request to an owner who is awake; gives it back where that cannot be done at once.
    pub fn hand(&self, id: &str, request: TableRequest) -> std::result::Result<(), TableRequest> {
        let known = self.awake().get(id).cloned();
        match known {
            None => Err(request),
            Some(handle) => handle.send(request).map_err(|undelivered| match undelivered {
                Undelivered::Full(request) | Undelivered::Gone(request) => request,
            }),
        }
    }

    /// Sends a request to the owner of a table, who is woken if need be.
    pub fn send(&self, id: &str, mut request: TableRequest) -> Result<()> {
        // An owner may go to rest between being found and being reached; a second time it may not.
        for _ in 0..3 {
            let known = self.awake().get(id).cloned();
            let handle = match known {
                Some(handle) => handle,
                None => self.wake(id)?,
            };
            request = match handle.send(request) {
                Ok(()) => return Ok(()),
                Err(Undelivered::Full(request)) => {
                    std::thread::sleep(BREATH);
                    request
                }
                Err(Undelivered::Gone(request)) => {
                    let mut awake = self.awake();
                    if awake.get(id).is_some_and(|known| known.is(&handle)) {
                        awake.remove(id);
                    }
                    request
                }
            };
        }
        Err(WebError::unavailable("this game has too much to do").hint("try again in a moment"))
    }

    /// Sends a request that is answered, and waits for the answer.
    pub fn ask<T>(
        &self,
        id: &str,
        request: impl FnOnce(SyncSender<T>) -> TableRequest,
    ) -> Result<T> {
        let (reply, answer) = sync_channel(1);
        self.send(id, request(reply))?;
        answer
            .recv_timeout(PATIENCE)
            .map_err(|_| WebError::unavailable("this game does not answer"))
    }

    /// What was thought about the `count`-th event of a table.
    pub fn thought(&self, id: &str, count: usize) -> Result<Option<Thought>> {
        match count.checked_sub(1) {
            Some(number) => self.store.thought(id, number),
            None => Ok(None),
        }
    }

    fn settings(&self, id: &str) -> Result<TableSettings> {
        let found = if random::is_name(id) { self.store.settings(id)? } else { None };
        found.ok_or_else(|| WebError::missing("there is no such game"))
    }

    fn wake(&self, id: &str) -> Result<Handle> {
        let busy = |message: String| WebError::unavailable(message).hint("try again in a minute");
        let most = self.limits.awake;
        if self.awake().len() >= most {
            let message = format!("{most} games are being played, which is the most");
            return Err(busy(message));
        }
        let settings = self.settings(id)?;
        let rules = self.library.rules(&settings.game, Some(&settings.variant))?;
        let memory = memory(&*rules, &settings.seats, &self.limits);
        let taken: u64 = self.awake().values().map(Handle::memory).sum();
        if taken + memory > self.limits.memory {
            let message =
                "the agents of the games being played take all the memory there is for them";
            return Err(busy(message.to_owned()));
        }
        let setup = TableSetup {
            id: id.to_owned(),
            title: self.library.title(&settings.game).to_owned(),
            summary: self.library.summary(&settings.game),
            rules,
            limits: self.limits,
            settings,
            offers: self.offers.clone(),
            store: self.store.clone(),
            people: self.people.clone(),
            thinkers: self.thinkers.clone(),
        };
        let (outbox, inbox) = sync_channel(MAILBOX);
        let owner = Owner::load(setup, outbox.clone())?;
        let handle = Handle::new(outbox, memory);
        let mut open = self.awake();
        // Somebody else may have been faster.
        if let Some(known) = open.get(id) {
            return Ok(known.clone());
        }
        let awake = self.awake.clone();
        let thread = std::thread::Builder::new()
            .name("table".to_owned())
            .spawn(move || owner.live(&inbox, &awake))
            .map_err(|error| WebError::unavailable(format!("no thread for the table: {error}")))?;
        let mut threads = locked(&self.threads);
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread);
        open.insert(id.to_owned(), handle.clone());
        Ok(handle)
    }

    fn awake(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        locked(&self.awake.owners)
    }

    /// Ends all owners and waits for them. Everything is stored already.
    pub fn close(&self) {
        self.awake.closing.store(true, Ordering::Relaxed);
        for (_, handle) in self.awake().drain() {
            // An owner whose mailbox is full looks up anyway.
            let _ = handle.send(TableRequest::Nudge);
        }
        let threads = std::mem::take(&mut *locked(&self.threads));
        for thread in threads {
            let _ = thread.join();
        }
    }
}

/// Checks everything about a new table and draws what is left to chance.
fn check(
    rules: &dyn Ruleset,
    offers: &Offers,
    limits: &Limits,
    request: NewTable,
) -> Result<TableSettings> {
    let seed = request.seed.map_or_else(random::seed, SeedRequest::number)?;
    let position = request.position.as_deref();
    let game = follow(rules, position, &request.moves, Seed(seed))?;
    let start = game.position();
    let (given, needed) = (request.seats.len(), start.seats());
    if given != needed {
        let message = format!("{given} players for {needed} seats");
        return Err(
            WebError::bad(message).hint(format!("give one player for each of {needed} seats"))
        );
    }
    let clock = request.clock.as_deref().unwrap_or("none");
    let clock: TimeControl = clock.parse()?;
    if clock.kind() == TimeKind::Processor {
        let message = "a clock of processor time does not fit people".to_owned();
        return Err(WebError::bad(message).hint("leave out `,cpu`"));
    }
    let mut seats = request.seats;
    let mut keys = Vec::new();
    for seat in &mut seats {
        keys.push(check_seat(rules, offers, limits, seat)?);
    }
    // A page that plays paces itself; spectators need time to look.
    let people = keys.iter().any(Option::is_some);
    let usual_speed = if people { 0 } else { WATCH_SPEED };
    let variant = request.variant.filter(|variant| !variant.is_empty());
    Ok(TableSettings {
        game: request.game,
        variant: variant.unwrap_or_else(|| rules.variant().to_owned()),
        seed,
        start: start.describe(),
        seats,
        keys,
        clock: clock.to_string(),
        speed: request.speed.unwrap_or(usual_speed).min(SLOWEST_MS),
        daily: None,
    })
}

/// Checks who is to sit in a seat, and makes the key of a person.
fn check_seat(
    rules: &dyn Ruleset,
    offers: &Offers,
    limits: &Limits,
    seat: &mut SeatRequest,
) -> Result<Option<String>> {
    match seat {
        SeatRequest::Human { name } => {
            *name = name.take().map(|name| tidy(&name)).filter(|name| !name.is_empty());
            random::name().map(Some)
        }
        SeatRequest::Agent { agent, budget } => {
            *agent = players::at_table(rules, agent, offers, limits)?;
            let most = limits.decision.as_millis() as u64;
            if let Some(ms) = budget.and_then(|budget| budget.time_ms)
                && !(1..=most).contains(&ms)
            {
                let message = format!("bad value `{ms}` for `time_ms`");
                return Err(WebError::bad(message).hint(format!("from 1 to {most}")));
            }
            Ok(None)
        }
    }
}

/// What the agents at a table take of the memory together, in MiB.
fn memory(rules: &dyn Ruleset, seats: &[SeatRequest], limits: &Limits) -> u64 {
    let agents = seats.iter().filter_map(|seat| match seat {
        SeatRequest::Agent { agent, .. } => Some(players::bounded(rules, agent, limits)),
        SeatRequest::Human { .. } => None,
    });
    agents.map(|text| players::memory(rules, &text)).sum()
}

/// A name without signs that cannot be seen, and not too long.
fn tidy(name: &str) -> String {
    let seen = name.chars().filter(|sign| !sign.is_control());
    let short: String = seen.take(LONGEST_NAME).collect();
    short.trim().to_owned()
}
