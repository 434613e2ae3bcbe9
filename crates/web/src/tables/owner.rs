//! `Owner`: the one thread that may touch a game. Everybody else sends it orders.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludarium_agents::Kit;
use ludarium_arena::{Player, Table, TimeControl};
use ludarium_game::{Seat, Seed, Turn};

use super::audience::{Audience, Listener};
use super::clocks::Clocks;
use super::show::Picture;
use super::store::{Kind, Row, Settings, TableStore};
use super::thought::{Decided, Hinted};
use crate::api::{Command, LogEntry, Message, SeatOrder, Thought, Verdict};
use crate::error::{Result, WebError};
use crate::players::Hiring;
use crate::thinking::Thinkers;

/// A table at which nobody is rests after so long; the store has everything.
const REST: Duration = Duration::from_secs(60);
/// Games of so many happenings are stopped.
pub(super) const MOST_HAPPENINGS: usize = 20_000;
/// The longest pause between moves.
pub const SLOWEST_MS: u64 = 60_000;

/// What is asked of an owner from outside.
pub enum Order {
    /// Somebody comes.
    Join(Listener),
    /// Somebody leaves.
    Leave(u64),
    /// A listener says something.
    Say(u64, Command),
    /// The snapshot for the holder of these seats, as JSON.
    Snapshot(Vec<u8>, SyncSender<String>),
    /// The game as one file for people without a server.
    File(SyncSender<String>),
    /// Nothing: somebody is to look up, for instance because the hall closes.
    Nudge,
    /// The view after so many happenings, as JSON.
    Step(usize, SyncSender<Result<String>>),
}

/// What comes in at an owner's door.
pub(super) enum Mail<G: Kit> {
    Order(Order),
    Decided(Box<Decided<G>>),
    Hinted(Box<Hinted<G>>),
}

/// How to reach an owner.
pub type Handle = Arc<dyn Fn(Order) -> std::result::Result<(), Undelivered> + Send + Sync>;

/// An order that did not reach its owner.
pub enum Undelivered {
    /// The owner has too much to do.
    Full(Order),
    /// The owner rests.
    Gone(Order),
}

/// The owners that are awake.
#[derive(Default)]
pub struct Awake {
    /// How to reach each by its table.
    pub owners: Mutex<HashMap<String, Handle>>,
    /// Whether everybody is to go home.
    pub closing: AtomicBool,
}

/// What an owner is given.
pub struct Charge {
    /// The table.
    pub id: String,
    /// What it was made with.
    pub settings: Settings,
    /// Where everything is kept.
    pub store: Arc<TableStore>,
    /// Where agents think.
    pub thinkers: Thinkers,
}

/// A line of the log, and the row that keeps it.
pub(super) struct Line {
    pub entry: LogEntry,
    pub row: u64,
}

/// Work that is under way for an agent's turn.
pub(super) struct Busy {
    pub stop: Arc<AtomicBool>,
}

