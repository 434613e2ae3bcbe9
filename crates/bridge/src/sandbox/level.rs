//! How well a program is confined: what the system was able to give.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The parts of the sandbox that may be used. All of them, but for tests that want to know what the others hold alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Means {
    /// Landlock: which files may be read and written, and no signals to others.
    pub landlock: bool,
    /// Namespaces of users, processes, network and IPC.
    pub namespaces: bool,
    /// A filter of system calls.
    pub seccomp: bool,
    /// Limits that the kernel keeps for the bot and its children together.
    pub cgroup: bool,
}

impl Means {
    /// Everything that the system has.
    pub const ALL: Means = Means { landlock: true, namespaces: true, seccomp: true, cgroup: true };
}

impl Default for Means {
    fn default() -> Means {
        Means::ALL
    }
}

/// How much of Landlock a system has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Landlock {
    /// None of it.
    #[default]
    None,
    /// The system is too old for some of it.
    Partial,
    /// All that is asked for.
    Full,
}

/// How well a program is confined: the parts of the sandbox that hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxLevel {
    /// It reads the system and its own folder, writes in a folder of its own, and signals nobody outside.
    pub landlock: Landlock,
    /// It sees no process but its own, has no network, and nothing it started outlives it.
    pub namespaces: bool,
    /// It opens no sockets and changes no other process.
    pub seccomp: bool,
    /// The kernel itself limits what lies in its scratch folder, and forgets all of it.
    pub scratch: bool,
    /// The kernel itself limits its memory and its processes; otherwise they are looked at ten times a second.
    pub cgroup: bool,
}

impl SandboxLevel {
    /// Nothing holds.
    pub const NONE: SandboxLevel = SandboxLevel {
        landlock: Landlock::None,
        namespaces: false,
        seccomp: false,
        scratch: false,
        cgroup: false,
    };

    /// Whether every promise of the sandbox holds. They hold without a cgroup too: it makes limits exact.
    pub fn is_full(self) -> bool {
        self.landlock == Landlock::Full && self.namespaces && self.seccomp && self.scratch
    }

    /// Whether nothing confines the program.
    pub fn is_none(self) -> bool {
        self.landlock == Landlock::None && !self.namespaces && !self.seccomp
    }
}

impl fmt::Display for SandboxLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            f.write_str("none")?;
        } else if self.is_full() {
            f.write_str("full")?;
        } else {
            let landlock = match self.landlock {
                Landlock::None => Some("no Landlock"),
                Landlock::Partial => Some("an old Landlock"),
                Landlock::Full => None,
            };
            let missing = [
                landlock,
                (!self.namespaces).then_some("no namespaces"),
                (!self.seccomp).then_some("no seccomp"),
                (self.namespaces && !self.scratch).then_some("no scratch folder of its own"),
            ];
            let missing: Vec<&str> = missing.into_iter().flatten().collect();
            write!(f, "partial ({})", missing.join(", "))?;
        }
        if self.cgroup {
            f.write_str(", limits by cgroup")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_says_what_is_missing() {
        let full = SandboxLevel {
            landlock: Landlock::Full,
            namespaces: true,
            seccomp: true,
            scratch: true,
            cgroup: false,
        };
        assert_eq!(full.to_string(), "full");
        let cgroup = SandboxLevel { cgroup: true, ..full };
        assert_eq!(cgroup.to_string(), "full, limits by cgroup");
        assert_eq!(SandboxLevel::NONE.to_string(), "none");
        let old = SandboxLevel { landlock: Landlock::Partial, namespaces: false, ..full };
        assert_eq!(old.to_string(), "partial (an old Landlock, no namespaces)");
        let unbounded = SandboxLevel { scratch: false, ..full };
        assert_eq!(unbounded.to_string(), "partial (no scratch folder of its own)");
        let bare = SandboxLevel { namespaces: true, scratch: true, ..SandboxLevel::NONE };
        assert_eq!(bare.to_string(), "partial (no Landlock, no seccomp)");
        assert!(!old.is_full() && !bare.is_none());
    }
}
