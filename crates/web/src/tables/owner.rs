//! `Owner`: the one thread that may touch a game. Everybody else sends it requests.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludarium_arena::{Answer, Ruleset, Table, TimeControl, is_bot};
use ludarium_game::{Seat, Seed, Turn};

use super::audience::{Audience, TableListener};
use super::people::PeopleRuns;
use super::show::GamePicture;
use super::store::{TableSettings, TableStore, who};
use super::turn_time::{MARGIN, TurnTime};
use crate::agents::offers::Offers;
use crate::agents::players::bounded;
use crate::agents::thinking::Thinkers;
use crate::api::{Command, GameResult, LogEntry, Message, SeatRequest, Thought};
use crate::error::{Result, WebError};
use crate::films::film::Film;
use crate::limits::Limits;
use crate::lock::locked;

/// A table at which nobody is rests after this time; the store has everything.
const REST: Duration = Duration::from_secs(60);
/// Games of this many events are stopped.
pub(super) const MOST_EVENTS: usize = 20_000;
/// The longest pause between moves.
pub const SLOWEST_MS: u64 = 60_000;

/// What is asked of an owner from outside.
pub enum TableRequest {
    /// Somebody comes.
    Join(TableListener),
    /// Somebody leaves.
    Leave(u64),
    /// A listener says something.
    Say(u64, Command),
    /// The snapshot for the holder of these seats, as JSON.
    Snapshot(Vec<u8>, SyncSender<String>),
    /// The game to step through.
    Film(SyncSender<Box<Film>>),
    /// Nothing: the owner is to look up, for instance because the server stops.
    Nudge,
}

/// What comes in at an owner.
pub(super) enum OwnerMail {
    Request(TableRequest),
    /// What a player answered when the table was in this state.
    Answered(u64, Box<Answer>),
    /// What the adviser answered when the table was in this state, and who wants to know.
    Hinted(u64, u64, Box<Answer>),
}

/// How to reach an owner.
#[derive(Clone)]
pub struct Handle {
    outbox: Arc<SyncSender<OwnerMail>>,
    memory: u64,
}

/// A request that did not reach its owner.
pub enum Undelivered {
    /// The owner has too much to do.
    Full(TableRequest),
    /// The owner rests.
    Gone(TableRequest),
}

impl Handle {
    pub(super) fn new(outbox: SyncSender<OwnerMail>, memory: u64) -> Handle {
        Handle { outbox: Arc::new(outbox), memory }
    }

    /// What the agents of the table may take of the memory, in MiB.
    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// Sends a request without waiting.
    pub fn send(&self, request: TableRequest) -> std::result::Result<(), Undelivered> {
        match self.outbox.try_send(OwnerMail::Request(request)) {
            Err(TrySendError::Full(OwnerMail::Request(request))) => Err(Undelivered::Full(request)),
            Err(TrySendError::Disconnected(OwnerMail::Request(request))) => {
                Err(Undelivered::Gone(request))
            }
            _ => Ok(()),
        }
    }

    /// Whether both reach the same owner.
    pub fn is(&self, other: &Handle) -> bool {
        Arc::ptr_eq(&self.outbox, &other.outbox)
    }
}

/// The owners that are awake.
#[derive(Default)]
pub struct Awake {
    /// How to reach each by its table.
    pub owners: Mutex<HashMap<String, Handle>>,
    /// Whether all owners are to end.
    pub closing: AtomicBool,
}

/// What an owner is given.
pub struct TableSetup {
    /// The table.
    pub id: String,
    /// The game's name in sentences.
    pub title: String,
    /// What the game is about.
    pub summary: &'static str,
    /// What the table was made with.
    pub settings: TableSettings,
    /// The rules that are played by.
    pub rules: Arc<dyn Ruleset>,
    /// What agents may take of the machine.
    pub limits: Limits,
    /// The bots that are offered here.
    pub offers: Offers,
    /// Where everything is kept.
    pub store: Arc<TableStore>,
    /// The runs that games of people are added to.
    pub people: Arc<PeopleRuns>,
    /// Where agents think.
    pub thinkers: Thinkers,
}

/// Work that is under way for an agent's turn.
#[derive(Default)]
pub(super) struct Busy {
    pub stop: Arc<AtomicBool>,
}

impl Drop for Busy {
    /// Work that nobody waits for may stop.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Owns a game.
pub(super) struct Owner {
    pub setup: TableSetup,
    pub table: Table,
    pub picture: GamePicture,
    /// What was told about each event.
    pub log: Vec<LogEntry>,
    pub turn_time: TurnTime,
    pub audience: Audience,
    pub outbox: SyncSender<OwnerMail>,
    pub thinking: Option<Busy>,
    pub hinting: Option<Busy>,
    /// An answer that waits for its time.
    pub answered: Option<Box<Answer>>,
    /// When the next move of an agent may be shown.
    pub ready: Instant,
    pub paused: bool,
    pub speed: Duration,
    /// Whether one move may be made in spite of the pause.
    pub step: bool,
    /// Whether the disk refused; nothing happens by itself any more.
    pub broken: bool,
    /// Whether the game has been over once: what comes after taking moves back is not kept in a run.
    pub ended: bool,
    /// Since when nobody is there.
    idle: Instant,
}

impl Owner {
    /// Sets the table up as the store has it.
    pub fn load(setup: TableSetup, outbox: SyncSender<OwnerMail>) -> Result<Owner> {
        let settings = &setup.settings;
        let start = setup.rules.parse(&settings.start)?;
        let seed = Seed(settings.seed);
        let picture = GamePicture::of(&start, seed);
        let control: TimeControl = settings.clock.parse()?;
        let mut table = Table::new(setup.rules.clone(), start, seed)?;
        table.set_clocks(control, MARGIN);
        table.set_names(settings.seats.iter().map(who).collect());
        for (seat, request) in Seat::all(table.seats()).zip(&settings.seats) {
            if let SeatRequest::Agent { agent, .. } = request {
                let offers = &setup.offers;
                // The seat of a bot that is not offered any more stays empty: the game waits for it.
                if !is_bot(agent) || offers.check(agent, setup.rules.game()).is_ok() {
                    let agent = bounded(&*setup.rules, agent, &setup.limits);
                    table.seat(seat, setup.rules.contender(&agent, Some(offers))?);
                }
            }
        }
        let mut owner = Owner {
            picture,
            table,
            log: Vec::new(),
            turn_time: TurnTime::default(),
            audience: Audience::default(),
            outbox,
            thinking: None,
            hinting: None,
            answered: None,
            ready: Instant::now(),
            paused: false,
            speed: Duration::from_millis(settings.speed.min(SLOWEST_MS)),
            step: false,
            broken: false,
            ended: false,
            idle: Instant::now(),
            setup,
        };
        owner.replay()?;
        Ok(owner)
    }

