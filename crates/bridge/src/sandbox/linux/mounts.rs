//! What a bot sees of the machine's files, in a mount namespace of its own: a `/proc` of its own processes, and nothing
//! that can be changed but its own folders. Its scratch folder is there for it alone, and the kernel counts what lies in it.
//!
//! Landlock does not look at the owner, the rights and the times of a file. Where everything is mounted read-only they
//! cannot be changed, either.

use std::ffi::{CString, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use nix::sched::{CloneFlags, unshare};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind_recursive, mount_change, mount_remount,
};

use crate::sandbox::confinement::Confinement;

/// What came of the attempt.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mounts {
    /// `/proc` shows nobody else.
    pub own_proc: bool,
    /// Everything but the folders to write in is read-only.
    pub read_only: bool,
    /// The scratch folder has a size.
    pub scratch: bool,
}

impl Mounts {
    /// Makes the namespace for this process and its children alone; what is not possible is left as it was.
    pub fn make(confinement: &Confinement) -> Mounts {
        match alone() {
            Ok(()) => Mounts {
                scratch: mount_scratch(&confinement.scratch).is_ok(),
                // Not where others have put something over parts of `/proc`; Landlock hides it then.
                own_proc: mount_own_proc().is_ok(),
                read_only: make_read_only(&confinement.writes).is_ok(),
            },
            Err(_) => Mounts::default(),
        }
    }
}

fn alone() -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    let private = MountPropagationFlags::REC | MountPropagationFlags::PRIVATE;
    Ok(mount_change("/", private)?)
}

fn mount_own_proc() -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    Ok(mount("proc", "/proc", "proc", flags, None)?)
}

/// More names than a scratch folder may have.
const MOST_NAMES: u64 = 100_000;

/// A file lies in memory here, and counts until nobody holds it any more, by whatever means.
fn mount_scratch((folder, bytes): &(PathBuf, u64)) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    let size = CString::new(format!("size={bytes},nr_inodes={MOST_NAMES},mode=700"))?;
    Ok(mount("ludarium", folder, "tmpfs", flags, &*size)?)
}

/// Makes all mounts read-only but those of the folders to write in, which get mounts of their own first.
fn make_read_only(writes: &[PathBuf]) -> io::Result<()> {
    let folders = writes.iter().filter(|path| path.is_dir());
    let folders: Vec<PathBuf> = folders.map(fs::canonicalize).collect::<io::Result<_>>()?;
    let here = std::env::current_dir()?;
    for folder in &folders {
        mount_bind_recursive(folder, folder)?;
    }
    for found in Mount::all(&fs::read("/proc/self/mountinfo")?) {
        let own = folders.iter().any(|folder| found.place.starts_with(folder));
        let wanted = if own { MountFlags::NOSUID | MountFlags::NODEV } else { MountFlags::RDONLY };
        if found.flags.contains(wanted) {
            continue;
        }
        match mount_remount(&found.place, MountFlags::BIND | wanted | found.flags, "") {
            // Where we cannot go, nor can the bot.
            Ok(()) | Err(Errno::NOENT | Errno::ACCESS | Errno::NOTDIR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // We may stand in a folder that has a mount of its own now, and are still in the one below.
    std::env::set_current_dir(here)
}

/// A mount of this namespace.
#[derive(Debug, PartialEq)]
struct Mount {
    place: PathBuf,
    /// Those that must be said again: who leaves one out asks for more than there was.
    flags: MountFlags,
}

impl Mount {
    /// Reads `/proc/self/mountinfo`.
    fn all(text: &[u8]) -> Vec<Mount> {
        let lines = text.split(|&byte| byte == b'\n');
        lines.filter_map(Mount::read).collect()
    }

    fn read(line: &[u8]) -> Option<Mount> {
        let mut words = line.split(|&byte| byte == b' ').skip(4);
        let place = unescaped(words.next()?);
        let options = words.next()?.split(|&byte| byte == b',');
        let mut flags = MountFlags::empty();
        for option in options {
            flags |= match option {
                b"ro" => MountFlags::RDONLY,
                b"nosuid" => MountFlags::NOSUID,
                b"nodev" => MountFlags::NODEV,
                b"noexec" => MountFlags::NOEXEC,
                b"noatime" => MountFlags::NOATIME,
                b"nodiratime" => MountFlags::NODIRATIME,
                b"relatime" => MountFlags::RELATIME,
                b"nosymfollow" => MountFlags::NOSYMFOLLOW,
                _ => MountFlags::empty(),
            };
        }
        if !flags.intersects(MountFlags::NOATIME | MountFlags::RELATIME) {
            flags |= MountFlags::STRICTATIME;
        }
        Some(Mount { place, flags })
    }
}

/// A path as it is: blanks and some other signs are written as `\` and three digits.
fn unescaped(word: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word;
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..3).filter(|_| first == b'\\');
        let code = digits.and_then(|digits| {
            let digits = str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 8).ok()
        });
        match code {
            Some(code) => {
                bytes.push(code);
                rest = &after[3..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    Path::new(&OsString::from_vec(bytes)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_are_read_with_what_must_be_said_again() {
        let text = b"24 30 0:22 / /proc rw,nosuid,nodev,noexec,relatime shared:12 - proc proc rw\n\
            31 30 8:1 /a /mnt/a\\040b\\134c ro,noatime - ext4 /dev/sda1 rw\n\
            30 1 8:1 / / rw - ext4 /dev/sda1 rw\n";
        let found = Mount::all(text);
        let places: Vec<&str> = found.iter().filter_map(|m| m.place.to_str()).collect();
        assert_eq!(places, ["/proc", "/mnt/a b\\c", "/"]);
        let safe = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        assert_eq!(found[0].flags, safe | MountFlags::RELATIME);
        assert_eq!(found[1].flags, MountFlags::RDONLY | MountFlags::NOATIME);
        assert_eq!(found[2].flags, MountFlags::STRICTATIME);
    }
}
