//! The page of full results: every experiment, those that disagree first.

use std::fmt::Write;
use std::path::Path;

use ludarium_report::duration_text;
use ludarium_report::sheet::{Cell, Column, Number, Sheet, grouped};

use super::known;
use crate::error::LabError;
use crate::experiment::{Catalogue, Experiment, FigurePlace, Printed};
use crate::measure::Figure;
use crate::reproduce::finding::{against, form, number};
use crate::reproduce::{Finding, SEED};
use crate::verdict::{
    ClaimVerdict, Conclusion, ReadingScore, Verdict, distinct_claims, judge, judge_claim,
};

/// An experiment with what is known of its run.
struct ResultSection {
    finding: Finding,
    seed: u64,
}

/// The page in Markdown, from the results in a folder. Every experiment of the catalogue is on it: those without a result,
/// or with one of another plan or of other agents, are named as such.
pub fn page(catalogue: &Catalogue, folder: &Path) -> Result<String, LabError> {
    let mut entries = Vec::new();
    let mut open = Vec::new();
    for experiment in catalogue.select(&[])? {
        let Some(result) = known(folder, catalogue.games(), None, &experiment)? else {
            open.push((experiment, Vec::new()));
            continue;
        };
        let (seed, changed) = (result.seed, result.changed.clone());
        match result.finding(experiment.clone()) {
            Some(finding) => entries.push(ResultSection { finding, seed }),
            None => open.push((experiment, changed)),
        }
    }
    entries.sort_by_key(|entry| entry.finding.standing());
    let mut out = String::new();
    head(&mut out, &entries);
    for standing in Conclusion::ALL {
        let group: Vec<&ResultSection> = of(&entries, standing).collect();
        if !group.is_empty() {
            let _ = writeln!(out, "## {}\n", standing.heading());
            for entry in group {
                section(&mut out, entry);
            }
        }
    }
    if !open.is_empty() {
        out.push_str("## Not run in full yet\n\n");
        out.push_str(
            "These have no full result, or they or their agents have changed since their last one.\n\n",
        );
        for (experiment, changed) in &open {
            let _ = writeln!(
                out,
                "- `{}`: {}{}",
                experiment.name,
                experiment.title,
                agents_text(changed)
            );
        }
        out.push('\n');
    }
    Ok(format!("{}\n", out.trim_end()))
}

/// Which agents have changed since a run.
fn agents_text(changed: &[String]) -> String {
    match changed {
        [] => String::new(),
        [one] => format!(" (`{one}` plays otherwise now)"),
        [first, rest @ ..] => {
            format!(" (`{first}` and {} more agents play otherwise now)", rest.len())
        }
    }
}

fn of(entries: &[ResultSection], standing: Conclusion) -> impl Iterator<Item = &ResultSection> {
    let here = move |entry: &&ResultSection| entry.finding.standing() == standing;
    entries.iter().filter(here)
}

/// What holds for all sections, and the table of all experiments.
fn head(out: &mut String, entries: &[ResultSection]) {
    // Writing into a string cannot fail.
    let _ = writeln!(
        out,
        "# Results of full runs\n\n\
         Printed by `ludarium reproduce --results docs/results` from the files that full runs leave \
         ([how](experiments.md#results-of-full-runs)); do not edit it by hand.\n\n\
         - `ludarium reproduce NAME --full` repeats an experiment, with the seed {SEED} unless its section names another. \
         Every figure except times comes out the same on any machine.\n\
         - Marks of figures and claims: ✓ agrees, holds; ~ not contradicted, undecided; ? too few games; \
         ✗ differs, does not hold ([what that means](experiments.md#what-the-verdicts-say)). Times are compared, not judged.\n\
         - The first reading of a table is the main one, which is counted, and where the text does not decide between two \
         readings the second as well; the others stand beside it with value and mark, \
         in the table of claims with their marks in the same order (- where a reading does not have the figures).\n\
         - A table has the figures that were printed, without any those of the claims, without any those of the first metric, \
         and the claims that a counted reading decides. \
         Of the two figures of a claim, the one that is said to be larger stands first.\n\
         - Every figure with its interval and number of games is in the file of the results, \
         the reason for the main reading in the file of the experiment.\n"
    );
    if entries.is_empty() {
        return;
    }
    let row = |(entry, reading): (&ResultSection, usize)| {
        let experiment = &entry.finding.experiment;
        let score = ReadingScore::of(experiment, &entry.finding.readings[reading]);
        let count = |count: usize| Cell::count(count as u64);
        let equal = experiment.equal.map(|_| &experiment.readings[reading].name);
        let equal = equal.map(|name| format!(", {name}"));
        vec![
            Cell::text(format!(
                "[{}](#{}){}",
                experiment.name,
                anchor(experiment),
                equal.unwrap_or_default()
            )),
            Cell::text(score.standing().text()),
            count(score.differ),
            count(score.few + score.open),
            count(score.agree),
            count(score.fail),
            count(score.undecided + score.few_claims),
            count(score.hold),
        ]
    };
    let sheet = Sheet {
        columns: vec![
            Column::text("experiment"),
            Column::text("result"),
            Column::number("figures ✗"),
            Column::number("~ ?"),
            Column::number("✓"),
            Column::number("claims ✗"),
            Column::number("~ ?"),
            Column::number("✓"),
        ],
        rows: entries
            .iter()
            .flat_map(|entry| {
                let counted = entry.finding.experiment.counted().into_iter();
                counted.map(move |reading| (entry, reading))
            })
            .map(row)
            .collect(),
        ..Sheet::default()
    };
    let _ = writeln!(out, "{}", sheet.markdown());
}

