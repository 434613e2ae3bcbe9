//! Rows: how a game is written and read back.

use std::ops::ControlFlow;
use std::str::FromStr;

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Row, Transaction, params};

use super::bytes::{hash, hash_parts};
use super::error::StoreError;
use super::file::unreadable;
use super::lock::beside;
use super::sums::{GameSum, Stored, check_of};
use super::{MOST_BLOCKS, Store};
use crate::contest::schedule::Schedule;
use crate::store::digits;
use crate::store::record::{GameRecord, GameSummary};

const INSERT_GAME: &str =
    "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
const INSERT_TIMES: &str = "INSERT INTO times VALUES (?1, ?2)";
const INSERT_SUM: &str = "INSERT INTO sums VALUES (?1, ?2)";

/// The columns of a summary, in the order in which they are read.
const LIGHT: &str = "games.number, block, seats, scores, plies, ending, faults, movers, decisions";
const HEAVY: &str = "start, final, moves, thoughts";
const TABLES: &str = "games LEFT JOIN times ON times.number = games.number";

impl Store {
    /// The numbers of the stored games, in order.
    pub fn finished(&self) -> Result<Vec<u64>, StoreError> {
        let mut numbers = Vec::new();
        // The table of sums has the same numbers and a fraction of the pages.
        self.rows("SELECT number FROM sums ORDER BY number", |row| {
            let number: i64 = row.get(0).map_err(|source| self.unreadable(source))?;
            numbers.push(u64::try_from(number).map_err(|_| self.bad_row(number, "number"))?);
            Ok(())
        })?;
        Ok(numbers)
    }

    /// Whether no game is stored.
    pub(super) fn is_empty(&self) -> Result<bool, StoreError> {
        let mut empty = true;
        self.rows("SELECT number FROM games LIMIT 1", |_| {
            empty = false;
            Ok::<(), StoreError>(())
        })?;
        Ok(empty)
    }

    /// Stores finished games: all of them are on the disk when this returns, or none is.
    pub fn add(&mut self, records: &[GameRecord]) -> Result<(), StoreError> {
        self.within(|| records.iter().try_for_each(|record| self.insert(record)))
    }

    /// Writes a game into the transaction that is open.
    fn insert(&self, record: &GameRecord) -> Result<(), StoreError> {
        self.try_insert(record).map_err(|source| match source {
            rusqlite::Error::SqliteFailure(failure, _)
                if failure.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY =>
            {
                StoreError::Twice { path: self.path.clone(), number: record.number }
            }
            source => self.refused(source),
        })
    }

    fn try_insert(&self, record: &GameRecord) -> rusqlite::Result<()> {
        let faults = match record.faults.as_slice() {
            [] => String::new(),
            // Notes are texts and numbers: they always serialise.
            faults => serde_json::to_string(faults).unwrap_or_default(),
        };
        let movers: String = record.movers.iter().map(|&seat| (b'0' + seat) as char).collect();
        let seats = words(&record.seats, |out, &seat| digits::push(out, seat as u64));
        let scores = words(&record.scores, |out, score| {
            out.push_str(&score.to_string());
        });
        let row = RawGame {
            number: record.number as i64,
            block: record.block as i64,
            plies: record.plies as i64,
            texts: [
                &seats,
                &scores,
                &record.ending,
                &faults,
                &movers,
                &record.start,
                &record.end,
                &record.moves,
                &record.thoughts,
            ],
        };
        self.connection.prepare_cached(INSERT_GAME)?.execute(params![
            row.number,
            row.block,
            seats,
            scores,
            row.plies,
            record.ending,
            faults,
            movers,
            record.start,
            record.end,
            record.moves,
            record.thoughts
        ])?;
        let check = row.check();
        self.connection
            .prepare_cached(INSERT_SUM)?
            .execute(params![row.number, GameSum::of(record).write(check)])?;
        self.count(check);
        let mut times = self.connection.prepare_cached(INSERT_TIMES)?;
        times.execute(params![
            record.number as i64,
            words(&record.times, |out, &time| digits::push(out, time))
        ])?;
        Ok(())
    }

