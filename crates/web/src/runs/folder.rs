//! The folder of the runs: their names, and how far they are.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use ludarium_arena::{Schedule, Store, runs_in};
use serde::Serialize;

use crate::error::{Result, WebError};
use crate::tables::PEOPLE;

/// The folder below that of the runs in which reproductions are kept.
pub const REPRODUCTIONS: &str = "reproduce";
/// What stands between that folder and the name of a run: a sign that addresses can carry.
const BETWEEN: char = '~';
/// The ending of a run's file.
const ENDING: &str = ".db";
/// Runs in the list at most.
const MOST: usize = 500;

/// A run as it stands in the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunView {
    /// Its name.
    pub name: String,
    /// The name as people read it.
    pub title: String,
    /// The game.
    pub game: String,
    /// Its variant.
    pub variant: String,
    /// Who plays.
    pub agents: Vec<String>,
    /// Games that are finished.
    pub done: u64,
    /// Games that were asked for.
    pub total: u64,
    /// Whether somebody is playing them now.
    pub running: bool,
    /// Seconds since 1970 when the file changed last.
    pub changed: u64,
}

/// All runs, those that go on first, then those that changed last; files that cannot be read are left out.
pub fn list(folder: &Path) -> Vec<RunView> {
    let below = folder.join(REPRODUCTIONS);
    let prefix = format!("{REPRODUCTIONS}{BETWEEN}");
    let own = runs_in(folder).into_iter();
    let reproduced = runs_in(&below).into_iter();
    let names = own.chain(reproduced.map(|name| format!("{prefix}{name}")));
    let names = names.filter_map(|name| Some(name.strip_suffix(ENDING)?.to_owned()));
    let views = names.take(MOST).filter_map(|name| view(folder, &name).ok());
    let mut views: Vec<RunView> = views.collect();
    views.sort_by(|a, b| {
        let key = |view: &RunView| (view.running, view.changed);
        key(b).cmp(&key(a)).then_with(|| a.name.cmp(&b.name))
    });
    views
}

/// How far a run is.
pub fn view(folder: &Path, name: &str) -> Result<RunView> {
    let path = path(folder, name)?;
    let store = Store::open(&path)?;
    let contest = store.contest();
    let target = store.target();
    let total = target.shard.games(&Schedule::new(contest), target.blocks);
    let done = store.finished()?.len() as u64;
    Ok(RunView {
        name: name.to_owned(),
        title: title(name, &contest.game),
        game: contest.game.clone(),
        variant: contest.variant.clone(),
        agents: store.labels(),
        done,
        total: total.max(done),
        running: is_running(&path),
        changed: changed(&path),
    })
}

/// Reproductions have the name of their experiment and of the reading in the name of the file; games of people on the page
/// are called so.
fn title(name: &str, game: &str) -> String {
    let on_the_page = format!("{PEOPLE}{game}-");
    if let Some(number) = name.strip_prefix(&on_the_page) {
        return format!("Games of people ({number})");
    }
    let reproduced = || {
        let (folder, file) = name.split_once(BETWEEN)?;
        let mut parts = file.split("--");
        let (report, experiment) = parts.next()?.split_once('-')?;
        let reading = parts.next()?.replace('-', " ");
        let known = folder == REPRODUCTIONS && parts.next().is_some();
        known.then(|| format!("{report}/{experiment}: {reading}"))
    };
    reproduced().unwrap_or_else(|| name.to_owned())
}

/// Opens a run for reading.
pub fn open(folder: &Path, name: &str) -> Result<Store> {
    Ok(Store::open(&path(folder, name)?)?)
}

/// The file of a run. Names from outside never lead out of the folder.
fn path(folder: &Path, name: &str) -> Result<PathBuf> {
    let missing = || WebError::missing(format!("there is no run `{name}`"));
    let (folder, file) = match name.split_once(BETWEEN) {
        Some((REPRODUCTIONS, file)) => (folder.join(REPRODUCTIONS), file),
        Some(_) => return Err(missing()),
        None => (folder.to_owned(), name),
    };
    let plain = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.' | ' ' | '+');
    let path = folder.join(format!("{file}{ENDING}"));
    let known = !file.starts_with('.') && file.chars().all(plain) && path.is_file();
    if known { Ok(path) } else { Err(missing()) }
}

/// Whether somebody has the run open for writing.
fn is_running(path: &Path) -> bool {
    let lock = beside(path, ".lock");
    // A writer leaves its number in the file and takes it out at the end; one that was killed could not.
    if std::fs::metadata(&lock).map_or(0, |lock| lock.len()) == 0 {
        return false;
    }
    let held = File::open(&lock)
        .map(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
    held.unwrap_or(false)
}

fn changed(path: &Path) -> u64 {
    let of = |path: &Path| {
        let file = std::fs::metadata(path).ok()?;
        let changed = file.modified().ok().filter(|_| file.len() > 0)?;
        changed.duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs())
    };
    // New data is in the log beside the file first. A mere reader makes an empty log, which says nothing.
    of(path).max(of(&beside(path, "-wal"))).unwrap_or(0)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reproductions_are_called_by_their_experiment_and_reading() {
        let reproduced = "reproduce~004-search-effort--as-described--396662f0";
        assert_eq!(title(reproduced, "x"), "004/search-effort: as described");
        assert_eq!(title("page-x-y-1a2b", "x-y"), "Games of people (1a2b)");
        for name in ["mine", "a--b--c", "reproduce~mine", "x~004-a--b--c", "page-y-1"] {
            assert_eq!(title(name, "x"), name);
        }
    }

    #[test]
    fn a_run_that_is_only_looked_at_has_not_changed() {
        let name = format!("ludarium-changed-{}", std::process::id());
        let run = std::env::temp_dir().join(name);
        std::fs::write(&run, "games").unwrap();
        let long_ago = UNIX_EPOCH + std::time::Duration::from_secs(1000);
        let file = File::options().write(true).open(&run).unwrap();
        file.set_modified(long_ago).unwrap();
        let log = beside(&run, "-wal");
        std::fs::write(&log, "").unwrap();
        assert_eq!(changed(&run), 1000);
        std::fs::write(&log, "a new game").unwrap();
        assert!(changed(&run) > 1000);
        std::fs::remove_file(&log).unwrap();
        std::fs::remove_file(&run).unwrap();
    }

    #[test]
    fn names_never_lead_out_of_the_folder() {
        let folder = Path::new("runs");
        for name in ["../secret", "..", "/etc/passwd", "a/b", "x~y", "reproduce~../x", "a\\b", ""] {
            assert_eq!(path(folder, name).unwrap_err().status.as_u16(), 404, "{name}");
        }
    }
}
