//! The store of games: one row for each table and one for each move and outcome of its game.
//!
//! What goes into one row is on the disk at once or not at all. Writes of all tables go through one thread which puts
//! whatever waits into one transaction, so that many games cost few trips to the disk.

use std::fs::File;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel, sync_channel};

use ludarium_arena::FaultNote;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::writer::{Change, Write, write_all};
use crate::agents::offers::name_of;
use crate::api::{GameResult, SeatRequest, Thought};
use crate::error::{Result, WebError};
use crate::lock::locked;

/// The format of the file.
const FORMAT: u32 = 3;
/// What somebody without a name is called in the table of a day.
const NAMELESS: &str = "Somebody";

const TABLES: &str = "
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    made INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    count INTEGER NOT NULL,
    over INTEGER NOT NULL,
    settings TEXT NOT NULL,
    daily TEXT,
    state TEXT NOT NULL,
    scores TEXT,
    moves INTEGER,
    ended INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    ms INTEGER,
    thought TEXT,
    PRIMARY KEY (id, number)
) STRICT, WITHOUT ROWID;
";

/// What a table was made with; never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableSettings {
    /// The game.
    pub game: String,
    /// Its variant with options.
    pub variant: String,
    /// The seed of all luck.
    pub seed: u64,
    /// The start position in the game's notation.
    pub start: String,
    /// Who sits where.
    pub seats: Vec<SeatRequest>,
    /// The key of each human seat.
    pub keys: Vec<Option<String>>,
    /// The time control.
    pub clock: String,
    /// The pause between moves of agents at first, in milliseconds.
    pub speed: u64,
    /// The challenge of a day that is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<String>,
}

/// A game at a table after something has happened there.
#[derive(Clone, Debug)]
pub struct GameChange {
    /// The number of events that stay as they are; later ones are forgotten.
    pub from: usize,
    /// The events that follow them.
    pub events: Vec<StoredEvent>,
    /// What else has to be known to play on.
    pub state: TableState,
    /// Whether the game is over.
    pub over: bool,
    /// How it ended, for lists; a later end of the same game replaces it.
    pub result: Option<TableResult>,
}

/// A move or outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredEvent {
    /// In the game's notation.
    pub text: String,
    /// How long it took.
    pub ms: Option<u64>,
    /// What was thought, as JSON.
    pub thought: Option<String>,
}

/// What has to be known to play on, apart from the events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableState {
    /// What players did wrong.
    pub faults: Vec<FaultNote>,
    /// How the game ended where its rules have not ended it.
    pub early_end: Option<GameResult>,
}

/// How a game ended, for lists.
#[derive(Clone, Debug, PartialEq)]
pub struct TableResult {
    /// The score of each seat.
    pub scores: Vec<f32>,
    /// The moves of the people.
    pub moves: usize,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    /// What happened.
    pub events: Vec<StoredEvent>,
    /// What else has to be known to play on.
    pub state: TableState,
    /// Whether the game has been over once.
    pub ended: bool,
}

/// One line of the score table of a day.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DailyScore {
    /// The table.
    pub id: String,
    /// Who played.
    pub name: String,
    /// The score of the person.
    pub score: f32,
    /// The person's moves.
    pub moves: u64,
}

/// A table as it stands in the list.
#[derive(Clone, Debug, Serialize)]
pub struct ListedTable {
    /// The table.
    pub id: String,
    /// The game.
    pub game: String,
    /// Its name in sentences, which the caller that lists the tables knows.
    pub title: String,
    /// Its variant.
    pub variant: String,
    /// Who sits where, in words.
    pub players: Vec<String>,
    /// The seats of people.
    pub human: Vec<usize>,
    /// The score of each seat, where the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<f32>>,
    /// The number of events.
    pub count: u64,
    /// Whether the game is over.
    pub over: bool,
    /// Seconds since 1970 when something happened last.
    pub touched: u64,
}

/// The store.
pub struct TableStore {
    writer: Sender<Write>,
    reader: Mutex<Connection>,
    /// Keeps other servers out for as long as we live.
    _lock: File,
}