    /// Brings the table to where the store says it stands.
    fn replay(&mut self) -> Result<()> {
        let stored = self.setup.store.game(&self.setup.id)?;
        for (number, event) in stored.events.iter().enumerate() {
            let time = event.ms.map(Duration::from_millis);
            self.table.repeat(&event.text, time).map_err(|reason| {
                let message = format!("the stored game does not replay: event {number}: {reason}");
                WebError::failed(message)
            })?;
            let thought = event.thought.as_deref();
            let thought = thought.and_then(|text| serde_json::from_str(text).ok());
            self.note(thought.as_ref());
        }
        let end = stored.state.early_end;
        let end = end.and_then(|result| result.end(self.table.seats()));
        self.table.recall(stored.state.faults, end);
        self.ended = stored.ended;
        Ok(())
    }

    /// Puts the last event into the log.
    pub fn note(&mut self, thought: Option<&Thought>) {
        let game = self.table.game();
        let value = thought.and_then(Thought::value);
        let entry = self.picture.entry(game, game.count());
        self.log.extend(entry.map(|entry| LogEntry {
            value: value.map(|value| value.iter().copied().map(Some).collect()),
            ..entry
        }));
    }

    /// Lives until nobody needs the table any more.
    pub fn live(mut self, inbox: &Receiver<OwnerMail>, awake: &Awake) {
        while !awake.closing.load(Ordering::Relaxed) {
            self.advance();
            match inbox.recv_timeout(self.wait()) {
                Ok(mail) => self.receive(mail),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    self.look_at_clock();
                    if self.audience.is_empty() && self.idle.elapsed() >= REST {
                        let mut owners = locked(&awake.owners);
                        // Under the lock nobody can look us up, so nothing can be lost.
                        match inbox.try_recv() {
                            Ok(mail) => {
                                drop(owners);
                                self.receive(mail);
                            }
                            Err(_) => {
                                owners.remove(&self.setup.id);
                                return;
                            }
                        }
                    }
                }
            }
        }
    }

    fn receive(&mut self, mail: OwnerMail) {
        match mail {
            OwnerMail::Request(request) => self.request(request),
            OwnerMail::Answered(state, answer) => self.answer(state, answer),
            OwnerMail::Hinted(state, listener, answer) => self.hinted(state, listener, &answer),
        }
    }

    fn request(&mut self, request: TableRequest) {
        // A client that no longer waits for its answer need not be told.
        match request {
            TableRequest::Join(listener) => self.join(listener),
            TableRequest::Leave(id) => {
                self.audience.leave(id);
                self.idle = Instant::now();
                self.announce_seats();
            }
            TableRequest::Say(id, command) => {
                if let Err(error) = self.say(id, command) {
                    let message = error.message;
                    self.audience.tell(id, Message::Error { message }.text());
                }
            }
            TableRequest::Nudge => {}
            TableRequest::Snapshot(seats, reply) => {
                self.idle = Instant::now();
                let _ = reply.send(Message::Snapshot(&self.snapshot(&seats)).text());
            }
            TableRequest::Film(reply) => {
                self.idle = Instant::now();
                let _ = reply.send(Box::new(self.film()));
            }
        }
    }

    fn join(&mut self, listener: TableListener) {
        let snapshot = Message::Snapshot(&self.snapshot(&listener.seats)).text();
        let id = listener.id;
        self.audience.join(listener);
        self.audience.tell(id, snapshot);
        self.announce_seats();
    }

    fn announce_seats(&mut self) {
        let seats = self.seat_views();
        self.audience.tell_all(Message::Seats { seats }.text());
    }

    /// The seat to move.
    pub fn mover(&self) -> Option<Seat> {
        match self.table.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// How the game ended, once it has.
    pub fn result(&self) -> Option<GameResult> {
        let end = self.table.result()?;
        Some(GameResult::of(&end, self.table.seats()))
    }

    /// Whether an agent sits in a seat.
    pub fn is_agent(&self, seat: Seat) -> bool {
        self.table.contender(seat).is_some()
    }

    /// How long nothing has to be done.
    fn wait(&self) -> Duration {
        let now = Instant::now();
        let mut until = now + REST;
        if self.answered.is_some() {
            until = until.min(self.ready);
        }
        let mover = self.mover();
        let deadline = mover.and_then(|seat| self.turn_time.deadline(self.table.clock(seat)));
        if let Some(deadline) = deadline {
            until = until.min(deadline);
        }
        until.saturating_duration_since(now)
    }
}
