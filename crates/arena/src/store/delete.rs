//! Deleting a run with everything that belongs to it.

use std::ffi::OsString;
use std::path::Path;

use super::Store;
use super::error::StoreError;
use super::file;
use super::lock::Lock;

impl Store {
    /// Deletes a run that nobody else writes to. A file that is not a run of this program, or one of a later version,
    /// is refused and left as it is.
    pub fn delete(path: &Path) -> Result<(), StoreError> {
        file::check_header(path)?;
        let _lock = Lock::take(path)?;
        for ending in ["", "-wal", "-shm"] {
            let mut name = OsString::from(path);
            name.push(ending);
            match std::fs::remove_file(&name) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(StoreError::io(Path::new(&name), source));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
