//! Watching one bot: its end and its standard error.

use std::io::{self, Read};
use std::process::{Child, ChildStderr};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Accounts, Dismissal, Pipes, describe};
use crate::bot::limits::Limits;
use crate::bot::system::{ProcessEnd, WakeReason};
use crate::bot::tail::Tail;

/// How often it is looked whether the bot has ended.
const NAP: Duration = Duration::from_millis(10);
/// How long the end of standard error is waited for: children of the bot may hold it open.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// One bot, watched.
pub struct Watch {
    child: Child,
    dismissal: Dismissal,
    dismissed: bool,
    /// Closed when all of standard error has been read.
    errors: Receiver<()>,
}

impl Watch {
    /// Watches a child that was started with pipes for all its streams.
    pub fn new(mut child: Child, dismissal: Dismissal, tail: Tail) -> io::Result<(Watch, Pipes)> {
        let made = (|| {
            let missing = || io::Error::other("the bot has no standard streams");
            let stdin = child.stdin.take().ok_or_else(missing)?;
            let stdout = child.stdout.take().ok_or_else(missing)?;
            let stderr = child.stderr.take().ok_or_else(missing)?;
            Ok((Pipes::new(stdin, stdout)?, listen(stderr, tail)?))
        })();
        match made {
            Ok((pipes, errors)) => {
                let watch = Watch { child, dismissal, dismissed: false, errors };
                Ok((watch, pipes))
            }
            Err(error) => {
                child.kill()?;
                child.wait()?;
                Err(error)
            }
        }
    }

    /// Where its processor time could be read.
    pub fn accounts(&self) -> Accounts {
        Accounts
    }

    /// Waits for news.
    pub fn wait(&mut self, time: Duration) -> WakeReason {
        let until = Instant::now() + time;
        let woken = |ended, dismissed| WakeReason { ended, dismissed };
        loop {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return woken(true, self.dismissed);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return woken(false, self.dismissed);
            }
            if self.dismissed {
                thread::sleep(left.min(NAP));
            } else if self.dismissal.0.recv_timeout(left.min(NAP))
                == Err(RecvTimeoutError::Disconnected)
            {
                self.dismissed = true;
                return woken(false, true);
            }
        }
    }

    /// What a bot takes is not known here.
    pub fn excess(&self, _: &Limits, _: Option<i32>) -> Option<String> {
        None
    }

    /// There is no way to ask here.
    pub fn ask_to_end(&self) {}

    /// Ends the bot and says how it ended. Its children cannot be found here: none are counted.
    pub fn end(mut self, by_itself: bool) -> ProcessEnd {
        if !by_itself {
            // Who cannot be killed has ended.
            let _ = self.child.kill();
        }
        let status = self.child.wait();
        let _ = self.errors.recv_timeout(LAST_WORDS);
        ProcessEnd {
            how: status.map_or_else(|error| error.to_string(), describe),
            // Who killed it is not known here.
            killed: false,
            leftovers: 0,
        }
    }
}

/// Keeps the end of standard error; what is returned is closed when there is no more.
fn listen(mut stderr: ChildStderr, tail: Tail) -> io::Result<Receiver<()>> {
    let (open, errors) = channel();
    let reader = move || {
        let _open: std::sync::mpsc::Sender<()> = open;
        let mut buffer = vec![0; 16 << 10];
        loop {
            match stderr.read(&mut buffer) {
                Ok(0) => return,
                Ok(count) => tail.add(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    };
    thread::Builder::new().name("bot errors".to_owned()).spawn(reader)?;
    Ok(errors)
}
