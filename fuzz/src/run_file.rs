//! Run files: databases that somebody else may have written.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludarium_arena::{Store, StoreError};

thread_local! {
    /// SQLite reads files, so each thread has one.
    static PLACE: RefCell<ScratchFile> = RefCell::new(ScratchFile::new());
}

/// A file that is written over and over, and deleted in the end.
struct ScratchFile {
    path: PathBuf,
    file: File,
}

impl ScratchFile {
    fn new() -> ScratchFile {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        // A file system in memory, where there is one: nothing waits for the disk.
        let memory = PathBuf::from("/dev/shm");
        let folder = Some(memory).filter(|folder| folder.is_dir());
        let name = format!(
            "ludarium-fuzz-{}-{}.db",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = folder.unwrap_or_else(std::env::temp_dir).join(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let file = file.expect("a file for runs");
        ScratchFile { path, file }
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The file of a run: all that reports and exports read of it. Accepted means that all of it was read.
pub fn run_file(data: &[u8]) -> bool {
    PLACE.with_borrow_mut(|place| {
        let written = place.file.rewind().and_then(|()| {
            place.file.write_all(data)?;
            place.file.set_len(data.len() as u64)
        });
        written.expect("room for a small file");
        let Ok(store) = Store::open(&place.path) else {
            return false;
        };
        let sums = store.each_sum(|_| Ok::<(), StoreError>(())).is_ok();
        let games = store.each_game(|_| Ok::<(), StoreError>(())).is_ok();
        let _ = store.game(0);
        sums && games
    })
}
