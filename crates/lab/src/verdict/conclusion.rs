//! The sentences under an experiment: what came of the main reading, and of the others.

use super::ReadingScore;
use crate::experiment::Experiment;

/// What came of an experiment. The main reading, fixed beforehand, is told in full; the others follow with what
/// disagrees in them. No reading is chosen by its result.
pub fn conclusion(experiment: &Experiment, scores: &[ReadingScore]) -> String {
    let Some(score) = scores.get(experiment.main) else {
        return "Nothing was measured.".to_owned();
    };
    let found = match score.text() {
        text if text.is_empty() => "the report gives nothing to compare with".to_owned(),
        text => text,
    };
    let readings = || experiment.readings.iter().zip(scores);
    if readings().count() == 1 {
        return format!("{}.", capital(&found));
    }
    let main = &experiment.readings[experiment.main].name;
    let others: Vec<String> = readings()
        .enumerate()
        .filter(|(index, _)| *index != experiment.main)
        .map(|(_, (reading, score))| format!("“{}”: {}", reading.name, score.short()))
        .collect();
    format!(
        "Main reading “{main}”: {found}. Beside it {}.",
        others.join("; ")
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