/// The name of an experiment's heading in an address, as forges and mdBook make it.
fn anchor(experiment: &Experiment) -> String {
    let name = experiment.name.to_lowercase();
    name.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

fn section(out: &mut String, ResultSection { finding, seed }: &ResultSection) {
    let experiment = &finding.experiment;
    let _ = writeln!(out, "### {}\n", experiment.name);
    let done = grouped(finding.done() as f64);
    let mut facts = vec![
        experiment.source.clone(),
        format!("{done} {}", finding.counted_in()),
        format!("{} of decisions", duration_text(finding.time())),
    ];
    if *seed != SEED {
        facts.push(format!("seed {seed}"));
    }
    let main = finding.readings.get(experiment.main);
    facts.extend(main.and_then(|main| main.machine.clone()));
    let _ = writeln!(out, "**{}** ({})\n", experiment.title, facts.join("; "));
    if let Some(sheet) = figures(finding) {
        let _ = writeln!(out, "{}", sheet.markdown());
    }
    let printed = experiment.printed.iter();
    let missing: Vec<String> =
        printed.filter(|row| row.missing.is_some()).map(|row| missing(experiment, row)).collect();
    if !missing.is_empty() {
        let _ = writeln!(out, "Printed, but not measured: {}.\n", missing.join("; "));
    }
    let claims = claims(finding);
    if !claims.rows.is_empty() {
        let _ = writeln!(out, "{}", claims.markdown());
    }
    let main = &finding.readings[experiment.main];
    match distinct_claims(experiment, main).len() - claims.rows.len() {
        0 => {}
        1 => out.push_str("Not decided: 1 claim.\n\n"),
        open => {
            let _ = writeln!(out, "Not decided: {open} claims.\n");
        }
    }
}

/// The readings, those that count first.
fn readings(finding: &Finding) -> Vec<usize> {
    let counted = finding.experiment.counted();
    let all = 0..finding.experiment.readings.len();
    let others: Vec<usize> = all.filter(|reading| !counted.contains(reading)).collect();
    [counted, others].concat()
}

/// The figures that the page has: those that were printed, without any those of the claims, without any those of the
/// first metric.
fn shown(experiment: &Experiment) -> Vec<FigurePlace> {
    let printed = |place: &FigurePlace| experiment.printed_at(*place).is_some();
    let claimed = |place: &FigurePlace| {
        let mut claims = experiment.claims.iter();
        claims.any(|claim| claim.statement.places().contains(place))
    };
    let all: Vec<FigurePlace> = experiment.places().collect();
    if all.iter().any(printed) {
        all.into_iter().filter(printed).collect()
    } else if all.iter().any(claimed) {
        all.into_iter().filter(claimed).collect()
    } else {
        all.into_iter().filter(|place| place.metric == 0).collect()
    }
}

/// Figures with ours and a mark under each reading; `None` without any figure. The main reading has intervals.
fn figures(finding: &Finding) -> Option<Sheet> {
    let experiment = &finding.experiment;
    let places = shown(experiment);
    let compares = places.iter().any(|place| experiment.printed_at(*place).is_some());
    let mut columns: Vec<Column> = Vec::new();
    let names = experiment.sweep.iter().map(|(name, _)| Column::text(name));
    columns.extend(names);
    if experiment.subjects.len() > 1 {
        columns.push(Column::text("of"));
    }
    columns.push(Column::text("figure"));
    if compares {
        columns.push(Column::number("printed"));
    }
    for reading in readings(finding) {
        columns.push(Column::number(&experiment.readings[reading].name));
    }
    let row = |place: FigurePlace| {
        let printed = experiment.printed_at(place);
        let measured = |reading: usize| finding.readings[reading].figures.get(&place);
        let any = readings(finding).into_iter().any(|reading| measured(reading).is_some());
        if printed.is_none() && !any {
            return None;
        }
        let metric = &experiment.metrics[place.metric];
        let mut row: Vec<Cell> = Vec::new();
        for (_, value) in &experiment.points[place.point].0 {
            row.push(Cell::text(value.to_string()));
        }
        if experiment.subjects.len() > 1 {
            row.push(Cell::text(&experiment.subjects[place.subject].name));
        }
        row.push(Cell::text(metric.title()));
        if compares {
            let value = |(_, value)| Cell::Number(Number::plain(value, form(metric.unit())));
            row.push(printed.map_or(Cell::Empty, value));
        }
        for reading in readings(finding) {
            let Some(ours) = measured(reading) else {
                row.push(Cell::Empty);
                continue;
            };
            let verdict = printed.map(|(row, value)| judge(Some(ours), value, row.games));
            row.push(Cell::text(if experiment.counted().contains(&reading) {
                let mark = verdict.map(full_mark).unwrap_or_default();
                format!("{}{mark}", number(ours))
            } else {
                let mark = verdict.map(mark).unwrap_or_default();
                format!("{}{mark}", number(ours).value_text())
            }));
        }
        Some(row)
    };
    let rows: Vec<Vec<Cell>> = places.into_iter().filter_map(row).collect();
    let notes = vec![basis(finding)];
    (!rows.is_empty()).then_some(Sheet { columns, rows, notes, ..Sheet::default() })
}

/// What the figures rest on, and what the measuring has to say.
fn basis(finding: &Finding) -> String {
    let experiment = &finding.experiment;
    let places = shown(experiment);
    let figures = finding
        .readings
        .iter()
        .flat_map(|read| places.iter().filter_map(|place| read.figures.get(place)));
    let ours = range(figures.map(|figure| figure.count));
    let printed = range(experiment.printed.iter().filter_map(|row| row.games));
    let mut parts = Vec::new();
    if let Some(ours) = ours {
        let counted = finding.counted_in();
        parts.push(match printed {
            Some(printed) => format!("{ours} {counted} each, {printed} in the report."),
            None => format!("{ours} {counted} each."),
        });
    }
    parts.extend(finding.notes());
    parts.join(" ")
}

/// `200` or `200 to 1 200`.
fn range(counts: impl Iterator<Item = u64>) -> Option<String> {
    let counts: Vec<u64> = counts.collect();
    let (low, high) = (*counts.iter().min()?, *counts.iter().max()?);
    let text = |count: u64| grouped(count as f64);
    Some(if low == high { text(low) } else { format!("{} to {}", text(low), text(high)) })
}

/// A printed row that nothing of ours stands beside.
fn missing(experiment: &Experiment, row: &Printed) -> String {
    let value = |(metric, value): &(usize, f64)| {
        let metric = &experiment.metrics[*metric];
        let value = Number::plain(*value, form(metric.unit()));
        format!(" {} {value}", metric.title())
    };
    let values: Vec<String> = row.values.iter().map(value).collect();
    let reason = row.missing.as_deref().unwrap_or_default();
    format!("{}{} ({reason})", row.at, values.join(","))
}

/// The claims that a reading that counts decides: its figures and mark, the marks of the others in their order. The rest
/// is counted.
fn claims(finding: &Finding) -> Sheet {
    let experiment = &finding.experiment;
    let counted = experiment.counted();
    let several = experiment.readings.len() > counted.len();
    let names = counted.iter().map(|&reading| &experiment.readings[reading].name);
    let mut columns = vec![Column::text("claim")];
    columns.extend(names.map(Column::text));
    columns.extend(several.then(|| Column::text("others")));
    let mut rows = Vec::new();
    for claim in distinct_claims(experiment, &finding.readings[experiment.main]) {
        let judged = readings(finding).into_iter();
        let judged: Vec<_> =
            judged.map(|reading| judge_claim(claim, &finding.readings[reading])).collect();
        let (main, others) = judged.split_at(counted.len());
        let decided = |(verdict, _): &(ClaimVerdict, Vec<Figure>)| {
            matches!(verdict, ClaimVerdict::Holds | ClaimVerdict::Fails)
        };
        if !main.iter().any(decided) {
            continue;
        }
        let mut row = vec![Cell::text(&claim.text)];
        row.extend(main.iter().map(|(verdict, figures)| {
            let text = format!("{} {}", against(figures), claim_mark(*verdict));
            Cell::text(text.trim_start())
        }));
        let others: Vec<&str> = others.iter().map(|judged| claim_mark(judged.0)).collect();
        row.extend(several.then(|| Cell::text(others.join(" "))));
        rows.push(row);
    }
    Sheet { columns, rows, ..Sheet::default() }
}

/// The mark of a claim.
fn claim_mark(verdict: ClaimVerdict) -> &'static str {
    match verdict {
        ClaimVerdict::Holds => "✓",
        ClaimVerdict::Fails => "✗",
        ClaimVerdict::Undecided(_) => "~",
        ClaimVerdict::TooFew(_) => "?",
        ClaimVerdict::Unknown => "-",
    }
}

/// The mark of a verdict; times have none.
fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => " ✓",
        Verdict::NotContradicted(_) => " ~",
        Verdict::TooFew(_) => " ?",
        Verdict::Differs => " ✗",
        Verdict::NoFigure | Verdict::Times(_) => "",
    }
}

/// The mark of a verdict; times say how many times faster.
fn full_mark(verdict: Verdict) -> String {
    match verdict {
        Verdict::Times(_) => format!(", {}", verdict.text("")),
        verdict => mark(verdict).to_owned(),
    }
}
