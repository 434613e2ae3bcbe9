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
    ClaimVerdict, Conclusion, Verdict, distinct_claims, judge_claim, judge_printed,
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
    head(&mut out);
    for standing in Conclusion::ALL {
        let group: Vec<&ResultSection> = of(&entries, standing).collect();
        if !group.is_empty() {
            let _ = writeln!(out, "## {} ({})\n", standing.heading(), group.len());
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

/// What holds for all sections.
fn head(out: &mut String) {
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
         - Shown are the readings that count: the main one, and where the text does not decide between two the second as well. \
         A cell has what was printed, then ours; of the two figures of a claim, the one that is said to be larger stands first.\n\
         - What it comes to stands in [the answers](reports.md). All readings are on the page that `ludarium reproduce` writes.\n\
         - Every figure with its interval and number of games is in the file of the results, \
         the reason for the main reading in the file of the experiment.\n"
    );
}

/// An experiment under its own heading, or on one line where nothing but the number of its claims is to be said.
fn section(out: &mut String, ResultSection { finding, seed }: &ResultSection) {
    let experiment = &finding.experiment;
    let figures = figures(finding);
    let claims = claims(finding);
    let printed = experiment.printed.iter();
    let missing: Vec<String> =
        printed.filter(|row| row.missing.is_some()).map(|row| missing(experiment, row)).collect();
    let done = format!("{} {}", grouped(finding.done() as f64), finding.counted_in());
    let is_plain = finding.standing() != Conclusion::Disagrees && *seed == SEED;
    if let (true, None, [], [counted]) = (is_plain, &figures, &*missing, &*claims) {
        let counted = counted.trim_start_matches("- ");
        let (name, title) = (&experiment.name, &experiment.title);
        let _ = writeln!(out, "**{name}**: {title} ({done}): {counted}\n");
        return;
    }
    let _ = writeln!(out, "### {}\n", experiment.name);
    let mut facts = vec![
        experiment.source.clone(),
        done,
        format!("{} of decisions", duration_text(finding.time())),
    ];
    if *seed != SEED {
        facts.push(format!("seed {seed}"));
    }
    let main = finding.readings.get(experiment.main);
    facts.extend(main.and_then(|main| main.machine.clone()));
    let _ = writeln!(out, "**{}** ({})\n", experiment.title, facts.join("; "));
    if let Some(sheet) = figures {
        let _ = writeln!(out, "{}", sheet.markdown());
    }
    if !missing.is_empty() {
        let _ = writeln!(out, "Printed, but not measured: {}.\n", missing.join("; "));
    }
    if !claims.is_empty() {
        let _ = writeln!(out, "{}\n", claims.join("\n"));
    }
}

/// The metrics that the page has: those that were printed, without any and without claims the first one.
fn shown(experiment: &Experiment) -> Vec<usize> {
    let printed = |metric: &usize| {
        let mut places = experiment.places().filter(|place| place.metric == *metric);
        places.any(|place| experiment.printed_at(place).is_some())
    };
    let metrics: Vec<usize> = (0..experiment.metrics.len()).filter(printed).collect();
    if metrics.is_empty() && experiment.claims.is_empty() { vec![0] } else { metrics }
}

/// Figures of the readings that count: a row for each reading, point and subject, a column for each metric, with what was
/// printed before ours. A single metric that nothing was printed for has a column for each value of the last variable.
/// `None` without any figure.
fn figures(finding: &Finding) -> Option<Sheet> {
    let experiment = &finding.experiment;
    let metrics = shown(experiment);
    let compares = !experiment.printed.is_empty();
    let counted = experiment.counted();
    let (across, down) = match &*experiment.sweep {
        [down @ .., last] if !down.is_empty() && !compares && metrics.len() == 1 => {
            (Some(last), down)
        }
        all => (None, all),
    };
    let mut columns: Vec<Column> = Vec::new();
    if counted.len() > 1 {
        columns.push(Column::text("reading"));
    }
    columns.extend(down.iter().map(|(name, _)| Column::text(name)));
    if experiment.subjects.len() > 1 {
        columns.push(Column::text("of"));
    }
    let titles = metrics.iter().map(|&metric| experiment.metrics[metric].title());
    match across {
        None => columns.extend(titles.map(Column::number)),
        Some((name, values)) => {
            let title: String = titles.collect();
            let one = |value| Column::number(format!("{title}, {name} {value}"));
            columns.extend(values.iter().map(one));
        }
    }
    // The last variable changes from point to point, the others keep their values.
    let together = across.map_or(1, |(_, values)| values.len());
    let mut rows = Vec::new();
    for &reading in &counted {
        for first in (0..experiment.points.len()).step_by(together) {
            for subject in 0..experiment.subjects.len() {
                let of_point = |point| {
                    metrics.iter().map(move |&metric| FigurePlace { point, subject, metric })
                };
                let places = || (first..first + together).flat_map(of_point);
                let says = |place: FigurePlace| {
                    let there = finding.readings[reading].figures.contains_key(&place);
                    there && (!compares || experiment.printed_at(place).is_some())
                };
                if !places().any(says) {
                    continue;
                }
                let mut row: Vec<Cell> = Vec::new();
                if counted.len() > 1 {
                    row.push(Cell::text(&experiment.readings[reading].name));
                }
                let values = experiment.points[first].0[..down.len()].iter();
                row.extend(values.map(|(_, value)| Cell::text(value.to_string())));
                if experiment.subjects.len() > 1 {
                    row.push(Cell::text(&experiment.subjects[subject].name));
                }
                row.extend(places().map(|place| cell(finding, reading, place)));
                rows.push(row);
            }
        }
    }
    let notes = vec![basis(finding)];
    (!rows.is_empty()).then_some(Sheet { columns, rows, notes, ..Sheet::default() })
}

/// `94.0 %: 96.3 % (95.0 to 97.3) ✗`
fn cell(finding: &Finding, reading: usize, place: FigurePlace) -> Cell {
    let experiment = &finding.experiment;
    let measured = &finding.readings[reading];
    let printed = experiment.printed_at(place);
    let Some(ours) = measured.figures.get(&place) else {
        return Cell::Empty;
    };
    if printed.is_none() && !experiment.printed.is_empty() {
        return Cell::Empty;
    }
    let printed = printed.map_or_else(String::new, |(_, value)| {
        format!("{}: ", Number::plain(value, form(ours.unit)).value_text())
    });
    let verdict = judge_printed(experiment, measured, place);
    Cell::text(format!("{printed}{}{}", number(ours), verdict.map(mark).unwrap_or_default()))
}

/// What the figures rest on, and what the measuring has to say.
fn basis(finding: &Finding) -> String {
    let experiment = &finding.experiment;
    let metrics = shown(experiment);
    let counted = experiment.counted().into_iter().map(|reading| &finding.readings[reading]);
    let figures = counted.clone().flat_map(|read| &read.figures);
    let figures = figures.filter(|(place, _)| metrics.contains(&place.metric));
    let ours = range(figures.map(|(_, figure)| figure.count));
    let printed = range(experiment.printed.iter().filter_map(|row| row.games));
    let mut parts = Vec::new();
    if let Some(ours) = ours {
        let counted = finding.counted_in();
        parts.push(match printed {
            Some(printed) => format!("{ours} {counted} each, {printed} in the report."),
            None => format!("{ours} {counted} each."),
        });
    }
    parts.extend(counted.flat_map(|read| read.notes.iter().cloned()));
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

/// The claims that do not hold in a reading that counts, each with the figures and the mark of these readings; the others
/// are counted.
fn claims(finding: &Finding) -> Vec<String> {
    let experiment = &finding.experiment;
    let (mut lines, mut hold, mut open) = (Vec::new(), 0, 0);
    for claim in distinct_claims(experiment, &finding.readings[experiment.main]) {
        let counted = experiment.counted().into_iter();
        let judged: Vec<(ClaimVerdict, Vec<Figure>)> =
            counted.map(|reading| judge_claim(claim, &finding.readings[reading])).collect();
        let any = |wanted| judged.iter().any(|(verdict, _)| *verdict == wanted);
        match (any(ClaimVerdict::Fails), any(ClaimVerdict::Holds)) {
            (true, _) => {}
            (false, true) => hold += 1,
            (false, false) => open += 1,
        }
        if !any(ClaimVerdict::Fails) {
            continue;
        }
        let figures = judged.iter().map(|(verdict, figures)| match figures.len() {
            // A curve has its figures in the file.
            3.. => claim_mark(*verdict).to_owned(),
            _ => format!("{} {}", against(figures), claim_mark(*verdict)).trim().to_owned(),
        });
        let figures: Vec<String> = figures.collect();
        lines.push(format!("- {} {}", claim.text, figures.join("; ")));
    }
    let count = |count: usize, words: [&str; 2]| match count {
        0 => None,
        1 => Some(format!("1 claim {}", words[0])),
        count => Some(format!("{count} claims {}", words[1])),
    };
    let others =
        [count(hold, ["holds", "hold"]), count(open, ["is not decided", "are not decided"])];
    let others: Vec<String> = others.into_iter().flatten().collect();
    if !others.is_empty() {
        lines.push(format!("- {}.", others.join(", ")));
    }
    lines
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
        Verdict::NoFigure | Verdict::OtherWork | Verdict::Times(_) => "",
    }
}
