//! Copying games from run to run as they stand, without reading what is in them.

use rusqlite::fallible_streaming_iterator::FallibleStreamingIterator;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Row, Statement, params_from_iter};

use super::Store;
use super::error::StoreError;
use super::rows::{RawGame, TableWalk};
use super::sums::{Stored, check_of};

/// A game with its times and its sum, in the order of the tables.
const ROWS: &str = "SELECT games.number, block, seats, scores, plies, ending, faults, movers, start, final, moves, \
                    thoughts, coalesce(decisions, ''), sum \
                    FROM games LEFT JOIN times ON times.number = games.number \
                    LEFT JOIN sums ON sums.number = games.number ORDER BY games.number";

/// A game that is there already is not written.
const INSERT_GAME: &str =
    "INSERT OR IGNORE INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
const INSERT_TIMES: &str = "INSERT INTO times VALUES (?1, ?2)";
const INSERT_SUM: &str = "INSERT INTO sums VALUES (?1, ?2)";

/// The columns of `games`.
const GAME: usize = 12;

/// How often the progress is told.
const PROGRESS: u64 = 1 << 12;

impl Store {
    /// Writes all games of `inputs` into the transaction that is open, in the order of their numbers, which is the
    /// order in which they lie together on the disk. Each game is held to the check it was stored with.
    pub(super) fn copy_from(
        &self,
        inputs: &[Store],
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), StoreError> {
        let snapshots = inputs.iter().map(Store::snapshot);
        let snapshots = snapshots.collect::<Result<Vec<_>, _>>()?;
        let mut found = vec![Stored::default(); inputs.len()];
        let statements = inputs.iter().map(|input| input.prepare(ROWS));
        let mut statements = statements.collect::<Result<Vec<_>, _>>()?;
        let mut cursors = Vec::new();
        for (input, statement) in inputs.iter().zip(&mut statements) {
            let rows = statement.query([]);
            let mut rows = rows.map_err(|source| input.unreadable(source))?;
            rows.advance().map_err(|source| input.unreadable(source))?;
            cursors.push((input, rows));
        }
        let prepare = |text| self.connection.prepare(text);
        let into = [INSERT_GAME, INSERT_TIMES, INSERT_SUM].map(prepare);
        let into = into.into_iter().collect::<Result<Vec<_>, _>>();
        let mut into = into.map_err(|source| self.refused(source))?;
        let mut walks: Vec<TableWalk<'_>> = inputs.iter().map(TableWalk::new).collect();
        let mut done = 0;
        loop {
            let mut next: Option<(i64, usize)> = None;
            for (index, (input, rows)) in cursors.iter().enumerate() {
                if let Some(row) = rows.get() {
                    let number: i64 = row.get(0).map_err(|source| input.unreadable(source))?;
                    if next.is_none_or(|(least, _)| number < least) {
                        next = Some((number, index));
                    }
                }
            }
            let Some((number, index)) = next else {
                break;
            };
            let (input, rows) = &mut cursors[index];
            if let Some(row) = rows.get() {
                walks[index].step(row)?;
                found[index].add(self.copy(input, number, row, &mut into)?);
            }
            rows.advance().map_err(|source| input.unreadable(source))?;
            done += 1;
            if done % PROGRESS == 0 {
                progress(done);
            }
        }
        for (input, (snapshot, found)) in inputs.iter().zip(snapshots.iter().zip(found)) {
            input.compare(snapshot, found)?;
        }
        Ok(())
    }

    /// Writes one game, or makes sure that it is the one that is there; gives its check.
    fn copy(
        &self,
        from: &Store,
        number: i64,
        row: &Row<'_>,
        into: &mut [Statement<'_>],
    ) -> Result<u64, StoreError> {
        let unreadable = |source| from.unreadable(source);
        let values = (0..GAME + 2).map(|column| row.get_ref(column));
        let values: Vec<ValueRef<'_>> = values.collect::<Result<_, _>>().map_err(unreadable)?;
        let check = (|| {
            let raw = RawGame::read(row, [2, 3, 5, 6, 7, 8, 9, 10, 11]).ok()?;
            let stored = check_of(u64::try_from(number).ok()?, values[GAME + 1].as_blob().ok()?)?;
            (raw.check() == stored).then_some(stored)
        })();
        let check = check.ok_or_else(|| from.bad_row(number, "check"))?;
        let bound: Vec<ToSqlOutput<'_>> =
            values.iter().map(|value| ToSqlOutput::Borrowed(*value)).collect();
        let mut written = || -> rusqlite::Result<bool> {
            if into[0].execute(params_from_iter(&bound[..GAME]))? == 0 {
                return Ok(false);
            }
            for (statement, column) in into[1..].iter_mut().zip([GAME, GAME + 1]) {
                statement.execute(params_from_iter([&bound[0], &bound[column]]))?;
            }
            Ok(true)
        };
        if written().map_err(|source| self.refused(source))? {
            self.count(check);
        } else {
            self.check_same(from, number)?;
        }
        Ok(check)
    }

    /// Refuses a game that is not the one with its number that is stored here.
    fn check_same(&self, from: &Store, number: i64) -> Result<(), StoreError> {
        let (here, there) = (self.game(number as u64)?, from.game(number as u64)?);
        let (Some(here), Some(there)) = (here, there) else {
            return Err(from.bad_row(number, "number"));
        };
        match here.difference(&there) {
            None => Ok(()),
            Some(column) => {
                Err(StoreError::Conflict { path: from.path.clone(), number: number as u64, column })
            }
        }
    }
}
