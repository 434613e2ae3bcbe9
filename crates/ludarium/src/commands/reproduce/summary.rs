//! What a reproduction found, on one or two screens.

use std::path::Path;
use std::time::Duration;

use ludarium_lab::experiment::Mode;
use ludarium_lab::{Finding, Reproduction};
use ludarium_report::sheet::{Cell, Sheet};
use ludarium_report::{Document, Passage, duration_text};

use crate::screen::grouped;

/// The most rows of a summary.
const MOST_ROWS: usize = 40;

/// What the summary says besides the findings.
pub struct SummaryFacts<'a> {
    /// How long the command took.
    pub took: Duration,
    /// The page.
    pub page: &'a Path,
    /// Where the CSV files are.
    pub folder: &'a Path,
}

/// The line of an experiment that is through.
pub fn finished(number: usize, of: usize, finding: &Finding, took: Duration) -> String {
    let width = of.to_string().len();
    let experiment = &finding.experiment;
    let score = finding.main_score();
    let so_far = if finding.is_complete() { "" } else { "interrupted, so far " };
    format!(
        "{number:>width$}/{of} {}  {}: {so_far}{} ({}), {}",
        experiment.name,
        experiment.title,
        score.standing().text(),
        score.short(),
        duration_text(took)
    )
}

/// The summary: a line for each experiment, those that disagree first.
pub fn document(reproduction: &Reproduction, facts: &SummaryFacts<'_>) -> Document {
    let complete = reproduction.is_complete();
    let title = if complete { "What was found" } else { "What was found (interrupted)" };
    let mut document = Document::new(title, extent(reproduction, facts.took));
    let mut findings = reproduction.worst_first();
    findings.retain(|finding| finding.done() > 0);
    let waiting = reproduction.findings.len() - findings.len();
    let headings = [
        "experiment",
        "about",
        "result",
        ">agree",
        ">open",
        ">differ",
        ">hold",
        ">open",
        ">fail",
        "main reading; others",
    ];
    let sheet = Sheet::new("", headings).rows(findings.iter().take(MOST_ROWS).map(|one| row(one)));
    document.sheets([Sheet { class: "summary", ..sheet }]);
    let mut remarks = Vec::new();
    if findings.len() > MOST_ROWS {
        let left = findings.len() - MOST_ROWS;
        remarks.push(format!("… and {left} more, none worse than these: --tables shows all"));
    }
    if waiting > 0 {
        remarks.push(format!("{waiting} not begun: the same command goes on with them"));
    }
    remarks.extend(LEGEND.map(str::to_owned));
    remarks.push(format!(
        "{} has all tables and plots; CSV files in {}",
        facts.page.display(),
        facts.folder.join("csv").display()
    ));
    if let Some(first) = findings.first() {
        let again = reproduction.command(&[&first.experiment.name]);
        remarks.push(format!("`{again}` prints the tables of one experiment"));
    }
    document.blocks.extend(remarks.into_iter().map(Passage::Remark));
    document
}

/// How much was done.
fn extent(reproduction: &Reproduction, took: Duration) -> String {
    let findings = &reproduction.findings;
    let groups = findings.chunk_by(|a, b| a.experiment.report == b.experiment.report);
    let count = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let mode = match reproduction.mode {
        Mode::Quick => "quick run with few games",
        Mode::Full => "full run",
    };
    let all = count(findings.len(), "experiment");
    let begun = findings.iter().filter(|finding| finding.done() > 0).count();
    let begun = if begun == findings.len() { all } else { format!("{begun} of {all}") };
    format!(
        "{} of {}, {mode}, seed {}, {} games and questions, {}",
        begun,
        count(groups.count(), "report"),
        reproduction.seed,
        grouped(findings.iter().map(Finding::done).sum()),
        duration_text(took)
    )
}

/// What the columns mean.
const LEGEND: [&str; 6] = [
    "Counted are figures and claims under the main reading, which its file names with the reason. The number beside",
    "another reading says how many of its figures and claims disagree.",
    "agree, hold   the difference may be chance, and more than 10 points (a tenth of a mean) is excluded",
    "open          not contradicted or undecided, too few games to say, or not covered by the reading",
    "differ, fail  the difference is more than chance; about one figure in twenty differs by chance alone",
    "Times are compared, not judged. Tables and page say what each word means.",
];

fn row(finding: &Finding) -> Vec<Cell> {
    let experiment = &finding.experiment;
    let score = finding.main_score();
    let judged = score.figures() - score.times;
    let open = score.open + score.few + score.absent;
    let undecided = score.undecided + score.few_claims + score.absent_claims;
    let shown = |counts: [usize; 3], all: usize| {
        counts.map(|count| match all {
            0 => "–".to_owned(),
            _ => count.to_string(),
        })
    };
    let figures = shown([score.agree, open, score.differ], judged);
    let claims = shown([score.hold, undecided, score.fail], score.claims());
    let texts = [&experiment.name, &experiment.title, finding.standing().text()];
    let cells = texts.map(Cell::text).into_iter();
    let counts = figures.into_iter().chain(claims).map(Cell::text);
    cells.chain(counts).chain([Cell::text(readings(finding))]).collect()
}

/// The main reading, then the others, each with the number of figures that differ and claims that fail.
fn readings(finding: &Finding) -> String {
    let experiment = &finding.experiment;
    let scores = finding.scores();
    let readings = experiment.readings.iter().zip(&scores).enumerate();
    let others = readings.filter(|(index, _)| *index != experiment.main);
    let others = others.map(|(_, (read, score))| format!("{} {}", read.name, score.disagree()));
    let main = experiment.readings[experiment.main].name.clone();
    let names: Vec<String> = [main].into_iter().chain(others).collect();
    names.join("; ")
}
