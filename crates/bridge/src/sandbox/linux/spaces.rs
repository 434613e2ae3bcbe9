//! Namespaces: a bot sees no process but its own, and no network.

use std::fs;
use std::io;

use nix::sched::{CloneFlags, unshare};
use rustix::process::{getegid, geteuid};
use rustix::thread::{
    CapabilitySet, capabilities, configure_capability_in_ambient_set, set_capabilities,
};

/// What came of an attempt.
pub(super) enum Entered {
    /// The children of this process are in namespaces of their own.
    Yes,
    /// They may not be made here; nothing has changed.
    No,
    /// They were made, but cannot be used: this process is of no use any more.
    Stuck(String),
}

/// Makes the namespaces. With one of users nothing else is needed; without it they need the rights of root.
pub(super) fn enter() -> Entered {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let spaces = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC;
    if unshare(spaces | CloneFlags::CLONE_NEWUSER).is_ok() {
        // Everybody keeps their own number inside.
        return match map(user, group) {
            Ok(()) => Entered::Yes,
            Err(error) => Entered::Stuck(format!("cannot map users: {error}")),
        };
    }
    match unshare(spaces) {
        Ok(()) => Entered::Yes,
        Err(_) => Entered::No,
    }
}

fn map(user: u32, group: u32) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1\n"))?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1\n"))
}

/// Lets what is started next make mounts of its own.
pub(super) fn pass_on_mounting() -> io::Result<()> {
    let mut sets = capabilities(None)?;
    sets.inheritable |= CapabilitySet::SYS_ADMIN;
    set_capabilities(None, sets)?;
    Ok(configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?)
}
