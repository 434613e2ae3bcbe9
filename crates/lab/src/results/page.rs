//! The page of full results: every experiment, those that disagree first.

use std::fmt::Write;
use std::path::Path;

use ludarium_report::duration_text;
use ludarium_report::sheet::{Cell, Column, Number, Sheet, grouped};

use super::record::Record;
use super::{agents, read};
use crate::error::LabError;
use crate::experiment::{Catalogue, Experiment, Measure, Place, Printed};
use crate::reproduce::finding::{against, form, number};
use crate::reproduce::{Finding, SEED};
use crate::verdict::{ClaimVerdict, Conclusion, Verdict, WORDS, judge, judge_claim};

/// More experiments than this are counted instead of named.
const NAMED: usize = 5;

/// An experiment with what is known of its run.
struct Entry {
    finding: Finding,
    record: Record,
}

/// The page in Markdown, from the results in a folder. Every experiment of the catalogue is on it: those without a result,
/// or with one of another plan or of other agents, are named as such.
pub fn page(catalogue: &Catalogue, folder: &Path) -> Result<String, LabError> {
    let mut entries = Vec::new();
    let mut open = Vec::new();
    for experiment in catalogue.select(&[])? {
        let record = read(folder, &experiment)?;
        let current = record.filter(|record| record.is_current(&experiment));
        let found = current.and_then(|record| Some((record.finding(&experiment)?, record)));
        let Some((finding, record)) = found else {
            open.push((experiment, Vec::new()));
            continue;
        };
        let changed = match record.knows_agents() {
            true => {
                record.changed_agents(&agents(catalogue.games(), None, &experiment, record.seed)?)
            }
            false => Vec::new(),
        };
        match changed.is_empty() {
            true => entries.push(Entry { finding, record }),
            false => open.push((experiment, changed)),
        }
    }
    entries.sort_by_key(|entry| entry.finding.standing());
    let mut out = String::new();
    head(&mut out, &entries);
    for standing in Conclusion::ALL {
        let group: Vec<&Entry> = of(&entries, standing).collect();
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
                command(experiment, SEED),
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
        [first, rest @ ..] => format!(
            " (`{first}` and {} more agents play otherwise now)",
            rest.len()
        ),
    }
}

fn of(entries: &[Entry], standing: Conclusion) -> impl Iterator<Item = &Entry> {
    let here = move |entry: &&Entry| entry.finding.standing() == standing;
    entries.iter().filter(here)
}

fn head(out: &mut String, entries: &[Entry]) {
    // Writing into a string cannot fail.
    let _ = writeln!(
        out,
        "# Results of full runs\n\n\
         Written by `ludarium reproduce --results docs/results` from the files that full runs leave \
         ([how](experiments.md#results-of-full-runs)); do not edit it by hand.\n\
         Every figure except times comes out the same on any machine.\n"
    );
    let silent = entries.iter().filter(|entry| !entry.record.knows_agents());
    let silent: Vec<&str> = silent
        .filter(|entry| entry.finding.experiment.measure != Measure::RandomGames)
        .map(|entry| entry.finding.experiment.name.as_str())
        .collect();
    let which = match silent.len() {
        0 => String::new(),
        1..=NAMED => silent.join(", "),
        many => format!("{many} of {} experiments", entries.len()),
    };
    if !which.is_empty() {
        let _ = writeln!(
            out,
            "Run before results said what their agents were, so that a change of an agent since then is not noticed: {which}.\n"
        );
    }
    out.push_str("What the words and marks mean:\n\n");
    for (word, meaning) in WORDS {
        let mark = match word.split([' ', ',']).next() {
            Some("agrees") => " ✓",
            Some("not") => " ~",
            Some("too") => " ?",
            Some("differs") => " ✗",
            _ => "",
        };
        let _ = writeln!(out, "- **{word}**{mark}: {meaning}.");
    }
    out.push_str(
        "\nClaims have the same marks: ✓ holds, ~ undecided, ? too few games, ✗ does not hold. Of the two figures of a claim, the one that is said to be larger stands first.\n\n",
    );
    if entries.is_empty() {
        return;
    }
    let row = |entry: &Entry| {
        let (finding, score) = (&entry.finding, entry.finding.main_score());
        let experiment = &finding.experiment;
        let count = |count: usize| Cell::count(count as u64);
        vec![
            Cell::text(format!("[{}](#{})", experiment.name, anchor(experiment))),
            Cell::text(finding.standing().text()),
            Cell::text(&experiment.readings[experiment.main].name),
            count(score.differ),
            count(score.few + score.open),
            count(score.agree),
            count(score.fail),
            count(score.undecided + score.few_claims),
            count(score.hold),
            Cell::text(finding.others()),
        ]
    };
    let sheet = Sheet {
        columns: vec![
            Column::text("experiment"),
            Column::text("result"),
            Column::text("main reading"),
            Column::number("figures ✗"),
            Column::number("~ ?"),
            Column::number("✓"),
            Column::number("claims ✗"),
            Column::number("~ ?"),
            Column::number("✓"),
            Column::text("other readings"),
        ],
        rows: entries.iter().map(row).collect(),
        ..Sheet::default()
    };
    let _ = writeln!(out, "{}", sheet.markdown());
}

fn command(experiment: &Experiment, seed: u64) -> String {
    let seed = match seed {
        SEED => String::new(),
        other => format!(" --seed {other}"),
    };
    format!("ludarium reproduce {} --full{seed}", experiment.name)
}

fn heading(experiment: &Experiment) -> String {
    format!("{}: {}", experiment.name, experiment.title)
}

