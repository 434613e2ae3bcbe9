//! A cgroup of its own for each bot, where one may be made: the kernel counts what the bot and its children take.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::thread;
use std::time::Duration;

/// What the names of our cgroups begin with; the number of the process that made one follows.
const NAME: &str = "ludarium-bot-";

/// Our own processes in it: the supervisor and the init.
const OURS: u64 = 2;

/// A cgroup with limits, removed with its bot.
#[derive(Debug)]
pub(crate) struct Cgroup {
    folder: PathBuf,
}

impl Cgroup {
    /// A new cgroup beside or below ours, if the system lets us make one that limits memory and tasks (processes
    /// and threads). `token` begins with the number of our process.
    pub fn make(token: &str, memory: u64, tasks: u64) -> Option<Cgroup> {
        static SWEPT: Once = Once::new();
        let places = places()?;
        SWEPT.call_once(|| places.iter().for_each(|place| sweep(place)));
        for place in places {
            let folder = place.join(format!("{NAME}{token}"));
            if fs::create_dir(&folder).is_err() {
                continue;
            }
            // Dropped, and so removed, if it cannot limit.
            let made = Cgroup { folder };
            if limit(&made.folder, memory, tasks).is_ok() {
                return Some(made);
            }
        }
        None
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Processor time of all that is and was in it, our supervisor and init included: they hardly work.
    pub fn processor_time(&self) -> Option<Duration> {
        used(&fs::read_to_string(self.folder.join("cpu.stat")).ok()?)
    }

    /// Whether the kernel has killed somebody in it for lack of memory.
    pub fn ran_out_of_memory(&self) -> bool {
        let events = fs::read_to_string(self.folder.join("memory.events")).unwrap_or_default();
        killed(&events)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // What was started there is gone; the kernel may take a moment to notice.
        let _ = set(&self.folder.join("cgroup.kill"), "1");
        for _ in 0..100 {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    thread::sleep(Duration::from_millis(10));
                }
                _ => return,
            }
        }
    }
}

/// Moves this process into a cgroup.
pub(super) fn join(folder: &Path) -> io::Result<()> {
    fs::write(folder.join("cgroup.procs"), "0")
}

/// Sets the limits.
fn limit(folder: &Path, memory: u64, tasks: u64) -> io::Result<()> {
    set(&folder.join("memory.max"), &memory.to_string())?;
    let tasks = tasks.saturating_add(OURS);
    set(&folder.join("pids.max"), &tasks.to_string())?;
    // There is no such file where there is no swap.
    let _ = set(&folder.join("memory.swap.max"), "0");
    Ok(())
}

/// Writes a file of a cgroup. Such files are there only where the kernel can do what they are for; they are never made.
fn set(file: &Path, value: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).open(file)?;
    io::Write::write_all(&mut file, value.as_bytes())
}

/// The time that `cpu.stat` tells.
fn used(stat: &str) -> Option<Duration> {
    let mut lines = stat.lines();
    let micros = lines.find_map(|line| line.strip_prefix("usage_usec "))?;
    Some(Duration::from_micros(micros.parse().ok()?))
}

/// Whether `memory.events` tells of a kill.
fn killed(events: &str) -> bool {
    let mut lines = events.lines();
    lines.any(|line| line.strip_prefix("oom_kill ").is_some_and(|count| count != "0"))
}

/// Where a cgroup may be made.
fn places() -> Option<Vec<PathBuf>> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    places_of(&mounts, &groups)
}

/// The folder of the cgroup that we are in, and its parent: a cgroup that holds processes seldom has limits for those below
/// it, its parent has. What lies above the mount is no cgroup.
fn places_of(mounts: &str, groups: &str) -> Option<Vec<PathBuf>> {
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "))?;
    let mut words = mount.split(' ').skip(3);
    let (root, place) = (words.next()?, Path::new(words.next()?));
    let below = Path::new(own).strip_prefix(root).ok()?;
    let own: PathBuf = place.components().chain(below.components()).collect();
    let folders = own.ancestors().take(2);
    let folders = folders.filter(|folder| folder.starts_with(place));
    Some(folders.map(Path::to_path_buf).collect())
}

/// Removes the cgroups of laboratories that were killed. Nothing lives there any more, or they cannot be removed.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(NAME));
        let owner = owner.and_then(|rest| rest.split_once('-'));
        if owner.is_some_and(|(pid, _)| !Path::new("/proc").join(pid).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_cgroup_is_found_behind_its_mount() {
        let mounts = "24 30 0:22 / /proc rw - proc proc rw\n\
             35 24 0:30 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";
        let groups = "4:memory:/old\n0::/user.slice/term.scope\n";
        let places = |mounts: &str, groups: &str| {
            let places = places_of(mounts, groups)?;
            let texts = places.iter().map(|place| place.display().to_string());
            Some(texts.collect::<Vec<_>>().join(" "))
        };
        let found = "/sys/fs/cgroup/user.slice/term.scope /sys/fs/cgroup/user.slice";
        assert_eq!(places(mounts, groups).unwrap(), found);
        let inner = mounts.replace(" / /sys/fs/cgroup", " /user.slice /sys/fs/cgroup");
        let found = "/sys/fs/cgroup/term.scope /sys/fs/cgroup";
        assert_eq!(places(&inner, groups).unwrap(), found);
        // Beside the mount of the old hierarchies: what is above it is a plain folder.
        let beside = mounts.replace("/sys/fs/cgroup ", "/sys/fs/cgroup/unified ");
        let found = "/sys/fs/cgroup/unified";
        assert_eq!(places(&beside, "0::/\n").unwrap(), found);
        assert_eq!(places(mounts, "4:memory:/old\n"), None);
        let none = "24 30 0:22 / /proc rw - proc proc rw\n";
        assert_eq!(places(none, groups), None);
    }

    #[test]
    fn nothing_is_left_of_a_folder_that_is_no_cgroup() {
        let folder = std::env::temp_dir().join(format!("ludarium-plain-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        drop(Cgroup { folder: folder.clone() });
        let left = folder.exists();
        let _ = fs::remove_dir_all(&folder);
        assert!(!left);
    }

    #[test]
    fn limits_are_set_only_where_the_kernel_has_them() {
        let folder = std::env::temp_dir().join(format!("ludarium-cgroup-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let without = limit(&folder, 1 << 20, 64);
        fs::write(folder.join("memory.max"), "").unwrap();
        fs::write(folder.join("pids.max"), "").unwrap();
        let with = limit(&folder, 1 << 20, 64);
        let written = ["memory.max", "pids.max"].map(|name| fs::read_to_string(folder.join(name)));
        fs::remove_dir_all(&folder).unwrap();
        assert!(without.is_err() && with.is_ok());
        let [memory, processes] = written.map(Result::unwrap);
        assert_eq!((&*memory, &*processes), ("1048576", "66"));
    }

    #[test]
    fn processor_time_is_read() {
        let stat = "usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\n";
        assert_eq!(used(stat), Some(Duration::from_micros(1_234_567)));
        assert_eq!(used("user_usec 1000000\n"), None);
    }

    #[test]
    fn a_kill_for_lack_of_memory_is_seen() {
        assert!(killed("low 0\nhigh 0\nmax 7\noom 1\noom_kill 1\n"));
        assert!(!killed("low 0\nhigh 0\nmax 7\noom 0\noom_kill 0\n"));
        assert!(!killed(""));
    }
}
