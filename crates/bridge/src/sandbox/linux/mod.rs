//! The sandbox of Linux: our own program, started again in up to three roles.
//!
//! The *supervisor* is what the manager starts. It makes the namespaces, starts the other two, and ends all that is
//! left when the bot ends or the manager is gone. It stays outside, where the bot cannot reach it. The *init* is the
//! first process of the namespace: it reaps orphans, and when it is killed the kernel kills all others. The third
//! confines itself and becomes the foreign program. Each role is a fresh process with one thread, so nothing of this
//! needs unsafe code.

mod cgroup;
mod files;
mod inherited;
mod init;
mod mounts;
mod privileges;
mod program;
mod seccomp;
mod spaces;
mod supervisor;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use serde::{Deserialize, Serialize};

pub(crate) use cgroup::Cgroup;
pub(crate) use supervisor::END_NOW;

use super::HELPER;
use super::confinement::{COMPLAINT, Confinement, HelperReport};

/// Whether what [`command`] starts says first how well it is confined.
pub(crate) const REPORTS: bool = true;

/// What a process of ours is to do, as one argument of JSON.
#[derive(Debug, Serialize, Deserialize)]
enum Role {
    Supervisor(Confinement),
    Init,
    Program {
        confinement: Confinement,
        supervisor: i32,
        /// The init of its namespaces, if there are any.
        init: Option<i32>,
    },
}

/// The command that supervises the program, confined. Its arguments are still to be added.
pub(crate) fn command(
    helper: &Path,
    confinement: &Confinement,
    program: &Path,
) -> Result<Command, String> {
    let mut command = play(helper, &Role::Supervisor(confinement.clone()))?;
    command.arg(program);
    Ok(command)
}

/// How the environment of [`command`] names a variable of the program: such as `LD_PRELOAD` must not work on us, who are
/// outside of the sandbox.
pub(crate) fn given(name: &str) -> String {
    format!("{GIVEN}{name}")
}

const GIVEN: &str = "__SANDBOX_GIVEN_";

/// Our own program in a role.
fn play(helper: &Path, role: &Role) -> Result<Command, String> {
    let role = serde_json::to_string(role)
        .map_err(|error| format!("a folder has a strange name: {error}"))?;
    let mut command = Command::new(helper);
    command.arg(HELPER).arg(role);
    Ok(command)
}

/// The exit code of a helper that could not become the program.
const NOT_STARTED: u8 = 127;

/// Plays a role in the sandbox; the last one ends as the foreign program. `arguments` are those after [`HELPER`].
pub fn become_program(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match act(arguments.into_iter()) {
        Ok(code) => code,
        Err(problem) => {
            // Nobody is left to be told if these fail. Who has read the level already finds the rest in standard error.
            let _ = writeln!(io::stderr(), "{COMPLAINT}{problem}");
            let _ = report(&HelperReport::Error(problem));
            ExitCode::from(NOT_STARTED)
        }
    }
}

fn act(mut arguments: impl Iterator<Item = OsString>) -> Result<ExitCode, String> {
    let usage = || format!("usage: {HELPER} ROLE PROGRAM ARGUMENTS…");
    let first = arguments.next().ok_or_else(usage)?;
    inherited::close_all().map_err(|error| format!("cannot close what is open: {error}"))?;
    let role: Role = serde_json::from_slice(first.as_encoded_bytes()).map_err(|_| usage())?;
    match role {
        Role::Supervisor(confinement) => {
            let program = arguments.next().ok_or_else(usage)?;
            supervisor::supervise(confinement, &program, arguments)
        }
        Role::Init => init::stay(),
        Role::Program { confinement, supervisor, init } => {
            let program = arguments.next().ok_or_else(usage)?;
            let Err(problem) = program::begin(&confinement, supervisor, init, &program, arguments);
            Err(problem)
        }
    }
}

fn report(report: &HelperReport) -> io::Result<()> {
    let mut line = serde_json::to_vec(report)?;
    line.push(b'\n');
    let mut out = io::stdout().lock();
    out.write_all(&line)?;
    out.flush()
}