impl TableStore {
    /// Opens the store of a folder, which is made if it is missing. Only one server at a time may have it.
    pub fn open(folder: &Path) -> std::result::Result<TableStore, String> {
        let said = |what: &str, error: &dyn std::fmt::Display| {
            format!("cannot {what} {}: {error}", folder.display())
        };
        std::fs::create_dir_all(folder).map_err(|error| said("make the folder", &error))?;
        let lock = File::create(folder.join("tables.lock"));
        let lock = lock.map_err(|error| said("write to", &error))?;
        lock.try_lock().map_err(|_| {
            let folder = folder.display();
            format!(
                "another server uses the store {folder}: stop it, or give --store another folder"
            )
        })?;
        let path = folder.join("tables.db");
        let connection = prepare(&path).map_err(|error| said("open the store in", &error))?;
        let format: rusqlite::Result<u32> =
            connection.pragma_query_value(None, "user_version", |row| row.get(0));
        if format.is_ok_and(|format| format != FORMAT) {
            let other =
                "it was written by another version of Ludarium; give --store another folder";
            return Err(said("open the store in", &other));
        }
        let reader = Connection::open(&path).map_err(|error| said("open the store in", &error))?;
        let (writer, writes) = channel();
        std::thread::spawn(move || write_all(connection, &writes));
        Ok(TableStore { writer, reader: Mutex::new(reader), _lock: lock })
    }

    /// Keeps a new table.
    pub fn make(&self, id: &str, settings: &TableSettings) -> Result<()> {
        self.write(id, Change::Make(Box::new(settings.clone())))
    }

    /// Keeps what has happened at a table, all or nothing; it is on the disk when this returns.
    pub fn keep(&self, id: &str, change: GameChange) -> Result<()> {
        self.write(id, Change::Game(change))
    }

    /// Forgets a table and all that happened at it.
    pub fn forget(&self, id: &str) -> Result<()> {
        self.write(id, Change::Forget)
    }

    /// Whether the game of a table is over; nothing if there is no such table.
    pub fn over(&self, id: &str) -> Result<Option<bool>> {
        self.read(|reader| {
            let mut statement = reader.prepare_cached("SELECT over FROM tables WHERE id = ?1")?;
            statement.query_row([id], |row| row.get(0)).optional()
        })
    }

    /// The scores of a challenge: the first game of each name, the best first, of equal ones the shorter.
    pub fn scores(&self, daily: &str) -> Result<Vec<DailyScore>> {
        let raw: Vec<(String, String, i64, String)> = self.read(|reader| {
            let mut statement = reader.prepare_cached(
                "SELECT id, scores, moves, settings FROM tables
                 WHERE daily = ?1 AND scores IS NOT NULL ORDER BY ended, id",
            )?;
            let rows = statement.query_map([daily], |row| row.try_into())?;
            rows.collect()
        })?;
        let ended = raw.into_iter().filter_map(|(id, scores, moves, settings)| {
            let scores: Vec<f32> = serde_json::from_str(&scores).unwrap_or_default();
            let settings: TableSettings = serde_json::from_str(&settings).ok()?;
            let seat = settings.keys.iter().position(Option::is_some)?;
            let name = match settings.seats.get(seat)? {
                SeatRequest::Human { name } => name.clone(),
                SeatRequest::Agent { .. } => None,
            };
            Some(DailyScore {
                id,
                name: name.unwrap_or_else(|| NAMELESS.to_owned()),
                score: *scores.get(seat)?,
                moves: moves.max(0) as u64,
            })
        });
        Ok(ranked(ended))
    }

    fn write(&self, id: &str, change: Change) -> Result<()> {
        let (done, told) = sync_channel(1);
        let gone = || WebError::failed("the store of games does not answer");
        let write = Write { id: id.to_owned(), change, done };
        self.writer.send(write).map_err(|_| gone())?;
        let told = told.recv().map_err(|_| gone())?;
        told.map_err(|error| WebError::failed(format!("the game cannot be stored: {error}")))
    }

    /// What a table was made with.
    pub fn settings(&self, id: &str) -> Result<Option<TableSettings>> {
        let found: Option<String> = self.read(|reader| {
            let mut statement =
                reader.prepare_cached("SELECT settings FROM tables WHERE id = ?1")?;
            statement.query_row([id], |row| row.get(0)).optional()
        })?;
        let read = |text: String| {
            serde_json::from_str(&text)
                .map_err(|error| WebError::failed(format!("the table is damaged: {error}")))
        };
        found.map(read).transpose()
    }

