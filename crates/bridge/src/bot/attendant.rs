//! The attendant: a thread that starts one bot, drains its standard error, watches its memory and sees it out.
//!
//! It must outlive the bot: some systems kill a process whose parent *thread* has ended.

use std::io;
use std::process::Command;
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::limits::Limits;
use super::system::{Accounts, Doorbell, Pipes, Watch, doorbell};
use super::tail::Tail;

/// How often memory is looked at.
const TICK: Duration = Duration::from_millis(100);

/// How long a bot has after SIGTERM.
const AFTER_TERM: Duration = Duration::from_millis(500);

/// How a bot is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Farewell {
    /// It was asked to quit: some time for that, then SIGTERM, then SIGKILL.
    Kind,
    /// It seems to be ending: a moment for that, then SIGKILL.
    Short,
    /// At once.
    Kill,
}

/// How long a bot that has closed its output may take to end: a busy machine needs a while for that, and how it
/// ended is worth knowing.
const AFTER_CLOSING: Duration = Duration::from_secs(5);

impl Farewell {
    const fn patience(self, limits: &Limits) -> Duration {
        match self {
            Farewell::Kind => limits.quit,
            Farewell::Short => AFTER_CLOSING,
            Farewell::Kill => Duration::ZERO,
        }
    }
}

/// What the attendant has noticed.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// What the attendant killed it for.
    pub killed: Option<String>,
    /// A process of ours among the bot's, which does not count.
    pub init: Option<i32>,
    /// How it is to go, once it is.
    farewell: Option<Farewell>,
}

/// How a bot left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Departure {
    /// In words: `exited with code 0`, `was killed by signal 9`.
    pub how: String,
    /// Whether it went without being forced.
    pub by_itself: bool,
    /// Whether somebody else killed it.
    pub killed: bool,
    /// Processes that it left behind; they have been killed. They are looked for on Linux alone.
    pub leftovers: usize,
    /// The end of what it wrote to standard error.
    pub stderr: String,
}

/// The other side of the attendant's thread.
#[derive(Debug)]
pub(super) struct Attendant {
    /// Closing it asks the attendant to see the bot out.
    door: Option<Doorbell>,
    thread: Option<JoinHandle<Departure>>,
    departure: Option<Departure>,
    notes: Arc<Mutex<Notes>>,
    tail: Tail,
}

impl Attendant {
    /// Starts the command on a thread of its own.
    pub fn hire(mut command: Command, limits: &Limits) -> io::Result<(Attendant, Pipes, Accounts)> {
        let (ours, theirs) = doorbell()?;
        let (send, receive) = mpsc::sync_channel(1);
        let notes = Arc::new(Mutex::new(Notes::default()));
        let tail = Tail::default();
        let (notes_of_duty, stderr, limits) = (notes.clone(), tail.clone(), limits.clone());
        let thread = thread::Builder::new().name("bot attendant".to_owned()).spawn(move || {
            let started =
                command.spawn().and_then(|child| Watch::new(child, theirs, stderr.clone()));
            match started {
                Ok((watch, pipes)) => {
                    // The one who hires waits for this very message.
                    let _ = send.send(Ok((pipes, watch.accounts())));
                    let duty = Duty { watch, limits, notes: notes_of_duty, tail: stderr };
                    duty.serve()
                }
                Err(error) => {
                    let how = error.to_string();
                    let _ = send.send(Err(error));
                    Departure {
                        how,
                        by_itself: true,
                        killed: false,
                        leftovers: 0,
                        stderr: String::new(),
                    }
                }
            }
        })?;
        let (pipes, accounts) = receive.recv().map_err(io::Error::other)??;
        let attendant =
            Attendant { door: Some(ours), thread: Some(thread), departure: None, notes, tail };
        Ok((attendant, pipes, accounts))
    }

    /// Lets the bot go and waits until it and all it started are gone.
    pub fn dismiss(&mut self, farewell: Farewell) -> Departure {
        if let Some(thread) = self.thread.take() {
            self.notes().farewell = Some(farewell);
            self.door = None;
            self.departure = thread.join().ok();
        }
        self.departure.clone().unwrap_or_default()
    }

    pub fn notes(&self) -> MutexGuard<'_, Notes> {
        lock(&self.notes)
    }

    /// The end of standard error so far.
    pub fn stderr(&self) -> String {
        self.tail.text()
    }

    /// What came on standard error after the first `seen` bytes, and how many came in all.
    pub fn stderr_since(&self, seen: u64) -> (String, u64) {
        self.tail.since(seen)
    }
}

impl Drop for Attendant {
    fn drop(&mut self) {
        self.dismiss(Farewell::Kill);
    }
}

fn lock(notes: &Mutex<Notes>) -> MutexGuard<'_, Notes> {
    notes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The attendant's side.
struct Duty {
    watch: Watch,
    limits: Limits,
    notes: Arc<Mutex<Notes>>,
    tail: Tail,
}

impl Duty {
    /// Stays until the bot has gone or is to go.
    fn serve(mut self) -> Departure {
        let mut checked = Instant::now();
        loop {
            let woken = self.watch.wait(TICK);
            if woken.ended {
                return self.see_out(true);
            }
            if woken.dismissed {
                return self.send_away();
            }
            if checked.elapsed() >= TICK {
                checked = Instant::now();
                let init = lock(&self.notes).init;
                if let Some(reason) = self.watch.excess(&self.limits, init) {
                    lock(&self.notes).killed = Some(reason);
                    return self.see_out(false);
                }
            }
        }
    }

    /// Lets the bot go as gently as was said.
    fn send_away(mut self) -> Departure {
        let farewell = lock(&self.notes).farewell.unwrap_or(Farewell::Kill);
        if self.ends_within(farewell.patience(&self.limits)) {
            return self.see_out(true);
        }
        if farewell == Farewell::Kind {
            self.watch.ask_to_end();
            self.ends_within(AFTER_TERM);
        }
        self.see_out(false)
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if self.watch.wait(left).ended {
                return true;
            }
            if left.is_zero() {
                return false;
            }
        }
    }

    /// Ends what is left of the bot and its children.
    fn see_out(self, by_itself: bool) -> Departure {
        let end = self.watch.end(by_itself);
        Departure {
            how: end.how,
            by_itself,
            killed: by_itself && end.killed,
            leftovers: end.leftovers,
            stderr: self.tail.text(),
        }
    }
}

/// A token that no other bot of this machine has.
pub(super) fn fresh_token() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let moment = now.map_or(0, |now| now.as_nanos());
    format!("{}-{moment:x}-{count}", std::process::id())
}
