//! Studies: an experiment file of your own, from the games to tables and plots for a paper.

mod document;
mod plots;
mod sheets;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use ludarium_arena::{FileErrors, Games, Interrupt};

use crate::bench::{Bench, BenchNews, Conditions};
use crate::error::LabError;
use crate::experiment::{CatalogueError, Experiment, Mode};
use crate::files::{self, make_folder};
use crate::reproduce::{Finding, SEED};
use ludarium_report::slug;

/// What came of a file of your own.
#[derive(Clone, Debug)]
pub struct Study {
    /// What the file is called, without its folder and ending.
    pub name: String,
    /// The file as it was given.
    pub file: PathBuf,
    /// What came of each game.
    pub findings: Vec<Finding>,
    /// How much was played.
    pub mode: Mode,
    /// The master seed.
    pub seed: u64,
}

/// Runs the experiments of a file and writes `report.html`, `csv/` and `plots/` into the folder. Games are stored there as
/// well: the same call goes on where it was interrupted, and a full run uses the games of a quick one.
pub fn study(
    games: &Games,
    file: &Path,
    conditions: &Conditions,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(BenchNews<'_>),
) -> Result<Study, LabError> {
    let name = name_of(file);
    let experiments = read(games, file, &name)?;
    make_folder(&conditions.folder)?;
    let bench = Bench { games, conditions, interrupt, results: None, counted_alone: false };
    let study = Study {
        name,
        file: file.to_owned(),
        findings: bench.findings(experiments, watch, |_| Ok(()))?,
        mode: conditions.mode,
        seed: conditions.seed,
    };
    let document = study.document();
    document.write_page(&conditions.folder.join("report.html"))?;
    document.write_files(&conditions.folder)?;
    Ok(study)
}

/// The name of a file without its folder and ending.
fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    slug(&stem)
}

fn read(games: &Games, file: &Path, name: &str) -> Result<Vec<Experiment>, LabError> {
    let text = files::read(file)?;
    let read = Experiment::parse_own(games, name, &text);
    let renamed = |errors: FileErrors| errors.renamed(file.display().to_string());
    Ok(read.map_err(|errors| CatalogueError::from(renamed(errors)))?)
}

impl Study {
    /// Whether everything that was planned is there.
    pub fn is_complete(&self) -> bool {
        self.findings.iter().all(Finding::is_complete)
    }

    /// Games played or questions answered.
    pub fn done(&self) -> u64 {
        self.findings.iter().map(Finding::done).sum()
    }

    /// What the file is about, in a few words.
    pub fn title(&self) -> &str {
        let first = self.findings.first();
        first.map_or("", |finding| &finding.experiment.title)
    }

    /// What the file says about itself.
    pub fn text(&self) -> &str {
        let first = self.findings.first();
        first.map_or("", |finding| finding.experiment.text.trim())
    }

    /// The command that gives these results again.
    pub fn command(&self) -> String {
        let mode = match self.mode {
            Mode::Quick => "--quick",
            Mode::Full => "--full",
        };
        let seed = match self.seed {
            SEED => String::new(),
            seed => format!(" --seed {seed}"),
        };
        format!("ludarium experiment {} {mode}{seed}", self.file.display())
    }
}
