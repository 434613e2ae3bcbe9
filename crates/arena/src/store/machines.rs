//! Which machine played which game, where that matters: under a clock a slower machine thinks less.

use std::collections::BTreeMap;

use rusqlite::OptionalExtension;

use super::Store;
use super::error::StoreError;
use crate::run::Machine;

/// Made when the first machine is noted; runs without machines do not have them.
pub(super) const MACHINE_TABLES: &str = "
CREATE TABLE machines (
    name TEXT PRIMARY KEY,
    speed REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE played_by (
    number INTEGER PRIMARY KEY,
    machine TEXT NOT NULL
) STRICT;
";

impl Store {
    /// Notes which machine plays some games. It is done before they are stored, so that none is without its machine.
    pub(crate) fn note_machine(
        &mut self,
        machine: &Machine,
        games: impl IntoIterator<Item = u64>,
    ) -> Result<(), StoreError> {
        let known = self.knows_machines()?;
        let write = || -> rusqlite::Result<()> {
            let connection = &self.connection;
            if !known {
                connection.execute_batch(MACHINE_TABLES)?;
            }
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
        if !self.knows_machines()? {
            return Ok(Vec::new());
        }
        let mut found: BTreeMap<String, (Machine, u64)> = BTreeMap::new();
        let unreadable = |source| self.unreadable(source);
        self.rows("SELECT name, speed FROM machines ORDER BY name", |row| {
            let name: String = row.get(0).map_err(unreadable)?;
            let speed = row.get(1).map_err(unreadable)?;
            found.insert(name.clone(), (Machine { name, speed }, 0));
            Ok::<(), StoreError>(())
        })?;
        let played = "SELECT games.number, machine FROM games \
                      JOIN played_by ON played_by.number = games.number ORDER BY games.number";
        self.rows(played, |row| {
            let name: String = row.get(1).map_err(unreadable)?;
            if let Some((_, games)) = found.get_mut(&name) {
                *games += 1;
            }
            Ok::<(), StoreError>(())
        })?;
        Ok(found.into_values().filter(|(_, games)| *games > 0).collect())
    }

    fn knows_machines(&self) -> Result<bool, StoreError> {
        let known = "SELECT name FROM sqlite_schema WHERE name = 'played_by'";
        let known = self.connection.query_row(known, [], |_| Ok(())).optional();
        Ok(known.map_err(|source| self.unreadable(source))?.is_some())
    }
}