    /// A stored game; one that is not what was stored is an error.
    pub fn game(&self, number: u64) -> Result<Option<GameRecord>, StoreError> {
        let text = format!(
            "SELECT {LIGHT}, {HEAVY}, sum FROM {TABLES} LEFT JOIN sums ON sums.number = games.number \
             WHERE games.number = ?1"
        );
        let mut statement = self.prepare(&text)?;
        let rows = statement.query([number as i64]);
        let mut rows = rows.map_err(|source| self.unreadable(source))?;
        match rows.next().map_err(|source| self.unreadable(source))? {
            Some(row) => {
                let game = self.read_game(&Schedule::new(&self.contest), row)?;
                let sum = row.get_ref(13).map_err(|source| self.unreadable(source))?;
                let check = sum.as_blob().ok().and_then(|sum| check_of(number, sum));
                if check == Some(self.check_of_row(row)?) {
                    return Ok(Some(game));
                }
                let reason = format!("game {number} is not the one that was stored");
                Err(StoreError::damaged(&self.path, reason))
            }
            None => Ok(None),
        }
    }

    /// Counts a game that was written into the transaction that is open.
    pub(super) fn count(&self, check: u64) {
        let mut stored = self.stored.get();
        stored.add(check);
        self.stored.set(stored);
    }

    /// The number of stored games.
    pub fn games(&self) -> Result<u64, StoreError> {
        Ok(self.snapshot()?.stored.games)
    }

    fn count_rows(&self, table: &str) -> Result<u64, StoreError> {
        let mut count = 0;
        self.rows(&format!("SELECT number FROM {table} ORDER BY number"), |_| {
            count += 1;
            Ok::<(), StoreError>(())
        })?;
        Ok(count)
    }

    /// Refuses a run that has not as many games as it says.
    pub(super) fn check_count(&self) -> Result<(), StoreError> {
        let stored = self.stored.get();
        for table in ["games", "sums"] {
            let found = self.count_rows(table)?;
            if found != stored.games {
                return Err(self.lost(found, stored.games));
            }
        }
        Ok(())
    }

    /// Shows every stored game, in order of their numbers, one at a time. A run that has lost a game or has one that
    /// was changed is an error in the end.
    pub fn each_game<E: From<StoreError>>(
        &self,
        mut show: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let text = format!("SELECT {LIGHT}, {HEAVY} FROM {TABLES} ORDER BY games.number");
        let schedule = Schedule::new(&self.contest);
        let snapshot = self.snapshot()?;
        let mut found = Stored::default();
        self.rows(&text, |row| {
            found.add(self.check_of_row(row)?);
            show(self.read_game(&schedule, row)?)
        })?;
        Ok(self.compare(&snapshot, found)?)
    }

    /// Shows what statistics need of every stored game, in order of their numbers. A run that has lost a game or has
    /// one that was changed is an error in the end.
    pub fn each_sum<E: From<StoreError>>(
        &self,
        mut show: impl FnMut(&GameSum) -> Result<(), E>,
    ) -> Result<(), E> {
        let snapshot = self.snapshot()?;
        let schedule = Schedule::new(&self.contest);
        let (mut sum, mut found) = (GameSum::default(), Stored::default());
        self.rows("SELECT number, sum FROM sums ORDER BY number", |row| {
            let number: i64 = row.get(0).map_err(|source| self.unreadable(source))?;
            let bytes = row.get_ref(1).map_err(|source| self.unreadable(source))?;
            let bytes = bytes.as_blob().map_err(|_| self.bad_row(number, "sum"))?;
            let check = u64::try_from(number)
                .ok()
                .and_then(|number| sum.read(number, bytes))
                .filter(|_| self.possible(&schedule, &sum))
                .ok_or_else(|| self.bad_row(number, "sum"))?;
            found.add(check);
            show(&sum)
        })?;
        self.compare(&snapshot, found)?;
        // Sums without their games would make the table of a run that nobody can look at.
        match self.count_rows("games")? {
            games if games == found.games => Ok(()),
            games => Err(self.lost(games, found.games))?,
        }
    }

