//! Parts: which shards of a joined run are missing.

use super::error::StoreError;
use super::{Store, file};
use crate::contest::schedule::Schedule;
use crate::run::Shard;

/// The key in `meta`. Only runs that were joined from parts have it.
const KEY: &str = "parts";

/// A part of a joined run that is not there, or not all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingPart {
    /// The part.
    pub part: Shard,
    /// Its games that are there.
    pub games: u64,
    /// The games it should have.
    pub planned: u64,
}

impl std::fmt::Display for MissingPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let MissingPart { part, games, planned } = self;
        match games {
            0 => write!(f, "part {part} is missing ({planned} games)"),
            games => write!(f, "part {part} has {games} of {planned} games"),
        }
    }
}

impl Store {
    /// Notes that the run is joined from `parts` parts.
    pub(super) fn note_parts(&self, parts: u64) -> Result<(), StoreError> {
        let parts = parts.to_string();
        self.within(|| {
            self.connection
                .execute("INSERT OR REPLACE INTO meta VALUES (?1, ?2)", [KEY, &parts])
                .map(|_| ())
                .map_err(|source| self.refused(source))
        })
    }

    /// The parts of a joined run of which games are missing, in order; none for a run that was not joined.
    pub fn missing_parts(&self) -> Result<Vec<MissingPart>, StoreError> {
        let Some(text) = file::find_meta(&self.path, &self.connection, KEY)? else {
            return Ok(Vec::new());
        };
        let damaged = || StoreError::damaged(&self.path, format!("`{KEY}` cannot be read"));
        let parts: u64 = text.parse().map_err(|_| damaged())?;
        let all = |index| Shard::new(index, parts).ok_or_else(damaged);
        let all: Vec<Shard> = (1..=parts).map(all).collect::<Result<_, _>>()?;
        let schedule = Schedule::new(&self.contest);
        let mut games = vec![0; all.len()];
        for number in self.finished()? {
            let block = schedule.block_of(number);
            if block < self.target.blocks {
                games[Shard::of(parts, schedule.lineups(), block).place()] += 1;
            }
        }
        let found = all.iter().zip(games).map(|(part, games)| MissingPart {
            part: *part,
            games,
            planned: part.games(&schedule, self.target.blocks),
        });
        Ok(found.filter(|part| part.games < part.planned).collect())
    }
}
