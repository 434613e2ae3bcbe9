//! The lock beside a run: one writer at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;

/// The id of a process has no more digits, and the line ends.
const LONGEST: u64 = 20;

/// The right to write to a run, given back when dropped. The system gives it back for a killed process.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of the run at `path`, or says who has it.
    pub(crate) fn take(path: &Path) -> Result<Lock, StoreError> {
        let place = beside(path, ".lock");
        let wrong = |source| StoreError::io(&place, source);
        let foreign = || {
            let reason =
                "it is no lock of a run: give the run another name, or take that file away";
            wrong(io::Error::other(reason))
        };
        // A link may lead to a file of somebody else.
        if fs::symlink_metadata(&place).is_ok_and(|found| !found.is_file()) {
            return Err(foreign());
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&place)
            .map_err(wrong)?;
        let held = match file.try_lock() {
            Ok(()) => false,
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(source)) => return Err(wrong(source)),
        };
        let mut holder = Vec::new();
        let read = (&file).take(LONGEST + 1).read_to_end(&mut holder);
        if held {
            // Without its id the other process is still there.
            let holder = str::from_utf8(&holder).ok().and_then(|text| text.trim().parse().ok());
            return Err(StoreError::Locked { path: path.to_owned(), holder });
        }
        read.map_err(wrong)?;
        let ours = |sign: &u8| sign.is_ascii_digit() || sign.is_ascii_whitespace();
        if holder.len() as u64 > LONGEST || !holder.iter().all(ours) {
            return Err(foreign());
        }
        file.seek(SeekFrom::Start(0)).map_err(wrong)?;
        file.set_len(0).map_err(wrong)?;
        writeln!(file, "{}", std::process::id()).map_err(wrong)?;
        Ok(Lock { file })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file stays, for a removed one could be locked twice; only the id goes.
        let _ = self.file.set_len(0);
    }
}

/// The file with a longer name in the same folder.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
