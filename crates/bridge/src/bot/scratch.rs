//! A folder where a bot may write, for as long as it runs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// What the name of every such folder begins with; the number of the process that made it follows.
const NAME: &str = "ludarium-bot-";

/// A bot's own folder, removed with it.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: PathBuf,
    /// Locked as long as somebody needs the folder, where folders can be locked.
    _lock: Option<File>,
}

impl Scratch {
    /// A new folder for the bot with this token, which begins with the number of our process.
    pub fn new(token: &str) -> io::Result<Scratch> {
        static SWEPT: Once = Once::new();
        let place = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&place));
        let folder = place.join(format!("{NAME}{token}"));
        fs::create_dir(&folder)?;
        let lock = cfg!(unix).then(|| hold(&folder)).transpose()?;
        Ok(Scratch {
            folder,
            _lock: lock,
        })
    }

    pub fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning.
        let _ = fs::remove_dir_all(&self.folder);
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
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

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
        let scratch = Scratch::new(&token).unwrap();
        let folder = scratch.path().to_owned();
        fs::write(folder.join("file"), "x").unwrap();
        assert!(!is_free(&folder));
        drop(scratch);
        assert!(!folder.exists());
    }
}
