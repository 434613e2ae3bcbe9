//! The last role: it confines itself and becomes the foreign program.

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use nix::sys::signal::SigSet;
use rustix::process::{
    Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit, setsid,
};

use super::mounts::Mounts;
use super::seccomp::Held;
use super::{GIVEN, files, privileges, report, seccomp};
use crate::sandbox::confinement::{Confinement, HelperReport, not_started};
use crate::sandbox::level::SandboxLevel;
use crate::sandbox::{Policy, accept};

/// Becomes the program; returns only if that failed.
pub(super) fn begin(
    confinement: &Confinement,
    supervisor: i32,
    init: Option<i32>,
    program: &OsStr,
    arguments: impl Iterator<Item = OsString>,
) -> Result<Infallible, String> {
    // In a namespace it has no number, but then the init goes with it.
    let supervisor = init.is_none().then_some(supervisor);
    go_with(supervisor).map_err(|error| format!("cannot begin: {error}"))?;
    limit(confinement, init.is_some())
        .map_err(|error| format!("cannot limit resources: {error}"))?;
    let level = SandboxLevel {
        namespaces: init.is_some(),
        cgroup: confinement.cgroup.is_some(),
        ..match confinement.policy {
            Policy::Off => SandboxLevel::NONE,
            Policy::Try | Policy::Require => confine(confinement, init.is_some())
                .map_err(|error| format!("cannot confine: {error}"))?,
        }
    };
    accept(confinement.policy, level)?;
    if confinement.parent.is_some() {
        report(&HelperReport::Begins { level, init }).map_err(|error| error.to_string())?;
    }
    let mut command = Command::new(program);
    for (name, value) in std::env::vars_os() {
        if let Some(given) = name.to_str().and_then(|name| name.strip_prefix(GIVEN)) {
            command.env_remove(&name).env(given, value);
        }
    }
    let error = command.args(arguments).exec();
    Err(not_started(Path::new(program), &error))
}

/// Asks to be killed together with the supervisor, and leaves its session, terminal and signals behind.
fn go_with(supervisor: Option<i32>) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // It may have ended before we asked.
    let parent = getppid().map(|parent| parent.as_raw_nonzero().get());
    if supervisor.is_some() && parent != supervisor {
        return Err(io::Error::other("nobody waits"));
    }
    setsid()?;
    Ok(SigSet::empty().thread_set_mask()?)
}

fn limit(confinement: &Confinement, in_spaces: bool) -> io::Result<()> {
    let same = |most| (most, most);
    let cpu = confinement.cpu_seconds;
    let mut limits = vec![
        (Resource::Core, same(0)),
        // The first limit ends a program with a signal of its own, so that nobody takes it for killed from outside.
        (Resource::Cpu, (cpu, cpu.saturating_add(1))),
        (Resource::Fsize, same(confinement.file_bytes)),
        (Resource::Nofile, same(confinement.open_files)),
    ];
    // Elsewhere everything that its user runs would count.
    if in_spaces {
        limits.push((Resource::Nproc, same(confinement.tasks)));
    }
    for (resource, (soft, hard)) in limits {
        let most = rustix::process::getrlimit(resource).maximum;
        let within = |limit: u64| Some(most.map_or(limit, |most| limit.min(most)));
        let both = Rlimit { current: within(soft), maximum: within(hard) };
        setrlimit(resource, both)?;
    }
    Ok(())
}

/// Everything that is asked for, as far as this system has it.
fn confine(confinement: &Confinement, in_spaces: bool) -> Result<SandboxLevel, String> {
    let means = confinement.means;
    let mounts = if in_spaces { Mounts::make(confinement) } else { Mounts::default() };
    privileges::give_up().map_err(|error| error.to_string())?;
    let mut level = SandboxLevel { scratch: mounts.scratch, ..SandboxLevel::NONE };
    if means.landlock {
        level.landlock =
            files::restrict(confinement, mounts.own_proc).map_err(|error| error.to_string())?;
    }
    if means.seccomp {
        level.seccomp = seccomp::filter(Held {
            others: in_spaces,
            files: mounts.read_only,
            memory: confinement.cgroup.is_some(),
        });
    }
    Ok(level)
}