    /// Whether a sum is of a game of this contest.
    fn possible(&self, schedule: &Schedule<'_>, sum: &GameSum) -> bool {
        let (game, agents) = (&sum.summary, self.contest.agents.len());
        let in_block = game.block < MOST_BLOCKS
            && (schedule.games(game.block)..schedule.games(game.block + 1)).contains(&game.number);
        in_block
            && game.seats.len() == self.contest.lineups[0].len()
            && game.seats.iter().all(|&agent| agent < agents)
            && game.scores.iter().all(|score| score.is_finite())
            && sum.luck.iter().flatten().all(|luck| luck.is_finite())
    }

    /// Everything that is read until this is dropped belongs together, also while another process writes.
    pub(super) fn snapshot(&self) -> Result<Snapshot<'_>, StoreError> {
        let reading = if self.connection.is_autocommit() {
            Some(self.connection.unchecked_transaction())
        } else {
            None
        };
        let reading = reading.transpose().map_err(|source| self.unreadable(source))?;
        let stored = match reading {
            Some(_) => Store::read_stored(&self.path, &self.connection)?,
            // In a transaction of our own the file does not know yet what we do.
            None => self.stored.get(),
        };
        Ok(Snapshot { stored, _reading: reading })
    }

    /// Refuses games that are not those which were stored.
    pub(super) fn compare(&self, snapshot: &Snapshot<'_>, found: Stored) -> Result<(), StoreError> {
        let stored = snapshot.stored;
        if stored.games != found.games {
            return Err(self.lost(found.games, stored.games));
        }
        if stored != found {
            let reason = "its games are not those that were stored";
            return Err(StoreError::damaged(&self.path, reason));
        }
        Ok(())
    }

    fn lost(&self, found: u64, stored: u64) -> StoreError {
        let reason = format!("{found} games are there, and {stored} were stored");
        StoreError::damaged(&self.path, reason)
    }

    /// The check of a game by the columns of [`LIGHT`] and [`HEAVY`].
    fn check_of_row(&self, row: &Row<'_>) -> Result<u64, StoreError> {
        let game = RawGame::read(row, [2, 3, 5, 6, 7, 9, 10, 11, 12]);
        game.map(|game| game.check()).map_err(|source| self.unreadable(source))
    }

    /// Shows what came out of the stored games, in order of their numbers, until enough are seen.
    pub fn each_summary(
        &self,
        mut show: impl FnMut(GameSummary) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let read = self.each_sum(|sum| {
            let mut summary = sum.summary.clone();
            // The sum has the kinds of the faults; what happened stands with the game.
            if !summary.faults.is_empty() {
                let game = self.game(summary.number)?;
                summary.faults = game.map_or(Vec::new(), |game| game.faults);
            }
            show(summary).continue_value().ok_or(None)
        });
        match read {
            Err(Some(error)) => Err(error),
            Ok(()) | Err(None) => Ok(()),
        }
    }

    /// What came out of the stored games, in order of their numbers.
    pub fn summaries(&self) -> Result<Vec<GameSummary>, StoreError> {
        let mut summaries = Vec::new();
        self.each_summary(|summary| {
            summaries.push(summary);
            ControlFlow::Continue(())
        })?;
        Ok(summaries)
    }

    pub(super) fn prepare(&self, text: &str) -> Result<rusqlite::CachedStatement<'_>, StoreError> {
        let statement = self.connection.prepare_cached(text);
        statement.map_err(|source| self.unreadable(source))
    }

    /// Shows rows in the order of their first column.
    pub(super) fn rows<E: From<StoreError>>(
        &self,
        text: &str,
        mut show: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut statement = self.prepare(text)?;
        let rows = statement.query([]);
        let mut rows = rows.map_err(|source| self.unreadable(source))?;
        let mut walk = TableWalk::new(self);
        while let Some(row) = rows.next().map_err(|source| self.unreadable(source))? {
            walk.step(row)?;
            show(row)?;
        }
        Ok(())
    }

    fn read_game(&self, schedule: &Schedule<'_>, row: &Row<'_>) -> Result<GameRecord, StoreError> {
        let (summary, movers, times) = self.read_light(schedule, row)?;
        let text = |column: usize| -> Result<String, StoreError> {
            row.get(column).map_err(|source| self.unreadable(source))
        };
        Ok(GameRecord {
            number: summary.number,
            block: summary.block,
            seats: summary.seats,
            start: text(9)?,
            end: text(10)?,
            moves: text(11)?,
            thoughts: text(12)?,
            movers,
            ending: summary.ending,
            scores: summary.scores,
            plies: summary.plies,
            faults: summary.faults,
            times,
            luck: None,
        })
    }

    /// Reads the columns of [`LIGHT`] and checks that they fit together and fit the contest.
    fn read_light(
        &self,
        schedule: &Schedule<'_>,
        row: &Row<'_>,
    ) -> Result<(GameSummary, Vec<u8>, Vec<u64>), StoreError> {
        let raw = Light::read(row).map_err(|source| self.unreadable(source))?;
        let bad = |column| self.bad_row(raw.number, column);
        let number = u64::try_from(raw.number).map_err(|_| bad("number"))?;
        let block = u64::try_from(raw.block).ok().filter(|block| {
            let possible = *block < MOST_BLOCKS;
            possible && (schedule.games(*block)..schedule.games(block + 1)).contains(&number)
        });
        let seats: Vec<usize> = numbers(&raw.seats).ok_or_else(|| bad("seats"))?;
        let agents = self.contest.agents.len();
        if seats.len() != self.contest.lineups[0].len() || seats.iter().any(|&seat| seat >= agents)
        {
            return Err(bad("seats"));
        }
        let scores: Vec<f32> = numbers(&raw.scores).ok_or_else(|| bad("scores"))?;
        if scores.len() != seats.len() || scores.iter().any(|score| !score.is_finite()) {
            return Err(bad("scores"));
        }
        let movers: Vec<u8> = raw.movers.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        if movers.iter().any(|&mover| usize::from(mover) >= seats.len()) {
            return Err(bad("movers"));
        }
        let times: Vec<u64> = numbers(raw.decisions.as_deref().unwrap_or_default())
            .filter(|times: &Vec<u64>| times.is_empty() || times.len() == movers.len())
            .ok_or_else(|| bad("decisions"))?;
        let faults = match raw.faults.as_str() {
            "" => Vec::new(),
            text => serde_json::from_str(text).map_err(|_| bad("faults"))?,
        };
        let summary = GameSummary {
            number,
            block: block.ok_or_else(|| bad("block"))?,
            scores,
            plies: u64::try_from(raw.plies)
                .ok()
                .filter(|&plies| plies == movers.len() as u64)
                .ok_or_else(|| bad("plies"))?,
            ending: raw.ending,
            faults,
            // A record makes it from its thoughts, which are not read here.
            spent: Vec::new(),
            seats,
        };
        Ok((summary, movers, times))
    }

    pub(super) fn unreadable(&self, source: rusqlite::Error) -> StoreError {
        unreadable(&self.path, source)
    }

    pub(super) fn bad_row(&self, number: i64, column: &str) -> StoreError {
        let reason = format!("the {column} of game {number} cannot be right");
        StoreError::damaged(&self.path, reason)
    }
}

