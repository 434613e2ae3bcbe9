//! What a reproduction found, in lines that fit on one or two screens.

use std::path::Path;
use std::time::Duration;

use ludarium_lab::experiment::Mode;
use ludarium_lab::{Finding, Reproduction};
use ludarium_report::duration_text;

use crate::screen::{FAINT, STRONG, grouped};

/// The most lines of a summary.
const MOST_LINES: usize = 60;
/// Lines that are no rows: the heading, the names of groups and what the words mean.
const FRAME: usize = 18;
/// Room for a title; narrower than this it is left out.
const TITLE: std::ops::RangeInclusive<usize> = 16..=44;
/// The width of the columns with counts.
const COUNTS: usize = 37;

/// What the summary says beside the findings.
pub struct Facts<'a> {
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
    let so_far = match finding.is_complete() {
        true => "",
        false => "interrupted, so far ",
    };
    format!(
        "{number:>width$}/{of} {}  {}: {so_far}{} ({}), {}",
        experiment.name,
        experiment.title,
        score.standing().text(),
        score.short(),
        duration_text(took)
    )
}

/// The summary, at most sixty lines of at most so many characters.
pub fn lines(reproduction: &Reproduction, facts: &Facts<'_>, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    lines.push(format!(
        "{STRONG}{}{STRONG:#}",
        cut(&heading(reproduction, facts), width)
    ));
    let counted = [
        "Counted is the main reading, which its file names with the reason. The number beside",
        "another reading says how many of its figures and claims disagree.",
    ];
    lines.extend(counted.map(|line| cut(line, width)));
    let columns = Columns::new(reproduction, width);
    lines.push(String::new());
    lines.push(format!("{FAINT}{}{FAINT:#}", columns.groups()));
    lines.push(format!("{FAINT}{}{FAINT:#}", columns.headings()));
    let mut findings = reproduction.worst_first();
    findings.retain(|finding| finding.done() > 0);
    let waiting = reproduction.findings.len() - findings.len();
    let room = MOST_LINES - FRAME - usize::from(waiting > 0);
    // A line of its own says how many are left out.
    let shown = match findings.len() {
        all if all > room => room - 1,
        all => all,
    };
    let groups = findings[..shown].chunk_by(|a, b| a.standing() == b.standing());
    for group in groups {
        let standing = group[0].standing();
        let all = findings.iter();
        let count = all.filter(|finding| finding.standing() == standing);
        let count = format!(" ({})", count.count());
        let heading = cut(standing.heading(), width.saturating_sub(count.len()));
        lines.push(format!("{STRONG}{heading}{count}{STRONG:#}"));
        lines.extend(group.iter().map(|finding| columns.row(finding)));
    }
    if shown < findings.len() {
        let left = findings.len() - shown;
        lines.push(format!(
            "… and {left} more, none worse than these: --tables shows all"
        ));
    }
    if waiting > 0 {
        lines.push(format!(
            "{waiting} not begun: the same command goes on with them"
        ));
    }
    lines.push(String::new());
    lines.extend(legend().map(|line| format!("{FAINT}{}{FAINT:#}", cut(line, width))));
    lines.push(cut(
        &format!(
            "{} has all tables and plots; CSV files in {}",
            facts.page.display(),
            facts.folder.join("csv").display()
        ),
        width,
    ));
    let example = findings
        .first()
        .map(|finding| finding.experiment.name.as_str());
    if let Some(example) = example {
        let again = reproduction.command(&[example]);
        lines.push(cut(
            &format!("`{again}` prints the tables of one experiment"),
            width,
        ));
    }
    lines
}

fn heading(reproduction: &Reproduction, facts: &Facts<'_>) -> String {
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
    let state = match reproduction.is_complete() {
        true => "",
        false => " (interrupted)",
    };
    let all = count(findings.len(), "experiment");
    let begun = findings.iter().filter(|finding| finding.done() > 0).count();
    let begun = match begun == findings.len() {
        true => all,
        false => format!("{begun} of {all}"),
    };
    format!(
        "What was found{state}: {} of {}, {mode}, seed {}, {} games and questions, {}",
        begun,
        count(groups.count(), "report"),
        reproduction.seed,
        grouped(findings.iter().map(Finding::done).sum()),
        duration_text(facts.took)
    )
}

