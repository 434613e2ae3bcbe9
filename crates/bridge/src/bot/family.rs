//! A bot and all the processes it started, as the system shows them.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::limits::Limits;

/// The environment variable that marks a bot and its children, also those that left its process group.
pub(super) const TOKEN: &str = "LUDARIUM_BOT";

/// A bot and its children.
pub(super) struct Family {
    leader: Pid,
    mark: Vec<u8>,
    page: u64,
}

impl Family {
    pub fn new(leader: Pid, token: String) -> Family {
        Family {
            leader,
            mark: format!("{TOKEN}={token}").into_bytes(),
            page: rustix::param::page_size() as u64,
        }
    }

    pub fn leader(&self) -> Pid {
        self.leader
    }

    /// Which limit the leader and its descendants exceed together.
    pub fn excess(&self, limits: &Limits) -> Option<String> {
        let mut waiting = vec![self.leader.as_raw_nonzero().get()];
        let (mut bytes, mut count) = (0, 0);
        while let Some(pid) = waiting.pop() {
            count += 1;
            bytes += resident_pages(pid).unwrap_or(0) * self.page;
            if bytes > limits.memory {
                return Some(format!(
                    "used more than {} MiB of memory",
                    limits.memory >> 20
                ));
            }
            if count > limits.processes {
                return Some(format!("started more than {} processes", limits.processes));
            }
            waiting.extend(children(pid));
        }
        None
    }

    /// Kills everybody and says how many besides the leader were there. A leader that is gone already is
    /// left to be reaped.
    pub fn end(&self, leader_gone: bool) -> usize {
        let (mut found, mut quiet) = (0, 0);
        // Killing takes a moment, and somebody may start a process meanwhile. A process that is just becoming
        // another program shows no environment, so nobody is believed to be gone at the first look.
        for _ in 0..20 {
            let others = self.others();
            found = found.max(others.len());
            // Whoever cannot be signalled is gone.
            let _ = kill_process_group(self.leader, Signal::KILL);
            if !leader_gone {
                let _ = kill_process(self.leader, Signal::KILL);
            }
            for &pid in &others {
                let _ = kill_process(pid, Signal::KILL);
            }
            quiet = if others.is_empty() { quiet + 1 } else { 0 };
            if quiet == 3 {
                break;
            }
            std::thread::sleep(Duration::from_millis(3));
        }
        found
    }

    /// All living processes of the group or with the mark, the leader left out.
    fn others(&self) -> Vec<Pid> {
        let Ok(entries) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let pids = names.filter_map(|name| Pid::from_raw(name.parse().ok()?));
        pids.filter(|&pid| pid != self.leader && self.owns(pid))
            .collect()
    }

    fn owns(&self, pid: Pid) -> bool {
        let pid = pid.as_raw_nonzero().get();
        let Some(stat) = Stat::read(pid).filter(|stat| !stat.dead) else {
            return false;
        };
        if stat.group == self.leader.as_raw_nonzero().get() {
            return true;
        }
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let mut variables = environment.split(|&byte| byte == 0);
        variables.any(|variable| variable == self.mark)
    }
}

/// What `/proc/PID/stat` says.
struct Stat {
    dead: bool,
    group: i32,
}

impl Stat {
    fn read(pid: i32) -> Option<Stat> {
        let bytes = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        // The name stands in brackets and may hold anything, brackets too.
        let mut words = text.rsplit_once(')')?.1.split_ascii_whitespace();
        let dead = matches!(words.next()?, "Z" | "X");
        let group = words.nth(1)?.parse().ok()?;
        Some(Stat { dead, group })
    }
}

fn resident_pages(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// The children of all threads of a process.
fn children(pid: i32) -> Vec<i32> {
    let mut children = Vec::new();
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return children;
    };
    for thread in threads.flatten() {
        let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        let pids = text.split_ascii_whitespace();
        children.extend(pids.filter_map(|pid| pid.parse::<i32>().ok()));
    }
    children
}
