//! The sentences under an experiment: what came of the main reading, and of the others.

use super::ReadingScore;
use crate::experiment::Experiment;

/// What came of an experiment. The readings that count, fixed beforehand, are told in full; the others follow with what
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
    let mut text = format!("Main reading “{main}”: {found}.");
    if let Some((reading, score)) = experiment.equal.and_then(|equal| readings().nth(equal)) {
        let name = &reading.name;
        text += &format!(" With equal weight “{name}”: {}.", score.text());
    }
    let counted = experiment.counted();
    let others: Vec<String> = readings()
        .enumerate()
        .filter(|(index, _)| !counted.contains(index))
        .map(|(_, (reading, score))| format!("“{}”: {}", reading.name, score.short()))
        .collect();
    if !others.is_empty() {
        text += &format!(" Other readings: {}.", others.join("; "));
    }
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
