//! Where runs are kept, and how they are named.

use std::path::{Path, PathBuf};

use ludarium_arena::{Contest, Shard, Store, runs_in};

use crate::commands::threads;
use crate::error::CliError;

/// The ending of a run's file.
const ENDING: &str = "db";

/// Where runs are kept.
#[derive(Clone, Debug, clap::Args)]
pub struct RunsArgs {
    /// The folder of the runs
    #[arg(
        long,
        value_name = "DIR",
        default_value = "runs",
        env = "LUDARIUM_RUNS"
    )]
    pub runs: PathBuf,
}

impl RunsArgs {
    /// The file of a run by its name; a path stands for itself.
    pub fn file(&self, name: &str) -> PathBuf {
        let path = Path::new(name);
        if path.extension().is_some_and(|ending| ending == ENDING) {
            return path.to_owned();
        }
        self.runs.join(format!("{name}.{ENDING}"))
    }

    /// Opens a run for reading.
    pub fn open(&self, name: &str) -> Result<Store, CliError> {
        Ok(Store::open(&self.file(name))?)
    }

    /// The names of all runs.
    pub fn names(&self) -> Vec<String> {
        let ending = format!(".{ENDING}");
        let files = runs_in(&self.runs).into_iter();
        files
            .filter_map(|file| Some(file.strip_suffix(&ending)?.to_owned()))
            .collect()
    }
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

    /// The number of games played at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl RunArgs {
    /// The file of the run.
    pub fn file(&self, contest: &Contest, usual: Option<&str>) -> PathBuf {
        let name = match self.run.as_deref().or(usual) {
            Some(name) => name.to_owned(),
            None => format!("{}-{}", contest.game, &contest.fingerprint()[..8]),
        };
        match self.shard {
            Some(shard) => {
                let part = shard.to_string().replace('/', "of");
                self.runs.file(&format!("{name}-{part}"))
            }
            None => self.runs.file(&name),
        }
    }

    /// Opens the run for writing.
    pub fn create(&self, file: &Path, contest: &Contest) -> Result<Store, CliError> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(|source| CliError::Write {
                path: folder.to_owned(),
                source,
            })?;
        }
        if self.fresh && file.exists() {
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
        threads(self.threads)
    }
}
