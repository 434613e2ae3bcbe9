//! Bots on any system, with threads that block where Linux has better means.

mod pipes;
mod watch;

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::sync::mpsc;
use std::time::Duration;

pub use pipes::Pipes;
pub use watch::Watch;

/// Rings when it is dropped.
#[derive(Debug)]
pub struct Doorbell(#[expect(dead_code, reason = "closing it is all it does")] mpsc::Sender<()>);

/// Where the bell is heard.
#[derive(Debug)]
pub struct Dismissal(mpsc::Receiver<()>);

/// A bell and where it is heard.
pub fn doorbell() -> io::Result<(Doorbell, Dismissal)> {
    let (ours, theirs) = mpsc::channel();
    Ok((Doorbell(ours), Dismissal(theirs)))
}

/// The processor time and the files of a bot are not known here.
#[derive(Clone, Copy, Debug)]
pub struct Accounts;

impl Accounts {
    pub fn held_files(&self, _: Option<i32>) -> Vec<PathBuf> {
        Vec::new()
    }

    pub fn used(&self, _: Option<i32>) -> Option<Duration> {
        None
    }
}

/// There are no process groups here.
pub fn set_apart(_: &mut Command) {}

/// Runs the program to its end: this process cannot turn into it.
pub fn become_command(command: &mut Command) -> io::Result<ExitStatus> {
    command.status()
}

/// A status in words.
pub fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => format!("was killed ({status})"),
    }
}

// They need a Unix shell.
#[cfg(all(test, unix))]
mod tests;
