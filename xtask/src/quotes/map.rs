//! Maps: every line of a report that has words stands in the map of the report.

use std::collections::BTreeSet;

/// How the line of a map begins that names what is no sentence.
const NO_SENTENCES: &str = "Titles, headings and references: lines ";

/// Compares a map with the lines of its report: how many of them have their place, and what is wrong.
pub fn check(name: &str, map: &str, report: &[&str]) -> (usize, Vec<String>) {
    let mut faults = Vec::new();
    let mut named = BTreeSet::new();
    for (at, line) in map.lines().enumerate() {
        for (first, last) in ranges(line) {
            let filled = |line: usize| !report[line - 1].trim().is_empty();
            let place = format!("{name}, line {}", at + 1);
            if first == 0 || last < first || last > report.len() {
                let lines = report.len();
                faults.push(format!(
                    "{place}: the report has the lines 1 to {lines}, not {first} to {last}"
                ));
            } else if !(filled(first) && filled(last)) {
                faults.push(format!("{place}: line {first} or {last} of the report is empty"));
            } else {
                named.extend(first..=last);
            }
        }
    }
    let mut mapped = 0;
    for (at, text) in report.iter().enumerate() {
        match named.contains(&(at + 1)) {
            _ if !has_words(text) => {}
            true => mapped += 1,
            false => {
                let start: String = text.trim().chars().take(60).collect();
                faults.push(format!("{name}: line {} of the report has no place: {start}", at + 1));
            }
        }
    }
    (mapped, faults)
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// The lines of the report that a line of the map names: in the first cell of a row, or as lines without sentences.
fn ranges(line: &str) -> Vec<(usize, usize)> {
    let numbers = match (line.strip_prefix('|'), line.strip_prefix(NO_SENTENCES)) {
        (Some(row), _) => row.split('|').next().unwrap_or(""),
        (None, Some(list)) => list.trim_end_matches('.'),
        (None, None) => return Vec::new(),
    };
    let range = |text: &str| {
        let (first, last) = text.split_once('–').unwrap_or((text, text));
        Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
    };
    // The cells of headings are no numbers.
    let all: Option<Vec<_>> = numbers.split(',').map(range).collect();
    all.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: [&str; 6] = ["A title", "", "One. Two.", "```", "Three.", "Four."];

    #[test]
    fn every_line_with_words_needs_a_place() {
        let map = "| Line | it says |\n|---:|---|\n| 3–4, 5–6 | all |\n\nTitles, headings and references: lines 1.\n";
        assert_eq!(check("map", map, &REPORT), (4, Vec::new()));
        let (mapped, faults) = check("map", &map.replace("5–6", "5"), &REPORT);
        assert_eq!(mapped, 3);
        assert_eq!(faults, ["map: line 6 of the report has no place: Four."]);
    }

    #[test]
    fn a_map_names_lines_that_are_there() {
        let (_, faults) = check("map", "| 1–7 | too far |", &REPORT);
        assert_eq!(faults[0], "map, line 1: the report has the lines 1 to 6, not 1 to 7");
        for row in ["| 2 | empty |", "| 2–3 | begins empty |", "| 1–2 | ends empty |"] {
            let (_, faults) = check("map", row, &REPORT);
            assert!(faults[0].contains("is empty"), "{faults:?}");
        }
        assert!(check("map", "| 0 | none |", &REPORT).1[0].contains("1 to 6"));
    }
}
