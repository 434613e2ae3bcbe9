//! The writer of the store: one thread that puts whatever waits into one transaction.

use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, Transaction, params};

use super::store::{GameChange, TableSettings, TableState};

/// Writes that are put into one transaction at most.
const BATCH: usize = 256;

/// One thing to write about a table, and where to tell that it is on the disk.
pub(super) struct Write {
    pub id: String,
    pub change: Change,
    pub done: SyncSender<std::result::Result<(), String>>,
}

/// What is written.
pub(super) enum Change {
    Make(Box<TableSettings>),
    Game(GameChange),
    Forget,
}

/// The writer: takes what waits, commits it and tells everybody.
pub(super) fn write_all(mut connection: Connection, writes: &Receiver<Write>) {
    while let Ok(first) = writes.recv() {
        let mut batch = vec![first];
        batch.extend(writes.try_iter().take(BATCH - 1));
        let mut commit = |batch: &[Write]| {
            let committed = commit(&mut connection, batch);
            committed.map_err(|error| error.to_string())
        };
        let together = commit(&batch);
        for write in &batch {
            let result = match together {
                // What fails for one table is no fault of the others.
                Err(_) if batch.len() > 1 => commit(std::slice::from_ref(write)),
                ref together => together.clone(),
            };
            // A table that does not wait any more need not be told.
            let _ = write.done.send(result);
        }
    }
}

fn commit(connection: &mut Connection, batch: &[Write]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for write in batch {
        put(&transaction, &write.id, &write.change)?;
    }
    transaction.commit()
}

fn put(transaction: &Transaction<'_>, id: &str, change: &Change) -> rusqlite::Result<()> {
    let now = now() as i64;
    match change {
        Change::Make(settings) => {
            let text = serde_json::to_string(settings).unwrap_or_default();
            let (game, variant) = (&settings.game, &settings.variant);
            let state = serde_json::to_string(&TableState::default()).unwrap_or_default();
            transaction.execute(
                "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?4, 0, 0, ?5, ?6, ?7, NULL, NULL, NULL)",
                params![id, game, variant, now, text, settings.daily, state],
            )?;
        }
        Change::Game(game) => {
            let first = game.from as i64;
            let mut forget =
                transaction.prepare_cached("DELETE FROM events WHERE id = ?1 AND number >= ?2")?;
            forget.execute(params![id, first])?;
            let mut insert =
                transaction.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5)")?;
            for (number, event) in (first..).zip(&game.events) {
                let ms = event.ms.map(|ms| ms as i64);
                insert.execute(params![id, number, event.text, ms, event.thought])?;
            }
            let count = first + game.events.len() as i64;
            let state = serde_json::to_string(&game.state).unwrap_or_default();
            let mut update = transaction.prepare_cached(
                "UPDATE tables SET touched = ?2, count = ?3, over = ?4, state = ?5 WHERE id = ?1",
            )?;
            update.execute(params![id, now, count, game.over, state])?;
            if let Some(result) = &game.result {
                let scores = serde_json::to_string(&result.scores).unwrap_or_default();
                transaction.execute(
                    "UPDATE tables SET scores = ?2, moves = ?3, ended = ?4 WHERE id = ?1",
                    params![id, scores, result.moves as i64, now],
                )?;
            }
        }
        Change::Forget => {
            for table in ["events", "tables"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE id = ?1"), [id])?;
            }
        }
    }
    Ok(())
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
