//! Reproducing: experiments by name, from the file to the report.

mod document;
pub(crate) mod finding;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use ludarium_arena::Interrupt;
use ludarium_report::duration_text;
use ludarium_report::sheet::{Cell, Column, Sheet, Tone};
use ludarium_report::slug;

pub use finding::Finding;

use crate::answers::{self, AnsweredReport};
use crate::bench::{Bench, BenchNews, Conditions};
use crate::error::LabError;
use crate::experiment::{Catalogue, Mode};
use crate::files::{make_folder, write};
use crate::results;
use crate::verdict::{Conclusion, ReadingScore};

/// The seed where no other is given.
pub const SEED: u64 = 1;

/// What to reproduce.
#[derive(Clone, Debug)]
pub struct ReproduceRequest {
    /// Names of experiments or reports, or paths of files; all experiments if there are none.
    pub names: Vec<String>,
    /// Under which conditions they are measured.
    pub conditions: Conditions,
    /// Leave out the readings whose full result is in the folder already.
    pub missing: bool,
    /// What to say about the machine in full results; nothing is found out about it.
    pub machine: Option<String>,
}

impl ReproduceRequest {
    /// The page: `report.html` of all experiments, `selected.html` of some, which leaves the other one as it is.
    pub fn page(&self) -> PathBuf {
        let folder = &self.conditions.folder;
        folder.join(format!("{}.html", self.extent("report")))
    }

    /// A name for what is about all experiments, or else for what is about some.
    fn extent(&self, all: &'static str) -> &'static str {
        if self.names.is_empty() && !self.missing { all } else { "selected" }
    }
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
    /// What came of the sentences of the reports that were reproduced as a whole.
    pub answered: Vec<AnsweredReport>,
}

/// How many claims are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecidedClaims {
    /// Those that hold or do not.
    pub done: usize,
    /// All.
    pub all: usize,
}

/// Runs experiments and writes the page and `csv/` into the folder, and after full runs a file for each experiment
/// into `results/`. Games are stored there as well: the same request continues where it was interrupted, and a full
/// run uses the games of a quick one, but for those of points that went on alone.
///
/// Once interrupted it plays nothing more, but still reports on all that is stored.
pub fn reproduce(
    catalogue: &Catalogue,
    request: &ReproduceRequest,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(BenchNews<'_>),
) -> Result<Reproduction, LabError> {
    let mut experiments = catalogue.select(&request.names)?;
    let conditions = &request.conditions;
    let (games, bots, seed) = (catalogue.games(), conditions.bots.as_deref(), conditions.seed);
    let stored = conditions.folder.join(results::FOLDER);
    make_folder(&conditions.folder)?;
    let bench = Bench {
        games,
        conditions,
        interrupt,
        results: request.missing.then_some(stored.as_path()),
        counted_alone: request.names.is_empty() && conditions.mode == Mode::Quick,
    };
    if request.missing {
        experiments.retain(|experiment| !bench.is_known(&stored, experiment));
    }
    let findings = bench.findings(experiments, watch, |finding| {
        if conditions.mode != Mode::Full || !finding.is_complete() {
            return Ok(());
        }
        make_folder(&stored)?;
        let agents = results::agents(games, bots, &finding.experiment, seed)?;
        let result = results::json(finding, agents, seed, request.machine.as_deref());
        write(&results::path(&stored, &finding.experiment), &result)
    })?;
    let named = findings.iter().map(|one| (one.experiment.name.clone(), one.clone()));
    let answered = answers::answered(catalogue, &named.collect(), conditions.mode)?;
    let reproduction = Reproduction { findings, mode: conditions.mode, seed, answered };
    reproduction.write(request)?;
    Ok(reproduction)
}

impl Reproduction {
    /// Whether everything that was planned is there.
    pub fn is_complete(&self) -> bool {
        self.findings.iter().all(Finding::is_complete)
    }

    /// How many of the claims are decided by the readings that count, of those that these have.
    pub fn decided(&self) -> DecidedClaims {
        let counted = self.findings.iter().flat_map(|finding| {
            let readings = finding.experiment.counted().into_iter();
            let measured = readings.filter_map(|reading| finding.readings.get(reading));
            measured.map(|measured| ReadingScore::of(&finding.experiment, measured))
        });
        counted.fold(DecidedClaims::default(), |sum, score| DecidedClaims {
            done: sum.done + score.hold + score.fail,
            all: sum.all + score.claims() - score.absent_claims,
        })
    }

    /// The findings, those that disagree under their main reading first.
    pub fn worst_first(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        // The order of files stays within each group.
        findings.sort_by_key(|finding| finding.standing());
        findings
    }

    /// One row for each experiment, those that disagree first. The main reading is counted, the others are named.
    pub fn summary(&self) -> Sheet {
        let sheet = Sheet::new("Summary", [
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
            ]).rows(self.worst_first().into_iter().map(summary_row)).notes(["Counted is the main reading of each experiment, which its file names with the reason. Time is that of all decisions together."]);
        Sheet { class: "summary", ..sheet }
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
    fn write(&self, request: &ReproduceRequest) -> Result<(), LabError> {
        let mut document = self.document();
        request.extent("summary").clone_into(&mut document.files[0].0);
        document.write_page(&request.page())?;
        Ok(document.write_files(&request.conditions.folder)?)
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
