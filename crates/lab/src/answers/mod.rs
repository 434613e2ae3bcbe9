//! Answers: what came of the sentences of a report, in the report's own order.
//!
//! A file of a report has its questions, claims and conclusions with a few words of ours; the verdicts and the figures come
//! from results. [`write`] makes the page `ANSWERS.md` of full results and keeps what it says for the program, so that a
//! quick run can show it beside its own answers.

mod brief;
mod evidence;
mod file;
mod page;
mod quote;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use ludarium_arena::FileErrors;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::experiment::{Catalogue, CatalogueError, Experiment, FigurePlace, Mode, SweepPoint};
use crate::measure::MeasuredReading;
use crate::reproduce::Finding;
use crate::results;

pub use evidence::{Evidence, EvidenceSubject, OtherTruth, SentenceVerdict, Truth};
use file::{AnswersFile, EvidenceText, PlotText, SentenceText};
pub use page::{AnswerFiles, PICTURE, answer_files, counts, write};
pub use quote::{Quote, QuotingText};

/// What was found, by the names of experiments.
pub type Findings = BTreeMap<String, Finding>;

/// The sentences of a report as files of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswersText {
    /// The report, for instance `001`.
    pub report: &'static str,
    /// The sentences as TOML.
    pub text: &'static str,
    /// What full runs say, as JSON.
    pub published: &'static str,
}

/// The sentences of a report with what they rest on.
#[derive(Clone, Debug)]
pub struct ReportAnswers {
    /// The report, for instance `001`.
    pub report: String,
    /// What it is about, in a line.
    pub title: String,
    about: String,
    plot: Option<PlotText>,
    /// In the order of the report.
    pub sentences: Vec<Sentence>,
}

/// A question or a statement of a report.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// What begins here, such as the conclusions.
    pub part: Option<String>,
    /// The report, in our words.
    pub says: String,
    lines: Vec<u32>,
    evidence: Vec<Evidence>,
    verdict: Option<Truth>,
    because: Option<String>,
    ours: QuotingText,
    /// The sentence in a few words, for lists.
    pub short: Option<String>,
    figures: Vec<Quote>,
}

/// What came of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentenceAnswer {
    /// The sentence, by which it is found again.
    pub says: String,
    /// Whether it is true; `None` for a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<SentenceVerdict>,
    /// Why it cannot be told, where that is so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub because: String,
    /// What we found.
    pub ours: String,
    /// On how many games the verdict rests.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub basis: String,
    /// The figures in a few letters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub figures: String,
}

impl SentenceAnswer {
    /// The verdict with its reason; empty for a question.
    pub fn verdict_text(&self) -> String {
        let Some(verdict) = &self.verdict else {
            return String::new();
        };
        let because = match self.because.as_str() {
            "" => String::new(),
            reason => format!(", because {reason}"),
        };
        format!("{verdict}{because}")
    }
}

impl ReportAnswers {
    /// What the picture of its answers shows.
    pub fn picture_text(&self) -> Option<&str> {
        self.plot.as_ref().map(|plot| plot.text.as_str())
    }

    /// Reads and checks the sentences of a report; an error lists everything that was found wrong.
    pub fn parse(
        catalogue: &Catalogue,
        text: &AnswersText,
    ) -> Result<ReportAnswers, CatalogueError> {
        let name = format!("answers of {}", text.report);
        let file: AnswersFile = FileErrors::read(&name, text.text)?;
        let experiments = catalogue.select(&[text.report.to_owned()])?;
        let mut errors = FileErrors::new(&name);
        let find = |name: &str| experiments.iter().find(|known| known.name == name);
        let owned = |name: &str| find(name).cloned();
        let mut sentences = Vec::new();
        for (index, sentence) in file.sentence.iter().enumerate() {
            match check(sentence, &find, &owned) {
                Ok(sentence) => sentences.push(sentence),
                Err(problem) => errors.wrong(format!("sentence {}", index + 1), problem),
            }
        }
        if let Some(plot) = &file.plot
            && find(&plot.experiment).is_none()
        {
            errors.wrong("plot", format!("there is no experiment `{}`", plot.experiment));
        }
        let answers = ReportAnswers {
            report: file.report,
            title: file.title,
            about: file.about,
            plot: file.plot,
            sentences,
        };
        Ok(errors.finish(answers)?)
    }

    /// What came of every sentence.
    pub fn answers(&self, findings: &Findings) -> Vec<SentenceAnswer> {
        self.sentences.iter().map(|sentence| sentence.answer(findings)).collect()
    }

