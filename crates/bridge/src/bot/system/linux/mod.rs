//! Bots on Linux: pipes that do not block, a file descriptor that tells of the end, and `/proc`.

mod accounts;
mod family;
mod held;
mod pipes;
mod usage;
mod watch;

use std::io;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus};

use rustix::process::Signal;

pub use accounts::Accounts;
pub use pipes::Pipes;
pub use watch::Watch;

/// Rings when it is dropped.
#[derive(Debug)]
pub struct Doorbell(#[expect(dead_code, reason = "closing it is all it does")] UnixStream);

/// Where the bell is heard.
#[derive(Debug)]
pub struct Dismissal(UnixStream);

/// A bell and where it is heard.
pub fn doorbell() -> io::Result<(Doorbell, Dismissal)> {
    let (ours, theirs) = UnixStream::pair()?;
    Ok((Doorbell(ours), Dismissal(theirs)))
}

/// Gives what is started a process group of its own, so that it can be ended as a whole.
pub fn set_apart(command: &mut Command) {
    command.process_group(0);
}

/// Turns this process into the program; returns only if that failed.
pub fn become_command(command: &mut Command) -> io::Result<ExitStatus> {
    Err(command.exec())
}

/// An end in words.
fn describe(code: Option<i32>, signal: Option<i32>) -> String {
    match (code, signal) {
        (_, Some(CPU_LIMIT)) => "used more processor time than it may".to_owned(),
        (Some(code), _) => format!("exited with code {code}"),
        (_, Some(signal)) => format!("was killed by signal {signal}"),
        (None, None) => "ended".to_owned(),
    }
}

/// The signal of the limit on processor time, and those that come from outside alone.
const CPU_LIMIT: i32 = Signal::XCPU.as_raw();
const OUTSIDE: [i32; 2] = [Signal::KILL.as_raw(), Signal::TERM.as_raw()];