impl Drop for Busy {
    /// Who is not waited for may stop.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Owns a game.
pub(super) struct Owner<G: Kit> {
    pub charge: Charge,
    pub table: Table<G>,
    /// The verdict of the referee, where the rules have not ended the game themselves.
    pub ended: Option<Verdict>,
    pub picture: Picture,
    pub hirings: Vec<Option<Hiring<G>>>,
    /// The agents; `None` for people, and while an agent thinks.
    pub players: Vec<Option<Box<dyn Player<G>>>>,
    pub log: Vec<Line>,
    pub rows: u64,
    pub clocks: Clocks,
    pub audience: Audience,
    pub outbox: SyncSender<Mail<G>>,
    pub thinking: Option<Busy>,
    pub hinting: Option<Busy>,
    /// Grows whenever the game leaves the position that was thought about.
    pub generation: u64,
    /// A decision that waits for its time.
    pub decided: Option<Box<Decided<G>>>,
    /// When the next move of an agent may be shown.
    pub ready: Instant,
    pub paused: bool,
    pub speed: Duration,
    /// Whether one move may be made in spite of the pause.
    pub step: bool,
    /// Whether the disk refused; nothing happens by itself any more.
    pub broken: bool,
    /// Since when nobody is there.
    idle: Instant,
}

impl<G: Kit> Owner<G> {
    /// Sets the table up as the store has it.
    pub fn load(charge: Charge, rules: G::Rules, outbox: SyncSender<Mail<G>>) -> Result<Owner<G>> {
        let settings = &charge.settings;
        let start = G::parse(&rules, &settings.start)?;
        let seats = start.seats();
        let control: TimeControl = settings.clock.parse()?;
        let hire = |seat: &SeatOrder| match seat {
            SeatOrder::Human { .. } => Ok(None),
            SeatOrder::Agent { agent, .. } => Hiring::new(agent).map(Some),
        };
        let hirings = settings.seats.iter().map(hire);
        let mut owner = Owner {
            hirings: hirings.collect::<ludarium_game::Result<_>>()?,
            picture: Picture::of(&start),
            table: Table::new(rules, start, Seed(settings.seed)),
            ended: None,
            players: Vec::new(),
            log: Vec::new(),
            rows: 0,
            clocks: Clocks::new(control, seats),
            audience: Audience::default(),
            outbox,
            thinking: None,
            hinting: None,
            generation: 0,
            decided: None,
            ready: Instant::now(),
            paused: false,
            speed: Duration::from_millis(settings.speed.min(SLOWEST_MS)),
            step: false,
            broken: false,
            idle: Instant::now(),
            charge,
        };
        owner.replay()?;
        owner.hire();
        owner.rewind_clocks();
        Ok(owner)
    }

    /// Brings the table to where the store says it stands.
    fn replay(&mut self) -> Result<()> {
        for row in self.charge.store.rows(&self.charge.id)? {
            let number = self.rows;
            let wrong = |reason: String| {
                WebError::failed(format!(
                    "the stored game does not replay: row {number}: {reason}"
                ))
            };
            match row.kind {
                Kind::Move | Kind::Roll => {
                    let made = match row.kind {
                        Kind::Move => self
                            .table
                            .play(&row.text)
                            .map_err(|e| wrong(e.to_string()))?,
                        _ => {
                            let rolled = self.table.roll();
                            rolled.ok_or_else(|| wrong("nothing is to be rolled".to_owned()))?
                        }
                    };
                    if made.text != row.text {
                        return Err(wrong(format!(
                            "chance drew {}, not {}",
                            made.text, row.text
                        )));
                    }
                    let thought = row.thought.as_deref();
                    let thought = thought.and_then(|text| serde_json::from_str(text).ok());
                    self.note(&row, thought.as_ref());
                }
                Kind::Back => {
                    let count = row
                        .text
                        .parse()
                        .map_err(|_| wrong("no number".to_owned()))?;
                    self.ended = None;
                    self.table.take_back(count);
                    self.log.truncate(count);
                }
                Kind::Resign => self.table.resign(Seat(row.seat.unwrap_or(0))),
                Kind::End => {
                    let verdict = serde_json::from_str(&row.text);
                    self.ended = Some(verdict.map_err(|e| wrong(e.to_string()))?);
                }
            }
            self.rows += 1;
        }
        Ok(())
    }

    /// Puts a move or outcome into the log.
    pub fn note(&mut self, row: &Row, thought: Option<&Thought>) {
        let value = thought.and_then(Thought::value);
        let made = self.table.happenings().last();
        let clicks = made.map_or(Vec::new(), |made| made.before.clicks(made.mv));
        self.log.push(Line {
            entry: LogEntry {
                by: row.seat,
                text: row.text.clone(),
                cells: self.picture.cells.indices(&clicks),
                ms: row.ms,
                value: value.map(|value| value.iter().copied().map(Some).collect()),
            },
            row: self.rows,
        });
    }

    /// Seats fresh agents.
    pub fn hire(&mut self) {
        let seats = Seat::all(self.hirings.len());
        self.players = seats.map(|seat| self.engage(seat)).collect();
    }

