//! Writing a kit into a folder, and never over anything.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Kit;

/// Where a kit goes, and what it is filled in with.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The folder; made if it is not there.
    pub folder: &'a Path,
    /// Our program, for kits that start it.
    pub ludarium: &'a Path,
    /// The agent that thinks, for kits that bring one of ours to another program.
    pub agent: &'a str,
    /// What it may use in a whole game where the other side keeps no clock for it, in seconds.
    pub seconds: u32,
}

/// What was written, and what to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Where to type the next commands.
    pub place: PathBuf,
    /// The next commands.
    pub next: Vec<String>,
}

/// Why a kit could not be written.
#[derive(Debug, Error)]
pub enum KitError {
    /// Files of the kit are there already.
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
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.join(", ")
}

/// Writes a kit. Nothing is written if one of its files is there already.
pub fn write(kit: &Kit, order: &Order<'_>) -> Result<Written, KitError> {
    let fill = Fill::new(order)?;
    let readme = (kit.readme, readme(kit));
    let files: Vec<(PathBuf, String)> = kit
        .files
        .iter()
        .map(|&(name, text)| (order.folder.join(name), fill.code(text)))
        .chain([(order.folder.join(readme.0), fill.prose(&readme.1))])
        .collect();
    let there: Vec<PathBuf> = files
        .iter()
        .filter(|(path, _)| path.symlink_metadata().is_ok())
        .map(|(path, _)| path.clone())
        .collect();
    if !there.is_empty() {
        return Err(KitError::Exists(there));
    }
    for (path, text) in &files {
        create(path, text).map_err(|source| KitError::Io {
            path: path.clone(),
            source,
        })?;
    }
    let commands = kit.setup.iter().chain(kit.steps);
    let place = match order.folder.parent() {
        Some(above) if kit.beside && above.as_os_str().is_empty() => Path::new("."),
        Some(above) if kit.beside => above,
        _ => order.folder,
    };
    Ok(Written {
        place: place.to_owned(),
        files: files.into_iter().map(|(path, _)| path).collect(),
        next: commands.map(|command| fill.prose(command)).collect(),
    })
}

/// Makes a new file and the folders on the way to it.
fn create(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn readme(kit: &Kit) -> String {
    let commands: Vec<&str> = kit.setup.iter().chain(kit.steps).copied().collect();
    format!(
        "# {}\n\n{}\n\n```sh\n{}\n```\n",
        title(kit.summary),
        kit.about,
        commands.join("\n")
    )
}

/// A summary as a heading.
fn title(summary: &str) -> String {
    let mut letters = summary.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// What stands for the marks in the templates.
struct Fill {
    ludarium: String,
    agent: String,
    seconds: String,
    folder: String,
}

impl Fill {
    fn new(order: &Order<'_>) -> Result<Fill, KitError> {
        let name = order.folder.file_name().unwrap_or(order.folder.as_os_str());
        Ok(Fill {
            ludarium: printable("the path", &order.ludarium.to_string_lossy())?,
            agent: printable("the agent", order.agent)?,
            seconds: order.seconds.to_string(),
            folder: printable("the folder", &name.to_string_lossy())?,
        })
    }

    /// Fills in a program: texts become literals, which JSON, Python and Java write alike.
    fn code(&self, template: &str) -> String {
        template
            .replace("@LUDARIUM@", &literal(&self.ludarium))
            .replace("@AGENT@", &literal(&self.agent))
            .replace("@SECONDS@", &self.seconds)
    }

    /// Fills in text for people.
    fn prose(&self, template: &str) -> String {
        template
            .replace("@SPEC@", &self.agent)
            .replace("@SECONDS@", &self.seconds)
            .replace("@FOLDER@", &self.folder)
    }
}

/// Refuses control characters: Java would read them even inside a literal.
fn printable(what: &'static str, text: &str) -> Result<String, KitError> {
    if text.chars().any(char::is_control) {
        let text = text.escape_debug().to_string();
        return Err(KitError::Unwritable { what, text });
    }
    Ok(text.to_owned())
}

fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::KITS;
    use super::*;

    fn order<'a>(folder: &'a Path, agent: &'a str) -> Order<'a> {
        Order {
            folder,
            ludarium: Path::new(r#"/games/my "best" \u0022 one"#),
            agent,
            seconds: 7,
        }
    }

    #[test]
    fn every_mark_of_every_template_is_filled_in() {
        let fill = Fill::new(&order(Path::new("a/b"), "greedy")).unwrap();
        for kit in KITS {
            for (name, text) in kit.files {
                assert!(!fill.code(text).contains('@'), "{name} of {}", kit.name);
            }
            let readme = fill.prose(&readme(kit));
            assert!(!readme.contains('@'), "{readme}");
        }
    }

    #[test]
    fn texts_become_literals_that_close() {
        let fill = Fill::new(&order(Path::new("x"), "a\"b")).unwrap();
        assert_eq!(fill.code("@AGENT@"), r#""a\"b""#);
        assert_eq!(
            fill.code("@LUDARIUM@"),
            r#""/games/my \"best\" \\u0022 one""#
        );
    }

    #[test]
    fn control_characters_are_refused() {
        let error = Fill::new(&order(Path::new("x"), "a\nb")).err().unwrap();
        assert!(error.to_string().contains(r"`a\nb`"), "{error}");
    }
}
