//! `Core`: a processor core that one game under a clock has for itself.

use std::fs::{File, OpenOptions};
use std::path::Path;

/// A core that no other worker of this machine takes for games under a clock, until it is dropped.
#[derive(Debug)]
pub(crate) struct Core {
    number: usize,
    /// Locked as long as the core is ours. The system unlocks it for a killed process.
    _lock: File,
}

impl Core {
    /// Takes this number of free cores, or fewer if there are fewer. Workers of one machine tell each other by files in a
    /// folder that they share.
    pub fn claim(folder: &Path, most: usize) -> Vec<Core> {
        let free = allowed().into_iter().filter_map(|number| {
            let name = folder.join(format!("ludarium-core-{number}.lock"));
            let mut options = OpenOptions::new();
            let lock = options.write(true).create(true).truncate(false).open(name);
            let lock = lock.ok()?;
            lock.try_lock().ok()?;
            Some(Core { number, _lock: lock })
        });
        free.take(most).collect()
    }

    /// Keeps the calling thread, and the programs that it starts, on this core. Where the system cannot do that, the
    /// number of games is right and their places are the system's choice.
    pub fn pin(&self) {
        pin(self.number);
    }
}

/// The cores that this process may use.
#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    match rustix::thread::sched_getaffinity(None) {
        Ok(set) => (0..rustix::thread::CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect(),
        Err(_) => counted(),
    }
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    counted()
}

fn counted() -> Vec<usize> {
    (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
}

#[cfg(target_os = "linux")]
fn pin(core: usize) {
    let mut set = rustix::thread::CpuSet::new();
    set.set(core);
    let _ = rustix::thread::sched_setaffinity(None, &set);
}

#[cfg(not(target_os = "linux"))]
fn pin(_: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_taken_once() {
        let folder = std::env::temp_dir().join(format!("ludarium-cores-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let all = allowed().len();
        let first = Core::claim(&folder, 1);
        let others = Core::claim(&folder, usize::MAX);
        assert_eq!((first.len(), others.len()), (1, all - 1));
        assert!(others.iter().all(|core| core.number != first[0].number));
        assert!(Core::claim(&folder, 1).is_empty(), "none is left");
        let number = first[0].number;
        drop(first);
        let again = Core::claim(&folder, 1);
        assert_eq!(again[0].number, number);
        #[cfg(target_os = "linux")]
        std::thread::scope(|scope| {
            scope.spawn(|| {
                again[0].pin();
                assert_eq!(allowed(), [number]);
            });
        });
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