    /// The game of a table.
    pub fn game(&self, id: &str) -> Result<StoredTable> {
        self.read(|reader| {
            let mut statement = reader.prepare_cached(
                "SELECT text, ms, thought FROM events WHERE id = ?1 ORDER BY number",
            )?;
            let events = statement.query_map([id], |row| {
                let ms: Option<i64> = row.get(1)?;
                Ok(StoredEvent {
                    text: row.get(0)?,
                    ms: ms.map(|ms| ms.max(0) as u64),
                    thought: row.get(2)?,
                })
            })?;
            let events = events.collect::<rusqlite::Result<_>>()?;
            let mut statement = reader
                .prepare_cached("SELECT state, scores IS NOT NULL FROM tables WHERE id = ?1")?;
            statement.query_row([id], |row| {
                let state: String = row.get(0)?;
                Ok(StoredTable {
                    events,
                    state: serde_json::from_str(&state).unwrap_or_default(),
                    ended: row.get(1)?,
                })
            })
        })
    }

    /// What was thought about an event.
    pub fn thought(&self, id: &str, number: usize) -> Result<Option<Thought>> {
        let text: Option<String> = self.read(|reader| {
            let mut statement = reader
                .prepare_cached("SELECT thought FROM events WHERE id = ?1 AND number = ?2")?;
            let found = statement.query_row(params![id, number as i64], |row| row.get(0));
            Ok(found.optional()?.flatten())
        })?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// The tables, or those of them that have one of these names; those touched last first.
    pub fn list(&self, most: usize, only: Option<&[String]>) -> Result<Vec<ListedTable>> {
        let only = only.map(|names| serde_json::json!(names).to_string());
        type Raw = (String, String, String, i64, bool, i64, String, Option<String>);
        let raw: Vec<Raw> = self.read(|reader| {
            let mut statement = reader.prepare_cached(
                "SELECT id, game, variant, count, over, touched, settings, scores
                 FROM tables WHERE ?2 IS NULL OR id IN (SELECT value FROM json_each(?2))
                 ORDER BY touched DESC, id LIMIT ?1",
            )?;
            let rows = statement.query_map((most as i64, &only), |row| row.try_into())?;
            rows.collect()
        })?;
        let listed = |(id, game, variant, count, over, touched, settings, scores): Raw| {
            let settings: Option<TableSettings> = serde_json::from_str(&settings).ok();
            let keys = settings.iter().flat_map(|one| one.keys.iter().enumerate());
            let human = keys.filter_map(|(seat, key)| key.as_ref().map(|_| seat));
            ListedTable {
                human: human.collect(),
                // Moves may have been taken back after the end.
                scores: scores.filter(|_| over).and_then(|text| serde_json::from_str(&text).ok()),
                id,
                title: game.clone(),
                game,
                variant,
                players: settings.iter().flat_map(|one| &one.seats).map(who).collect(),
                count: count.max(0) as u64,
                over,
                touched: touched.max(0) as u64,
            }
        };
        Ok(raw.into_iter().map(listed).collect())
    }

    /// The number of tables.
    pub fn count(&self) -> Result<usize> {
        let count: i64 = self
            .read(|reader| reader.query_row("SELECT count(*) FROM tables", [], |row| row.get(0)))?;
        Ok(count.max(0) as usize)
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let reader = locked(&self.reader);
        Ok(read(&reader)?)
    }
}

/// The name of who sits in a seat.
pub fn who(seat: &SeatRequest) -> String {
    match seat {
        SeatRequest::Human { name } => name.clone().unwrap_or_else(|| "a person".to_owned()),
        SeatRequest::Agent { agent, .. } => name_of(agent).unwrap_or(agent).to_owned(),
    }
}

fn prepare(path: &Path) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit returns when the rows are on the disk, not before.
    connection.pragma_update(None, "synchronous", "FULL")?;
    let format: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if format == 0 {
        let transaction = connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "user_version", FORMAT)?;
        transaction.commit()?;
    }
    Ok(connection)
}

/// The first game of each name, of games in the order in which they ended: the best first, of equal ones the shorter.
fn ranked(ended: impl Iterator<Item = DailyScore>) -> Vec<DailyScore> {
    let mut first: Vec<DailyScore> = Vec::new();
    for score in ended {
        if first.iter().all(|known| known.name != score.name) {
            first.push(score);
        }
    }
    first.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.moves.cmp(&b.moves)));
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_and_shorter_games_of_a_day_come_first_and_a_second_try_does_not_count() {
        let ended =
            [("Ada", 0.5, 9), ("Bo", 1.0, 12), ("Ada", 1.0, 3), ("Cy", 1.0, 8), ("Di", 0.5, 4)];
        let ended = ended.map(|(name, score, moves)| DailyScore {
            id: name.to_owned(),
            name: name.to_owned(),
            score,
            moves,
        });
        let names: Vec<String> =
            ranked(ended.into_iter()).into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["Cy", "Bo", "Di", "Ada"]);
    }
}
