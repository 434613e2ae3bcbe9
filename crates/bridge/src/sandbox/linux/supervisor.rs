//! The supervisor: it stands between the manager and the bot, outside of the sandbox, and sees that all of it ends.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, ExitCode, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{SigSet, Signal as Number};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process,
    kill_process_group, pidfd_open, set_child_subreaper, wait, waitpid,
};

use super::spaces::Entered;
use super::{Role, cgroup, play, report, spaces};
use crate::sandbox::Policy;
use crate::sandbox::confinement::{Confinement, ENDING, HelperEnding, HelperReport};
use crate::sandbox::processes::descendants;

/// Asks the supervisor to end all at once.
pub(crate) const END_NOW: Signal = Signal::USR2;

/// Signals that are passed on to the bot.
const PASSED_ON: [Number; 3] = [Number::SIGTERM, Number::SIGINT, Number::SIGHUP];

/// How long those who ignore being killed are waited for: they hang in the kernel.
const PATIENCE: Duration = Duration::from_secs(10);

/// Starts the program and stays until it and all it started have ended.
pub(super) fn supervise(
    mut confinement: Confinement,
    program: &OsStr,
    arguments: impl Iterator<Item = OsString>,
) -> Result<ExitCode, String> {
    let told = confinement.parent.is_some();
    let signals = listen().map_err(|error| format!("cannot listen: {error}"))?;
    let manager = confinement.parent.map(follow).transpose()?;
    // Orphans come to us, not to the system, where nobody would look for them.
    set_child_subreaper(Some(getpid())).map_err(|error| error.to_string())?;
    // It was made for us, but it may not be ours to move to.
    confinement.cgroup = confinement.cgroup.filter(|place| cgroup::join(place).is_ok());
    let helper = PathBuf::from(std::env::args_os().next().unwrap_or_default());
    let wanted = confinement.policy != Policy::Off && confinement.means.namespaces;
    let init = match if wanted { spaces::enter() } else { Entered::No } {
        Entered::No => None,
        Entered::Yes => match Init::start(&helper) {
            Ok(init) => Some(init),
            Err(problem) => return give_up(problem),
        },
        Entered::Stuck(problem) => return give_up(problem),
    };
    let role = Role::Program {
        confinement,
        supervisor: getpid().as_raw_nonzero().get(),
        init: init.as_ref().map(|init| init.pid.as_raw_nonzero().get()),
    };
    let mut command = play(&helper, &role)?;
    command.arg(program).args(arguments);
    let bot = command.spawn().map_err(|error| error.to_string())?;
    let family = Family { bot: Pid::from_child(&bot), init };
    let_go_of_pipes().map_err(|error| error.to_string())?;
    let status = family.attend(&signals, manager.as_ref());
    let leftovers = family.end();
    if told {
        let ending = HelperEnding {
            code: status.exit_status(),
            signal: status.terminating_signal(),
            leftovers,
        };
        tell(&ending);
        return Ok(ExitCode::SUCCESS);
    }
    Ok(end_like(status))
}

/// Namespaces cannot be finished: the manager tries without.
fn give_up(problem: String) -> Result<ExitCode, String> {
    report(&HelperReport::Spaces(problem)).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Signals come as something that can be waited for.
fn listen() -> io::Result<SignalFd> {
    let mut mask = SigSet::empty();
    mask.add(Number::SIGCHLD);
    mask.add(Number::SIGUSR2);
    PASSED_ON.iter().for_each(|&number| mask.add(number));
    mask.thread_block()?;
    let flags = SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK;
    Ok(SignalFd::with_flags(&mask, flags)?)
}

/// A file that becomes readable when the manager has ended.
fn follow(manager: i32) -> Result<OwnedFd, String> {
    let gone = || "nobody waits".to_owned();
    let pid = Pid::from_raw(manager).ok_or_else(gone)?;
    let file = pidfd_open(pid, PidfdFlags::empty()).map_err(|_| gone())?;
    // It may have ended before, and somebody else have its number.
    if getppid() == Some(pid) { Ok(file) } else { Err(gone()) }
}

/// The bot alone holds its pipes, so that their end is seen.
fn let_go_of_pipes() -> io::Result<()> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    Ok(rustix::stdio::dup2_stdout(&nothing)?)
}