/// What the counts mean.
fn legend() -> impl Iterator<Item = &'static str> {
    [
        "agree   the difference may be chance, and more than 10 points (a tenth of a mean) is excluded",
        "open    not contradicted or undecided, too few games to say, or not covered by the reading",
        "differ  the difference is more than chance; about one figure in twenty differs by chance alone",
        "Times are compared, not judged. Tables and page say what each word means.",
    ]
    .into_iter()
}

/// The columns of the summary.
struct Columns {
    name: usize,
    title: usize,
    width: usize,
}

impl Columns {
    fn new(reproduction: &Reproduction, width: usize) -> Columns {
        let findings = reproduction.findings.iter();
        let names = findings.map(|finding| finding.experiment.name.chars().count());
        let name = names.max().unwrap_or(0).clamp(10, 30);
        // Readings get about as much room as titles.
        let rest = width.saturating_sub(name + COUNTS) / 2;
        let title = match rest {
            _ if rest < *TITLE.start() => 0,
            _ => rest.min(*TITLE.end()),
        };
        Columns { name, title, width }
    }

    /// The width of everything before the readings.
    fn before_readings(&self) -> usize {
        let title = match self.title {
            0 => 0,
            title => title + 1,
        };
        self.name + title + COUNTS + 2
    }

    /// The headings over groups of columns.
    fn groups(&self) -> String {
        self.line(
            "",
            "",
            ["figures", "", "", "claims", "", ""].map(str::to_owned),
            "",
        )
    }

    fn headings(&self) -> String {
        let counts = ["agree", "open", "differ", "hold", "open", "fail"];
        let counts = counts.map(str::to_owned);
        self.line("experiment", "about", counts, "main reading; others")
    }

    fn row(&self, finding: &Finding) -> String {
        let experiment = &finding.experiment;
        let score = finding.main_score();
        let judged = score.figures() - score.times;
        let figures = [
            score.agree,
            score.open + score.few + score.absent,
            score.differ,
        ];
        let claims = [
            score.hold,
            score.undecided + score.few_claims + score.absent_claims,
            score.fail,
        ];
        let shown = |counts: [usize; 3], all: usize| match all {
            0 => ["–", "–", "–"].map(str::to_owned),
            _ => counts.map(|count| count.to_string()),
        };
        let [agree, open, differ] = shown(figures, judged);
        let [hold, undecided, fail] = shown(claims, score.claims());
        let counts = [agree, open, differ, hold, undecided, fail];
        let room = self.width.saturating_sub(self.before_readings());
        let readings = readings(finding, room);
        self.line(&experiment.name, &experiment.title, counts, &readings)
    }

    fn line(&self, name: &str, title: &str, counts: [String; 6], rest: &str) -> String {
        let [agree, open, differ, hold, undecided, fail] = counts;
        let (wide, room) = (self.name, self.title);
        let name = cut(name, wide);
        let title = match room {
            0 => String::new(),
            _ => format!(" {:<room$}", cut(title, room)),
        };
        let text = format!(
            "{name:<wide$}{title} {agree:>7} {open:>4} {differ:>6} {hold:>6} {undecided:>4} {fail:>4}  {rest}"
        );
        cut(text.trim_end(), self.width)
    }
}

/// The main reading, then the others, each with the number of figures that differ and claims that fail. Where there is no
/// room for their names, the numbers stand alone, in the order of the tables.
fn readings(finding: &Finding, room: usize) -> String {
    let experiment = &finding.experiment;
    let main = &experiment.readings[experiment.main].name;
    let scores = finding.scores();
    let others = || {
        let readings = experiment.readings.iter().zip(&scores).enumerate();
        readings.filter(|(index, _)| *index != experiment.main)
    };
    let joined = |texts: Vec<String>| texts.join(", ");
    let named = others().map(|(_, (read, score))| format!("{} {}", read.name, score.disagree()));
    let named = joined(named.collect());
    let text = format!("{main}; {named}");
    match named.is_empty() {
        true => main.clone(),
        false if text.chars().count() <= room => text,
        false => {
            let numbers: Vec<usize> = others().map(|(_, (_, score))| score.disagree()).collect();
            let numbers = match numbers.as_slice() {
                [first, second, rest @ ..]
                    if rest.iter().chain([second]).all(|one| one == first) =>
                {
                    format!("; {first} in {} others", numbers.len())
                }
                _ => format!(
                    "; others {}",
                    joined(numbers.iter().map(usize::to_string).collect())
                ),
            };
            let room = room.saturating_sub(numbers.chars().count());
            format!("{}{numbers}", cut(main, room.max(1)))
        }
    }
}

/// A text of at most so many characters.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
