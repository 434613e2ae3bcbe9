//! `cargo xtask new-game NAME`: the skeleton of a game of your own, a small complete game to change.

use std::fs;
use std::path::Path;

use crate::links::root;

/// The files of the skeleton with their paths. Words between `@` are filled in.
const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("../templates/game/Cargo.toml")),
    ("src/lib.rs", include_str!("../templates/game/src/lib.rs")),
    ("src/main.rs", include_str!("../templates/game/src/main.rs")),
    ("tests/battery.rs", include_str!("../templates/game/tests/battery.rs")),
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
    let [name] = args else {
        return Err("new-game NAME (for instance: cargo xtask new-game my-game)".to_owned());
    };
    if Path::new(name).exists() {
        return Err(format!("new-game: {name} is there already"));
    }
    write(Path::new(name), name)?;
    println!("{name}/ is a game that plays. Try it, then change src/lib.rs:\n");
    println!("  cd {name}\n  cargo test\n  cargo run -- play {name}\n  cargo run -- serve");
    Ok(())
}

/// Writes the skeleton of a game with this name into a folder.
pub fn write(folder: &Path, name: &str) -> Result<(), String> {
    let names = Names::new(name)?;
    for (path, template) in FILES {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        let written =
            fs::create_dir_all(parent).and_then(|()| fs::write(&path, names.fill(template)));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
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

    fn fill(&self, template: &str) -> String {
        let ludarium = root().join("crates").join("ludarium");
        // A path in TOML: backslashes would be escapes.
        let ludarium = ludarium.to_string_lossy().replace('\\', "/");
        template
            .replace("@NAME@", &self.name)
            .replace("@CRATE@", &self.krate)
            .replace("@TYPE@", &self.position)
            .replace("@TITLE@", &self.title)
            .replace("@LUDARIUM@", &ludarium)
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
        let filled = names.fill("@NAME@ @CRATE@ @TYPE@ @TITLE@");
        assert_eq!(filled, "my-game-2 my_game_2 MyGame2 My game 2");
    }

    #[test]
    fn nothing_is_left_to_fill_in() {
        let names = Names::new("my-game").unwrap();
        for (path, template) in FILES {
            let filled = names.fill(template);
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

    /// With other features in tests `cargo run` after `cargo test` compiles everything a second time.
    #[test]
    fn tests_and_program_share_one_build_of_ludarium() {
        let (_, manifest) = FILES[0];
        assert!(!manifest.contains("[dev-dependencies]"), "{manifest}");
    }
}
