//! The experiments that come with the games, found by name.

use std::path::Path;

use ludarium_arena::{FileErrors, Games};
use ludarium_game::Error;

use super::Experiment;
use crate::answers::AnswersText;
use crate::files;

/// The experiments of this program, found by name.
#[derive(Clone, Debug)]
pub struct Catalogue {
    games: Games,
    entries: Vec<ExperimentText>,
    answers: Vec<AnswersText>,
}

/// An experiment file of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExperimentText {
    /// Its name, for instance `001/table-2`.
    pub name: &'static str,
    /// Its TOML text.
    pub text: &'static str,
}

/// Why experiments could not be found or read.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// Nothing has this name.
    #[error("{0}")]
    Unknown(Error),
    /// A file that is wrong.
    #[error("{0}")]
    File(#[from] FileErrors),
    /// A file that could not be read.
    #[error("cannot read {file}: {reason}")]
    Read {
        /// The file.
        file: String,
        /// What the system said.
        reason: String,
    },
}

impl Catalogue {
    /// These experiments, in order of their names.
    pub fn new(games: Games, entries: impl IntoIterator<Item = ExperimentText>) -> Catalogue {
        let mut entries: Vec<ExperimentText> = entries.into_iter().collect();
        // In the order of the files.
        entries.sort_by_key(|entry| format!("{}.toml", entry.name));
        Catalogue { games, entries, answers: Vec::new() }
    }

    /// The same with the answers of reports, in order of their numbers.
    #[must_use]
    pub fn with_answers(mut self, answers: impl IntoIterator<Item = AnswersText>) -> Catalogue {
        self.answers.extend(answers);
        self.answers.sort_by_key(|answers| answers.report);
        self
    }

    /// The answers of all reports that have them.
    pub fn answers(&self) -> impl Iterator<Item = &AnswersText> {
        self.answers.iter()
    }

    /// The games that they are about.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// All files, in order.
    pub fn entries(&self) -> impl Iterator<Item = ExperimentText> {
        self.entries.iter().copied()
    }

    /// The experiments with these names, each once: `001/table-2` is one, `001` are all of a report, a path
    /// to a `.toml` file is a file of the user's; no name at all means all.
    pub fn select(&self, names: &[String]) -> Result<Vec<Experiment>, CatalogueError> {
        let mut chosen: Vec<Experiment> = Vec::new();
        let mut add = |experiment: Experiment| {
            if chosen.iter().all(|known| known.name != experiment.name) {
                chosen.push(experiment);
            }
        };
        if names.is_empty() {
            for entry in self.entries() {
                add(self.parse(entry.name, entry.text)?);
            }
        }
        for name in names {
            if name.ends_with(".toml") {
                add(self.user_file(Path::new(name))?);
                continue;
            }
            let within = |entry: &ExperimentText| {
                entry.name == name || entry.name.split('/').next() == Some(name.as_str())
            };
            let mut found = self.entries().filter(within).peekable();
            if found.peek().is_none() {
                let reports = self.entries().filter_map(|entry| entry.name.split('/').next());
                let known: Vec<&str> =
                    self.entries().map(|entry| entry.name).chain(reports).collect();
                let mut known = known;
                known.sort_unstable();
                known.dedup();
                return Err(CatalogueError::Unknown(Error::unknown("experiment", name, known)));
            }
            for entry in found {
                add(self.parse(entry.name, entry.text)?);
            }
        }
        Ok(chosen)
    }

    fn parse(&self, name: &str, text: &str) -> Result<Experiment, FileErrors> {
        Experiment::parse(&self.games, name, text)
    }

    fn user_file(&self, path: &Path) -> Result<Experiment, CatalogueError> {
        let text = files::read(path)?;
        Ok(self.parse(&path.display().to_string(), &text)?)
    }
}