/// A way through a table. Each row has a larger key than the one before, and all have no more bytes than the files of the
/// run: no damage makes it endless.
pub(super) struct TableWalk<'a> {
    store: &'a Store,
    last: Option<Value>,
    left: u64,
}

impl<'a> TableWalk<'a> {
    pub fn new(store: &'a Store) -> TableWalk<'a> {
        let files = [store.path.clone(), beside(&store.path, "-wal")];
        let sizes = files.map(|file| std::fs::metadata(file).map_or(0, |found| found.len()));
        TableWalk { store, last: None, left: sizes.into_iter().sum() }
    }

    /// The next row.
    pub fn step(&mut self, row: &Row<'_>) -> Result<(), StoreError> {
        let store = self.store;
        let values = (0..row.as_ref().column_count()).map(|column| row.get_ref(column));
        let mut bytes = 0;
        for (column, value) in values.enumerate() {
            let value = value.map_err(|source| store.unreadable(source))?;
            bytes += match value {
                ValueRef::Text(value) | ValueRef::Blob(value) => value.len() as u64,
                _ => 0,
            };
            if column > 0 {
                continue;
            }
            let ascends = match (&self.last, value) {
                (Some(Value::Integer(last)), ValueRef::Integer(key)) => *last < key,
                (Some(Value::Text(last)), ValueRef::Text(key)) => last.as_bytes() < key,
                (last, _) => last.is_none(),
            };
            if !ascends {
                return Err(StoreError::damaged(&store.path, "its rows are not in order"));
            }
            self.last = Some(row.get(column).map_err(|source| store.unreadable(source))?);
        }
        let left = self.left.checked_sub(bytes);
        let endless = || StoreError::damaged(&store.path, "its rows have more bytes than its file");
        self.left = left.ok_or_else(endless)?;
        Ok(())
    }
}

/// What is read together.
pub(super) struct Snapshot<'a> {
    /// The games of the run by its own account.
    stored: Stored,
    _reading: Option<Transaction<'a>>,
}