/// The first process of the namespace.
struct Init {
    pid: Pid,
    /// It ends when this is closed.
    _lifeline: Option<ChildStdin>,
}

impl Init {
    /// Starts it; what is started after it may mount a `/proc` of its own.
    fn start(helper: &std::path::Path) -> Result<Init, String> {
        let mut command = play(helper, &Role::Init)?;
        command.env_clear().current_dir("/").stdin(Stdio::piped());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        spaces::pass_on_mounting().map_err(|error| error.to_string())?;
        Ok(Init { pid: Pid::from_child(&child), _lifeline: child.stdin.take() })
    }
}

/// The bot and all it started.
struct Family {
    bot: Pid,
    init: Option<Init>,
}

impl Family {
    /// Stays until the bot has ended.
    fn attend(&self, signals: &SignalFd, manager: Option<&OwnedFd>) -> WaitStatus {
        loop {
            let mut fds = vec![PollFd::new(signals, PollFlags::IN)];
            fds.extend(manager.map(|manager| PollFd::new(manager, PollFlags::IN)));
            // Whatever woke us, or failed to: everything is looked at.
            let _ = poll(&mut fds, None);
            if fds.get(1).is_some_and(|fd| !fd.revents().is_empty()) {
                let _ = kill_process(self.bot, Signal::KILL);
            }
            while let Ok(Some(signal)) = signals.read_signal() {
                self.pass_on(signal.ssi_signo);
            }
            while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
                if pid == self.bot {
                    return status;
                }
            }
        }
    }

    fn pass_on(&self, number: u32) {
        let is = |signal: Number| signal as u32 == number;
        if is(Number::SIGUSR2) {
            let _ = kill_process(self.bot, Signal::KILL);
        } else if let Some(&signal) = PASSED_ON.iter().find(|&&signal| is(signal))
            && let Some(signal) = Signal::from_named_raw(signal as i32)
            // It has a group of its own as soon as it is confined.
            && kill_process_group(self.bot, signal).is_err()
        {
            let _ = kill_process(self.bot, signal);
        }
    }

    /// Ends what the bot has left behind, and says how many there were.
    fn end(self) -> usize {
        match self.init {
            Some(init) => {
                let left = living(init.pid);
                // The kernel ends all others first, and none can be started meanwhile.
                let _ = kill_process(init.pid, Signal::KILL);
                let _ = waitpid(Some(init.pid), WaitOptions::empty());
                left
            }
            None => end_orphans(),
        }
    }
}

/// Ends all that has come to us, until nobody comes any more.
fn end_orphans() -> usize {
    let until = Instant::now() + PATIENCE;
    let mut most = 0;
    while Instant::now() < until {
        most = most.max(living(getpid()));
        for pid in descendants(getpid()) {
            let _ = kill_process(pid, Signal::KILL);
        }
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(Errno::CHILD) => return most,
                Err(_) => break,
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    most
}

/// How many descendants live, those left out that have ended and wait to be reaped.
fn living(ancestor: Pid) -> usize {
    let alive = |pid: &Pid| {
        let path = format!("/proc/{}/stat", pid.as_raw_nonzero());
        let stat = fs::read_to_string(path).unwrap_or_default();
        let state = stat.rsplit_once(") ").map(|(_, rest)| &rest[..1]);
        state.is_some_and(|state| state != "Z" && state != "X")
    };
    descendants(ancestor).iter().filter(|pid| alive(pid)).count()
}

/// The last line of standard error. All who could write another one have ended.
fn tell(ending: &HelperEnding) {
    if let Ok(text) = serde_json::to_string(ending) {
        // Nobody reads if that fails.
        let _ = write!(io::stderr(), "\n{ENDING}{text}\n");
    }
}

/// Ends as the bot has ended, for a manager that takes us for it.
fn end_like(status: WaitStatus) -> ExitCode {
    if let Some(number) = status.terminating_signal() {
        let _ = SigSet::empty().thread_set_mask();
        if let Some(signal) = Signal::from_named_raw(number) {
            let _ = kill_process(getpid(), signal);
        }
        return ExitCode::from(128 | number as u8);
    }
    ExitCode::from(status.exit_status().unwrap_or(1) as u8)
}
