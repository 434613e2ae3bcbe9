//! The two pipes of a bot, read and written without blocking.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The two ends that a bot is talked to through.
#[derive(Debug)]
pub struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
}

impl Pipes {
    pub fn new(stdin: ChildStdin, stdout: ChildStdout) -> io::Result<Pipes> {
        rustix::io::ioctl_fionbio(&stdin, true)?;
        rustix::io::ioctl_fionbio(&stdout, true)?;
        Ok(Pipes { stdin: Some(stdin), stdout })
    }

    /// Writes what fits now; `WouldBlock` if nothing does.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stdin {
            Some(stdin) => stdin.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Reads what is there now; `WouldBlock` if nothing is, 0 at the end.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stdout.read(buffer)
    }

    /// Waits for a short time until there is something to read, or to write to if that is wanted.
    pub fn wait(&mut self, writing: bool, time: Duration) -> io::Result<()> {
        let timeout =
            Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
        let mut fds = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        if let Some(stdin) = self.stdin.as_ref().filter(|_| writing) {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
        }
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Tells the bot that nothing more will come.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }
}
