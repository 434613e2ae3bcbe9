//! Watching one bot: its end, its standard error, and what it and its children take.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use super::family::BotFamily;
use super::{Accounts, Dismissal, OUTSIDE, Pipes, describe};
use crate::bot::limits::Limits;
use crate::bot::system::{ProcessEnd, WakeReason};
use crate::bot::tail::Tail;
use crate::sandbox::{END_NOW, ENDING, HelperEnding};

/// How long the supervisor may take to end all: it waits ten seconds itself for those who hang in the kernel.
const PATIENCE: Duration = Duration::from_secs(20);

/// One bot, watched.
pub struct Watch {
    /// The supervisor of the bot.
    child: Child,
    /// Readable once the process has ended, before it is reaped.
    ended: rustix::fd::OwnedFd,
    stderr: Option<ChildStderr>,
    dismissal: Dismissal,
    family: BotFamily,
    tail: Tail,
    buffer: Vec<u8>,
}

impl Watch {
    /// Watches a child that was started with pipes for all
    /// its streams.
    pub fn new(mut child: Child, dismissal: Dismissal, tail: Tail) -> io::Result<(Watch, Pipes)> {
        let pid = Pid::from_child(&child);
        let made = (|| {
            let missing = || io::Error::other("the bot has no standard streams");
            let stdin = child.stdin.take().ok_or_else(missing)?;
            let stdout = child.stdout.take().ok_or_else(missing)?;
            let stderr = child.stderr.take().ok_or_else(missing)?;
            rustix::io::ioctl_fionbio(&stderr, true)?;
            let ended = pidfd_open(pid, PidfdFlags::empty())?;
            Ok((Pipes::new(stdin, stdout)?, stderr, ended))
        })();
        match made {
            Ok((pipes, stderr, ended)) => {
                let watch = Watch {
                    child,
                    ended,
                    stderr: Some(stderr),
                    dismissal,
                    family: BotFamily::new(pid),
                    tail,
                    buffer: vec![0; 16 << 10],
                };
                Ok((watch, pipes))
            }
            Err(error) => {
                child.kill()?;
                child.wait()?;
                Err(error)
            }
        }
    }

    /// Where its processor time can be read.
    pub fn accounts(&self) -> Accounts {
        Accounts::new(self.family.leader())
    }

    /// Waits for news, and keeps what came on standard error.
    pub fn wait(&mut self, time: Duration) -> WakeReason {
        let mut woken = WakeReason { ended: false, dismissed: false };
        let timeout =
            Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
        let mut fds = vec![
            PollFd::new(&self.ended, PollFlags::IN),
            PollFd::new(&self.dismissal.0, PollFlags::IN),
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

    /// Which limit the bot and its children exceed together.
    pub fn excess(&self, limits: &Limits, init: Option<i32>) -> Option<String> {
        self.family.excess(limits, init)
    }

    /// Asks the bot to end.
    pub fn ask_to_end(&self) {
        // A process that is gone already cannot be asked, and need not be.
        let _ = kill_process(self.family.leader(), Signal::TERM);
    }

    /// Ends what is left of the bot and its children, and says how many besides it were there and how it ended.
    pub fn end(mut self, by_itself: bool) -> ProcessEnd {
        if !by_itself {
            self.end_by_supervisor();
        }
        let status = self.child.try_wait();
        self.drain();
        let told = self.tail.take_line(ENDING);
        if let (Ok(Some(status)), Some(ending)) =
            (&status, told.and_then(|text| HelperEnding::read(&text)))
            && status.success()
        {
            return ProcessEnd {
                how: describe(ending.code, ending.signal),
                killed: ending.signal.is_some_and(|signal| OUTSIDE.contains(&signal)),
                leftovers: ending.leftovers,
            };
        }
        // The supervisor was killed, or hangs, or never began: nobody else looks for what may be left.
        self.family.end(by_itself);
        match self.child.wait() {
            Ok(status) => ProcessEnd {
                how: describe(status.code(), status.signal()),
                killed: status.signal().is_some(),
                leftovers: 0,
            },
            Err(error) => ProcessEnd { how: error.to_string(), killed: false, leftovers: 0 },
        }
    }

    /// Lets the supervisor end all. Standard error is read meanwhile, so that nobody waits for us.
    fn end_by_supervisor(&mut self) {
        let _ = kill_process(self.family.leader(), END_NOW);
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let timeout =
                Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
            let mut fds = vec![PollFd::new(&self.ended, PollFlags::IN)];
            if let Some(stderr) = &self.stderr {
                fds.push(PollFd::new(stderr, PollFlags::IN));
            }
            let polled = poll(&mut fds, Some(&timeout));
            if !fds[0].revents().is_empty() || left.is_zero() || polled.is_err() {
                return;
            }
            self.drain();
        }
    }

    /// Reads what is there on standard error, but not forever.
    fn drain(&mut self) {
        for _ in 0..64 {
            let Some(stderr) = &mut self.stderr else {
                return;
            };
            match stderr.read(&mut self.buffer) {
                Ok(0) => self.stderr = None,
                Ok(count) => self.tail.add(&self.buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.stderr = None,
            }
        }
    }
}
