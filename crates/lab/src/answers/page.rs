//! The page `ANSWERS.md` of a report, and the sheet for documents.

use std::path::Path;

use ludarium_report::NamedChart;
use ludarium_report::sheet::{Cell, Column, Sheet, Tone};

use super::{
    AnswersText, Findings, ReportAnswers, SentenceAnswer, SentenceVerdict, Truth, full_findings,
};
use crate::chart::{self, MetricChart};
use crate::error::LabError;
use crate::experiment::{Catalogue, Experiment};
use crate::files;
use crate::reproduce::Finding;

/// The picture of a page.
pub const PICTURE: &str = "answers.svg";

/// The files of one report's answers, by their names in its folder.
pub struct AnswerFiles {
    /// The report, for instance `001`.
    pub report: String,
    /// Names and contents.
    pub files: Vec<(&'static str, String)>,
}

/// The answers of all reports from a folder of full results.
pub fn answer_files(catalogue: &Catalogue, folder: &Path) -> Result<Vec<AnswerFiles>, LabError> {
    let findings = full_findings(catalogue, folder)?;
    let of = |text: &AnswersText| {
        let answers = ReportAnswers::parse(catalogue, text)?;
        let found = answers.answers(&findings);
        let mut files = vec![("ANSWERS.md", answers.page(&found)), ("answers.json", json(&found))];
        files.extend(answers.picture(&findings).map(|picture| (PICTURE, picture)));
        Ok(AnswerFiles { report: answers.report, files })
    };
    catalogue.answers().map(of).collect()
}

/// Writes the answers of all reports into their folders below `reports`, which are found by their numbers.
pub fn write(catalogue: &Catalogue, results: &Path, reports: &Path) -> Result<(), LabError> {
    for AnswerFiles { report, files } in answer_files(catalogue, results)? {
        let folder = files::folder_with(reports, &report)?;
        for (name, text) in files {
            files::write(&folder.join(name), text)?;
        }
    }
    Ok(())
}

/// One line for each answer, so that changes are easy to see.
fn json(found: &[SentenceAnswer]) -> String {
    let lines = found.iter().map(|answer| serde_json::to_string(answer).unwrap_or_default());
    format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"))
}

impl ReportAnswers {
    /// A number, or the name of a collection.
    fn name(&self) -> String {
        match self.report.parse::<u32>() {
            Ok(_) => format!("Report {}", self.report),
            Err(_) => capital(&self.report),
        }
    }

    /// The page in Markdown.
    fn page(&self, found: &[SentenceAnswer]) -> String {
        let has_lines = self.sentences.iter().any(|sentence| !sentence.lines.is_empty());
        let map = if has_lines {
            ", numbers in brackets are lines of the report, [every line](MAP.md) has its place"
        } else {
            ""
        };
        let mut out = format!(
            "# {}: what came of it\n\n{}\n\nWritten by `ludarium reproduce --results docs/results --answers reports` from \
             [full results](../../docs/results.md); the words are in [answers.toml](answers.toml){map}. Figures stand with their \
             95 % interval; the games behind a verdict are in square brackets, of each figure.\n",
            self.name(),
            self.about.trim()
        );
        if let Some(plot) = &self.plot {
            out += &format!("\n![{0}]({PICTURE})\n\n*{0}*\n", plot.text);
        }
        let mut number = 0;
        for (sentence, answer) in self.sentences.iter().zip(found) {
            if let Some(part) = &sentence.part {
                out += &format!("\n## {part}\n\n");
            }
            number += 1;
            let basis = match answer.basis.as_str() {
                "" => String::new(),
                basis => format!(" [{basis}]"),
            };
            let verdict = match answer.verdict_text() {
                text if text.is_empty() => String::new(),
                text => format!(" **{}.**", capital(&text)),
            };
            out += &format!(
                "{number}. *{}*{}{verdict} {}{basis}\n",
                sentence.says,
                lines(&sentence.lines),
                answer.ours
            );
        }
        out
    }

    /// The picture: the metric in the readings that count.
    fn picture(&self, findings: &Findings) -> Option<String> {
        self.chart(|name| findings.get(name)).map(|chart| chart.svg())
    }

    /// The chart of the answers, from the finding of its experiment.
    pub fn chart<'a>(&self, find: impl Fn(&str) -> Option<&'a Finding>) -> Option<NamedChart> {
        let plot = self.plot.as_ref()?;
        let counted = counted(find(&plot.experiment)?);
        let experiment = &counted.experiment;
        let metric =
            experiment.metrics.iter().position(|known| known.to_string() == plot.metric)?;
        let drawn = MetricChart { finding: &counted, metric };
        let chart: NamedChart = match chart::numeric(experiment) {
            Some(variable) => drawn.lines(variable)?.into(),
            None => drawn.bars().into(),
        };
        Some(chart)
    }

    /// The answers as a table; `published` are those of full runs where these are others.
    pub fn sheet(&self, now: &[SentenceAnswer], published: &[SentenceAnswer]) -> Sheet {
        let mut columns = vec![Column::text("the report"), Column::text("verdict")];
        columns.push(Column::text("what we found"));
        if !published.is_empty() {
            columns.push(Column::text("full run"));
        }
        let row = |answer: &SentenceAnswer| {
            let mut row =
                vec![Cell::text(&answer.says), judgement(answer), Cell::text(&answer.ours)];
            if !published.is_empty() {
                let full = published.iter().find(|full| full.says == answer.says);
                row.push(full.map_or(Cell::Empty, judgement));
            }
            row
        };
        let title = format!("{}: {}", self.name(), self.title);
        Sheet { class: "claims", ..Sheet::new(title, columns).rows(now.iter().map(row)) }
    }
}

/// How many answers are confirmed, refuted, or cannot be told.
pub fn counts(found: &[SentenceAnswer]) -> [(Truth, usize); 3] {
    [Truth::Confirmed, Truth::Refuted, Truth::Untold].map(|truth| {
        let verdicts = found.iter().filter_map(|answer| answer.verdict.as_ref());
        (truth, verdicts.filter(|verdict| verdict.main == truth).count())
    })
}

fn judgement(answer: &SentenceAnswer) -> Cell {
    let tone = match &answer.verdict {
        Some(SentenceVerdict { main: Truth::Confirmed, otherwise: None }) => Tone::Good,
        Some(SentenceVerdict { main: Truth::Refuted, otherwise: None }) => Tone::Bad,
        _ => Tone::Plain,
    };
    Cell::Judgement(answer.verdict_text(), tone)
}

/// A finding with the readings that count alone.
fn counted(finding: &Finding) -> Finding {
    let chosen = finding.experiment.counted();
    let readings = chosen.iter().map(|&reading| finding.experiment.readings[reading].clone());
    let experiment = Experiment {
        readings: readings.collect(),
        main: 0,
        equal: None,
        ..finding.experiment.clone()
    };
    let measured = chosen.iter().filter_map(|&reading| finding.readings.get(reading).cloned());
    Finding { experiment, readings: measured.collect() }
}

/// Line numbers in brackets.
fn lines(lines: &[u32]) -> String {
    let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
    if numbers.is_empty() { String::new() } else { format!(" ({})", numbers.join(", ")) }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}
