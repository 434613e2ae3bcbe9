//! The maps of the reports (`reports/NNN-game/MAP.md`) name only commands, experiments, agents and files that exist, and
//! their figures are those of the results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use ludarium::bundle::{self, Bundle};
use ludarium::lab::answers::full_findings;
use ludarium::{Games, Ruleset};

use super::{experiments, games};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The reports and their games.
const GAMES: [(&str, &str); 5] = [
    ("000", "dice-chess"),
    ("001", "three-chess"),
    ("002", "tuc-chess"),
    ("003", "dicewars"),
    ("004", "chexers"),
];

/// How files and folders begin, from the root or from the folder of a game.
const FOLDERS: [&str; 10] = [
    "src",
    "games",
    "reports",
    "crates",
    "docs",
    "tests",
    "models",
    "experiments",
    "examples",
    "xtask",
];

/// What the program has, to look things up.
struct Known {
    bundles: Vec<Bundle>,
    games: Games,
    /// The help of each command, by its name.
    commands: Vec<(String, String)>,
}

impl Known {
    fn new() -> Known {
        let bundles = games::bundles();
        let overview = help(&[]);
        let after = overview.split("Commands:").nth(1).unwrap();
        let names = after.lines().filter_map(|line| {
            let name = line.strip_prefix("  ")?.split_whitespace().next()?;
            (line.len() > 2 && !line.starts_with("   ")).then_some(name)
        });
        let names: Vec<&str> = names.take_while(|name| !name.starts_with('-')).collect();
        let commands = names.iter().map(|name| ((*name).to_owned(), help(&[name])));
        Known { games: bundle::games(&bundles), commands: commands.collect(), bundles }
    }

