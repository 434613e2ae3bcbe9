//! The lock beside a run: one writer at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;

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
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&place)
            .map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Without its id the other process is still there.
                let _ = file.read_to_string(&mut holder);
                return Err(StoreError::Locked {
                    path: path.to_owned(),
                    holder: holder.trim().parse().ok(),
                });
            }
            Err(TryLockError::Error(source)) => return Err(wrong(source)),
        }
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
