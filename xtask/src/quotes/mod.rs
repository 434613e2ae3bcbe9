//! Quotes: every printed figure of the experiments stands in its report, in the lines that the file names, and every
//! line of a report has its place in the map of that report.
//!
//! The reports are not part of the repository, so this is a command and not a test.

mod map;
mod number;

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::links::root;
use number::{Kind, numbers, written_as};

/// What `cargo xtask quotes` prints when it is asked wrongly.
const USAGE: &str = "quotes needs a folder with the reports as NNN_*.txt, and only that: cargo xtask quotes ../shared/seeds";

/// What was looked up.
#[derive(Debug, Default)]
struct Count {
    found: usize,
    claims: usize,
    /// Lines of reports that have a place in their maps.
    mapped: usize,
    faults: Vec<String>,
}

/// Looks up every figure of every experiment in the reports of a folder, and every line of the reports in the maps.
pub fn run(args: &[String]) -> Result<(), String> {
    let [folder] = args else {
        return Err(USAGE.to_owned());
    };
    let folder = Path::new(folder);
    let mut count = Count::default();
    for file in experiments()? {
        let name = name(&file);
        let text = read(&file)?;
        let table: Table = toml::from_str(&text).map_err(|error| format!("{name}: {error}"))?;
        let number = table.get("report").and_then(Value::as_str).unwrap_or("");
        let report = read(&report(folder, number)?)?;
        let lines: Vec<&str> = report.lines().collect();
        check(&name, &table, &lines, &mut count);
    }
    for folder_of_report in entries(&root().join("reports"))? {
        let file = folder_of_report.join("MAP.md");
        if !file.exists() {
            continue;
        }
        let folder_name = last_name(&folder_of_report);
        let number = folder_name.split('-').next().unwrap_or_default();
        let report = read(&report(folder, number)?)?;
        let lines: Vec<&str> = report.lines().collect();
        let name = format!("reports/{folder_name}/MAP.md");
        let (mapped, faults) = map::check(&name, &read(&file)?, &lines);
        count.mapped += mapped;
        count.faults.extend(faults);
    }
    for fault in &count.faults {
        println!("{fault}");
    }
    println!(
        "xtask: {} printed figures found in their lines, {} claims with their lines, {} lines of the reports with their place in a map, {} faults",
        count.found,
        count.claims,
        count.mapped,
        count.faults.len()
    );
    match count.faults.len() {
        0 => Ok(()),
        faults => Err(format!("quotes: {faults} faults")),
    }
}

/// Looks up the figures of one file; `report` holds the lines of its report.
fn check(name: &str, file: &Table, report: &[&str], count: &mut Count) {
    for (index, row) in rows(file, "printed").enumerate() {
        let place = format!("{name}: printed {}", index + 1);
        let Some(quoted) = quoted(&place, row, report, count) else {
            continue;
        };
        if row.get("chart").and_then(Value::as_bool) == Some(true) {
            println!("{place}: was read off a chart, which the text does not have");
            continue;
        }
        let games = row.get("games").and_then(Value::as_integer);
        let values = row.get("values").and_then(Value::as_table);
        for (metric, value) in values.into_iter().flatten() {
            let Some(value) = value.as_float().or(value.as_integer().map(|n| n as f64)) else {
                continue;
            };
            let tokens: Vec<f64> = quoted.iter().flat_map(|line| numbers(line)).collect();
            match written_as(value, Kind::of(metric), games, &tokens) {
                Some(how) => {
                    count.found += 1;
                    if how != number::AS_IT_IS {
                        println!("{place}: {metric} = {value} stands {how}");
                    }
                }
                None => count.faults.push(format!(
                    "{place}: {metric} = {value} does not stand in line{}",
                    listed(row, &tokens)
                )),
            }
        }
    }
    for (index, claim) in rows(file, "claim").enumerate() {
        let place = format!("{name}: claim {}", index + 1);
        if quoted(&place, claim, report, count).is_some() {
            count.claims += 1;
        }
    }
}

