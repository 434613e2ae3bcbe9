//! The rules of the house: the framework names no game and no report, a game names no report, dependencies go one way, and
//! words have one meaning.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The crates of the framework, each after all that it may depend on.
const FRAMEWORK: [&str; 14] = [
    "game", "search", "learn", "agents", "arena", "draw", "report", "lab", "bridge", "train",
    "bundle", "cluster", "web", "ludarium",
];

/// The last crate that a game may depend on.
const LAST_FOR_GAMES: &str = "bundle";

/// The names of the games as two halves; one character may stand between them.
const GAMES: [(&str, &str); 7] = [
    ("back", "gammon"),
    ("dice", "chess"),
    ("three", "chess"),
    ("tuc", "chess"),
    ("dice", "wars"),
    ("chex", "ers"),
    ("game of", "ur"),
];

#[test]
fn the_framework_names_no_game() {
    let mut offenders = Vec::new();
    for folder in folders("crates") {
        for file in files(&folder.join("src")) {
            let path = file.strip_prefix(ROOT).unwrap_or(&file).to_owned();
            if let Some(game) = named_game(&path.to_string_lossy()) {
                offenders.push(format!("{}: its path names {game}", path.display()));
            }
            let bytes = fs::read(&file).unwrap();
            for (index, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
                if let Some(game) = named_game(line) {
                    let place = format!("{}:{}", path.display(), index + 1);
                    offenders.push(format!("{place} names {game}: {}", line.trim()));
                }
            }
        }
    }
    let count = offenders.len();
    assert_eq!(count, 0, "{count} places:\n{}", offenders.join("\n"));
}

#[test]
fn names_are_found_however_they_are_written() {
    for text in ["DiceChess", "dice-chess", "TUC_CHESS", "Three Chess", "Dicewars"] {
        assert!(named_game(text).is_some(), "{text}");
    }
    for text in ["dice", "chess", "three players play chess", "chess with dice"] {
        assert_eq!(named_game(text), None, "{text}");
    }
}

/// Words that meant several things, or that a newcomer would not understand. The glossary of ARCHITECTURE.md has others.
const RETIRED: [&str; 13] = [
    "Care",
    "Charge",
    "Desk",
    "Fortune",
    "Ground",
    "Guest",
    "Hall",
    "Happening",
    "Hiring",
    "Kit",
    "Manner",
    "Order",
    "Wishes",
];

#[test]
fn no_type_has_a_retired_name() {
    let mut offenders = Vec::new();
    for folder in all_folders() {
        let files = files(&folder).into_iter();
        for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "rs")) {
            let path = file.strip_prefix(ROOT).unwrap_or(&file).to_owned();
            let text = fs::read_to_string(&file).unwrap();
            let types = text.lines().filter_map(defined_type);
            let retired = types.filter(|name| RETIRED.contains(name));
            offenders.extend(retired.map(|name| format!("{}: {name}", path.display())));
        }
    }
    assert_eq!(offenders, Vec::<String>::new());
    assert_eq!(defined_type("pub(crate) struct Desk<G> {"), Some("Desk"));
    assert_eq!(defined_type("    type Order = [u8; 4];"), Some("Order"));
    assert_eq!(defined_type("// a struct Desk"), None);
}

/// Files whose types are the same things as written in a file, and have their names.
const OTHER_FORMS: [&str; 1] = ["crates/lab/src/experiment/file.rs"];

#[test]
fn a_type_of_the_glossary_has_its_name_for_itself() {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let (_, glossary) = text.split_once("\n## Glossary\n").unwrap();
    let words = glossary.split('`').skip(1).step_by(2);
    let named: BTreeSet<&str> = words.filter(|word| is_type_name(word)).collect();
    assert!(named.len() > 60 && named.contains("Chair"), "{named:?}");
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for folder in all_folders() {
        for file in files(&folder.join("src")) {
            let path = file.strip_prefix(ROOT).unwrap_or(&file);
            let path = path.to_string_lossy().into_owned();
            if !path.ends_with(".rs") || OTHER_FORMS.contains(&path.as_str()) {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            // A trait's associated type is called after what it is.
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("type "));
            for name in lines.filter_map(defined_type) {
                if let Some(name) = named.get(name) {
                    places.entry(*name).or_default().push(path.clone());
                }
            }
        }
    }
    for name in named {
        let found = places.remove(name).unwrap_or_default();
        assert_eq!(found.len(), 1, "{name} is defined in {found:?}");
    }
}

/// Whether a word of the glossary is the name of a type, and not of a function, a command or a file.
fn is_type_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_uppercase())
        && word.chars().all(|letter| letter.is_ascii_alphanumeric())
}

