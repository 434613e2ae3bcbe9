//! The writer of the store: one thread that puts whatever waits into one transaction.

use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, Transaction, params};

use super::store::{Row, Settings, TableResult};

/// Writes that are put into one transaction at most.
const BATCH: usize = 256;

/// One thing to write, and whom to tell.
pub(super) struct Write {
    pub what: What,
    pub done: SyncSender<std::result::Result<(), String>>,
}

/// What is written.
pub(super) enum What {
    Make {
        id: String,
        settings: Box<Settings>,
    },
    Add {
        id: String,
        number: u64,
        rows: Vec<Row>,
        /// The number of events after them.
        count: usize,
        over: bool,
    },
    End {
        id: String,
        outcome: TableResult,
    },
    Forget {
        id: String,
    },
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
            // Who does not wait any more need not be told.
            let _ = write.done.send(result);
        }
    }
}

fn commit(connection: &mut Connection, batch: &[Write]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for write in batch {
        put(&transaction, &write.what)?;
    }
    transaction.commit()
}

fn put(transaction: &Transaction<'_>, what: &What) -> rusqlite::Result<()> {
    let now = now() as i64;
    match what {
        What::Make { id, settings } => {
            let text = serde_json::to_string(settings).unwrap_or_default();
            let (game, variant) = (&settings.game, &settings.variant);
            transaction.execute(
                "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?4, 0, 0, ?5)",
                params![id, game, variant, now, text],
            )?;
        }
        What::Add {
            id,
            number,
            rows,
            count,
            over,
        } => {
            let mut insert = transaction
                .prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
            for (number, row) in (*number..).zip(rows) {
                insert.execute(params![
                    id,
                    number as i64,
                    row.kind.word(),
                    row.seat,
                    row.text,
                    row.ms.map(|ms| ms as i64),
                    row.thought
                ])?;
            }
            let mut update = transaction.prepare_cached(
                "UPDATE tables SET touched = ?2, count = ?3, over = ?4 WHERE id = ?1",
            )?;
            update.execute(params![id, now, *count as i64, over])?;
        }
        What::End { id, outcome } => {
            let scores = serde_json::to_string(&outcome.scores).unwrap_or_default();
            let (daily, name) = outcome.daily.clone().unzip();
            transaction.execute(
                "INSERT OR REPLACE INTO results VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![id, scores, outcome.moves as i64, now, daily, name],
            )?;
        }
        What::Forget { id } => {
            for table in ["events", "results", "tables"] {
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
