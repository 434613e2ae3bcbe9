//! What the README and the book show is true: their commands work, and their code is that of the examples.

use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The tutorials and the folders with their code.
const TUTORIALS: [(&str, &str); 2] =
    [("docs/add-a-game.md", "examples/pig"), ("docs/add-an-agent.md", "examples/agent")];

/// A block of code.
struct Block {
    language: String,
    /// The last line before it that is not empty.
    above: String,
    lines: Vec<String>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut above = "";
    let mut open = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), open) {
            (Some(_), true) => open = false,
            (Some(language), false) => {
                open = true;
                blocks.push(Block {
                    language: language.to_owned(),
                    above: above.to_owned(),
                    lines: Vec::new(),
                });
            }
            (None, true) => {
                if let Some(block) = blocks.last_mut() {
                    block.lines.push(line.to_owned());
                }
            }
            (None, false) if !line.is_empty() => above = line,
            (None, false) => {}
        }
    }
    blocks
}

fn page(file: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{file}")).unwrap()
}

/// The pages of the book.
fn pages() -> Vec<String> {
    let entries = std::fs::read_dir(format!("{ROOT}/docs")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut pages: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    pages.sort();
    pages.iter().map(|name| format!("docs/{name}")).collect()
}

/// Runs every line of the `sh` blocks that begins with one of these words, in an empty folder, and returns how many
/// there were. Blocks that need something else are marked `console` and only shown.
fn run_commands(file: &str, beginnings: &[&str]) -> usize {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file.replace('/', "-"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut ran = 0;
    let text = page(file);
    let shown = blocks(&text);
    let lines = shown.iter().filter(|block| block.language == "sh");
    for line in lines.flat_map(|block| &block.lines) {
        let command = beginnings.iter().find_map(|begin| line.strip_prefix(begin));
        let Some(command) = command else { continue };
        let mut words = words(command);
        if words[0] == "reproduce" && words.len() == 2 && words[1] == "--quick" {
            // All reports take minutes; one of them shows that the command works.
            words.push("003".to_owned());
        }
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(words)
            .current_dir(&folder)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !output.stdout.is_empty(), "{file}: {command}: {error}");
        ran += 1;
    }
    ran
}

/// The arguments of a command line, with double quotes understood and a comment left out.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
            continue;
        }
        let (code, comment) = match part.split_once(" #") {
            Some((code, _)) => (code, true),
            None => (part, false),
        };
        words.extend(code.split_whitespace().map(str::to_owned));
        if comment {
            break;
        }
    }
    words
}

#[test]
fn every_command_in_the_readme_works() {
    let ran = run_commands("README.md", &["cargo run --release -- ", "ludarium "]);
    assert!(ran >= 7, "only {ran} commands found");
}

#[test]
fn every_command_in_the_book_works() {
    let ran: usize = pages().iter().map(|file| run_commands(file, &["ludarium "])).sum();
    assert!(ran >= 20, "only {ran} commands found");
}

#[test]
fn the_readme_stays_short() {
    assert!(page("README.md").lines().count() <= 150);
}

/// Every line of a block stands in the named file, in the same order, however it is indented.
#[test]
fn the_code_of_the_tutorials_is_that_of_the_examples() {
    for (tutorial, example) in TUTORIALS {
        let mut checked = 0;
        for block in blocks(&page(tutorial)) {
            if block.language != "rust" && block.language != "toml" {
                continue;
            }
            let named = block.above.strip_suffix("`:").unwrap_or_default();
            let named = named.rsplit('`').next().unwrap_or_default();
            assert!(
                !named.is_empty(),
                "{tutorial}: the line above a block names its file: {}",
                block.above
            );
            let file = page(&format!("{example}/{named}"));
            let mut rest = file.lines().map(str::trim);
            for line in block.lines.iter().map(|line| line.trim()) {
                let found = line.is_empty() || rest.any(|known| known == line);
                assert!(found, "{tutorial}: not in {example}/{named}: {line}");
            }
            checked += 1;
        }
        assert!(checked >= 2, "{tutorial}: only {checked} blocks found");
    }
}

#[test]
fn blocks_are_found_with_what_stands_above() {
    let text =
        "Some words, in `a/b.rs`:\n\n```rust\nlet a = 1;\n\n```\n```sh\nludarium games\n```\n";
    let found = blocks(text);
    let languages: Vec<&str> = found.iter().map(|block| &*block.language).collect();
    assert_eq!(languages, ["rust", "sh"]);
    assert_eq!(found[0].above, "Some words, in `a/b.rs`:");
    assert_eq!(found[0].lines, ["let a = 1;", ""]);
}
