//! Which machine played which game, where that matters: under a clock a slower machine thinks less.

use super::Store;
use super::error::StoreError;
use crate::run::Machine;

/// Made when the first machine is noted; runs without machines do not have them.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS machines (
    name TEXT PRIMARY KEY,
    speed REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS played_by (
    number INTEGER PRIMARY KEY,
    machine TEXT NOT NULL
) STRICT;
";

const SUMS: &str = "SELECT name, speed, count(*) FROM machines JOIN played_by ON machine = name \
                    JOIN games ON games.number = played_by.number GROUP BY name ORDER BY name";

impl Store {
    /// Notes which machine plays some games. It is done before they are stored, so that none is without its machine.
    pub(crate) fn note_machine(
        &mut self,
        machine: &Machine,
        games: impl IntoIterator<Item = u64>,
    ) -> Result<(), StoreError> {
        let write = || -> rusqlite::Result<()> {
            let connection = &self.connection;
            connection.execute_batch(TABLES)?;
            connection.execute(
                "INSERT OR REPLACE INTO machines VALUES (?1, ?2)",
                (&machine.name, machine.speed),
            )?;
            let insert = "INSERT OR REPLACE INTO played_by VALUES (?1, ?2)";
            let mut insert = connection.prepare_cached(insert)?;
            for number in games {
                insert.execute((number as i64, &machine.name))?;
            }
            Ok(())
        };
        self.within(|| write().map_err(|source| self.refused(source)))
    }

    /// The machines that have played, where the run noted them, each with the number of its games.
    pub fn machines(&self) -> Result<Vec<(Machine, u64)>, StoreError> {
        let known = "SELECT count(*) FROM sqlite_schema WHERE name = 'played_by'";
        let unreadable = |source| self.unreadable(source);
        let known: i64 =
            self.connection.query_row(known, [], |row| row.get(0)).map_err(unreadable)?;
        if known == 0 {
            return Ok(Vec::new());
        }
        let mut found = self.prepare(SUMS)?;
        let read = found.query_map([], |row| {
            let machine = Machine { name: row.get(0)?, speed: row.get(1)? };
            Ok((machine, row.get::<_, i64>(2)? as u64))
        });
        let read = read.map_err(unreadable)?;
        read.collect::<rusqlite::Result<_>>().map_err(unreadable)
    }
}
