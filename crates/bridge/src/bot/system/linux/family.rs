//! A bot and all the processes it started, as the system shows them: the supervisor's descendants.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::usage::Usage;
use crate::bot::limits::Limits;
use crate::bot::system::TOKEN;
use crate::sandbox::processes::descendants;

/// A bot and its children.
pub(super) struct BotFamily {
    leader: Pid,
    mark: Vec<u8>,
}

impl BotFamily {
    pub fn new(leader: Pid, token: String) -> BotFamily {
        BotFamily {
            leader,
            mark: format!("{TOKEN}={token}").into_bytes(),
        }
    }

    pub fn leader(&self) -> Pid {
        self.leader
    }

    /// Which limit the bot and its descendants exceed together. The leader, our supervisor, and our init do not count.
    pub fn excess(&self, limits: &Limits, init: Option<i32>) -> Option<String> {
        let mut usage = Usage::default();
        for pid in descendants(self.leader) {
            let pid = pid.as_raw_nonzero().get();
            if Some(pid) != init {
                usage.add(pid);
            }
            // Nobody looks at all of a crowd that is too large anyway.
            if let Some(excess) = usage.excess(limits) {
                return Some(excess);
            }
        }
        None
    }

    /// Kills everybody, where the supervisor cannot, and says how many besides the leader were there. They are known by
    /// the mark in their environment. A leader that is gone already is left to be reaped.
    pub fn end(&self, leader_gone: bool) -> usize {
        let (mut found, mut quiet) = (0, 0);
        // Killing takes a moment, and somebody may start a process meanwhile, so nobody is believed to be gone at the
        // first look; nor while somebody is there of whom it cannot be told.
        for _ in 0..40 {
            let (others, unclear) = self.others();
            found = found.max(others.len());
            // A process that cannot be signalled is gone.
            let _ = kill_process_group(self.leader, Signal::KILL);
            if !leader_gone {
                let _ = kill_process(self.leader, Signal::KILL);
            }
            for &pid in &others {
                let _ = kill_process(pid, Signal::KILL);
            }
            quiet = if others.is_empty() && !unclear {
                quiet + 1
            } else {
                0
            };
            if quiet == 3 {
                break;
            }
            std::thread::sleep(Duration::from_millis(3));
        }
        found
    }

    /// All living processes of the group or with the mark, the leader left out, and whether there are some of whom
    /// that cannot be told yet.
    fn others(&self) -> (Vec<Pid>, bool) {
        let (mut others, mut unclear) = (Vec::new(), false);
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.parse().ok());
            let Some(pid) = number
                .and_then(Pid::from_raw)
                .filter(|&pid| pid != self.leader)
            else {
                continue;
            };
            match self.belongs(pid.as_raw_nonzero().get()) {
                Some(true) => others.push(pid),
                Some(false) => {}
                None => unclear = true,
            }
        }
        (others, unclear)
    }

    fn belongs(&self, pid: i32) -> Option<bool> {
        let Some(stat) = Stat::read(pid).filter(|stat| !stat.dead && !stat.of_the_system) else {
            return Some(false);
        };
        if stat.group == self.leader.as_raw_nonzero().get() {
            return Some(true);
        }
        // What cannot be read is somebody else's.
        fs::read(format!("/proc/{pid}/environ"))
            .map_or(Some(false), |environment| self.marked(&environment))
    }

    /// Whether an environment has the mark. A process that is just becoming another program shows none at all.
    fn marked(&self, environment: &[u8]) -> Option<bool> {
        if environment.is_empty() {
            return None;
        }
        let mut variables = environment.split(|&byte| byte == 0);
        Some(variables.any(|variable| variable == self.mark))
    }
}

/// What `/proc/PID/stat` says.
struct Stat {
    dead: bool,
    group: i32,
    /// Whether it is a thread of the system's kernel, which never has an environment.
    of_the_system: bool,
}

/// The bit of a process' flags that says so.
const KERNEL_THREAD: u32 = 0x0020_0000;

impl Stat {
    fn read(pid: i32) -> Option<Stat> {
        let bytes = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        // The name stands in brackets and may hold anything, brackets too.
        let mut words = text.rsplit_once(')')?.1.split_ascii_whitespace();
        let dead = matches!(words.next()?, "Z" | "X");
        let group = words.nth(1)?.parse().ok()?;
        let flags: u32 = words.nth(3)?.parse().ok()?;
        Some(Stat {
            dead,
            group,
            of_the_system: flags & KERNEL_THREAD != 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_shows_no_environment_is_looked_at_again() {
        let family = BotFamily::new(rustix::process::getpid(), "7-x-0".to_owned());
        assert_eq!(family.marked(b"A=1\0LUDARIUM_BOT=7-x-0\0"), Some(true));
        assert_eq!(family.marked(b"A=1\0LUDARIUM_BOT=7-x-01\0"), Some(false));
        assert_eq!(family.marked(b""), None);
    }

    #[test]
    fn the_stat_of_a_process_is_read() {
        let pid = rustix::process::getpid();
        let stat = Stat::read(pid.as_raw_nonzero().get()).unwrap();
        assert!(!stat.dead && !stat.of_the_system);
        assert_eq!(
            stat.group,
            rustix::process::getpgrp().as_raw_nonzero().get()
        );
    }
}
