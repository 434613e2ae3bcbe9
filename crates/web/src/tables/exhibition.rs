//! A game of strong agents for visitors of the first view: one for each game, the same for all visitors.

use std::collections::{HashMap, VecDeque};

use super::directory::Tables;
use crate::api::{BudgetRequest, NewTable, SeatRequest};
use crate::error::Result;
use crate::lock::locked;

/// What a decision may take: a spectator on the first view costs a tenth of a core.
const TIME_MS: u64 = 80;
/// The pause between moves in milliseconds.
const SPEED: u64 = 800;
/// Exhibitions of a game that are kept, so that who still looks at one can.
const KEPT: usize = 4;

/// The exhibitions by game, the present one last.
pub type Exhibitions = HashMap<&'static str, VecDeque<String>>;

impl Tables {
    /// The table of the exhibition of a game; a new one where the last is over.
    pub fn exhibition(&self, game: &str) -> Result<String> {
        let rules = self.library.rules(game, None)?;
        let mut all = locked(&self.exhibitions);
        let shown = all.entry(rules.game()).or_default();
        if let Some(id) = shown.back()
            && self.store.over(id)? == Some(false)
        {
            return Ok(id.clone());
        }
        let levels = self.library.levels(&*rules);
        let strongest = levels.iter().rev().take(2).cycle();
        let seats = strongest.take(rules.seats()).map(|level| {
            let time_ms = Some(TIME_MS);
            SeatRequest::Agent {
                agent: level.agent.clone(),
                budget: Some(BudgetRequest { time_ms, ..BudgetRequest::default() }),
            }
        });
        let made = self.make(NewTable {
            game: rules.game().to_owned(),
            variant: None,
            seed: None,
            position: None,
            moves: Vec::new(),
            seats: seats.collect(),
            clock: None,
            speed: Some(SPEED),
        })?;
        shown.push_back(made.id.clone());
        while shown.len() > KEPT {
            if let Some(old) = shown.pop_front() {
                self.store.forget(&old)?;
            }
        }
        Ok(made.id)
    }
}
