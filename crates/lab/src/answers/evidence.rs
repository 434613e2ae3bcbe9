//! Evidence: from the claims and printed figures of an experiment to one verdict on a sentence.

use std::collections::BTreeSet;
use std::fmt;

use ludarium_report::sheet::grouped;
use serde::{Deserialize, Serialize};

use super::Findings;
use crate::experiment::{Claim, Experiment, FigurePlace};
use crate::measure::MeasuredReading;
use crate::verdict::{ClaimVerdict, Verdict, judge_claim, judge_printed};

/// Whether a sentence of a report is true in our games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// Everything that it says holds.
    Confirmed,
    /// Something that it says does not hold.
    Refuted,
    /// Our games do not tell.
    Untold,
}

impl Truth {
    /// What several verdicts on parts of a sentence come to: one that is refuted refutes it.
    fn all(parts: impl IntoIterator<Item = Truth>) -> Truth {
        let mut parts = parts.into_iter().peekable();
        if parts.peek().is_none() {
            return Truth::Untold;
        }
        parts.fold(Truth::Confirmed, |all, part| match (all, part) {
            (Truth::Refuted, _) | (_, Truth::Refuted) => Truth::Refuted,
            (Truth::Untold, _) | (_, Truth::Untold) => Truth::Untold,
            _ => Truth::Confirmed,
        })
    }

    /// Its word in a sentence.
    pub fn word(self) -> &'static str {
        match self {
            Truth::Confirmed => "confirmed",
            Truth::Refuted => "refuted",
            Truth::Untold => "cannot be told",
        }
    }
}

/// What a verdict rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The experiment.
    pub experiment: String,
    /// The reading that is meant instead of those that count, as an index.
    pub reading: Option<usize>,
    /// What is looked at there.
    pub subject: EvidenceSubject,
}

/// What is looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum EvidenceSubject {
    /// Claims of the experiment, as indices.
    Claims(Vec<usize>),
    /// A printed figure.
    Printed(FigurePlace),
}

impl Evidence {
    /// The readings that count here, the main one first.
    pub fn readings(&self, experiment: &Experiment) -> Vec<usize> {
        self.reading.map_or_else(|| experiment.counted(), |reading| vec![reading])
    }

    /// The places of all its figures.
    fn places(&self, experiment: &Experiment) -> Vec<FigurePlace> {
        match &self.subject {
            EvidenceSubject::Claims(claims) => {
                let claims = claims.iter().filter_map(|&claim| experiment.claims.get(claim));
                claims.flat_map(|claim| claim.statement.places()).collect()
            }
            EvidenceSubject::Printed(place) => vec![*place],
        }
    }

    /// What a reading says; claims about one player that is compared with itself are untold.
    fn truth(&self, experiment: &Experiment, measured: &MeasuredReading) -> Truth {
        match &self.subject {
            EvidenceSubject::Claims(claims) => {
                let claims = claims.iter().filter_map(|&claim| experiment.claims.get(claim));
                Truth::all(claims.map(|claim| of_claim(claim, measured)))
            }
            EvidenceSubject::Printed(place) => match judge_printed(experiment, measured, *place) {
                Some(Verdict::Agrees) => Truth::Confirmed,
                Some(Verdict::Differs) => Truth::Refuted,
                _ => Truth::Untold,
            },
        }
    }
}

/// Whether a reading that counts has no figure at all.
pub(super) fn is_missing(evidence: &[Evidence], findings: &Findings) -> bool {
    evidence.iter().any(|one| {
        findings.get(&one.experiment).is_none_or(|finding| {
            let readings = one.readings(&finding.experiment).into_iter();
            let mut measured = readings.map(|reading| finding.readings.get(reading));
            measured.any(|measured| measured.is_none_or(|measured| measured.figures.is_empty()))
        })
    })
}

/// On how many games or positions evidence rests, in the readings that count: `500 to 1 000 games`.
pub(super) fn basis(evidence: &[Evidence], findings: &Findings) -> String {
    let found = evidence.iter().filter_map(|one| Some((one, findings.get(&one.experiment)?)));
    let mut what = "games";
    let mut counts = BTreeSet::new();
    for (one, finding) in found {
        what = finding.counted_in();
        for reading in one.readings(&finding.experiment) {
            let Some(measured) = finding.readings.get(reading) else {
                continue;
            };
            let figures = one.places(&finding.experiment);
            let figures = figures.iter().filter_map(|place| measured.figures.get(place));
            counts.extend(figures.map(|figure| figure.count));
        }
    }
    let text = |count: &u64| grouped(*count as f64);
    match (counts.first(), counts.last()) {
        (Some(least), Some(most)) if least == most => format!("{} {what}", text(least)),
        (Some(least), Some(most)) => format!("{} to {} {what}", text(least), text(most)),
        _ => String::new(),
    }
}

fn of_claim(claim: &Claim, measured: &MeasuredReading) -> Truth {
    match judge_claim(claim, measured).0 {
        ClaimVerdict::Holds => Truth::Confirmed,
        ClaimVerdict::Fails => Truth::Refuted,
        ClaimVerdict::Undecided(_) | ClaimVerdict::TooFew(_) | ClaimVerdict::Unknown => {
            Truth::Untold
        }
    }
}

/// The verdict on a sentence: of the main readings, and of those with equal weight where these say something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentenceVerdict {
    /// What the main readings say.
    pub main: Truth,
    /// What the readings with equal weight say, with their name and that of the main one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<OtherTruth>,
}

/// What other readings say that count as much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherTruth {
    /// What they say.
    pub truth: Truth,
    /// The readings that say so.
    pub reading: String,
    /// The main reading, which says something else.
    pub main: String,
}

impl SentenceVerdict {
    /// A verdict without readings.
    pub fn plain(truth: Truth) -> SentenceVerdict {
        SentenceVerdict { main: truth, otherwise: None }
    }

    /// The verdict that evidence gives. What was not measured tells nothing.
    pub fn of(evidence: &[Evidence], findings: &Findings) -> SentenceVerdict {
        let truth = |equal: bool| {
            Truth::all(evidence.iter().map(|one| {
                let Some(finding) = findings.get(&one.experiment) else {
                    return Truth::Untold;
                };
                let readings = one.readings(&finding.experiment);
                let chosen = if equal { readings.last() } else { readings.first() };
                let measured = chosen.and_then(|&reading| finding.readings.get(reading));
                measured.map_or(Truth::Untold, |it| one.truth(&finding.experiment, it))
            }))
        };
        let names = evidence.iter().find_map(|one| {
            let experiment = &findings.get(&one.experiment)?.experiment;
            let name = |reading: usize| experiment.readings[reading].name.clone();
            match one.readings(experiment)[..] {
                [main, equal] => Some((name(main), name(equal))),
                _ => None,
            }
        });
        let (main, equal) = (truth(false), truth(true));
        let otherwise = names.filter(|_| main != equal);
        SentenceVerdict {
            main,
            otherwise: otherwise.map(|(main, reading)| OtherTruth { truth: equal, reading, main }),
        }
    }

    /// Whether something cannot be told.
    pub fn is_open(&self) -> bool {
        let other = self.otherwise.as_ref().map(|other| other.truth);
        self.main == Truth::Untold || other == Some(Truth::Untold)
    }
}

impl fmt::Display for SentenceVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(OtherTruth { truth, reading, main }) = &self.otherwise else {
            return f.write_str(self.main.word());
        };
        write!(f, "{} {main}, {} {reading}", self.main.word(), truth.word())
    }
}
