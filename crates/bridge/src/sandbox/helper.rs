//! The helper: a process of ours that confines itself and becomes the foreign program.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{
    Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit,
};

use super::confinement::{COMPLAINT, Confinement, Report, not_started};
use super::{HELPER, Level, Policy, accept};

/// Whether what [`command`] starts says first how well it is confined.
pub(crate) const REPORTS: bool = true;

/// The command that becomes the program, confined. Its arguments are still to be added.
pub(crate) fn command(
    helper: &Path,
    confinement: &Confinement,
    program: &Path,
) -> Result<Command, String> {
    let confinement = serde_json::to_string(confinement)
        .map_err(|error| format!("a folder has a strange name: {error}"))?;
    let mut command = Command::new(helper);
    command.arg(HELPER).arg(confinement).arg(program);
    Ok(command)
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
    Err(not_started(Path::new(&program), &error))
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