    /// Whether what stands in backticks in a map is there; words that are none of ours are let pass.
    fn check(&self, game: &str, code: &str) -> Result<(), String> {
        let word = code.split([' ', ':', '=']).next().unwrap_or(code);
        if let Some(rest) = code.strip_prefix("ludarium ") {
            return self.command(game, rest);
        }
        if let Some(rest) = code.strip_prefix("cargo xtask ") {
            let source = read("xtask/src/main.rs");
            let name = rest.split(' ').next().unwrap_or(rest);
            return or(source.contains(&format!("\"{name}\"")), "no command of xtask");
        }
        if code.contains(' ') && self.help_of(word).is_some() {
            return self.command(game, code);
        }
        if code.starts_with("--") {
            let known = self.commands.iter().any(|(_, help)| has_option(help, word));
            return or(known, "no option of any command");
        }
        if is_experiment(code) {
            return self.experiment(code);
        }
        let first = code.split('/').next().unwrap_or(code);
        if code.contains('/') && FOLDERS.contains(&first) {
            return file(game, code);
        }
        let plain = |word: &str| {
            word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c))
        };
        match (code.contains('='), plain(word)) {
            _ if code.contains([' ', '/', '(', '{', '"']) || code.starts_with('-') => Ok(()),
            (true, true) => self.with_parameters(game, code),
            (false, true)
                if !code.contains(['_', '.', ':'])
                    && word.starts_with(|c: char| c.is_ascii_lowercase()) =>
            {
                or(
                    self.is_word(game, code),
                    "neither a name of the program nor a word of the game's source",
                )
            }
            _ => Ok(()),
        }
    }

    fn help_of(&self, command: &str) -> Option<&str> {
        let mut commands = self.commands.iter();
        let found = commands.find(|(name, _)| name == command);
        found.map(|(_, help)| help.as_str())
    }

    /// A command with its options; of its words those that are names.
    fn command(&self, game: &str, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let Some(help) = self.help_of(name) else {
            return Err(format!("there is no command `{name}`"));
        };
        let mut after_option = false;
        for word in words.filter(|word| !is_placeholder(word)) {
            if word.starts_with("--") {
                let option = word.split('=').next().unwrap_or(word);
                or(has_option(help, option), &format!("`{name}` has no {option}"))?;
                after_option = true;
                continue;
            }
            // What follows an option may be its value.
            match name {
                _ if after_option => {}
                "reproduce" => self.experiment(word)?,
                "train" => or(self.is_trainer(word), &format!("there is no trainer `{word}`"))?,
                _ if self.games.find(word).is_ok() => {}
                "match" | "tournament" => self.agent(game, word)?,
                _ if word.contains('/') => file(game, word)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn experiment(&self, name: &str) -> Result<(), String> {
        let mut all = self.bundles.iter().flat_map(|bundle| &bundle.experiments);
        let known = all.any(|(known, _)| *known == name || known.split('/').next() == Some(name));
        or(known || is_placeholder(name), "no such experiment")
    }

    fn is_trainer(&self, name: &str) -> bool {
        let mut trainers = self.bundles.iter().flat_map(|bundle| &bundle.trainers);
        trainers.any(|trainer| trainer.name == name)
    }

    /// An agent, in one of the game's variants. Where a value stands for others, its parameter has to be there.
    fn agent(&self, game: &str, text: &str) -> Result<(), String> {
        let (kept, open) = without_placeholders(text);
        let name = text.split(':').next().unwrap_or(text);
        let mut last = "no such agent".to_owned();
        for rules in self.variants(game) {
            let agents = rules.agents();
            let Some(agent) = agents.iter().find(|agent| agent.name == name) else {
                continue;
            };
            let mut open = open.iter();
            let has = |key: &&String| agent.parameters.iter().any(|one| one.key == key.as_str());
            match (open.find(|key| !has(key)), rules.canonical(&kept)) {
                (None, Ok(_)) => return Ok(()),
                (Some(key), _) => last = format!("`{name}` has no parameter `{key}`"),
                (None, Err(error)) => last = error.to_string(),
            }
        }
        Err(last)
    }

    /// `agent:key=value`, `variant:key=value` or `key=value` alone, which some agent has to take.
    fn with_parameters(&self, game: &str, text: &str) -> Result<(), String> {
        if self.games.rules(game, Some(text)).is_ok() {
            return Ok(());
        }
        let head = text.split('=').next().unwrap_or_default();
        if head.contains(':') {
            return self.agent(game, text);
        }
        let names: BTreeSet<&str> =
            self.variants(game).flat_map(|rules| rules.agents()).map(|agent| agent.name).collect();
        let takes = |name: &&str| self.agent(game, &format!("{name}:{text}")).is_ok();
        or(names.iter().any(takes), "no agent of the game takes this")
    }

    fn variants(&self, game: &str) -> impl Iterator<Item = Arc<dyn Ruleset>> {
        let entry = self.games.find(game).unwrap();
        let names: Vec<&str> = entry.variants().map(|variant| variant.name).collect();
        let rules = names.into_iter().map(|name| self.games.rules(game, Some(name)).unwrap());
        rules.collect::<Vec<_>>().into_iter()
    }

    /// A word that the program knows of a game: a name, a parameter or one of its values.
    fn is_word(&self, game: &str, word: &str) -> bool {
        let entry = self.games.find(game).unwrap();
        let mut words: BTreeSet<String> = entry.variants().map(|v| v.name.to_owned()).collect();
        for rules in self.variants(game) {
            for agent in rules.agents() {
                words.insert(agent.name.to_owned());
                for parameter in &agent.parameters {
                    words.insert(parameter.key.to_string());
                    let values = format!("{} {}", parameter.values, parameter.default);
                    let values = values.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                    words.extend(values.map(str::to_owned));
                }
            }
        }
        let metric = read("docs/experiments.md").contains(&format!("`{word}`"));
        let command = self.help_of(word).is_some();
        let mut sources = folders_of(game).map(|folder| folder.join("src"));
        words.contains(word)
            || sources.any(|source| is_in_source(&source, word))
            || self.is_trainer(word)
            || metric
            || command
            || self.games.find(word).is_ok()
    }
}

fn help(command: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ludarium")).args(command).arg("--help").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Whether a help text has an option of exactly this name.
fn has_option(help: &str, option: &str) -> bool {
    let ends = |c: char| !c.is_ascii_alphanumeric() && c != '-';
    help.split(ends).any(|word| word == option)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap()
}

fn or(is_so: bool, wrong: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(wrong.to_owned()) }
}

/// A file or folder, from the root or from the folder of the game.
fn file(game: &str, path: &str) -> Result<(), String> {
    let mut places = folders_of(game).chain([PathBuf::from(ROOT)]);
    or(places.any(|place| place.join(path).exists()), "no such file")
}

/// The folders of a game and of the reports about it.
fn folders_of(game: &str) -> impl Iterator<Item = PathBuf> {
    let about = format!("-{game}");
    let reports = std::fs::read_dir(Path::new(ROOT).join("reports")).unwrap();
    let reports = reports.map(|entry| entry.unwrap().path());
    let reports = reports.filter(move |path| path.to_string_lossy().ends_with(&about));
    reports.chain([Path::new(ROOT).join("games").join(game)])
}

/// Whether a word stands as a whole in the source files of a folder: a field, a column, a name of a module.
fn is_in_source(folder: &Path, word: &str) -> bool {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).any(|path| {
        if path.is_dir() {
            return is_in_source(&path, word);
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|known| known == word)
    })
}

/// `001/table-2`
fn is_experiment(code: &str) -> bool {
    let Some((report, name)) = code.split_once('/') else {
        return false;
    };
    report.len() == 3 && report.chars().all(|c| c.is_ascii_digit()) && !name.contains('/')
}

/// Words that stand for others: `NAME`, `…`, `x`.
fn is_placeholder(word: &str) -> bool {
    word.contains('…') || word.len() == 1 || word.chars().any(|c| c.is_ascii_uppercase())
}

/// The text of an agent without the parameters whose value stands for others, as in `mcts:iterations=N`, and their names.
fn without_placeholders(text: &str) -> (String, Vec<String>) {
    let Some((name, parameters)) = text.split_once(':') else {
        return (text.to_owned(), Vec::new());
    };
    let mut open = Vec::new();
    let mut kept = Vec::new();
    for part in parameters.split(',') {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let letter = value.len() == 1 && !value.chars().all(|c| c.is_ascii_digit());
        if value.is_empty() || letter || value.chars().any(|c| c.is_ascii_uppercase() || c == '…')
        {
            open.push(key.to_owned());
        } else {
            kept.push(part);
        }
    }
    let kept = kept.join(",");
    let kept = if kept.is_empty() { name.to_owned() } else { format!("{name}:{kept}") };
    (kept, open)
}

/// What stands in backticks, with the number of its line; blocks of code are left out.
fn codes(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_block = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            let parts = line.split('`').skip(1).step_by(2);
            found.extend(parts.map(|code| (index + 1, code.replace("\\|", "|"))));
        }
    }
    found
}

