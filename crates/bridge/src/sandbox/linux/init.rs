//! The first process of a namespace: it reaps whom nobody else reaps, and goes with the supervisor.

use std::io;
use std::process::ExitCode;

use nix::sys::signal::{SigSet, Signal as Number};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Signal, WaitOptions, set_parent_process_death_signal, wait};

/// Stays until the supervisor closes our standard input, by ending if not otherwise. The kernel then kills all that is
/// left in the namespace.
pub(super) fn stay() -> Result<ExitCode, String> {
    let failed = |error: io::Error| error.to_string();
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed(error.into()))?;
    let mut mask = SigSet::empty();
    mask.add(Number::SIGCHLD);
    mask.thread_block().map_err(|error| failed(error.into()))?;
    let flags = SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK;
    let children = SignalFd::with_flags(&mask, flags).map_err(|error| failed(error.into()))?;
    let stdin = io::stdin();
    loop {
        let mut fds = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(&children, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(failed(error.into())),
        }
        if !fds[0].revents().is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        while let Ok(Some(_)) = children.read_signal() {}
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    }
}