/// The row of a game in `games`.
pub(super) struct RawGame<'a> {
    pub number: i64,
    pub block: i64,
    pub plies: i64,
    /// The texts, in the order of the columns.
    pub texts: [&'a str; 9],
}

impl<'a> RawGame<'a> {
    /// Reads a row; `texts` are the columns of the texts, the numbers stand in 0, 1 and 4.
    pub fn read(row: &'a Row<'_>, texts: [usize; 9]) -> rusqlite::Result<RawGame<'a>> {
        let mut read = [""; 9];
        for (text, column) in read.iter_mut().zip(texts) {
            *text = row.get_ref(column)?.as_str()?;
        }
        Ok(RawGame { number: row.get(0)?, block: row.get(1)?, plies: row.get(4)?, texts: read })
    }

    /// A hash of everything in the row.
    pub fn check(&self) -> u64 {
        let numbers = [self.number, self.block, self.plies];
        let seed = numbers.iter().fold(2, |seed, number| hash(seed, &number.to_le_bytes()));
        hash_parts(seed, self.texts.iter().map(|text| text.as_bytes()))
    }
}

/// The columns of [`LIGHT`] as they stand in the file.
struct Light {
    number: i64,
    block: i64,
    seats: String,
    scores: String,
    plies: i64,
    ending: String,
    faults: String,
    movers: String,
    decisions: Option<String>,
}

impl Light {
    fn read(row: &Row<'_>) -> rusqlite::Result<Light> {
        Ok(Light {
            number: row.get(0)?,
            block: row.get(1)?,
            seats: row.get(2)?,
            scores: row.get(3)?,
            plies: row.get(4)?,
            ending: row.get(5)?,
            faults: row.get(6)?,
            movers: row.get(7)?,
            decisions: row.get(8)?,
        })
    }
}

/// Items as text, separated by blanks.
fn words<T>(items: &[T], write: impl Fn(&mut String, &T)) -> String {
    let mut text = String::with_capacity(items.len() * 6);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        write(&mut text, item);
    }
    text
}

fn numbers<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split_ascii_whitespace().map(|word| word.parse().ok()).collect()
}
