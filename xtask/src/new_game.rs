//! `cargo xtask new-game NAME`: the skeleton of a game of your own, a small complete game to change.

use std::path::Path;
use std::{fs, io};

use crate::links::root;

/// A file of the skeleton: its path, and its text, in which words between `@` are filled in.
type Template = (&'static str, &'static str);

/// The files that docs/add-a-game.md explains one by one.
const FILES: [Template; 8] = [
    ("Cargo.toml", include_str!("../templates/game/Cargo.toml")),
    ("src/agents.rs", include_str!("../templates/game/src/agents.rs")),
    ("src/lib.rs", include_str!("../templates/game/src/lib.rs")),
    ("src/main.rs", include_str!("../templates/game/src/main.rs")),
    ("src/notation.rs", include_str!("../templates/game/src/notation.rs")),
    ("src/picture.rs", include_str!("../templates/game/src/picture.rs")),
    ("src/rules.rs", include_str!("../templates/game/src/rules.rs")),
    ("tests/battery.rs", include_str!("../templates/game/tests/battery.rs")),
];

/// The module for Python, which `--python` adds.
const PYTHON: [Template; 2] = [
    ("python/Cargo.toml", include_str!("../templates/game/python/Cargo.toml")),
    ("python/src/lib.rs", include_str!("../templates/game/python/src/lib.rs")),
];

/// Names that the new crate cannot have, because it uses crates with these names.
const TAKEN: [&str; 4] = ["alloc", "core", "std", "test"];
/// Words of Rust; Cargo takes none of them as the name of a package.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Writes the skeleton into a new folder below the current one.
pub fn run(args: &[String]) -> Result<(), String> {
    let usage = "new-game NAME [--python] (for instance: cargo xtask new-game my-game)";
    let (name, files) = match args {
        [name] => (name, FILES.to_vec()),
        [name, flag] | [flag, name] if flag == "--python" => (name, [&FILES[..], &PYTHON].concat()),
        _ => return Err(usage.to_owned()),
    };
    if Path::new(name).exists() {
        return Err(format!("new-game: {name} is there already"));
    }
    write(Path::new(name), name, &files)?;
    println!(
        "{name}/ is a game that plays. Try it, then change it file by file, src/rules.rs first:\n"
    );
    println!("  cd {name}\n  cargo test\n  cargo run -- play {name}\n  cargo run -- serve");
    Ok(())
}

/// Writes the skeleton of a game with this name into a folder.
pub fn write_game(folder: &Path, name: &str) -> Result<(), String> {
    write(folder, name, &FILES)
}

fn write(folder: &Path, name: &str, files: &[Template]) -> Result<(), String> {
    let names = Names::new(name)?;
    let wrong = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| wrong(folder, error))?;
    let here = folder.canonicalize().map_err(|error| wrong(folder, error))?;
    let ludarium = root().canonicalize().map_err(|error| wrong(&root(), error))?;
    let ludarium = relative(&here, &ludarium);
    for (path, template) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        let text = names.fill(template, &ludarium);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| wrong(&path, error))?;
    }
    Ok(())
}

/// The way from one folder to another, so that both can be moved or shared together.
fn relative(from: &Path, to: &Path) -> String {
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(common).map(|_| "..".to_owned());
    let down = to.components().skip(common);
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    // A path in TOML: backslashes would be escapes.
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

/// What is filled in.
struct Names {
    /// `my-game`: in commands.
    name: String,
    /// `my_game`: in Rust.
    krate: String,
    /// `MyGame`: the type of its positions.
    position: String,
    /// `My game`: in sentences.
    title: String,
}

impl Names {
    fn new(name: &str) -> Result<Names, String> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let begins_well = name.starts_with(|c: char| c.is_ascii_lowercase());
        if !name.chars().all(plain) || !begins_well || name.split('-').any(str::is_empty) {
            let expected = "lower-case letters, digits and single hyphens, a letter first: my-game";
            return Err(format!("new-game: `{name}` is no name; it needs {expected}"));
        }
        let position: String = name.split('-').map(capitalised).collect();
        let ours = name == "ludarium" || name.starts_with("ludarium-");
        if ours || TAKEN.contains(&name) || KEYWORDS.contains(&name) || uses(&position) {
            return Err(format!(
                "new-game: Rust or the skeleton uses the name `{name}` itself; take another, such as my-{name}"
            ));
        }
        Ok(Names {
            name: name.to_owned(),
            krate: name.replace('-', "_"),
            position,
            title: capitalised(&name.replace('-', " ")),
        })
    }

    /// Fills in the names, and the way to the folder of Ludarium.
    fn fill(&self, template: &str, ludarium: &str) -> String {
        template
            .replace("@NAME@", &self.name)
            .replace("@CRATE@", &self.krate)
            .replace("@TYPE@", &self.position)
            .replace("@TITLE@", &self.title)
            .replace("@ROOT@", ludarium)
    }
}

/// Whether the code of the skeleton has another meaning for the name of a type.
fn uses(name: &str) -> bool {
    let code = FILES.iter().flat_map(|(_, template)| template.lines());
    let mut code = code.filter(|line| !line.trim_start().starts_with("//"));
    code.any(|line| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == name))
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_each_place_needs_them() {
        let names = Names::new("my-game-2").unwrap();
        let filled = names.fill("@NAME@ @CRATE@ @TYPE@ @TITLE@ @ROOT@", "..");
        assert_eq!(filled, "my-game-2 my_game_2 MyGame2 My game 2 ..");
    }

    #[test]
    fn nothing_is_left_to_fill_in() {
        let names = Names::new("my-game").unwrap();
        for (path, template) in FILES.into_iter().chain(PYTHON) {
            let filled = names.fill(template, "..");
            assert!(!filled.contains('@'), "{path}: {filled}");
            assert_ne!(filled, template, "{path}");
        }
    }

    #[test]
    fn other_names_are_refused_with_what_would_be_right() {
        for name in ["", "My-Game", "2048", "my--game", "my-", "my_game", "../x"] {
            let error = Names::new(name).err().unwrap_or_default();
            assert!(error.contains("my-game"), "{name}: {error}");
        }
        for name in ["ludarium", "ludarium-x", "core", "match", "game", "seat", "move"] {
            let error = Names::new(name).err().unwrap_or_default();
            assert!(error.contains(&format!("my-{name}")), "{name}: {error}");
        }
        assert!(Names::new("nim").is_ok());
    }

    #[test]
    fn the_way_to_ludarium_is_relative() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(way("/a/ludarium/mine/pig", "/a/ludarium"), "../..");
        assert_eq!(way("/a/pig", "/a/ludarium"), "../ludarium");
    }

    /// With other features in tests `cargo run` after `cargo test` compiles everything a second time.
    #[test]
    fn tests_and_program_share_one_build_of_ludarium() {
        let (_, manifest) = FILES[0];
        assert!(!manifest.contains("[dev-dependencies]"), "{manifest}");
    }
}
