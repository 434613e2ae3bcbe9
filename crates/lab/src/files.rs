//! Reading files of one's own, and writing what comes of an experiment.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ludarium_arena::read_text;
use ludarium_report::WriteError;

use crate::error::LabError;
use crate::experiment::CatalogueError;

/// The text of a file that a user named.
pub(crate) fn read(path: &Path) -> Result<String, CatalogueError> {
    read_text(path).map_err(|error| CatalogueError::Read {
        file: path.display().to_string(),
        reason: error.to_string(),
    })
}

pub(crate) fn make_folder(path: &Path) -> Result<(), LabError> {
    let path = path.to_owned();
    fs::create_dir_all(&path).map_err(|source| WriteError { path, source }.into())
}

pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), LabError> {
    let path = path.to_owned();
    fs::write(&path, contents).map_err(|source| WriteError { path, source }.into())
}

/// The one folder inside another whose name begins so.
pub(crate) fn folder_with(parent: &Path, begin: &str) -> Result<PathBuf, LabError> {
    let wrong = |source| LabError::from(WriteError { path: parent.to_owned(), source });
    for entry in fs::read_dir(parent).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        if entry.file_name().to_string_lossy().starts_with(begin) {
            return Ok(entry.path());
        }
    }
    let missing = format!("no folder there begins with {begin}");
    Err(wrong(io::Error::new(io::ErrorKind::NotFound, missing)))
}
