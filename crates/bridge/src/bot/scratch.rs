//! A folder where a bot may write, for as long as it runs.

use std::collections::hash_map::RandomState;
use std::fs::{self, File};
use std::hash::BuildHasher;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;

#[cfg(target_os = "linux")]
use super::own_file::open_beneath;

/// What the name of every such folder begins with; the number of the process that made it follows.
const NAME: &str = "ludarium-bot-";

/// A bot's own folder, removed with it.
#[derive(Debug)]
pub(super) struct ScratchFolder {
    folder: PathBuf,
    /// Another folder of a bot that might leave programs there which act as their owner.
    disarmed: Option<PathBuf>,
    /// Locked as long as somebody needs the folder, where folders can be locked.
    _lock: Option<File>,
}

impl ScratchFolder {
    /// A new folder for the bot with this token, which begins with the number of our process.
    pub fn new(token: &str) -> io::Result<ScratchFolder> {
        static SWEPT: Once = Once::new();
        let place = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&place));
        let folder = place.join(format!("{NAME}{token}"));
        fs::create_dir(&folder)?;
        let lock = cfg!(unix).then(|| hold(&folder)).transpose()?;
        Ok(ScratchFolder { folder, disarmed: None, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// What is left in this folder in the end will not act as its owner.
    #[cfg(target_os = "linux")]
    pub fn disarm(&mut self, folder: PathBuf) {
        self.disarmed = Some(folder);
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning.
        let _ = remove(&self.folder);
        #[cfg(target_os = "linux")]
        self.disarmed.iter().for_each(|folder| disarm(folder));
    }
}

/// Takes the right to act as their owner from the files of a folder.
#[cfg(target_os = "linux")]
fn disarm(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mut waiting = vec![PathBuf::new()];
    while let Some(place) = waiting.pop() {
        let entries = fs::read_dir(folder.join(&place));
        for entry in entries.into_iter().flatten().flatten() {
            let (name, found) = (place.join(entry.file_name()), entry.metadata());
            let mode = found.as_ref().map_or(0, |found| found.permissions().mode());
            if found.is_ok_and(|found| found.is_dir()) {
                waiting.push(name);
            } else if mode & 0o6000 != 0
                && let Ok(file) = open_beneath(folder, &name)
            {
                let _ = file.set_permissions(fs::Permissions::from_mode(mode & 0o777));
            }
        }
    }
}

/// Locks a folder.
fn hold(folder: &Path) -> io::Result<File> {
    let lock = File::open(folder)?;
    lock.lock()?;
    Ok(lock)
}

/// Removes the folders of laboratories that were killed, where `/proc` tells who lives. What cannot be looked at or removed stays.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(owner);
        if owner.is_some_and(is_gone) && is_free(&entry.path()) {
            let _ = remove(&entry.path());
        }
    }
}

/// Removes a folder that somebody else has filled, who is gone. What may not be read is opened, and folders are brought up
/// before they are removed: nested deeply, they would have paths that are too long, and take more files and stack than there
/// are.
fn remove(folder: &Path) -> io::Result<()> {
    let unique = RandomState::new().hash_one(folder);
    let (mut waiting, mut number) = (vec![folder.to_owned()], 0_u64);
    while let Some(place) = waiting.pop() {
        open_up(&place);
        for entry in fs::read_dir(&place)? {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
            } else if place == folder {
                waiting.push(entry.path());
            } else {
                // To move a folder, one must be able to write in it.
                open_up(&entry.path());
                let up = folder.join(format!("{unique:x}-{number}"));
                number += 1;
                fs::rename(entry.path(), &up)?;
                waiting.push(up);
            }
        }
        if place != folder {
            fs::remove_dir(&place)?;
        }
    }
    fs::remove_dir(folder)
}

/// Lets the owner of a folder into it. If that fails, so does what follows.
#[cfg(unix)]
fn open_up(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
}

#[cfg(not(unix))]
fn open_up(_: &Path) {}

/// The process that made a folder of this name.
fn owner(name: &str) -> Option<u32> {
    let (pid, _) = name.strip_prefix(NAME)?.split_once('-')?;
    pid.parse().ok()
}

fn is_gone(pid: u32) -> bool {
    Path::new("/proc/self").exists() && !Path::new("/proc").join(pid.to_string()).exists()
}

/// Whether nobody holds the lock: the owner may live where its number is not seen, in another container for instance.
fn is_free(folder: &Path) -> bool {
    let is_folder = fs::symlink_metadata(folder).is_ok_and(|data| data.is_dir());
    is_folder && File::open(folder).is_ok_and(|folder| folder.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_needs_is_swept_up() {
        let place = std::env::temp_dir().join(format!("ludarium-sweep-{}", std::process::id()));
        let gone = u32::MAX;
        let own = std::process::id();
        let make = |name: String| {
            let folder = place.join(name);
            fs::create_dir_all(folder.join("inside")).unwrap();
            folder
        };
        let left = make(format!("{NAME}{gone}-1-0"));
        let held = make(format!("{NAME}{gone}-2-0"));
        let live = make(format!("{NAME}{own}-3-0"));
        let other = make(format!("other-{gone}-4-0"));
        let lock = File::open(&held).unwrap();
        lock.lock().unwrap();
        sweep(&place);
        let stay = [left, held, live, other].map(|folder| folder.exists());
        fs::remove_dir_all(&place).unwrap();
        assert_eq!(stay, [false, true, true, true]);
    }

    #[test]
    fn a_folder_goes_with_its_bot() {
        let token = format!("{}-test-0", std::process::id());
        let scratch = ScratchFolder::new(&token).unwrap();
        let folder = scratch.path().to_owned();
        fs::write(folder.join("file"), "x").unwrap();
        assert!(!is_free(&folder));
        drop(scratch);
        assert!(!folder.exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_can_be_removed_whatever_is_in_it() {
        let token = format!("{}-nested-0", std::process::id());
        let scratch = ScratchFolder::new(&token).unwrap();
        let folder = scratch.path().to_owned();
        // Deeper than a path can say and than a process may open files: each folder is put into the next.
        let mut top = folder.join("0");
        fs::create_dir(&top).unwrap();
        fs::write(top.join("file"), "x").unwrap();
        for number in 1..3000 {
            let next = folder.join(number.to_string());
            fs::create_dir(&next).unwrap();
            fs::rename(&top, next.join("d")).unwrap();
            top = next;
        }
        let shut = folder.join("shut");
        fs::create_dir(&shut).unwrap();
        fs::write(shut.join("file"), "x").unwrap();
        fs::set_permissions(&shut, std::os::unix::fs::PermissionsExt::from_mode(0o0)).unwrap();
        drop(scratch);
        assert!(!folder.exists());
    }
}
