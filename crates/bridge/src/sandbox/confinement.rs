//! What the helper is told, and what it tells.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Means, Policy, SandboxLevel};

/// What the helper is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Confinement {
    /// The process that asks and is told how it went; when it is gone, everything is ended. Nobody does where the
    /// helper took the place of a program that others have started.
    pub parent: Option<i32>,
    pub policy: Policy,
    pub means: Means,
    /// What may be read and executed.
    pub reads: Vec<PathBuf>,
    /// Where anything may be written.
    pub writes: Vec<PathBuf>,
    /// The one among these that goes with the program, and the bytes that it may have.
    pub scratch: (PathBuf, u64),
    /// Seconds of processor time.
    pub cpu_seconds: u64,
    /// The largest file that may be written, in bytes.
    pub file_bytes: u64,
    pub open_files: u64,
    /// Processes and threads together, where they can be counted for this program alone.
    pub tasks: u64,
    /// The cgroup to move into: its limits are set.
    pub cgroup: Option<PathBuf>,
}

/// What the helper writes as the first line of its standard output.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HelperReport {
    /// The program is about to begin.
    Begins {
        /// How well it is confined.
        level: SandboxLevel,
        /// The first process of its namespace, which is ours and does not count as the program's.
        init: Option<i32>,
    },
    /// Namespaces were begun and could not be finished: without them it may go better.
    Spaces(String),
    /// It could not be started.
    Error(String),
}

impl HelperReport {
    /// Reads a line of the helper.
    pub fn read(line: &[u8]) -> Option<HelperReport> {
        serde_json::from_slice(line).ok()
    }
}

/// How a program ended, as the helper tells in the last line of standard error. All that could have written a false
/// one has ended before.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HelperEnding {
    pub code: Option<i32>,
    pub signal: Option<i32>,
    /// Processes that it left behind; they have been killed.
    pub leftovers: usize,
}

/// What the last line begins with.
#[cfg(target_os = "linux")]
pub(crate) const ENDING: &str = "__sandbox-ended: ";

#[cfg(target_os = "linux")]
impl HelperEnding {
    /// Reads what stands after [`ENDING`].
    pub fn read(text: &str) -> Option<HelperEnding> {
        serde_json::from_str(text).ok()
    }
}

/// What the helper's last words begin with when it could not become the program.
pub(super) const COMPLAINT: &str = "__sandbox-exec: ";

/// Why a helper could not become the program, if that is what its standard error says.
pub(crate) fn complaint(stderr: &str) -> Option<&str> {
    stderr.strip_prefix(COMPLAINT).map(str::trim_end)
}

/// The number of the error for a file that is neither a program nor a script; all Unix systems have the same.
const NO_EXEC: i32 = 8;

/// Why a program did not start, with a hint at what would help.
pub(crate) fn not_started(program: &Path, error: &io::Error) -> String {
    let hint = match error.kind() {
        _ if !cfg!(unix) => "",
        io::ErrorKind::PermissionDenied => {
            "; it must be executable (`chmod +x`), or say its interpreter first"
        }
        io::ErrorKind::NotFound if program.exists() => {
            "; the interpreter in its `#!` line is missing"
        }
        _ if error.raw_os_error() == Some(NO_EXEC) => {
            "; a script begins with a line such as `#!/usr/bin/env python3`"
        }
        _ => "",
    };
    format!("cannot start `{}`: {error}{hint}", program.display())
}
