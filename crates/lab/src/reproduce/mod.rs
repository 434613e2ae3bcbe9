//! Reproducing: experiments by name, from the file to the report.

mod finding;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludarium_arena::{BotSource, Interrupt};
use ludarium_report::duration_text;
use ludarium_report::sheet::{Cell, Column, Sheet, Tone};

pub use finding::Finding;

use crate::error::LabError;
use crate::experiment::{Catalogue, Mode};
use crate::measure::{Job, measure};
use crate::page;
use crate::slug;
use crate::verdict::best;

/// The seed where no other is given.
pub const SEED: u64 = 1;

/// What to reproduce.
#[derive(Clone, Debug)]
pub struct Request {
    /// Names of experiments or reports, or paths of files; all experiments if there are none.
    pub names: Vec<String>,
    /// How much is played.
    pub mode: Mode,
    /// Where games and reports go.
    pub folder: PathBuf,
    /// Games at the same time.
    pub threads: usize,
    /// The master seed.
    pub seed: u64,
    /// Where players from outside come from, if experiments may have any.
    pub bots: Option<Arc<dyn BotSource>>,
}

/// How far a reproduction is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The experiment.
    pub experiment: &'a str,
    /// Its number, from 1.
    pub number: usize,
    /// The number of experiments.
    pub of: usize,
    /// The reading.
    pub reading: &'a str,
    /// Games or questions done in this reading.
    pub done: u64,
    /// Games or questions of this reading.
    pub total: u64,
    /// How long this reading will still take, where that is known.
    pub left: Option<Duration>,
}

/// What came of all experiments of a request.
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// What came of each experiment.
    pub findings: Vec<Finding>,
    /// How much was played.
    pub mode: Mode,
    /// The master seed.
    pub seed: u64,
}

/// Runs experiments and writes `report.html` and `csv/` into the folder. Games are stored there as well: the same
/// request continues where it was interrupted, and a full run uses the games of a quick one.
///
/// Once interrupted it plays nothing more, but still reports on all that is stored.
pub fn reproduce(
    catalogue: &Catalogue,
    request: &Request,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<Reproduction, LabError> {
    let experiments = catalogue.select(&request.names)?;
    make_folder(&request.folder)?;
    let of = experiments.len();
    let mut findings = Vec::new();
    for (index, experiment) in experiments.into_iter().enumerate() {
        let mut readings = Vec::new();
        for (reading, read) in experiment.readings.iter().enumerate() {
            let job = Job {
                games: catalogue.games(),
                experiment: &experiment,
                reading,
                mode: request.mode,
                seed: request.seed,
                threads: request.threads,
                folder: &request.folder,
                interrupt,
                bots: request.bots.as_ref(),
            };
            let mut pace = Pace::default();
            let mut tell = |done: u64, total: u64| {
                watch(Progress {
                    experiment: &experiment.name,
                    number: index + 1,
                    of,
                    reading: &read.name,
                    done,
                    total,
                    left: pace.left(done, total),
                });
            };
            readings.push(measure(&job, &mut tell)?);
        }
        findings.push(Finding {
            experiment,
            readings,
        });
    }
    let reproduction = Reproduction {
        findings,
        mode: request.mode,
        seed: request.seed,
    };
    reproduction.write(&request.folder)?;
    Ok(reproduction)
}

/// How fast a reading goes.
#[derive(Default)]
struct Pace {
    began: Option<(Instant, u64)>,
}

impl Pace {
    /// How long the rest takes at the speed so far; what was stored before does not count.
    fn left(&mut self, done: u64, total: u64) -> Option<Duration> {
        let (began, before) = *self.began.get_or_insert_with(|| (Instant::now(), done));
        let new = done.checked_sub(before).filter(|new| *new > 0)?;
        let each = began.elapsed().as_secs_f64() / new as f64;
        Duration::try_from_secs_f64(each * total.saturating_sub(done) as f64).ok()
    }
}

impl Reproduction {
    /// Whether everything that was planned is there.
    pub fn is_complete(&self) -> bool {
        self.findings.iter().all(Finding::is_complete)
    }

    /// One row for each experiment.
    pub fn summary(&self) -> Sheet {
        let row = |finding: &Finding| {
            let scores = finding.scores();
            let score = best(&scores).map(|best| scores[best]).unwrap_or_default();
            let count = |count: usize, tone: Tone| match count {
                0 => Cell::Judgement("0".to_owned(), Tone::Plain),
                count => Cell::Judgement(count.to_string(), tone),
            };
            let time = finding.readings.iter().map(|measured| measured.time).sum();
            vec![
                Cell::Link(
                    finding.experiment.name.clone(),
                    slug(&finding.experiment.name),
                ),
                Cell::text(&finding.experiment.title),
                Cell::count(finding.readings.len() as u64),
                count(score.agree, Tone::Good),
                count(score.differ, Tone::Bad),
                count(score.hold, Tone::Good),
                count(score.fail, Tone::Bad),
                Cell::count(finding.done()),
                Cell::text(duration_text(time)),
                Cell::text(finding.conclusion()),
            ]
        };
        Sheet {
            title: "Summary".to_owned(),
            columns: vec![
                Column::text("experiment"),
                Column::text("title"),
                Column::number("readings"),
                Column::number("agree").under("printed figures"),
                Column::number("differ").under("printed figures"),
                Column::number("hold").under("claims"),
                Column::number("do not").under("claims"),
                Column::number("games"),
                Column::number("time"),
                Column::text("conclusion"),
            ],
            rows: self.findings.iter().map(row).collect(),
            notes: vec![
                "Figures and claims are counted under the reading that agrees best. Intervals are 95 % intervals, so about one in twenty figures differs by chance alone. Time is that of all decisions together.".to_owned(),
            ],
        }
    }

    /// All sheets as the page has them: the summary, then figures and claims of each experiment.
    pub fn sheets(&self) -> Vec<Sheet> {
        let mut sheets = vec![self.summary()];
        for finding in &self.findings {
            sheets.push(finding.figures());
            sheets.extend(finding.claims());
        }
        sheets
    }

    /// The command that gives these results again.
    pub fn command(&self, names: &[&str]) -> String {
        let mut words = vec!["ludarium reproduce"];
        words.extend(names);
        words.push(match self.mode {
            Mode::Quick => "--quick",
            Mode::Full => "--full",
        });
        let seed = format!("--seed {}", self.seed);
        if self.seed != SEED {
            words.push(&seed);
        }
        words.join(" ")
    }

    /// Writes the page and the CSV files.
    fn write(&self, folder: &Path) -> Result<(), LabError> {
        write(&folder.join("report.html"), &page::page(self))?;
        let csv = folder.join("csv");
        make_folder(&csv)?;
        write(&csv.join("summary.csv"), &self.summary().csv())?;
        for finding in &self.findings {
            let name = slug(&finding.experiment.name);
            let figures = finding.figures().stacked("reading").csv();
            write(&csv.join(format!("{name}.csv")), &figures)?;
            if let Some(claims) = finding.claims() {
                let claims = claims.stacked("reading").csv();
                write(&csv.join(format!("{name}-claims.csv")), &claims)?;
            }
        }
        Ok(())
    }
}

fn make_folder(path: &Path) -> Result<(), LabError> {
    fs::create_dir_all(path).map_err(|source| LabError::Write {
        path: path.to_owned(),
        source,
    })
}

fn write(path: &Path, text: &str) -> Result<(), LabError> {
    fs::write(path, text).map_err(|source| LabError::Write {
        path: path.to_owned(),
        source,
    })
}
