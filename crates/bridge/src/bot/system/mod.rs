//! What differs from system to system: how a bot's pipes are waited for, and how it is watched and ended.
//!
//! `linux` finds everything that a bot has started, and holds it to its limits. `portable` needs nothing but the
//! standard library: it ends the bot itself, and limits neither its memory nor its children.

#[cfg(target_os = "linux")]
mod linux;
// Its tests run everywhere.
#[cfg(any(not(target_os = "linux"), test))]
#[cfg_attr(target_os = "linux", allow(dead_code))]
mod portable;

#[cfg(target_os = "linux")]
pub(super) use linux::{Accounts, Doorbell, Pipes, Watch, become_command, doorbell, set_apart};
#[cfg(not(target_os = "linux"))]
pub(super) use portable::{Accounts, Doorbell, Pipes, Watch, become_command, doorbell, set_apart};

/// The environment variable by which people find a bot and its children.
pub(super) const TOKEN: &str = "LUDARIUM_BOT";

/// How a bot ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProcessEnd {
    /// In words.
    pub how: String,
    /// Whether a signal ended it that comes from outside: no fault of its own raises it.
    pub killed: bool,
    /// Processes besides it that were there.
    pub leftovers: usize,
}

/// What a watch was woken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WakeReason {
    /// The bot has ended.
    pub ended: bool,
    /// The bot is to go.
    pub dismissed: bool,
}
