//! Reproducing: experiments by name, from the file to the report.

pub(crate) mod finding;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludarium_arena::{BotSource, Elsewhere, Games, Interrupt};
use ludarium_report::duration_text;
use ludarium_report::sheet::{Cell, Column, Sheet, Tone};

pub use finding::Finding;

use crate::error::LabError;
use crate::experiment::{Catalogue, Experiment, Mode};
use crate::measure::{Measurement, measure};
use crate::page;
use crate::results;
use crate::slug;
use crate::verdict::Conclusion;

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
    /// Who plays the games, if not this process.
    pub elsewhere: Option<Arc<dyn Elsewhere>>,
    /// Leave out the experiments whose full result is in the folder already.
    pub missing: bool,
    /// What to say about the machine in full results; nothing is found out about it.
    pub machine: Option<String>,
}

impl Request {
    /// The page: `report.html` of all experiments, `selected.html` of some, which leaves the other one as it is.
    pub fn page(&self) -> PathBuf {
        self.folder.join(format!("{}.html", self.extent("report")))
    }

    /// A name for what is about all experiments, or else for what is about some.
    fn extent(&self, all: &'static str) -> &'static str {
        if self.names.is_empty() && !self.missing {
            all
        } else {
            "selected"
        }
    }
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

/// What is told while experiments run.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// Something was played.
    Progress(Progress<'a>),
    /// An experiment is through, or was interrupted.
    Finished {
        /// Its number, from 1.
        number: usize,
        /// The number of experiments.
        of: usize,
        /// What came of it.
        finding: &'a Finding,
        /// How long it took now; what was stored before does not count.
        took: Duration,
    },
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

/// Runs experiments and writes the page and `csv/` into the folder, and after full runs a file for each experiment
/// into `results/`. Games are stored there as well: the same request continues where it was interrupted, and a full
/// run uses the games of a quick one.
///
/// Once interrupted it plays nothing more, but still reports on all that is stored.
pub fn reproduce(
    catalogue: &Catalogue,
    request: &Request,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(News<'_>),
) -> Result<Reproduction, LabError> {
    let mut experiments = catalogue.select(&request.names)?;
    let stored = request.folder.join(results::FOLDER);
    let (games, bots) = (catalogue.games(), request.bots.as_deref());
    if request.missing {
        let mut open = Vec::new();
        for experiment in experiments {
            if !results::is_there(&stored, games, bots, &experiment, request.seed)? {
                open.push(experiment);
            }
        }
        experiments = open;
    }
    make_folder(&request.folder)?;
    let of = experiments.len();
    let mut findings = Vec::new();
    for (index, experiment) in experiments.into_iter().enumerate() {
        let began = Instant::now();
        let bench = Bench {
            games,
            mode: request.mode,
            seed: request.seed,
            threads: request.threads,
            folder: &request.folder,
            interrupt,
            bots: request.bots.as_ref(),
            elsewhere: request.elsewhere.as_ref(),
        };
        let finding = bench.finding(experiment, index + 1, of, watch)?;
        if request.mode == Mode::Full && finding.is_complete() {
            make_folder(&stored)?;
            let agents = results::agents(games, bots, &finding.experiment, request.seed)?;
            let machine = request.machine.as_deref();
            let result = results::json(&finding, agents, request.seed, machine);
            write(&results::path(&stored, &finding.experiment), &result)?;
        }
        watch(News::Finished {
            number: index + 1,
            of,
            finding: &finding,
            took: began.elapsed(),
        });
        findings.push(finding);
    }
    let reproduction = Reproduction {
        findings,
        mode: request.mode,
        seed: request.seed,
    };
    reproduction.write(request)?;
    Ok(reproduction)
}

/// What experiments are measured with.
pub(crate) struct Bench<'a> {
    pub games: &'a Games,
    pub mode: Mode,
    pub seed: u64,
    pub threads: usize,
    pub folder: &'a Path,
    pub interrupt: &'a Interrupt,
    pub bots: Option<&'a Arc<dyn BotSource>>,
    pub elsewhere: Option<&'a Arc<dyn Elsewhere>>,
}

impl Bench<'_> {
    /// Measures all readings of an experiment, the `number`-th `of` so many.
    pub fn finding(
        &self,
        experiment: Experiment,
        number: usize,
        of: usize,
        watch: &mut dyn FnMut(News<'_>),
    ) -> Result<Finding, LabError> {
        let mut readings = Vec::new();
        for (reading, read) in experiment.readings.iter().enumerate() {
            let job = Measurement {
                games: self.games,
                experiment: &experiment,
                reading,
                mode: self.mode,
                seed: self.seed,
                threads: self.threads,
                folder: self.folder,
                interrupt: self.interrupt,
                bots: self.bots,
                elsewhere: self.elsewhere,
            };
            let mut pace = Pace::default();
            let mut tell = |done: u64, total: u64| {
                watch(News::Progress(Progress {
                    experiment: &experiment.name,
                    number,
                    of,
                    reading: &read.name,
                    done,
                    total,
                    left: pace.left(done, total),
                }));
            };
            readings.push(measure(&job, &mut tell)?);
        }
        Ok(Finding {
            experiment,
            readings,
        })
    }
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

    /// The findings, those that disagree under their main reading first.
    pub fn worst_first(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        // The order of files stays within each group.
        findings.sort_by_key(|finding| finding.standing());
        findings
    }

    /// One row for each experiment, those that disagree first. The main reading is counted, the others stand beside it.
    pub fn summary(&self) -> Sheet {
        Sheet {
            title: "Summary".to_owned(),
            columns: vec![
                Column::text("experiment"),
                Column::text("title"),
                Column::text("result"),
                Column::text("main reading"),
                Column::number("differ").under("printed figures"),
                Column::number("too few games").under("printed figures"),
                Column::number("not contradicted").under("printed figures"),
                Column::number("agree").under("printed figures"),
                Column::number("do not hold").under("claims"),
                Column::number("undecided").under("claims"),
                Column::number("hold").under("claims"),
                Column::text("other readings"),
                Column::number("games"),
                Column::number("time"),
            ],
            rows: self.worst_first().into_iter().map(summary_row).collect(),
            notes: vec![
                "Counted is the main reading of each experiment, which its file names with the reason. Time is that of all decisions together.".to_owned(),
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
    fn write(&self, request: &Request) -> Result<(), LabError> {
        write(&request.page(), page::page(self))?;
        let csv = request.folder.join("csv");
        make_folder(&csv)?;
        let summary = csv.join(format!("{}.csv", request.extent("summary")));
        write(&summary, self.summary().csv())?;
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

fn summary_row(finding: &Finding) -> Vec<Cell> {
    let experiment = &finding.experiment;
    let score = finding.main_score();
    let count = |count: usize, tone: Tone| match count {
        0 => Cell::Judgement("0".to_owned(), Tone::Plain),
        count => Cell::Judgement(count.to_string(), tone),
    };
    let standing = finding.standing();
    let tone = match standing {
        Conclusion::Disagrees => Tone::Bad,
        Conclusion::Agrees => Tone::Good,
        Conclusion::Open | Conclusion::NotJudged => Tone::Plain,
    };
    vec![
        Cell::Link(experiment.name.clone(), slug(&experiment.name)),
        Cell::text(&experiment.title),
        Cell::Judgement(standing.text().to_owned(), tone),
        Cell::text(&experiment.readings[experiment.main].name),
        count(score.differ, Tone::Bad),
        count(score.few, Tone::Plain),
        count(score.open, Tone::Plain),
        count(score.agree, Tone::Good),
        count(score.fail, Tone::Bad),
        count(score.undecided + score.few_claims, Tone::Plain),
        count(score.hold, Tone::Good),
        Cell::text(finding.others()),
        Cell::count(finding.done()),
        Cell::text(duration_text(finding.time())),
    ]
}

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
