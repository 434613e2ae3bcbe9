//! The result of one experiment as a file.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, FigurePlace, Reading};
use crate::measure::{Figure, MeasuredReading};
use crate::reproduce::Finding;

use super::agents::{Agents, changed};

/// The result of one experiment. Points, subjects, readings and metrics stand there by name, so that their order in the
/// experiment file does not matter.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    pub experiment: String,
    /// The version of the program that played.
    pub version: String,
    pub seed: u64,
    /// What was said about the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// A fingerprint of everything that was planned.
    plan: String,
    readings: Vec<ReadingResult>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadingResult {
    name: String,
    /// Games or questions.
    done: u64,
    /// The time of all decisions.
    seconds: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// What its agents were; random games have none.
    #[serde(default, skip_serializing_if = "Agents::is_empty")]
    agents: Agents,
    figures: Vec<FigureResult>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureResult {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    at: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    of: String,
    metric: String,
    value: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interval: Option<(f64, f64)>,
    count: u64,
}

impl ResultFile {
    /// The result of a complete finding with the agents of each reading.
    pub fn of(
        finding: &Finding,
        agents: Vec<Agents>,
        seed: u64,
        machine: Option<&str>,
    ) -> ResultFile {
        let experiment = &finding.experiment;
        let figure = |(place, figure): (&FigurePlace, &Figure)| FigureResult {
            at: experiment.points[place.point].to_string(),
            of: experiment.subjects[place.subject].name.clone(),
            metric: experiment.metrics[place.metric].to_string(),
            value: figure.value,
            interval: figure.interval,
            count: figure.count,
        };
        let readings = experiment.readings.iter().zip(&finding.readings);
        let readings = readings.zip(agents);
        let reading = readings.map(|((reading, measured), agents)| ReadingResult {
            name: reading.name.clone(),
            done: measured.done,
            // Whole milliseconds say enough.
            seconds: measured.time.as_millis() as f64 / 1000.0,
            notes: measured.notes.clone(),
            agents,
            figures: measured.figures.iter().map(figure).collect(),
        });
        ResultFile {
            experiment: experiment.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            machine: machine.map(str::to_owned),
            plan: plan(experiment),
            readings: reading.collect(),
        }
    }

    /// The text of the file: one line for each figure, so that changes are easy to see.
    pub fn json(&self) -> String {
        let mut fields = vec![
            format!("\"experiment\": {}", line(&self.experiment)),
            format!("\"version\": {}", line(&self.version)),
            format!("\"seed\": {}", self.seed),
        ];
        if let Some(machine) = &self.machine {
            fields.push(format!("\"machine\": {}", line(machine)));
        }
        fields.push(format!("\"plan\": {}", line(&self.plan)));
        let readings: Vec<String> = self.readings.iter().map(ReadingResult::json).collect();
        fields.push(format!("\"readings\": [\n{}\n]", readings.join(",\n")));
        format!("{{\n{}\n}}\n", fields.join(",\n"))
    }

    /// Whether the experiment still plans what was played.
    pub fn is_current(&self, experiment: &Experiment) -> bool {
        self.plan == plan(experiment)
    }

    /// The agents that are not what they were.
    pub fn changed_agents(&self, now: &[Agents]) -> Vec<String> {
        let stored: Vec<&Agents> = self.readings.iter().map(|record| &record.agents).collect();
        changed(&stored, now)
    }

    /// The finding again; `None` where the experiment does not have something that the record speaks of.
    pub fn finding(&self, experiment: &Experiment) -> Option<Finding> {
        let measured = |reading: &Reading| {
            let mut records = self.readings.iter();
            let record = records.find(|record| record.name == reading.name)?;
            let mut measured = MeasuredReading {
                done: record.done,
                planned: record.done,
                time: Duration::try_from_secs_f64(record.seconds).unwrap_or_default(),
                notes: record.notes.clone(),
                ..MeasuredReading::default()
            };
            for figure in &record.figures {
                let (place, found) = figure.place(experiment)?;
                measured.figures.insert(place, found);
            }
            Some(measured)
        };
        let readings: Option<Vec<MeasuredReading>> =
            experiment.readings.iter().map(measured).collect();
        Some(Finding {
            readings: readings?,
            experiment: experiment.clone(),
        })
    }
}

impl ReadingResult {
    fn json(&self) -> String {
        let mut fields = vec![
            format!("\"name\": {}", line(&self.name)),
            format!("\"done\": {}", self.done),
            format!("\"seconds\": {}", self.seconds),
        ];
        if !self.notes.is_empty() {
            fields.push(format!("\"notes\": {}", line(&self.notes)));
        }
        if !self.agents.is_empty() {
            let agent = |(text, is): (&String, &String)| format!("{}: {}", line(text), line(is));
            let agents: Vec<String> = self.agents.iter().map(agent).collect();
            fields.push(format!("\"agents\": {{\n  {}\n}}", agents.join(",\n  ")));
        }
        let figures: Vec<String> = self.figures.iter().map(line).collect();
        fields.push(format!("\"figures\": [\n  {}\n]", figures.join(",\n  ")));
        format!("{{{}}}", fields.join(", "))
    }
}

impl FigureResult {
    /// Where the figure belongs, and the figure.
    fn place(&self, experiment: &Experiment) -> Option<(FigurePlace, Figure)> {
        let points = &experiment.points;
        let metrics = &experiment.metrics;
        let subjects = &experiment.subjects;
        let place = FigurePlace {
            point: points.iter().position(|p| p.to_string() == self.at)?,
            subject: subjects.iter().position(|s| s.name == self.of)?,
            metric: metrics.iter().position(|m| m.to_string() == self.metric)?,
        };
        let figure = Figure {
            value: self.value,
            interval: self.interval,
            count: self.count,
            unit: metrics[place.metric].unit(),
        };
        Some((place, figure))
    }
}

/// A value on one line. Texts and numbers can always be written.
fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A fingerprint of what a full run plays and measures. Texts, printed figures and claims are no part of it: they may
/// change without a new run.
fn plan(experiment: &Experiment) -> String {
    let readings = experiment.readings.iter().map(|reading| Reading {
        text: String::new(),
        ..reading.clone()
    });
    let planned = format!(
        "{:?}",
        (
            &experiment.game,
            experiment.measure,
            &experiment.metrics,
            &experiment.points,
            &experiment.subjects,
            &experiment.positions,
            experiment.full,
            readings.collect::<Vec<_>>(),
        )
    );
    // FNV-1a: small, and the same everywhere.
    let hash = planned
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("{hash:016x}")
}
