//! What a foreign program may do to this machine.
//!
//! Nothing here needs privileges or unsafe code: our own program starts itself again as a helper. It makes namespaces,
//! limits itself, and becomes the foreign program behind Landlock and a filter of system calls, each as far as the
//! system has it. It protects against abuse by a bot; it is no wall against faults of the kernel itself.
//!
//! That needs Linux. On other systems programs are started as they are: the level reached is [`SandboxLevel::NONE`], and
//! [`Policy::Require`] refuses.

mod confinement;
mod folders;
mod level;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub(crate) mod processes;
#[cfg(target_os = "linux")]
mod public;
// Its tests run everywhere.
#[cfg(any(not(target_os = "linux"), test))]
#[cfg_attr(target_os = "linux", allow(dead_code))]
mod unconfined;

use std::str::FromStr;

use ludarium_game::Error;
use serde::{Deserialize, Serialize};

pub(crate) use confinement::{Confinement, HelperReport, complaint, not_started};
#[cfg(target_os = "linux")]
pub(crate) use confinement::{ENDING, HelperEnding};
pub(crate) use folders::{Surroundings, is_system};
pub use level::{Landlock, Means, SandboxLevel};
#[cfg(target_os = "linux")]
pub use linux::become_program;
#[cfg(target_os = "linux")]
pub(crate) use linux::{Cgroup, END_NOW, REPORTS, command, given};
#[cfg(not(target_os = "linux"))]
pub use unconfined::become_program;
#[cfg(not(target_os = "linux"))]
pub(crate) use unconfined::{Cgroup, REPORTS, command, given};

/// The first argument that turns our program into the helper. Every binary that starts bots calls
/// [`become_program`] when it sees it.
pub const HELPER: &str = "__sandbox-exec";

/// How much is made of the sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// A program that cannot be confined fully is not started.
    Require,
    /// As much as the system can; what was reached is reported.
    #[default]
    Try,
    /// Only the limits on resources.
    Off,
}

impl FromStr for Policy {
    type Err = Error;

    fn from_str(text: &str) -> Result<Policy, Error> {
        match text {
            "require" => Ok(Policy::Require),
            "try" => Ok(Policy::Try),
            "off" => Ok(Policy::Off),
            _ => Err(Error::Value {
                key: "sandbox".to_owned(),
                value: text.chars().take(80).collect(),
                expected: "require, try or off".to_owned(),
            }),
        }
    }
}

/// Whether a program may start with this much of a sandbox.
fn accept(policy: Policy, reached: SandboxLevel) -> Result<(), String> {
    if policy == Policy::Require && !reached.is_full() {
        return Err(format!("the sandbox of this system is {reached}, and a full one is required"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_require_insists_on_a_full_sandbox() {
        let full = SandboxLevel {
            landlock: Landlock::Full,
            namespaces: true,
            seccomp: true,
            scratch: true,
            cgroup: false,
        };
        let lacking = [
            SandboxLevel::NONE,
            SandboxLevel { landlock: Landlock::Partial, ..full },
            SandboxLevel { namespaces: false, ..full },
            SandboxLevel { seccomp: false, ..full },
            SandboxLevel { scratch: false, ..full },
        ];
        for level in lacking {
            let refused = accept(Policy::Require, level).unwrap_err();
            let expected =
                format!("the sandbox of this system is {level}, and a full one is required");
            assert_eq!(refused, expected);
            assert_eq!(accept(Policy::Try, level), Ok(()));
        }
        assert_eq!(accept(Policy::Require, full), Ok(()));
        assert_eq!(accept(Policy::Off, SandboxLevel::NONE), Ok(()));
    }
}
