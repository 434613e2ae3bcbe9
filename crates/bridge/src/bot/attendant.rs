//! The attendant: a thread that starts one bot, drains its standard error, watches its memory and sees it out.
//!
//! It must outlive the bot: the system kills a process whose parent *thread* has ended.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

use super::family::{Family, TOKEN};
use super::limits::Limits;

/// How much of the end of standard error is kept.
pub const TAIL: usize = 8 << 10;

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
const AFTER_CLOSING: Duration = Duration::from_secs(2);

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
    /// The end of standard error.
    tail: VecDeque<u8>,
    /// What the attendant killed it for.
    pub killed: Option<String>,
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
    /// Processes that it left behind; they have been killed.
    pub leftovers: usize,
    /// The end of what it wrote to standard error.
    pub stderr: String,
}

/// The other side of the attendant's thread.
#[derive(Debug)]
pub(super) struct Attendant {
    /// Closing it asks the attendant to see the bot out.
    door: Option<UnixStream>,
    thread: Option<JoinHandle<Departure>>,
    departure: Option<Departure>,
    notes: Arc<Mutex<Notes>>,
}

/// The two ends that the player talks through.
pub(super) type Pipes = (ChildStdin, ChildStdout);

impl Attendant {
    /// Starts the command on a thread of its own.
    pub fn hire(mut command: Command, limits: &Limits) -> io::Result<(Attendant, Pipes)> {
        let (ours, theirs) = UnixStream::pair()?;
        let (send, receive) = mpsc::sync_channel(1);
        let notes = Arc::new(Mutex::new(Notes::default()));
        let (kept, limits) = (notes.clone(), limits.clone());
        let thread = thread::Builder::new()
            .name("bot attendant".to_owned())
            .spawn(move || {
                let token = command
                    .get_envs()
                    .find(|(name, _)| *name == TOKEN)
                    .and_then(|(_, value)| value?.to_str())
                    .unwrap_or_default()
                    .to_owned();
                let started = command
                    .spawn()
                    .and_then(|child| Duty::new(child, theirs, token, limits, kept));
                match started {
                    Ok((duty, pipes)) => {
                        // The one who hires waits for this very message.
                        let _ = send.send(Ok(pipes));
                        duty.serve()
                    }
                    Err(error) => {
                        let how = error.to_string();
                        let _ = send.send(Err(error));
                        Departure {
                            how,
                            by_itself: true,
                            leftovers: 0,
                            stderr: String::new(),
                        }
                    }
                }
            })?;
        let pipes = receive.recv().map_err(io::Error::other)??;
        let attendant = Attendant {
            door: Some(ours),
            thread: Some(thread),
            departure: None,
            notes,
        };
        Ok((attendant, pipes))
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
}

impl Drop for Attendant {
    fn drop(&mut self) {
        self.dismiss(Farewell::Kill);
    }
}

impl Notes {
    /// The end of standard error as text.
    pub fn tail(&self) -> String {
        let (a, b) = self.tail.as_slices();
        String::from_utf8_lossy(&[a, b].concat())
            .trim_end()
            .to_owned()
    }

    fn add(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(TAIL)..];
        let excess = (self.tail.len() + bytes.len()).saturating_sub(TAIL);
        self.tail.drain(..excess);
        self.tail.extend(bytes);
    }
}

fn lock(notes: &Mutex<Notes>) -> MutexGuard<'_, Notes> {
    notes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The attendant's side.
struct Duty {
    child: Child,
    /// Readable once the process has ended, before it is reaped.
    ended: rustix::fd::OwnedFd,
    stderr: Option<ChildStderr>,
    door: UnixStream,
    family: Family,
    limits: Limits,
    notes: Arc<Mutex<Notes>>,
    buffer: Vec<u8>,
}

/// What the attendant was woken for.
struct Woken {
    ended: bool,
    dismissed: bool,
}

impl Duty {
    fn new(
        mut child: Child,
        door: UnixStream,
        token: String,
        limits: Limits,
        notes: Arc<Mutex<Notes>>,
    ) -> io::Result<(Duty, Pipes)> {
        let pid = Pid::from_child(&child);
        let made = (|| {
            let missing = || io::Error::other("the bot has no standard streams");
            let pipes = (
                child.stdin.take().ok_or_else(missing)?,
                child.stdout.take().ok_or_else(missing)?,
            );
            let stderr = child.stderr.take().ok_or_else(missing)?;
            rustix::io::ioctl_fionbio(&stderr, true)?;
            Ok((pipes, stderr, pidfd_open(pid, PidfdFlags::empty())?))
        })();
        match made {
            Ok((pipes, stderr, ended)) => {
                let duty = Duty {
                    child,
                    ended,
                    stderr: Some(stderr),
                    door,
                    family: Family::new(pid, token),
                    limits,
                    notes,
                    buffer: vec![0; 16 << 10],
                };
                Ok((duty, pipes))
            }
            Err(error) => {
                child.kill()?;
                child.wait()?;
                Err(error)
            }
        }
    }

    /// Stays until the bot has gone or is to go.
    fn serve(mut self) -> Departure {
        let mut checked = Instant::now();
        loop {
            let woken = self.wait(TICK);
            if woken.ended {
                return self.see_out(true);
            }
            if woken.dismissed {
                return self.send_away();
            }
            if checked.elapsed() >= TICK {
                checked = Instant::now();
                if let Some(reason) = self.family.excess(&self.limits) {
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
            // A process that is gone already cannot be asked, and need not be.
            let _ = kill_process_group(self.family.leader(), Signal::TERM);
            self.ends_within(AFTER_TERM);
        }
        self.see_out(false)
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if self.wait(left).ended {
                return true;
            }
            if left.is_zero() {
                return false;
            }
        }
    }

    /// Ends what is left of the bot and its children, and reaps it.
    fn see_out(mut self, by_itself: bool) -> Departure {
        // The leader is not reaped yet, so nobody else can have its number.
        let leftovers = self.family.end(by_itself);
        let status = self.child.wait();
        self.drain();
        Departure {
            how: status.map_or_else(|error| error.to_string(), describe),
            by_itself,
            leftovers,
            stderr: lock(&self.notes).tail(),
        }
    }

    /// Waits for news, and keeps what came on standard error.
    fn wait(&mut self, time: Duration) -> Woken {
        let mut woken = Woken {
            ended: false,
            dismissed: false,
        };
        let timeout = Timespec {
            tv_sec: time.as_secs() as i64,
            tv_nsec: time.subsec_nanos().into(),
        };
        let mut fds = vec![
            PollFd::new(&self.ended, PollFlags::IN),
            PollFd::new(&self.door, PollFlags::IN),
        ];
        if let Some(stderr) = &self.stderr {
            fds.push(PollFd::new(stderr, PollFlags::IN));
        }
        if poll(&mut fds, Some(&timeout)).is_ok() {
            woken.ended = !fds[0].revents().is_empty();
            woken.dismissed = !fds[1].revents().is_empty();
            let wrote = fds.get(2).is_some_and(|fd| !fd.revents().is_empty());
            if wrote {
                self.drain();
            }
        }
        woken
    }

    /// Reads what is there on standard error, but not for ever.
    fn drain(&mut self) {
        for _ in 0..64 {
            let Some(stderr) = &mut self.stderr else {
                return;
            };
            match stderr.read(&mut self.buffer) {
                Ok(0) => self.stderr = None,
                Ok(count) => lock(&self.notes).add(&self.buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.stderr = None,
            }
        }
    }
}

/// A status in words.
fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited with code {code}"),
        (_, Some(signal)) => format!("was killed by signal {signal}"),
        _ => status.to_string(),
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