    /// A fresh agent for a seat that knows everything that happened; `None` for a person's seat.
    pub fn engage(&self, seat: Seat) -> Option<Box<dyn Player<G>>> {
        let mut player = self.hirings[seat.index()].as_ref()?.player();
        // Who fails to listen fails again when it is asked, and that is noted then.
        let _ = player.begin(self.table.start(), seat);
        for happening in self.table.happenings() {
            let _ = player.observe(&happening.before, happening.mv);
        }
        Some(player)
    }

    /// Charges the clocks with what the log says.
    pub fn rewind_clocks(&mut self) {
        let spent = self.log.iter();
        let spent = spent.filter_map(|line| Some((line.entry.by?, line.entry.ms?)));
        self.clocks.rewind(spent);
    }

    /// Lives until nobody needs the table any more.
    pub fn live(mut self, inbox: &Receiver<Mail<G>>, awake: &Awake) {
        while !awake.closing.load(Ordering::Relaxed) {
            self.advance();
            match inbox.recv_timeout(self.wait()) {
                Ok(mail) => self.receive(mail),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    self.look_at_clock();
                    if self.audience.is_empty() && self.idle.elapsed() >= REST {
                        let owners = awake.owners.lock();
                        let mut owners = owners.unwrap_or_else(PoisonError::into_inner);
                        // Under the lock nobody can look us up, so nothing can be lost.
                        match inbox.try_recv() {
                            Ok(mail) => {
                                drop(owners);
                                self.receive(mail);
                            }
                            Err(_) => {
                                owners.remove(&self.charge.id);
                                return;
                            }
                        }
                    }
                }
            }
        }
    }

    fn receive(&mut self, mail: Mail<G>) {
        match mail {
            Mail::Order(order) => self.order(order),
            Mail::Decided(decided) => self.decide(decided),
            Mail::Hinted(hinted) => self.hinted(&hinted),
        }
    }

    fn order(&mut self, order: Order) {
        // Whoever asked and does not wait any more need not be told.
        match order {
            Order::Join(listener) => self.join(listener),
            Order::Leave(id) => {
                self.audience.leave(id);
                self.idle = Instant::now();
                self.announce_seats();
            }
            Order::Say(id, command) => {
                if let Err(error) = self.say(id, command) {
                    let message = error.message;
                    self.audience.tell(id, Message::Error { message }.text());
                }
            }
            Order::File(reply) => {
                self.idle = Instant::now();
                let _ = reply.send(self.file());
            }
            Order::Nudge => {}
            Order::Snapshot(seats, reply) => {
                self.idle = Instant::now();
                let _ = reply.send(Message::Snapshot(&self.snapshot(&seats)).text());
            }
            Order::Step(count, reply) => {
                self.idle = Instant::now();
                let _ = reply.send(self.step_view(count));
            }
        }
    }

    fn join(&mut self, listener: Listener) {
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

    /// Whose turn it is; over also where the referee has ended the game.
    pub fn turn(&self) -> Turn {
        match self.ended {
            Some(_) => Turn::Over,
            None => self.table.turn(),
        }
    }

    /// The seat to move.
    pub fn mover(&self) -> Option<Seat> {
        match self.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// How the game ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        let seats = self.hirings.len();
        let by_rules = || {
            self.table.verdict().map(|verdict| Verdict {
                scores: verdict.scores.as_slice(seats).to_vec(),
                ending: verdict.ending,
            })
        };
        self.ended.clone().or_else(by_rules)
    }

    /// Whether an agent sits in a seat.
    pub fn is_agent(&self, seat: Seat) -> bool {
        self.hirings.get(seat.index()).is_some_and(Option::is_some)
    }

    /// How long nothing has to be done.
    fn wait(&self) -> Duration {
        let now = Instant::now();
        let mut until = now + REST;
        if self.decided.is_some() {
            until = until.min(self.ready);
        }
        if let Some(deadline) = self.mover().and_then(|seat| self.clocks.deadline(seat.0)) {
            until = until.min(deadline);
        }
        until.saturating_duration_since(now)
    }
}
