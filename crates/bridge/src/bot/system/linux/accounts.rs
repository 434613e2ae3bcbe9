//! The processor time of a bot and all it started, by the system's accounting.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use nix::time::ClockId;
use rustix::process::Pid;

use super::held::held_files;
use crate::sandbox::processes::descendants;

/// Where the processor time of a bot can be read.
#[derive(Clone, Debug)]
pub struct Accounts {
    supervisor: Pid,
    time: Cell<UsedTime>,
}

/// What was read last, and what was read before of those who have ended since without being waited for.
#[derive(Clone, Copy, Debug, Default)]
struct UsedTime {
    read: Duration,
    lost: Duration,
}

/// Two ticks of the system: what those who were waited for have used is told in whole ticks, of each kind.
const ROUNDING: Duration = Duration::from_millis(20);

impl UsedTime {
    /// The time that counts once `now` is read: it never falls.
    fn counting(self, now: Duration) -> UsedTime {
        match self.read.saturating_sub(now) {
            fall if fall > ROUNDING => UsedTime { read: now, lost: self.lost + fall },
            _ => UsedTime { read: self.read.max(now), ..self },
        }
    }
}

impl Accounts {
    pub fn new(supervisor: Pid) -> Accounts {
        Accounts { supervisor, time: Cell::default() }
    }

    /// The files that the bot and all it started hold at this moment.
    pub fn held_files(&self, init: Option<i32>) -> Vec<PathBuf> {
        held_files(self.supervisor, init)
    }

    /// What the bot and all it started have used so far; our supervisor and our init do not count. Those who have
    /// ended count with the process that waited for them, in ticks of the system; without one, as they were seen last.
    pub fn used(&self, init: Option<i32>) -> Option<Duration> {
        let family = descendants(self.supervisor);
        let (mut own, mut ended) = (None::<Duration>, ended_children(self.supervisor));
        for pid in family {
            ended += ended_children(pid);
            if Some(pid.as_raw_nonzero().get()) != init
                && let Some(time) = own_time(pid)
            {
                own = Some(own.unwrap_or_default() + time);
            }
        }
        let time = self.time.get().counting(own? + ended);
        self.time.set(time);
        Some(time.read + time.lost)
    }
}

/// The processor time of all threads of a process, those that have ended included.
fn own_time(pid: Pid) -> Option<Duration> {
    let pid = nix::unistd::Pid::from_raw(pid.as_raw_nonzero().get());
    let clock = ClockId::pid_cpu_clock_id(pid).ok()?;
    Some(clock.now().ok()?.into())
}

/// The processor time of children that have ended and were waited for, and of theirs.
fn ended_children(pid: Pid) -> Duration {
    let stat = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    let ticks = ticks_of_ended(&String::from_utf8_lossy(&stat)).unwrap_or(0);
    Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// `cutime` and `cstime` of a line of `/proc/PID/stat`.
fn ticks_of_ended(stat: &str) -> Option<u64> {
    // The name stands in brackets and may hold anything, brackets too.
    let mut words = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(13);
    let user: u64 = words.next()?.parse().ok()?;
    let system: u64 = words.next()?.parse().ok()?;
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn ticks_of_ended_children_are_found_behind_any_name() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 1 2 3 4 10 20 30 12 20 0 1 0 99 1 1";
        assert_eq!(ticks_of_ended(stat), Some(42));
        assert_eq!(ticks_of_ended("7 (a) S 1"), None);
        assert_eq!(ticks_of_ended(""), None);
    }

    #[test]
    fn time_that_was_counted_stays_counted() {
        let mut used = UsedTime::default();
        // A child with 300 ms ends without being waited for; another one is waited for and told in ticks.
        let told = [500, 200, 210, 900, 890, 905].map(|now| {
            used = used.counting(Duration::from_millis(now));
            (used.read + used.lost).as_millis()
        });
        assert_eq!(told, [500, 500, 510, 1200, 1200, 1205]);
    }

    #[test]
    fn a_child_that_works_is_counted_while_it_lives_and_one_that_sleeps_is_not() {
        let own = rustix::process::getpid();
        let used = |line: &str| {
            let mut child = Command::new("sh").args(["-c", line]).spawn().unwrap();
            let until = std::time::Instant::now() + Duration::from_secs(60);
            let mut most = Duration::ZERO;
            while child.try_wait().unwrap().is_none() && std::time::Instant::now() < until {
                most = most.max(own_time(Pid::from_child(&child)).unwrap_or_default());
                std::thread::sleep(Duration::from_millis(5));
            }
            most
        };
        let before = ended_children(own);
        let sleeps = used("sleep 0.5");
        let works = used("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");
        assert!(works > Duration::from_millis(50), "{works:?}");
        assert!(sleeps < Duration::from_millis(50), "{sleeps:?}");
        assert!(ended_children(own) - before >= works / 2);
    }
}
