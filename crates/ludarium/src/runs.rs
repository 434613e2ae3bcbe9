//! Where runs are kept, and how they are named.

use std::path::{Path, PathBuf};

use ludarium_arena::{Contest, GameRecord, Shard, Store, printable, runs_in};

use crate::commands::ThreadArgs;
use crate::error::CliError;

/// The ending of a run's file.
const ENDING: &str = "db";

/// Where runs are kept.
#[derive(Clone, Debug, clap::Args)]
pub struct RunsArgs {
    /// The folder of the runs
    #[arg(long, value_name = "DIR", default_value = "runs", env = "LUDARIUM_RUNS")]
    pub runs: PathBuf,
}

impl RunsArgs {
    /// The file of a run that is given by its name or by its file, which ends with `.db`.
    pub fn file(&self, name: &str) -> Result<PathBuf, CliError> {
        let path = Path::new(name);
        if path.extension().is_some_and(|ending| ending == ENDING) {
            return Ok(path.to_owned());
        }
        self.named(name)
    }

    /// The file of a run that is given by its name.
    fn named(&self, name: &str) -> Result<PathBuf, CliError> {
        check_name(name)?;
        Ok(self.runs.join(format!("{name}.{ENDING}")))
    }

    /// Opens a run for reading.
    pub fn open(&self, name: &str) -> Result<Store, CliError> {
        Ok(Store::open(&self.file(name)?)?)
    }

    /// Opens a run and finds one of its games.
    pub fn game(&self, run: &str, number: u64) -> Result<(Store, GameRecord), CliError> {
        let store = self.open(run)?;
        let Some(record) = store.game(number)? else {
            let stored = store.finished()?.len();
            return Err(CliError::Usage(format!(
                "there is no game {number} in this run; it holds {stored} games, counted from 0"
            )));
        };
        Ok((store, record))
    }

    /// The names of all runs.
    pub fn names(&self) -> Vec<String> {
        let ending = format!(".{ENDING}");
        let files = runs_in(&self.runs).into_iter();
        files.filter_map(|file| Some(file.strip_suffix(&ending)?.to_owned())).collect()
    }
}

/// The longest name of a run; with endings such as `-12of99.db.lock` every file system takes it.
const LONGEST_NAME: usize = 100;

/// Refuses names that are no names: empty ones, paths, and what no file system or terminal takes well.
fn check_name(name: &str) -> Result<(), CliError> {
    let problem = if name.trim().is_empty() {
        "is empty"
    } else if name.chars().any(char::is_control) {
        "has control characters"
    } else if name.contains(['/', '\\']) {
        "is a path; give the folder with --runs"
    } else if name.contains(['<', '>', ':', '"', '|', '?', '*']) {
        "has one of < > : \" | ? *, which not every system takes in a file's name"
    } else if name.starts_with(['.', '-']) || name.trim() != name || name.ends_with('.') {
        "begins or ends with a blank, a dot or a dash"
    } else if name.ends_with(&format!(".{ENDING}")) {
        "has the ending of its file"
    } else if name.len() > LONGEST_NAME {
        "is too long"
    } else if printable(name, LONGEST_NAME) != name {
        "has signs that cannot be seen, or several blanks in a row"
    } else {
        return Ok(());
    };
    Err(CliError::Usage(format!(
        "{name:?} cannot be the name of a run: it {problem}; a name is for instance `spring-2`"
    )))
}

/// How one run is named, split and restarted.
#[derive(Clone, Debug, clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub runs: RunsArgs,

    /// The name of the run [default: made from the game and the settings, or from the tournament file]
    #[arg(long, value_name = "NAME")]
    pub run: Option<String>,

    /// Play only this part of the blocks, for instance 2/3; `ludarium merge` joins the parts
    #[arg(long, value_name = "PART/PARTS")]
    pub shard: Option<Shard>,

    /// Delete the run of this name first
    #[arg(long)]
    pub fresh: bool,

    #[command(flatten)]
    threads: ThreadArgs,
}

impl RunArgs {
    /// The file of the run.
    pub fn file(&self, contest: &Contest, usual: Option<&str>) -> Result<PathBuf, CliError> {
        let name = match self.run.as_deref().or(usual) {
            Some(name) => name.to_owned(),
            None => format!("{}-{}", contest.game, &contest.fingerprint()[..8]),
        };
        match self.shard {
            Some(shard) => {
                let part = shard.to_string().replace('/', "of");
                self.runs.named(&format!("{name}-{part}"))
            }
            None => self.runs.named(&name),
        }
    }

    /// Opens the run for writing.
    pub fn create(&self, file: &Path, contest: &Contest) -> Result<Store, CliError> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(CliError::write(folder))?;
        }
        // Also a link that leads nowhere is somebody's.
        if self.fresh && file.symlink_metadata().is_ok() {
            Store::delete(file)?;
        }
        Ok(Store::create(file, contest)?)
    }

    /// The part to play.
    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// The number of games played at the same time.
    pub fn threads(&self) -> usize {
        self.threads.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names() {
        for name in ["spring", "Frühling 2", "a.b", "x-1of2", &"n".repeat(100)] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for (name, hint) in [
            ("", "is empty"),
            (" ", "is empty"),
            ("a/b", "--runs"),
            ("../a", "--runs"),
            ("/etc/passwd", "--runs"),
            ("a\\b", "--runs"),
            ("a\nb", "control characters"),
            ("a\u{1b}[2J", "control characters"),
            ("a\0", "control characters"),
            (".hidden", "begins or ends"),
            ("..", "begins or ends"),
            ("-x", "begins or ends"),
            ("a?", "not every system"),
            ("a.db", "the ending of its file"),
            ("a\u{202e}b", "cannot be seen"),
            ("\u{200b}", "cannot be seen"),
            (&"n".repeat(101), "too long"),
        ] {
            let error = check_name(name).unwrap_err().to_string();
            assert!(error.contains(hint), "{name:?}: {error}");
            assert!(!error.contains(char::is_control), "{error:?}");
        }
    }
}
