//! Documents as a folder of files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Document;

/// Where plots go, below the folder of a document.
pub(super) const PLOTS: &str = "plots";

/// A file or folder that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl Document {
    /// Writes `csv/` and `plots/` into a folder.
    pub fn write_files(&self, folder: &Path) -> Result<(), WriteError> {
        if !self.files.is_empty() {
            let csv = made(folder.join("csv"))?;
            for (name, sheet) in &self.files {
                write(csv.join(format!("{name}.csv")), sheet.csv())?;
            }
        }
        let mut charts = self.named_charts().peekable();
        if charts.peek().is_some() {
            let plots = made(folder.join(PLOTS))?;
            for chart in charts {
                write(plots.join(format!("{}.svg", chart.name)), chart.svg())?;
                write(plots.join(format!("{}.pdf", chart.name)), chart.pdf())?;
            }
        }
        Ok(())
    }

    /// Writes the page into a file.
    pub fn write_page(&self, path: &Path) -> Result<(), WriteError> {
        write(path.to_owned(), self.html())
    }
}

/// Makes a folder, where it is not there.
fn made(path: PathBuf) -> Result<PathBuf, WriteError> {
    match fs::create_dir_all(&path) {
        Ok(()) => Ok(path),
        Err(source) => Err(WriteError { path, source }),
    }
}

fn write(path: PathBuf, contents: impl AsRef<[u8]>) -> Result<(), WriteError> {
    fs::write(&path, contents).map_err(|source| WriteError { path, source })
}
