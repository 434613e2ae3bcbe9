//! Writing a starter into a folder, and never over anything.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Starter;

/// Where a starter goes, and what it is filled in with.
#[derive(Clone, Copy, Debug)]
pub struct StarterRequest<'a> {
    /// The folder; made if it is not there.
    pub folder: &'a Path,
    /// Our program, for starters that start it.
    pub ludarium: &'a Path,
    /// The game of its examples.
    pub game: &'a str,
    /// The agent that thinks, for starters that bring one of ours to another program.
    pub agent: &'a str,
    /// What it may use in a whole game where the other side keeps no clock for it, in seconds.
    pub seconds: u32,
    /// How each game writes moves, by its title, for people who write a bot.
    pub notations: &'a [(&'a str, &'a str)],
    /// The rules of each game in words, by its name, for programs that read them.
    pub rules: &'a [(&'a str, String)],
}

/// What was written, and what to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarterFiles {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Where to type the next commands.
    pub place: PathBuf,
    /// The next commands.
    pub next: Vec<String>,
}

/// Why a starter could not be written.
#[derive(Debug, Error)]
pub enum StarterError {
    /// Files of the starter are there already.
    #[error("{} already there: {}; choose another folder or move them away", if .0.len() == 1 { "a file is" } else { "files are" }, listed(.0))]
    Exists(Vec<PathBuf>),
    /// Text that cannot stand in a program.
    #[error("{what} `{text}` has control characters; they cannot be written into a program")]
    Unwritable {
        /// What the text was for.
        what: &'static str,
        /// The text, its control characters escaped.
        text: String,
    },
    /// The system refused.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

fn listed(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

/// Writes a starter. Nothing is written if one of its files is there already.
pub fn write(
    starter: &Starter,
    request: &StarterRequest<'_>,
) -> Result<StarterFiles, StarterError> {
    let fill = Fill::new(request)?;
    let readme = (starter.readme, readme(starter, request.notations));
    let rules = if starter.rules { request.rules } else { &[] };
    let files: Vec<(PathBuf, String)> = starter
        .files
        .iter()
        .map(|&(name, text)| (request.folder.join(name), fill.code(text)))
        .chain([(request.folder.join(readme.0), fill.prose(&readme.1))])
        .chain(rules.iter().map(|(game, text)| {
            (request.folder.join("rules").join(format!("{game}.md")), text.clone())
        }))
        .collect();
    let there: Vec<PathBuf> = files
        .iter()
        .filter(|(path, _)| path.symlink_metadata().is_ok())
        .map(|(path, _)| path.clone())
        .collect();
    if !there.is_empty() {
        return Err(StarterError::Exists(there));
    }
    for (path, text) in &files {
        create(path, text).map_err(|source| StarterError::Io { path: path.clone(), source })?;
    }
    let commands = starter.setup.iter().chain(starter.steps);
    let place = match request.folder.parent() {
        Some(above) if starter.beside && above.as_os_str().is_empty() => Path::new("."),
        Some(above) if starter.beside => above,
        _ => request.folder,
    };
    Ok(StarterFiles {
        place: place.to_owned(),
        files: files.into_iter().map(|(path, _)| path).collect(),
        next: commands.map(|command| fill.prose(command)).collect(),
    })
}

/// Makes a new file and the folders on the way to it.
fn create(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
                std::io::Error::other("a file is in the place of the folder; choose another one")
            }
            _ => error,
        })?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn readme(starter: &Starter, notations: &[(&str, &str)]) -> String {
    let commands: Vec<&str> = starter.setup.iter().chain(starter.steps).copied().collect();
    let mut readme = format!(
        "# {}\n\n{}\n\n```sh\n{}\n```\n",
        title(starter.summary),
        starter.about,
        commands.join("\n")
    );
    // An agent of ours knows how its game is written, and elsewhere the rules say it.
    if starter.agent_of.is_none() && !starter.rules {
        for (title, notation) in notations {
            readme += &format!("\n## {title}\n\n{}\n", notation.trim());
        }
    }
    readme
}

/// A summary as a heading.
fn title(summary: &str) -> String {
    let mut letters = summary.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What stands for the marks in the templates.
struct Fill {
    ludarium: String,
    game: String,
    agent: String,
    seconds: String,
    folder: String,
}

impl Fill {
    fn new(request: &StarterRequest<'_>) -> Result<Fill, StarterError> {
        let name = request.folder.file_name().unwrap_or(request.folder.as_os_str());
        Ok(Fill {
            ludarium: printable("the path", &request.ludarium.to_string_lossy())?,
            game: request.game.to_owned(),
            agent: printable("the agent", request.agent)?,
            seconds: request.seconds.to_string(),
            folder: printable("the folder", &name.to_string_lossy())?,
        })
    }

    /// Fills in a program: texts become literals, which JSON, Python and Java write alike.
    fn code(&self, template: &str) -> String {
        template
            .replace("@LUDARIUM@", &literal(&self.ludarium))
            .replace("@AGENT@", &literal(&self.agent))
            .replace("@SECONDS@", &self.seconds)
            .replace("@GAME@", &self.game)
    }

    /// Fills in text for people.
    fn prose(&self, template: &str) -> String {
        template
            .replace("@GAME@", &self.game)
            .replace("@SPEC@", &self.agent)
            .replace("@SECONDS@", &self.seconds)
            .replace("@FOLDER@", &self.folder)
    }
}

/// Refuses control characters: Java would read them even inside a literal.
fn printable(what: &'static str, text: &str) -> Result<String, StarterError> {
    if text.chars().any(char::is_control) {
        let text = text.escape_debug().to_string();
        return Err(StarterError::Unwritable { what, text });
    }
    Ok(text.to_owned())
}

fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::STARTERS;
    use super::*;

    fn request<'a>(folder: &'a Path, agent: &'a str) -> StarterRequest<'a> {
        StarterRequest {
            folder,
            ludarium: Path::new(r#"/games/my "best" \u0022 one"#),
            game: "sprint",
            agent,
            seconds: 7,
            notations: &[("Sprint", "- **Moves**: `1` or `2` steps.")],
            rules: &[],
        }
    }

    #[test]
    fn every_mark_of_every_template_is_filled_in() {
        let fill = Fill::new(&request(Path::new("a/b"), "greedy")).unwrap();
        for starter in STARTERS {
            for (name, text) in starter.files {
                assert!(!fill.code(text).contains('@'), "{name} of {}", starter.name);
            }
            let request = request(Path::new("a/b"), "greedy");
            let readme = fill.prose(&readme(starter, request.notations));
            assert!(!readme.contains('@'), "{readme}");
            assert_eq!(
                readme.contains("## Sprint\n\n- **Moves**: `1` or `2` steps.\n"),
                starter.agent_of.is_none() && !starter.rules
            );
        }
    }

    #[test]
    fn texts_become_literals_that_close() {
        let fill = Fill::new(&request(Path::new("x"), "a\"b")).unwrap();
        assert_eq!(fill.code("@AGENT@"), r#""a\"b""#);
        assert_eq!(fill.code("@LUDARIUM@"), r#""/games/my \"best\" \\u0022 one""#);
    }

    #[test]
    fn control_characters_are_refused() {
        let error = Fill::new(&request(Path::new("x"), "a\nb")).err().unwrap();
        assert!(error.to_string().contains(r"`a\nb`"), "{error}");
    }
}