/// The name of a heading in an address, as forges and mdBook make it.
fn anchor(experiment: &Experiment) -> String {
    let heading = heading(experiment).to_lowercase();
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn section(out: &mut String, Entry { finding, record }: &Entry) {
    let experiment = &finding.experiment;
    let _ = writeln!(out, "### {}\n", heading(experiment));
    let mut facts = vec![
        format!("Report {}, {}", experiment.report, experiment.source),
        format!("`{}`", command(experiment, record.seed)),
        format!(
            "{} {}",
            grouped(finding.done() as f64),
            finding.counted_in()
        ),
        format!("seed {}", record.seed),
        format!("{} of decisions", duration_text(finding.time())),
        format!("version {}", record.version),
    ];
    facts.extend(record.machine.clone());
    let _ = writeln!(out, "{}.\n", facts.join("; "));
    let _ = writeln!(out, "{}\n", experiment.text.trim());
    let _ = writeln!(out, "**{}**\n", finding.conclusion());
    if let Some(sheet) = figures(finding) {
        let _ = writeln!(out, "{}", sheet.markdown());
    }
    for row in experiment
        .printed
        .iter()
        .filter(|row| row.missing.is_some())
    {
        let _ = writeln!(out, "{}\n", missing(experiment, row));
    }
    if !experiment.claims.is_empty() {
        let _ = writeln!(out, "{}", claims(finding).markdown());
    }
}

/// The printed figures, with ours and a mark under each reading; `None` without any figure.
fn figures(finding: &Finding) -> Option<Sheet> {
    let experiment = &finding.experiment;
    let compares = experiment.printed.iter().any(|row| row.missing.is_none());
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
    for reading in 0..experiment.readings.len() {
        columns.push(Column::number(finding.title_of(reading)));
    }
    let row = |place: Place| {
        let printed = experiment.printed_at(place);
        let measured = |reading: usize| finding.readings[reading].figures.get(&place);
        let readings = 0..experiment.readings.len();
        if printed.is_none() && readings.clone().all(|reading| measured(reading).is_none()) {
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
        for reading in readings {
            row.push(match (measured(reading), printed) {
                (None, _) => Cell::text("–"),
                (Some(ours), None) => Cell::Number(number(ours)),
                (Some(ours), Some((row, value))) => {
                    let mark = mark(judge(Some(ours), value, row.games));
                    Cell::text(format!("{}{mark}", number(ours)))
                }
            });
        }
        Some(row)
    };
    let rows: Vec<Vec<Cell>> = experiment.places().filter_map(row).collect();
    let notes = vec![basis(finding)];
    (!rows.is_empty()).then_some(Sheet {
        columns,
        rows,
        notes,
        ..Sheet::default()
    })
}

/// What the figures rest on, and what the measuring has to say.
fn basis(finding: &Finding) -> String {
    let figures = finding
        .readings
        .iter()
        .flat_map(|read| read.figures.values());
    let ours = range(figures.map(|figure| figure.count));
    let rows = finding.experiment.printed.iter();
    let printed = range(rows.filter_map(|row| row.games));
    let mut parts = Vec::new();
    if let Some(ours) = ours {
        parts.push(format!(
            "Each figure of ours rests on {ours} {}.",
            finding.counted_in()
        ));
    }
    if let Some(printed) = printed {
        parts.push(format!("The printed ones rest on {printed}."));
    }
    parts.extend(finding.notes());
    parts.join(" ")
}

/// `200` or `200 to 1 200`.
fn range(counts: impl Iterator<Item = u64>) -> Option<String> {
    let counts: Vec<u64> = counts.collect();
    let (low, high) = (*counts.iter().min()?, *counts.iter().max()?);
    let text = |count: u64| grouped(count as f64);
    Some(match low == high {
        true => text(low),
        false => format!("{} to {}", text(low), text(high)),
    })
}

/// A printed row that nothing of ours stands beside.
fn missing(experiment: &Experiment, row: &Printed) -> String {
    let value = |(metric, value): &(usize, f64)| {
        let metric = &experiment.metrics[*metric];
        let value = Number::plain(*value, form(metric.unit()));
        format!("{} {value}", metric.title())
    };
    let values: Vec<String> = row.values.iter().map(value).collect();
    let reason = row.missing.as_deref().unwrap_or_default();
    format!(
        "Printed, but not measured: {} {} ({reason}).",
        row.at,
        values.join(", ")
    )
}

fn claims(finding: &Finding) -> Sheet {
    let experiment = &finding.experiment;
    let mut columns = vec![Column::text("claim")];
    for reading in 0..experiment.readings.len() {
        columns.push(Column::text(finding.title_of(reading)));
    }
    let row = |claim: &crate::experiment::Claim| {
        let mut row = vec![Cell::text(&claim.text)];
        for measured in &finding.readings {
            let (verdict, figures) = judge_claim(claim, measured);
            let mark = match verdict {
                ClaimVerdict::Holds => " ✓",
                ClaimVerdict::Fails => " ✗",
                ClaimVerdict::Undecided(_) => " ~",
                ClaimVerdict::TooFew(_) => " ?",
                ClaimVerdict::Unknown => "–",
            };
            row.push(Cell::text(format!("{}{mark}", against(&figures))));
        }
        row
    };
    Sheet {
        columns,
        rows: experiment.claims.iter().map(row).collect(),
        ..Sheet::default()
    }
}

/// The mark of a verdict; times say how many times faster.
fn mark(verdict: Verdict) -> String {
    match verdict {
        Verdict::Agrees => " ✓".to_owned(),
        Verdict::NotContradicted(_) => " ~".to_owned(),
        Verdict::TooFew(_) => " ?".to_owned(),
        Verdict::Differs => " ✗".to_owned(),
        Verdict::NoFigure => String::new(),
        Verdict::Times(_) => format!(", {}", verdict.text("")),
    }
}
