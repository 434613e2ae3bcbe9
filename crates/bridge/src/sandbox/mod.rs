//! What a foreign program may do to this machine.
//!
//! Nothing here needs privileges or unsafe code: our own program starts itself again as a helper, which limits
//! itself with rlimits and Landlock and then becomes the foreign program. It protects against accidents and
//! simple abuse; it is no prison.
//!
//! That needs Linux. On other systems programs are started as they are: the level reached is [`Level::None`], and
//! [`Policy::Require`] refuses.

mod confinement;
mod folders;
#[cfg(target_os = "linux")]
mod helper;
// Its tests run everywhere.
#[cfg(any(not(target_os = "linux"), test))]
#[cfg_attr(target_os = "linux", allow(dead_code))]
mod unconfined;

use std::fmt;
use std::str::FromStr;

use ludarium_game::Error;
use serde::{Deserialize, Serialize};

pub(crate) use confinement::{Confinement, Report, complaint, not_started};
pub(crate) use folders::Surroundings;
#[cfg(target_os = "linux")]
pub use helper::become_program;
#[cfg(target_os = "linux")]
pub(crate) use helper::{REPORTS, command};
#[cfg(not(target_os = "linux"))]
pub use unconfined::become_program;
#[cfg(not(target_os = "linux"))]
pub(crate) use unconfined::{REPORTS, command};

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

/// How well a program is confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It reads and writes what it likes.
    None,
    /// The system is too old for some of it.
    Partial,
    /// It reads the system and its own folder, writes in a folder of its own, and reaches no network by TCP.
    Full,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::None => "none",
            Level::Partial => "partial",
            Level::Full => "full",
        })
    }
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