    /// The names of all experiments that the sentences rest on.
    pub fn experiments(&self) -> Vec<&str> {
        let evidence = self.sentences.iter().flat_map(|sentence| &sentence.evidence);
        let mut names: Vec<&str> = evidence.map(|one| one.experiment.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

impl Sentence {
    /// What came of it.
    pub fn answer(&self, findings: &Findings) -> SentenceAnswer {
        let verdict = match (self.verdict, self.evidence.is_empty()) {
            (Some(own), _) => Some(SentenceVerdict::plain(own)),
            (None, true) => None,
            (None, false) => Some(SentenceVerdict::of(&self.evidence, findings)),
        };
        let is_open = verdict.as_ref().is_some_and(SentenceVerdict::is_open);
        let basis = evidence::basis(&self.evidence, findings);
        let is_missing = is_open && evidence::is_missing(&self.evidence, findings);
        let because = match (&self.because, is_open) {
            (_, true) if is_missing => "it waits for a full run".to_owned(),
            (Some(own), open) if open || self.verdict.is_some() => own.clone(),
            (None, true) => format!("{basis} do not decide it"),
            _ => String::new(),
        };
        SentenceAnswer {
            says: self.says.clone(),
            because,
            verdict,
            ours: self.ours.text(findings),
            basis,
            figures: self.figures(findings),
        }
    }

    /// Its figures in a few letters, with the games of the least: `58 % v 44 % of 60`.
    fn figures(&self, findings: &Findings) -> String {
        let values = self.figures.iter().filter_map(|quote| quote.short(findings));
        let values: Vec<String> = values.collect();
        match self.figures.iter().filter_map(|quote| quote.count(findings)).min() {
            Some(count) => format!("{} of {count}", values.join(" v ")),
            None => String::new(),
        }
    }
}

/// The answers of a report now, and those of full runs.
#[derive(Clone, Debug)]
pub struct AnsweredReport {
    /// The sentences.
    pub answers: ReportAnswers,
    /// What came of each now.
    pub now: Vec<SentenceAnswer>,
    /// What full runs said when the page was written; nothing after a full run.
    pub published: Vec<SentenceAnswer>,
}

/// The answers of every report whose experiments are all there.
pub fn answered(
    catalogue: &Catalogue,
    findings: &Findings,
    mode: Mode,
) -> Result<Vec<AnsweredReport>, CatalogueError> {
    let mut all = Vec::new();
    for text in catalogue.answers() {
        let answers = ReportAnswers::parse(catalogue, text)?;
        if answers.experiments().iter().all(|name| findings.contains_key(*name)) {
            let published = match mode {
                Mode::Quick => published(text),
                Mode::Full => Vec::new(),
            };
            all.push(AnsweredReport { now: answers.answers(findings), published, answers });
        }
    }
    Ok(all)
}

/// What full results say, by the names of experiments; what was not run, or has changed since, is not there.
pub fn full_findings(catalogue: &Catalogue, folder: &Path) -> Result<Findings, LabError> {
    let mut findings = Findings::new();
    for experiment in catalogue.select(&[])? {
        let Some(known) = results::known(folder, catalogue.games(), None, &experiment)? else {
            continue;
        };
        let empty = |reading: Option<MeasuredReading>| reading.unwrap_or_default();
        let readings = known.readings.into_iter().map(empty).collect();
        findings.insert(experiment.name.clone(), Finding { experiment, readings });
    }
    Ok(findings)
}

/// What full runs said when the answers of a report were written.
pub fn published(text: &AnswersText) -> Vec<SentenceAnswer> {
    // A test reads every one of these files.
    serde_json::from_str(text.published).unwrap_or_default()
}

/// A sentence whose experiments, claims and figures are there.
fn check<'a>(
    text: &SentenceText,
    find: &dyn Fn(&str) -> Option<&'a Experiment>,
    owned: &dyn Fn(&str) -> Option<Experiment>,
) -> Result<Sentence, String> {
    let evidence: Result<Vec<Evidence>, String> =
        text.evidence.iter().map(|one| evidence_of(one, find)).collect();
    if text.verdict.is_some() && (text.because.is_none() || !text.evidence.is_empty()) {
        return Err("a verdict of its own needs a reason, and no evidence".to_owned());
    }
    let figures: Result<Vec<Quote>, String> =
        text.figures.iter().map(|figure| Quote::parse(figure, owned)).collect();
    Ok(Sentence {
        part: text.part.clone(),
        says: text.says.clone(),
        lines: text.lines.clone(),
        evidence: evidence?,
        verdict: text.verdict,
        because: text.because.clone(),
        ours: QuotingText::parse(&text.ours, owned)?,
        short: text.short.clone(),
        figures: figures?,
    })
}

fn evidence_of<'a>(
    text: &EvidenceText,
    find: &dyn Fn(&str) -> Option<&'a Experiment>,
) -> Result<Evidence, String> {
    let name = &text.experiment;
    let experiment = find(name).ok_or_else(|| format!("there is no experiment `{name}`"))?;
    let reading = text.reading.as_ref().map(|wanted| {
        let mut readings = experiment.readings.iter();
        let found = readings.position(|reading| reading.name == *wanted);
        found.ok_or_else(|| format!("{name} has no reading `{wanted}`"))
    });
    let subject = match &text.printed {
        Some(metric) => {
            let of = text.of.clone().unwrap_or_default();
            let mut subjects = experiment.subjects.iter();
            let mut metrics = experiment.metrics.iter();
            let mut points = experiment.points.iter();
            let place = FigurePlace {
                point: points.position(|point: &SweepPoint| point.has(&text.at.0)).unwrap_or(0),
                subject: subjects.position(|subject| subject.name == of).unwrap_or(0),
                metric: metrics.position(|known| known.to_string() == *metric).unwrap_or(0),
            };
            let printed = experiment.printed_at(place);
            printed.ok_or_else(|| format!("{name} has no such printed `{metric}`"))?;
            EvidenceSubject::Printed(place)
        }
        None => {
            let mut claims = Vec::new();
            for begin in &text.claims {
                let found = experiment.claims.iter().enumerate();
                let found = found.filter(|(_, claim)| claim.text.starts_with(begin.as_str()));
                let before = claims.len();
                claims.extend(found.map(|(index, _)| index));
                if claims.len() == before {
                    return Err(format!("no claim of {name} begins with `{begin}`"));
                }
            }
            claims.sort_unstable();
            claims.dedup();
            if claims.is_empty() {
                return Err(format!("the evidence of {name} has neither `claims` nor `printed`"));
            }
            EvidenceSubject::Claims(claims)
        }
    };
    Ok(Evidence { experiment: name.clone(), reading: reading.transpose()?, subject })
}
