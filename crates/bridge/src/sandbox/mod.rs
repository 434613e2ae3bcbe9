//! What a foreign program may do to this machine.
//!
//! Nothing here needs privileges or unsafe code: our own program starts itself again as a helper, which limits
//! itself with rlimits and Landlock and then becomes the foreign program. It protects against accidents and
//! simple abuse; it is no prison.

mod folders;
mod helper;

use std::fmt;
use std::str::FromStr;

use ludarium_game::Error;
use serde::{Deserialize, Serialize};

pub(crate) use folders::Surroundings;
pub(crate) use helper::{Confinement, Report, complaint};
pub use helper::{HELPER, become_program};

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
