//! `Store`: one file that holds one run. Every other file is an export of it.
//!
//! The file is an SQLite database with tables that any SQLite tool can read: `meta` (what is played),
//! `games` (one row for each finished game) and `times` (how long its decisions took). Times stand apart
//! because they are the only thing that may differ between two runs of the same contest. A fourth table, `sums`, says
//! in a few bytes what statistics need of each game.

mod bytes;
mod confinement;
mod copy;
mod delete;
mod difference;
pub(crate) mod digits;
mod error;
mod file;
mod lock;
mod machines;
mod merge;
mod parts;
pub(crate) mod record;
mod rows;
mod sums;

use std::cell::Cell;
use std::path::{Path, PathBuf};

use ludarium_game::MAX_SEATS;
use rusqlite::Connection;

pub use error::{Difference, StoreError};
pub use file::runs_in;
pub use merge::{merge, merge_showing};
pub use parts::MissingPart;
pub use sums::GameSum;

use crate::bot::labels;
use crate::contest::Contest;
use crate::identity::{Identity, changes};
use crate::run::Shard;
use difference::differences;
use lock::Lock;
use sums::Stored;

/// One run: a contest and its finished games.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    contest: Contest,
    target: Target,
    program: String,
    identities: Option<Vec<Identity>>,
    /// The names of bots, by their places in the contest; empty where they were not noted.
    names: Vec<Option<String>>,
    /// The games it holds by its own account.
    stored: Cell<Stored>,
    /// Which file it is, whatever has its name later.
    place: Option<(u64, u64)>,
    /// Present where the run may be written; the last field, so that the database is closed before.
    lock: Option<Lock>,
}

/// How much of a contest was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The number of blocks, from the first one …
    pub blocks: u64,
    /// … as far as they belong to this part.
    pub shard: Shard,
}

/// More blocks than anybody can play; a larger number in a file is damage.
const MOST_BLOCKS: u64 = 1 << 40;

impl Store {
    /// Opens a run for writing: a new file, or one that holds the same contest and is continued. Only one
    /// process at a time can have a run open for writing.
    pub fn create(path: &Path, contest: &Contest) -> Result<Store, StoreError> {
        // Beside a file that is not ours no lock is left.
        if path.exists() {
            file::check_header(path)?;
        }
        let lock = Lock::take(path)?;
        if !path.exists() {
            file::make(path, contest)?;
        }
        file::check_header(path)?;
        let connection = file::connect_to_write(path)?;
        // A commit returns when the games are on the disk, not before.
        connection
            .pragma_update(None, "synchronous", "FULL")
            .map_err(|source| StoreError::database(path, source))?;
        file::check_pages(path, &connection)?;
        let store = Store::load(path, connection, Some(lock))?;
        store.check_contest(contest)?;
        store.check_count()?;
        Ok(store)
    }