/// The name of the type that a line of Rust defines.
fn defined_type(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let mut word = words.next()?;
    if word.starts_with("pub") {
        word = words.next()?;
    }
    let name = matches!(word, "struct" | "enum" | "trait" | "type").then(|| words.next())??;
    name.split(|letter: char| !letter.is_alphanumeric()).next()
}

#[test]
fn framework_crates_depend_only_on_earlier_ones() {
    let mut wrong = Vec::new();
    for folder in folders("crates") {
        let name = folder_name(&folder);
        let Some(place) = FRAMEWORK.iter().position(|known| *known == name) else {
            wrong.push(format!("crates/{name} has no place in the list above"));
            continue;
        };
        for dependency in own_dependencies(&folder) {
            if !FRAMEWORK[..place].contains(&dependency.as_str()) {
                wrong.push(format!("crates/{name} may not depend on {dependency}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn games_depend_on_the_framework_and_never_on_each_other() {
    let last = FRAMEWORK.iter().position(|name| *name == LAST_FOR_GAMES);
    let allowed = &FRAMEWORK[..=last.unwrap()];
    let games = folders("games");
    assert_eq!(games.len(), GAMES.len());
    let mut wrong = Vec::new();
    for folder in games {
        for dependency in own_dependencies(&folder) {
            if !allowed.contains(&dependency.as_str()) {
                let game = folder_name(&folder);
                wrong.push(format!("games/{game} may not depend on {dependency}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_report_depends_on_its_game_and_never_on_another_report() {
    let last = FRAMEWORK.iter().position(|name| *name == LAST_FOR_GAMES);
    let allowed = &FRAMEWORK[..=last.unwrap()];
    let mut wrong = Vec::new();
    for folder in folders("reports") {
        let report = folder_name(&folder);
        // The literature speaks of many games.
        let of_report: Vec<String> = match report.split_once('-') {
            Some((_, game)) => vec![game.to_owned()],
            None => folders("games").iter().map(|game| folder_name(game)).collect(),
        };
        for dependency in own_dependencies(&folder) {
            if !of_report.contains(&dependency) && !allowed.contains(&dependency.as_str()) {
                wrong.push(format!("reports/{report} may not depend on {dependency}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn framework_and_games_name_no_report() {
    let mut offenders = Vec::new();
    for folder in folders("crates").into_iter().chain(folders("games")) {
        for file in files(&folder.join("src")) {
            let path = file.strip_prefix(ROOT).unwrap_or(&file);
            let bytes = fs::read(&file).unwrap();
            for (index, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
                if names_report(line) {
                    let place = format!("{}:{}", path.display(), index + 1);
                    offenders.push(format!("{place}: {}", line.trim()));
                }
            }
        }
    }
    assert_eq!(offenders, Vec::<String>::new());
    assert!(names_report("Report 003's agents") && names_report("ludarium_report_000"));
    assert!(!names_report("a report of 12 games") && !names_report("report 009"));
}

/// Whether a text names one of the reports by its number.
fn names_report(text: &str) -> bool {
    let text = text.to_lowercase();
    let reports: Vec<String> =
        folders("reports").iter().map(|folder| folder_name(folder)).collect();
    text.match_indices("report").any(|(place, word)| {
        let rest = text[place + word.len()..].trim_start_matches([' ', '_', '-']);
        reports.iter().any(|report| rest.starts_with(&report[..3]))
    })
}

/// The game that a text names, in letters of any case.
fn named_game(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let names = |(first, second): &&(&str, &str)| {
        text.match_indices(first).any(|(place, _)| {
            let rest = &text[place + first.len()..];
            let mut later = rest.chars();
            later.next();
            rest.starts_with(second) || later.as_str().starts_with(second)
        })
    };
    let found = GAMES.iter().find(names);
    found.map(|(first, second)| format!("{first}-{second}"))
}

/// The crates of the framework, the games and the reports.
fn all_folders() -> Vec<PathBuf> {
    ["crates", "games", "reports"].into_iter().flat_map(folders).collect()
}

/// The crates of a folder.
fn folders(parent: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(parent)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut crates: Vec<PathBuf> = paths.filter(|path| path.join("Cargo.toml").exists()).collect();
    crates.sort();
    crates
}

fn folder_name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// The crates of this repository that a crate needs to be built, without the beginning of their names.
fn own_dependencies(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let mut tables = vec![&manifest];
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    tables.extend(
        targets.into_iter().flat_map(|targets| targets.values().filter_map(toml::Value::as_table)),
    );
    let mut own = Vec::new();
    for table in tables {
        for kind in ["dependencies", "build-dependencies"] {
            let listed = table.get(kind).and_then(toml::Value::as_table);
            for name in listed.into_iter().flat_map(toml::Table::keys) {
                match name.strip_prefix("ludarium") {
                    Some("") => own.push(name.clone()),
                    Some(rest) => own.push(rest.trim_start_matches('-').to_owned()),
                    None => {}
                }
            }
        }
    }
    own
}
