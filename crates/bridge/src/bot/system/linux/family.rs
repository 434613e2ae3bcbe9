//! A bot and all the processes it started, as the system shows them: the supervisor's descendants.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::usage::Usage;
use crate::bot::limits::Limits;
use crate::sandbox::processes::descendants;

/// A bot and its children.
pub(super) struct BotFamily {
    leader: Pid,
}

impl BotFamily {
    pub fn new(leader: Pid) -> BotFamily {
        BotFamily { leader }
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

    /// Kills everybody who can be found, where the supervisor cannot. A leader that is gone already is left to be reaped, and
    /// what it left behind has nobody who knows of it.
    pub fn end(&self, leader_gone: bool) {
        if !leader_gone {
            for pid in descendants(self.leader) {
                let _ = kill_process(pid, Signal::KILL);
            }
            let _ = kill_process(self.leader, Signal::KILL);
        }
        // Whoever cannot be signalled is gone.
        let _ = kill_process_group(self.leader, Signal::KILL);
    }
}
