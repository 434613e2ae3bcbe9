//! The helper: a process of ours that confines itself and becomes the foreign program.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{
    Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit,
};
use serde::{Deserialize, Serialize};

use super::{Level, Policy};

/// The first argument that turns our program into the helper. Every binary that starts bots calls
/// [`become_program`] when it sees it.
pub const HELPER: &str = "__sandbox-exec";

/// What the helper is told, as one argument of JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Confinement {
    /// The process that asks and is told how it went; if it is gone, nothing is started. Nobody does where the helper
    /// took the place of a program that others have started.
    pub parent: Option<i32>,
    pub policy: Policy,
    /// What may be read and executed.
    pub reads: Vec<PathBuf>,
    /// Where anything may be written.
    pub writes: Vec<PathBuf>,
    /// Seconds of processor time.
    pub cpu_seconds: u64,
    /// The largest file that may be written, in bytes.
    pub file_bytes: u64,
    pub open_files: u64,
}

/// What the helper writes as the first line of its standard output.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Report {
    /// The program is about to begin, confined like this.
    Level(Level),
    /// It could not be started.
    Error(String),
}

impl Report {
    /// Reads a line of the helper.
    pub fn read(line: &[u8]) -> Option<Report> {
        serde_json::from_slice(line).ok()
    }
}

/// The exit code of a helper that could not become the program.
const NOT_STARTED: u8 = 127;

/// Confines this process and becomes the program. `arguments` are those after [`HELPER`]. Returns only if that
/// failed; the one who asked has been told why.
pub fn become_program(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Err(problem) = confine_and_become(arguments.into_iter());
    // Nobody is left to be told if these fail. Who has read the level already finds the rest in standard error.
    let _ = writeln!(io::stderr(), "{COMPLAINT}{problem}");
    let _ = report(&Report::Error(problem));
    ExitCode::from(NOT_STARTED)
}

/// What the helper's last words begin with when it could not become the program.
const COMPLAINT: &str = "__sandbox-exec: ";

/// Why a helper could not become the program, if that is what its standard error says.
pub(crate) fn complaint(stderr: &str) -> Option<&str> {
    stderr.strip_prefix(COMPLAINT).map(str::trim_end)
}

fn confine_and_become(
    mut arguments: impl Iterator<Item = OsString>,
) -> Result<std::convert::Infallible, String> {
    let usage = || format!("usage: {HELPER} CONFINEMENT PROGRAM ARGUMENTS…");
    let first = arguments.next().ok_or_else(usage)?;
    let confinement: Confinement =
        serde_json::from_slice(first.as_encoded_bytes()).map_err(|_| usage())?;
    let program = arguments.next().ok_or_else(usage)?;
    if let Some(parent) = confinement.parent {
        die_with(parent)?;
    }
    limit(&confinement).map_err(|error| format!("cannot limit resources: {error}"))?;
    let level = match confinement.policy {
        Policy::Off => Level::None,
        Policy::Try | Policy::Require => {
            restrict(&confinement).map_err(|error| format!("cannot confine: {error}"))?
        }
    };
    accept(confinement.policy, level)?;
    if confinement.parent.is_some() {
        report(&Report::Level(level)).map_err(|error| error.to_string())?;
    }
    let error = Command::new(&program).args(arguments).exec();
    let hint = match error.kind() {
        io::ErrorKind::PermissionDenied => {
            "; it must be executable (`chmod +x`), or say its interpreter first"
        }
        io::ErrorKind::NotFound if Path::new(&program).exists() => {
            "; the interpreter in its `#!` line is missing"
        }
        _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
            "; a script begins with a line such as `#!/usr/bin/env python3`"
        }
        _ => "",
    };
    let program = program.display();
    Err(format!("cannot start `{program}`: {error}{hint}"))
}

/// Whether a program may start with this much of a sandbox.
fn accept(policy: Policy, reached: Level) -> Result<(), String> {
    if policy == Policy::Require && reached != Level::Full {
        return Err(format!(
            "the sandbox of this system is {reached}, and a full one is required"
        ));
    }
    Ok(())
}

/// Asks to be killed together with the process that started us.
fn die_with(parent: i32) -> Result<(), String> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| error.to_string())?;
    // It may have died before we asked.
    let alive = getppid().is_some_and(|now| now.as_raw_nonzero().get() == parent);
    alive.then_some(()).ok_or_else(|| "nobody waits".to_owned())
}

fn limit(confinement: &Confinement) -> io::Result<()> {
    let limits = [
        (Resource::Core, 0),
        (Resource::Cpu, confinement.cpu_seconds),
        (Resource::Fsize, confinement.file_bytes),
        (Resource::Nofile, confinement.open_files),
    ];
    for (resource, most) in limits {
        let now = rustix::process::getrlimit(resource);
        let most = now.maximum.map_or(most, |maximum| most.min(maximum));
        let both = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, both)?;
    }
    Ok(())
}

/// Everything that Landlock offers, as far as this system has it.
fn restrict(confinement: &Confinement) -> Result<Level, RulesetError> {
    const NEWEST: ABI = ABI::V6;
    let all = AccessFs::from_all(NEWEST);
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(
            &confinement.reads,
            AccessFs::from_read(NEWEST),
        ))?
        .add_rules(path_beneath_rules(&confinement.writes, all))?
        .restrict_self()?;
    Ok(match status.ruleset {
        RulesetStatus::FullyEnforced => Level::Full,
        RulesetStatus::PartiallyEnforced => Level::Partial,
        RulesetStatus::NotEnforced => Level::None,
    })
}

fn report(report: &Report) -> io::Result<()> {
    let mut line = serde_json::to_vec(report)?;
    line.push(b'\n');
    let mut out = io::stdout().lock();
    out.write_all(&line)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_require_insists_on_a_full_sandbox() {
        for level in [Level::None, Level::Partial] {
            let refused = accept(Policy::Require, level).unwrap_err();
            let expected =
                format!("the sandbox of this system is {level}, and a full one is required");
            assert_eq!(refused, expected);
            assert_eq!(accept(Policy::Try, level), Ok(()));
        }
        assert_eq!(accept(Policy::Require, Level::Full), Ok(()));
        assert_eq!(accept(Policy::Off, Level::None), Ok(()));
    }
}
