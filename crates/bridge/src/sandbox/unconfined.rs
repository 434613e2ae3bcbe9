//! Systems without a sandbox: programs are started as they are, unless a sandbox is required.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use super::{Confinement, SandboxLevel, accept};

/// Whether what [`command`] starts says first how well it is confined.
pub(crate) const REPORTS: bool = false;

/// The command that starts the program. Its arguments are still to be added.
pub(crate) fn command(
    _helper: &Path,
    confinement: &Confinement,
    program: &Path,
) -> Result<Command, String> {
    accept(confinement.policy, SandboxLevel::NONE)?;
    Ok(Command::new(program))
}

/// Limits that the kernel keeps: there are none here.
#[derive(Debug)]
pub(crate) enum Cgroup {}

impl Cgroup {
    pub fn make(_token: &str, _memory: u64, _tasks: u64) -> Option<Cgroup> {
        None
    }

    pub fn folder(&self) -> &Path {
        match *self {}
    }

    pub fn processor_time(&self) -> Option<Duration> {
        match *self {}
    }

    pub fn ran_out_of_memory(&self) -> bool {
        match *self {}
    }
}

/// How the environment of [`command`] names a variable of the program.
pub(crate) fn given(name: &str) -> String {
    name.to_owned()
}

/// Nothing on this system starts the helper; who calls it by hand is told so.
pub fn become_program(_arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    eprintln!("there is no sandbox on this system");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Means, Policy};

    #[test]
    fn without_a_sandbox_only_require_refuses() {
        let start = |policy| {
            let confinement = Confinement {
                parent: None,
                policy,
                means: Means::ALL,
                reads: Vec::new(),
                writes: Vec::new(),
                scratch: (std::path::PathBuf::new(), 1),
                cpu_seconds: 1,
                file_bytes: 1,
                open_files: 1,
                tasks: 1,
                cgroup: None,
            };
            command(Path::new("helper"), &confinement, Path::new("bot"))
        };
        for policy in [Policy::Off, Policy::Try] {
            let started = start(policy).unwrap();
            assert_eq!(started.get_program(), "bot", "{policy:?}");
        }
        let refused = start(Policy::Require).unwrap_err();
        assert!(refused.contains("a full one is required"), "{refused}");
    }
}
