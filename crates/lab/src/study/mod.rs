//! Studies: an experiment file of your own, from the games to tables and plots for a paper.

mod page;
mod plots;
mod sheets;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use ludarium_arena::{Games, Interrupt};

pub use plots::Plot;

use crate::bench::{Bench, Conditions, News};
use crate::error::LabError;
use crate::experiment::{CatalogueError, Experiment, Mode};
use crate::files::{self, make_folder, write};
use crate::reproduce::{Finding, SEED};
use crate::slug;

/// Where the plots go, below the folder of a study.
const PLOTS: &str = "plots";

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
    watch: &mut dyn FnMut(News<'_>),
) -> Result<Study, LabError> {
    let name = name_of(file);
    let experiments = read(games, file, &name)?;
    make_folder(&conditions.folder)?;
    let bench = Bench {
        games,
        conditions,
        interrupt,
    };
    let study = Study {
        name,
        file: file.to_owned(),
        findings: bench.findings(experiments, watch, |_| Ok(()))?,
        mode: conditions.mode,
        seed: conditions.seed,
    };
    study.write(&conditions.folder)?;
    Ok(study)
}

/// What a file is called, without its folder and ending.
fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    slug(&stem)
}

fn read(games: &Games, file: &Path, name: &str) -> Result<Vec<Experiment>, LabError> {
    let text = files::read(file)?;
    let read = Experiment::parse_own(games, name, &text);
    Ok(read.map_err(|mut errors| {
        errors.file = file.display().to_string();
        CatalogueError::from(errors)
    })?)
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

    /// Writes the page, the CSV files and every plot as a file of its own.
    fn write(&self, folder: &Path) -> Result<(), LabError> {
        write(&folder.join("report.html"), page::page(self))?;
        let csv = folder.join("csv");
        make_folder(&csv)?;
        write(&csv.join("figures.csv"), self.figures().csv())?;
        for (name, sheet) in [("tests", self.tests()), ("claims", self.claims())] {
            if let Some(sheet) = sheet {
                write(&csv.join(format!("{name}.csv")), sheet.csv())?;
            }
        }
        let plots = folder.join(PLOTS);
        make_folder(&plots)?;
        for plot in self.plots() {
            write(&plots.join(format!("{}.svg", plot.name)), plot.svg())?;
            write(&plots.join(format!("{}.pdf", plot.name)), plot.pdf())?;
        }
        Ok(())
    }
}
