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
    let score = finding.main_score();
    let so_far = if finding.is_complete() { "" } else { "interrupted, so far " };
    format!(
        "{number:>width$}/{of} {}: {so_far}{} ({}), {}",
        finding.experiment.name,
        score.standing().text(),
        score.short(),
        duration_text(took)
    )
}

/// No line of the answers is longer than this.
const COLUMNS: usize = 100;

/// The answers of the reports in a few lines each, below how much was done and decided.
pub fn answers(reproduction: &Reproduction, facts: &SummaryFacts<'_>) -> Vec<String> {
    let decided = reproduction.decided();
    let mut lines = vec![format!(
        "{}; {} of {} claims that were played are decided",
        extent(reproduction, facts.took),
        decided.done,
        decided.all
    )];
    for report in &reproduction.answered {
        lines.push(String::new());
        lines.push(format!("{}  {}", report.answers.report, report.answers.title));
        lines.extend(report.brief());
    }
    lines.push(String::new());
    lines.extend(ANSWERS_LEGEND.map(str::to_owned));
    lines.push(format!("{} has everything with plots", facts.page.display()));
    lines.iter().flat_map(|line| folded(line)).collect()
}

/// What the marks mean.
const ANSWERS_LEGEND: [&str; 2] = [
    "✓ confirmed, ✗ refuted, ~ open: these games do not tell, ± two readings of the report say different things.",
    "`--tables` adds all tables and counts; ANSWERS.md in each report's folder has every sentence.",
];

/// A line in pieces of at most [`COLUMNS`] letters, the later ones further in.
pub(super) fn folded(line: &str) -> Vec<String> {
    let mut pieces: Vec<String> = vec![String::new()];
    for word in line.split(' ') {
        let last = pieces.last().map_or(0, |piece| piece.chars().count());
        if last > 2 && last + 1 + word.chars().count() > COLUMNS {
            pieces.push("  ".to_owned());
        }
        if let Some(piece) = pieces.last_mut() {
            // A piece that goes on begins with two blanks.
            if !piece.is_empty() && piece != "  " {
                piece.push(' ');
            }
            piece.push_str(word);
        }
    }
    pieces
}

/// The summary: a line for each experiment, those that disagree first.
pub fn document(reproduction: &Reproduction, facts: &SummaryFacts<'_>) -> Document {
    let complete = reproduction.is_complete();
    let title = if complete { "What was found" } else { "What was found (interrupted)" };
    let mut document = Document::new(title, extent(reproduction, facts.took));
    let mut findings = reproduction.worst_first();
    findings.retain(|finding| finding.done() > 0);
    let waiting = reproduction.findings.len() - findings.len();
    let headings =
        ["experiment", "result", ">agree", ">open", ">differ", ">hold", ">open", ">fail"];
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
    "Counted are figures and claims of the main reading, which its file names with the reason, as far as it has",
    "them; the result is the worse one where two readings count alike.",
    "agree, hold   the difference may be chance, and more than 10 points (a tenth of a mean) is excluded",
    "open          not contradicted or undecided, or too few games to say",
    "differ, fail  the difference is more than chance; about one figure in twenty differs by chance alone",
    "Times are compared, not judged. Tables and page say what each word means.",
];

fn row(finding: &Finding) -> Vec<Cell> {
    let score = finding.main_score();
    let open = score.open + score.few;
    let undecided = score.undecided + score.few_claims;
    let shown = |counts: [usize; 3]| {
        let any = counts.iter().any(|&count| count > 0);
        counts.map(|count| if any { count.to_string() } else { "–".to_owned() })
    };
    let figures = shown([score.agree, open, score.differ]);
    let claims = shown([score.hold, undecided, score.fail]);
    let texts = [&finding.experiment.name, finding.standing().text()];
    let cells = texts.map(Cell::text).into_iter();
    cells.chain(figures.into_iter().chain(claims).map(Cell::text)).collect()
}