/// The lines of the report that a row names; a row without lines and lines that are not there are faults.
fn quoted<'a>(
    place: &str,
    row: &Table,
    report: &[&'a str],
    count: &mut Count,
) -> Option<Vec<&'a str>> {
    let lines = line_numbers(row);
    if lines.is_empty() {
        count.faults.push(format!("{place}: has no `lines`"));
        return None;
    }
    let mut found = Vec::new();
    for line in lines {
        match usize::try_from(line - 1).ok().and_then(|at| report.get(at)) {
            Some(text) if !text.trim().is_empty() => found.push(*text),
            Some(_) => count.faults.push(format!("{place}: line {line} of the report is empty")),
            None => count
                .faults
                .push(format!("{place}: the report has {} lines, no line {line}", report.len())),
        }
    }
    Some(found)
}

fn line_numbers(row: &Table) -> Vec<i64> {
    let lines = row.get("lines").and_then(Value::as_array);
    let lines = lines.into_iter().flatten();
    lines.filter_map(Value::as_integer).collect()
}

/// The lines of a row and the numbers that stand there.
fn listed(row: &Table, tokens: &[f64]) -> String {
    let lines: Vec<String> = line_numbers(row).iter().map(i64::to_string).collect();
    let tokens: Vec<String> = tokens.iter().map(f64::to_string).collect();
    let plural = if lines.len() == 1 { "" } else { "s" };
    format!("{plural} {}, where the numbers are: {}", lines.join(", "), tokens.join(" "))
}

fn rows<'a>(file: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    let rows = file.get(key).and_then(Value::as_array);
    rows.into_iter().flatten().filter_map(Value::as_table)
}

/// The experiment files of all games, in order.
fn experiments() -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for report in entries(&root().join("reports"))? {
        let folder = report.join("experiments");
        if folder.is_dir() {
            files.extend(entries_with(&folder, ".toml")?);
        }
    }
    Ok(files)
}

/// The name of an experiment: the number of its report and its file without the ending.
fn name(file: &Path) -> String {
    let report = file.ancestors().nth(2).map(last_name).unwrap_or_default();
    let number = report.split('-').next().unwrap_or_default();
    let file = file.file_stem().unwrap_or_default();
    format!("{number}/{}", file.to_string_lossy())
}

/// The last part of a path.
fn last_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The text of a report: the file of the folder that begins with its number.
fn report(folder: &Path, number: &str) -> Result<PathBuf, String> {
    let begin = format!("{number}_");
    let fits = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&begin) && name.ends_with(".txt")
    };
    let found = entries(folder)?.into_iter().find(fits);
    found.ok_or_else(|| format!("{}: there is no {begin}*.txt", folder.display()))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = |error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        found.push(entry.map_err(wrong)?.path());
    }
    found.sort();
    Ok(found)
}

/// The files of a folder whose names end so, in order.
fn entries_with(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = entries(folder)?;
    found.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && name.ends_with(ending)
    });
    Ok(found)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: [&str; 4] = ["Agent win rate", "QL 64.3 % 4-28-18 45283389.2", "", "Best."];

    fn faults(text: &str) -> Vec<String> {
        let mut count = Count::default();
        check("1/x", &toml::from_str(text).unwrap(), &REPORT, &mut count);
        count.faults
    }

    #[test]
    fn figures_are_found_in_their_lines() {
        let right = "[[printed]]\ngames = 50\nvalues = { won = 0.643, lost = 0.56, neither = 0.36, ms-per-move = 45.283 }\nlines = [2]\n[[claim]]\nlines = [4]\n";
        assert_eq!(faults(right), Vec::<String>::new());
        let wrong = faults(&right.replace("0.643", "0.642"));
        assert_eq!(
            wrong,
            [
                "1/x: printed 1: won = 0.642 does not stand in line 2, where the numbers are: 64.3 4 28 18 45283389.2"
            ]
        );
        assert_eq!(faults(&right.replace("[2]", "[1]")).len(), 4);
        let chart = "[[printed]]\nchart = true\nvalues = { won = 0.03 }\nlines = [4]\n";
        assert_eq!(faults(chart), Vec::<String>::new());
        assert_eq!(faults(&chart.replace("true", "false")).len(), 1);
    }

    #[test]
    fn rows_without_a_line_are_faults() {
        assert_eq!(faults("[[claim]]\n"), ["1/x: claim 1: has no `lines`"]);
        assert!(faults("[[claim]]\nlines = [3]\n")[0].contains("is empty"));
        assert!(faults("[[claim]]\nlines = [5]\n")[0].contains("has 4 lines"));
    }
}
