//! Files that are either complete or not there, and checksums that detect damage.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Crc;

use crate::{LearnError, Result};

/// A file that gets its name when it is complete: a program that is killed leaves no half file. If it is
/// dropped before [`Draft::finish`], nothing is left of it.
#[derive(Debug)]
pub(crate) struct Draft {
    path: PathBuf,
    draft: PathBuf,
    writer: Option<BufWriter<File>>,
}

impl Draft {
    pub fn create(path: &Path) -> Result<Draft> {
        let draft = draft_of(path);
        let file = create(&draft).map_err(|source| LearnError::io(&draft, source))?;
        Ok(Draft { path: path.to_owned(), draft, writer: Some(BufWriter::new(file)) })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let written = writer.write_all(bytes);
        written.map_err(|source| LearnError::io(&self.path, source))
    }

    /// Puts everything on the disk and gives the file its name.
    pub fn finish(mut self) -> Result<()> {
        let Some(writer) = self.writer.take() else {
            return Ok(());
        };
        let named = writer
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&self.draft, &self.path));
        if let Err(source) = named {
            let _ = fs::remove_file(&self.draft);
            return Err(LearnError::io(&self.path, source));
        }
        sync_folder_of(&self.path);
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.writer.take().is_some() {
            let _ = fs::remove_file(&self.draft);
        }
    }
}

/// Writes a file, or writes it again. It gets its name when all of it is on the disk, so no kill and no power cut leaves half
/// of it or takes back what was reported.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes).map_err(|error| match error {
        LearnError::Io { source, .. } => source,
        error => io::Error::other(error),
    })
}

/// Puts the name of a new file on the disk; where folders cannot be synced, they need not be.
pub fn sync_folder_of(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// A new file in the place of what a kill has left; if that is a link, what it leads to stays as it is.
fn create(draft: &Path) -> io::Result<File> {
    match fs::remove_file(draft) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(source),
        _ => File::create_new(draft),
    }
}

/// The file beside a file that has its name once it is complete.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".new");
    path.with_file_name(name)
}

/// Writes a whole file at once, completely or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut draft = Draft::create(path)?;
    draft.write(bytes)?;
    draft.finish()
}

/// The largest model or network that is read.
pub const LARGEST_MODEL: u64 = 1 << 30;

/// The largest text that is read at once: plans, experiments, lists.
const LARGEST_TEXT: u64 = 64 << 20;

/// Opens an ordinary file: for a pipe one might wait for ever, and a device need not end.
pub fn open_file(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(io::Error::other("it is no ordinary file"))
}

/// Everything in an ordinary file of at most `most` bytes.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_file(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    Err(io::Error::other(format!("it has more than {} MiB, which is the most", most >> 20)))
}

/// The text in an ordinary file.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_file(path, LARGEST_TEXT)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is no text in UTF-8"))
}

/// All bytes of a model.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    read_file(path, LARGEST_MODEL).map_err(|source| LearnError::io(path, source))
}

/// The CRC-32 of some bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads numbers from the front of some bytes; `None` once there are too few.
pub(crate) struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn array<const SIZE: usize>(&mut self) -> Option<[u8; SIZE]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn f32(&mut self) -> Option<f32> {
        self.array().map(f32::from_le_bytes)
    }
}

/// A folder for the files of one test, removed at its end.
#[cfg(test)]
pub(crate) struct Scratch(PathBuf);

#[cfg(test)]
impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let name = format!("ludarium-learn-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

#[cfg(test)]
impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_that_is_dropped_leaves_the_old_file_alone() {
        let scratch = Scratch::new("draft");
        let path = scratch.file("model");
        // What a kill has left of an earlier time does no harm.
        fs::write(draft_of(&path), "a long half of a file").unwrap();
        write(&path, b"old").unwrap();
        let mut draft = Draft::create(&path).unwrap();
        draft.write(b"new").unwrap();
        drop(draft);
        assert_eq!(read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        write(&path, b"new").unwrap();
        assert_eq!(read(&path).unwrap(), b"new");
    }

    /// Whoever may write to the folder could lead us to a file that only we may write.
    #[cfg(unix)]
    #[test]
    fn a_draft_is_not_written_through_a_link() {
        let scratch = Scratch::new("link");
        let (path, other) = (scratch.file("model"), scratch.file("other"));
        fs::write(&other, "somebody's").unwrap();
        std::os::unix::fs::symlink(&other, draft_of(&path)).unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(read(&path).unwrap(), b"new");
        assert_eq!(read(&other).unwrap(), b"somebody's");
    }

    #[test]
    fn only_ordinary_files_are_read_and_only_so_much_of_them() {
        let scratch = Scratch::new("bounded");
        let path = scratch.file("model");
        write(&path, &[b'x'; 100]).unwrap();
        assert_eq!(read_file(&path, 100).unwrap().len(), 100);
        assert!(read_file(&path, 99).unwrap_err().to_string().contains("more than"));
        let large = File::create(&path).unwrap();
        large.set_len(LARGEST_TEXT + 1).unwrap();
        assert!(read_text(&path).unwrap_err().to_string().contains("more than 64 MiB"));
        for endless in [path.parent().unwrap(), Path::new("/dev/zero")] {
            if endless.exists() {
                let refused = read_text(endless).unwrap_err().to_string();
                assert!(refused.contains("no ordinary file"), "{refused}");
            }
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_with_its_name() {
        let path = Scratch::new("nowhere").file("missing/model");
        let error = write(&path, b"x").unwrap_err().to_string();
        assert!(error.starts_with("cannot use ") && error.contains("missing"), "{error}");
    }
}
