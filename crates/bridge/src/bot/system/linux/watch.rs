//! Watching one bot: its end, its standard error, and what it and its children take.

use std::io::{self, Read};
use std::process::{Child, ChildStderr, ExitStatus};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

use super::family::Family;
use super::{Dismissal, Pipes};
use crate::bot::limits::Limits;
use crate::bot::system::Woken;
use crate::bot::tail::Tail;

/// One bot, watched.
pub struct Watch {
    child: Child,
    /// Readable once the process has ended, before it is reaped.
    ended: rustix::fd::OwnedFd,
    stderr: Option<ChildStderr>,
    dismissal: Dismissal,
    family: Family,
    tail: Tail,
    buffer: Vec<u8>,
}

impl Watch {
    /// Watches a child that was started with this token in its environment and pipes for all its streams.
    pub fn new(
        mut child: Child,
        dismissal: Dismissal,
        token: String,
        tail: Tail,
    ) -> io::Result<(Watch, Pipes)> {
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
                    family: Family::new(pid, token),
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

    /// Waits for news, and keeps what came on standard error.
    pub fn wait(&mut self, time: Duration) -> Woken {
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
    pub fn excess(&self, limits: &Limits) -> Option<String> {
        self.family.excess(limits)
    }

    /// Asks the bot to end.
    pub fn ask_to_end(&self) {
        // A process that is gone already cannot be asked, and need not be.
        let _ = kill_process_group(self.family.leader(), Signal::TERM);
    }

    /// Ends what is left of the bot and its children, and says how many besides it were there and how it ended.
    pub fn end(mut self, by_itself: bool) -> (usize, io::Result<ExitStatus>) {
        // The leader is not reaped yet, so nobody else can have its number.
        let leftovers = self.family.end(by_itself);
        let status = self.child.wait();
        self.drain();
        (leftovers, status)
    }

    /// Reads what is there on standard error, but not for ever.
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