    /// Opens a run for reading, also while another process writes to it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        file::check_header(path)?;
        Store::load(path, file::connect_to_read(path)?, None)
    }

    fn load(path: &Path, connection: Connection, lock: Option<Lock>) -> Result<Store, StoreError> {
        let text = |key: &str| file::meta(path, &connection, key);
        let damaged = |key: &str| StoreError::damaged(path, format!("`{key}` cannot be read"));
        let contest: Contest =
            serde_json::from_str(&text("contest")?).map_err(|_| damaged("contest"))?;
        let agents = contest.agents.len();
        let playable = |lineup: &Vec<usize>| {
            (1..=MAX_SEATS).contains(&lineup.len()) && lineup.iter().all(|&agent| agent < agents)
        };
        if contest.fingerprint() != text("fingerprint")?
            || contest.lineups.is_empty()
            || !contest.lineups.iter().all(playable)
        {
            return Err(damaged("contest"));
        }
        let blocks = text("target")?.parse().ok();
        let target = Target {
            blocks: blocks
                .filter(|blocks| *blocks <= MOST_BLOCKS)
                .ok_or_else(|| damaged("target"))?,
            shard: text("shard")?.parse().map_err(|_| damaged("shard"))?,
        };
        let program = text("program")?;
        let identities: Vec<Identity> =
            serde_json::from_str(&text("identities")?).map_err(|_| damaged("identities"))?;
        if !identities.is_empty() && identities.len() != agents {
            return Err(damaged("identities"));
        }
        let names: Vec<Option<String>> =
            serde_json::from_str(&text("names")?).map_err(|_| damaged("names"))?;
        if !names.is_empty() && names.len() != agents {
            return Err(damaged("names"));
        }
        let stored = Store::read_stored(path, &connection)?;
        Ok(Store {
            path: path.to_owned(),
            stored: Cell::new(stored),
            connection,
            contest,
            target,
            program,
            identities: Some(identities).filter(|found| !found.is_empty()),
            names,
            place: file::place(path).map_err(|source| StoreError::io(path, source))?,
            lock,
        })
    }

    /// Refuses a contest that is not the run's own, with every difference.
    pub(crate) fn check_contest(&self, contest: &Contest) -> Result<(), StoreError> {
        if self.contest == *contest {
            return Ok(());
        }
        Err(StoreError::Different {
            path: self.path.clone(),
            differences: differences(&self.contest, contest),
        })
    }

    /// Notes what the agents of a new run are and what its bots are called, or refuses agents that are not those of the
    /// run.
    pub fn identify(
        &mut self,
        found: &[Identity],
        names: &[Option<String>],
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        match &self.identities {
            Some(stored) if stored == found => Ok(()),
            // Where nobody has played yet, nothing can be mixed.
            _ if self.is_empty()? => self.set_identities(found, names),
            Some(stored) => Err(StoreError::Changed {
                path,
                changes: changes(&self.contest.agents, stored, found),
            }),
            None => Err(StoreError::damaged(&path, "it has games and no `identities`")),
        }
    }

    fn set_identities(
        &mut self,
        identities: &[Identity],
        names: &[Option<String>],
    ) -> Result<(), StoreError> {
        // Names and digests are texts: they always serialise.
        let text = serde_json::to_string(identities).unwrap_or_default();
        let called = serde_json::to_string(names).unwrap_or_default();
        self.within(|| {
            file::set_meta(&self.path, &self.connection, "identities", &text)?;
            file::set_meta(&self.path, &self.connection, "names", &called)
        })?;
        self.identities = Some(identities.to_vec());
        self.names = names.to_vec();
        Ok(())
    }

    /// What the agents were when the games were played, by their places in the contest; `None` for a run without
    /// games.
    pub fn identities(&self) -> Option<&[Identity]> {
        self.identities.as_deref()
    }

    /// What the agents are called in tables, different from each other: bots by their names.
    pub fn labels(&self) -> Vec<String> {
        labels(&self.contest.agents, &self.names)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is played.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// The version of the program that began the run.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The most that was asked for so far; no blocks if nothing was.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Notes that so much is asked for. A smaller number of blocks changes nothing; a run that is asked for
    /// different parts of a contest is from then on a run of the whole.
    pub fn raise_target(&mut self, asked: Target) -> Result<(), StoreError> {
        let old = self.target;
        let shard =
            if old.blocks == 0 || old.shard == asked.shard { asked.shard } else { Shard::WHOLE };
        let blocks = old.blocks.max(asked.blocks.min(MOST_BLOCKS));
        let target = Target { blocks, shard };
        if target == old {
            return Ok(());
        }
        self.within(|| {
            let (path, connection) = (&self.path, &self.connection);
            file::set_meta(path, connection, "target", &target.blocks.to_string())?;
            file::set_meta(path, connection, "shard", &target.shard.to_string())
        })?;
        self.target = target;
        Ok(())
    }

    /// Refuses a run that is open for reading.
    fn writable(&self) -> Result<(), StoreError> {
        match self.lock {
            Some(_) => Ok(()),
            None => Err(StoreError::ReadOnly { path: self.path.clone() }),
        }
    }

    /// Does some work in one transaction: all of it is on the disk when this returns, or nothing.
    fn within(&self, work: impl FnOnce() -> Result<(), StoreError>) -> Result<(), StoreError> {
        self.writable()?;
        let transaction = self.connection.unchecked_transaction();
        let transaction = transaction.map_err(|source| self.refused(source))?;
        let before = self.stored.get();
        // Whatever fails, the transaction is undone when it is dropped.
        let done = work().and_then(|()| {
            let stored = self.stored.get();
            if stored != before {
                file::set_meta(&self.path, &self.connection, "stored", &stored.text())?;
            }
            transaction.commit().map_err(|source| self.refused(source))
        });
        if done.is_err() {
            self.stored.set(before);
        }
        done?;
        self.check_place()
    }

    /// Changes how transactions are kept safe; says whether that was possible.
    fn set_journal(&self, mode: &str) -> bool {
        let read = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        let connection = &self.connection;
        let found = connection.pragma_update_and_check(None, "journal_mode", mode, read);
        found.is_ok_and(|found| found.eq_ignore_ascii_case(mode))
    }

    /// What a run says of how many games it holds.
    fn read_stored(path: &Path, connection: &Connection) -> Result<Stored, StoreError> {
        let stored = Stored::read(&file::meta(path, connection, "stored")?);
        stored.ok_or_else(|| StoreError::damaged(path, "`stored` cannot be read"))
    }

    /// Refuses to go on where the file was deleted or replaced: what is written then, nobody will ever read.
    pub(crate) fn check_place(&self) -> Result<(), StoreError> {
        match file::place(&self.path) {
            Ok(place) if place == self.place => Ok(()),
            _ => Err(StoreError::Gone { path: self.path.clone() }),
        }
    }

    /// The sentence for what the database said.
    fn refused(&self, source: rusqlite::Error) -> StoreError {
        StoreError::database(&self.path, source)
    }
}
