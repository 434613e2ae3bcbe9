//! Writing what comes of an experiment.

use std::fs;
use std::path::Path;

use crate::error::LabError;

pub(crate) fn make_folder(path: &Path) -> Result<(), LabError> {
    fs::create_dir_all(path).map_err(|source| LabError::Write {
        path: path.to_owned(),
        source,
    })
}

pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), LabError> {
    fs::write(path, contents).map_err(|source| LabError::Write {
        path: path.to_owned(),
        source,
    })
}
