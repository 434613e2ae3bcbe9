//! How well the bots of a run were confined while they played.

use super::error::StoreError;
use super::{Store, file};

/// The key in `meta`. Only runs with bots have it.
const KEY: &str = "confinements";

impl Store {
    /// Notes how well each bot is confined from now on, by its place in the contest. A run may go on where the system
    /// gives less, so every level that was reached stays noted.
    pub(crate) fn note_confinements(&mut self, found: &[Vec<String>]) -> Result<(), StoreError> {
        let mut all = self.confinements()?;
        let before = all.clone();
        for (levels, found) in all.iter_mut().zip(found) {
            levels.extend_from_slice(found);
            levels.sort();
            levels.dedup();
        }
        if all == before {
            return Ok(());
        }
        // Levels are texts: they always serialise.
        let text = serde_json::to_string(&all).unwrap_or_default();
        self.within(|| {
            self.connection
                .execute("INSERT OR REPLACE INTO meta VALUES (?1, ?2)", [KEY, &text])
                .map(|_| ())
                .map_err(|source| self.refused(source))
        })
    }

    /// How well each agent was confined while it played: the levels that were reached, by its place in the contest.
    /// None for agents of this program.
    pub fn confinements(&self) -> Result<Vec<Vec<String>>, StoreError> {
        let agents = self.contest.agents.len();
        let Some(text) = file::find_meta(&self.path, &self.connection, KEY)? else {
            return Ok(vec![Vec::new(); agents]);
        };
        let read: Option<Vec<Vec<String>>> = serde_json::from_str(&text).ok();
        let damaged = || StoreError::damaged(&self.path, format!("`{KEY}` cannot be read"));
        read.filter(|read| read.len() == agents).ok_or_else(damaged)
    }
}