/// Intervals in a line, as they stand in brackets: `(75.3 to 79.3)`. Thousands have no spaces.
fn intervals(line: &str) -> Vec<String> {
    let spaces = ['\u{202f}', '\u{a0}', ' '];
    let letters: Vec<char> = line.chars().collect();
    let grouped = |at: usize| {
        let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
        spaces.contains(&letters[at]) && at > 0 && digit(at - 1) && (1..4).all(|n| digit(at + n))
    };
    let kept = (0..letters.len()).filter(|&at| !grouped(at));
    let text: String = kept.map(|at| letters[at]).collect();
    let is_number = |text: &str| text.trim_start_matches(['+', '−']).parse::<f64>().is_ok();
    text.split('(')
        .skip(1)
        .filter_map(|part| part.split_once(')')?.0.split_once(" to "))
        .filter(|(from, to)| is_number(from) && is_number(to))
        .map(|(from, to)| format!("{from} to {to}"))
        .collect()
}

/// A new run of an experiment changes its times, so a map that quotes them has to follow.
#[test]
fn intervals_of_a_map_stand_in_the_results() {
    let results = Path::new(ROOT).join("docs/results");
    let findings = full_findings(&experiments::catalogue(), &results).unwrap();
    let figures = findings.values().map(|finding| finding.figures().markdown());
    let sources = figures.chain([read("docs/learning.md")]).collect::<Vec<_>>().join("\n");
    let known: BTreeSet<String> = sources.lines().flat_map(intervals).collect();
    assert!(known.len() > 200, "{}", known.len());
    let mut faults = Vec::new();
    for (report, game) in GAMES {
        let path = format!("reports/{report}-{game}/MAP.md");
        for (index, line) in read(&path).lines().enumerate() {
            if line.contains("not from the results") {
                continue;
            }
            let unknown = intervals(line).into_iter().filter(|it| !known.contains(it));
            faults.extend(unknown.map(|it| format!("{path}:{}: ({it})", index + 1)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_map_names_only_what_exists() {
    let known = Known::new();
    let mut faults = Vec::new();
    for (report, game) in GAMES {
        let path = format!("reports/{report}-{game}/MAP.md");
        let Ok(text) = std::fs::read_to_string(format!("{ROOT}/{path}")) else {
            faults.push(format!("{path}: there is no such map"));
            continue;
        };
        for (line, code) in codes(&text) {
            if let Err(reason) = known.check(game, &code) {
                faults.push(format!("{path}:{line}: `{code}`: {reason}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The check itself: what is there passes, what is misspelt does not.
#[test]
fn what_does_not_exist_is_noticed() {
    let known = Known::new();
    let right = [
        "ludarium reproduce 004/effectiveness --quick",
        "ludarium reproduce 004/NAME",
        "ludarium match chexers maxn greedy random --games 6",
        "ludarium match chexers AGENT …",
        "train chexers-weights",
        "train NAME --quick",
        "004/effectiveness",
        "maxn",
        "maxn:weights=initial",
        "mcts:iterations=N",
        "mcts:iterations=,plies=0",
        "weights=initial",
        "src/rules",
        "docs/learning.md",
        "--games",
        "won",
        "cargo xtask quotes",
        "beta_come",
        "96, 3 and 1",
    ];
    for code in right {
        assert_eq!(known.check("chexers", code), Ok(()), "{code}");
    }
    let wrong = [
        "ludarium reproduce 004/efectiveness",
        "ludarium reproduce 004/effectiveness --quik",
        "ludarium match chexers maxm greedy random",
        "ludarium reproduse",
        "train chexers-weight",
        "train chexers-weights --full-size",
        "004/effectivenes",
        "maxm",
        "maxn:wheights=initial",
        "mcts:iteration=N,plies=0",
        "mcts:iteration=,plies=",
        "wheights=initial",
        "src/rule",
        "docs/learn.md",
        "--game-count",
        "cargo xtask quote",
    ];
    for code in wrong {
        assert!(known.check("chexers", code).is_err(), "{code}");
    }
}
