//! The result of one experiment as a file.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, FigurePlace, Mode, Reading};
use crate::measure::{Figure, MeasuredReading};
use crate::reproduce::Finding;

use super::agents::Agents;

/// The result of one experiment. Points, subjects, readings and metrics stand there by name, so that their order in the
/// experiment file does not matter.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    pub experiment: String,
    /// The version of the program that played.
    pub version: String,
    pub seed: u64,
    readings: Vec<ReadingResult>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadingResult {
    name: String,
    /// A fingerprint of everything that was planned.
    plan: String,
    /// What was said about the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    machine: Option<String>,
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
            plan: plan(experiment, reading),
            machine: measured.machine.clone().or(machine.map(str::to_owned)),
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
        let readings: Vec<String> = self.readings.iter().map(ReadingResult::json).collect();
        fields.push(format!("\"readings\": [\n{}\n]", readings.join(",\n")));
        format!("{{\n{}\n}}\n", fields.join(",\n"))
    }

    /// What a reading gave, if the experiment still plans what was played, with what its agents were.
    pub fn measured(
        &self,
        experiment: &Experiment,
        reading: usize,
    ) -> Option<(MeasuredReading, &Agents)> {
        let reading = &experiment.readings[reading];
        let mut records = self.readings.iter();
        let record = records.find(|record| record.name == reading.name)?;
        if record.plan != plan(experiment, reading) {
            return None;
        }
        let mut measured = MeasuredReading {
            done: record.done,
            planned: record.done,
            time: Duration::try_from_secs_f64(record.seconds).unwrap_or_default(),
            notes: record.notes.clone(),
            machine: record.machine.clone(),
            same_players: reading.same_players(),
            other_work: reading.other_work.clone(),
            ..MeasuredReading::default()
        };
        for figure in &record.figures {
            let (place, found) = figure.place(experiment)?;
            measured.figures.insert(place, found);
        }
        Some((measured, &record.agents))
    }
}

impl ReadingResult {
    fn json(&self) -> String {
        let mut fields = vec![
            format!("\"name\": {}", line(&self.name)),
            format!("\"plan\": {}", line(&self.plan)),
            format!("\"done\": {}", self.done),
            format!("\"seconds\": {}", self.seconds),
        ];
        if let Some(machine) = &self.machine {
            fields.push(format!("\"machine\": {}", line(machine)));
        }
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

/// A fingerprint of what a full run plays and measures for a reading. Texts, printed figures, claims and other readings are
/// no part of it: they may change without a new run.
fn plan(experiment: &Experiment, reading: &Reading) -> String {
    let points = experiment.points.iter().zip(&reading.setups);
    let points = points.filter_map(|(point, setup)| {
        let rounds = reading.rounds(point, Mode::Full, experiment.full.rounds);
        Some((point, setup.as_ref()?, rounds))
    });
    let planned = format!(
        "{:?}",
        (
            (&experiment.game, &reading.variant, experiment.measure),
            (&experiment.metrics, &experiment.subjects),
            (&experiment.positions, experiment.full.games),
            (reading.seating, reading.random_plies, reading.longest),
            points.collect::<Vec<_>>(),
        )
    );
    // FNV-1a: small, and the same everywhere.
    let hash = planned.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
