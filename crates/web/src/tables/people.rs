//! Games of people in runs, like those of contests: reports, replays and exports find them there.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use ludarium_arena::{Contest, GameRecord, PERSON, keep_game};
use ludarium_game::write_duration;

use super::owner::Owner;
use crate::api::{BudgetRequest, SeatRequest};
use crate::lock::locked;

/// The names of these runs begin with it.
pub const PEOPLE: &str = "page-";

/// The runs of the games that people play on the page, one for each way of filling the seats.
pub struct PeopleRuns {
    folder: PathBuf,
    /// Tables may end at the same time, but a run has one writer.
    writing: Mutex<()>,
}

impl PeopleRuns {
    /// The runs in a folder, which is made with the first of them.
    pub fn new(folder: &Path) -> PeopleRuns {
        PeopleRuns { folder: folder.to_owned(), writing: Mutex::default() }
    }

    fn keep(&self, contest: &Contest, record: GameRecord) -> Result<(), String> {
        let _alone = locked(&self.writing);
        let folder = self.folder.display();
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| format!("cannot make the folder {folder}: {error}"))?;
        let name = format!("{PEOPLE}{}-{}.db", contest.game, &contest.fingerprint()[..8]);
        let kept = keep_game(&self.folder.join(name), contest, record);
        kept.map(|_| ()).map_err(|error| error.to_string())
    }
}

impl Owner {
    /// Adds a game of people that has just ended to the run of its seats; an error says why that cannot be. A game is
    /// kept when it ends for the first time.
    pub(super) fn keep_in_run(&mut self) -> Result<(), String> {
        let again = std::mem::replace(&mut self.ended, true);
        let settings = &self.setup.settings;
        let people = settings.keys.iter().any(Option::is_some);
        let Some(record) = self.table.record().filter(|_| people && !again) else {
            return Ok(());
        };
        let players = settings.seats.iter().map(player).collect();
        let variant = self.setup.rules.variant();
        let contest = Contest {
            clock: settings.clock.clone(),
            ..Contest::with_people(&settings.game, variant, players)
        };
        self.setup.people.keep(&contest, record)
    }
}

/// A player as runs name it: an agent with what its decisions might cost after `@`, or a person without a name.
fn player(seat: &SeatRequest) -> String {
    match seat {
        SeatRequest::Human { .. } => PERSON.to_owned(),
        SeatRequest::Agent { agent, budget } => match budget.as_ref().and_then(cost) {
            // An agent that has a budget of its own gets one more limit.
            Some(cost) if agent.contains('@') => format!("{agent},{cost}"),
            Some(cost) => format!("{agent}@{cost}"),
            None => agent.clone(),
        },
    }
}

/// What a decision may cost, as agents' texts have it; `None` if nothing limits it.
fn cost(budget: &BudgetRequest) -> Option<String> {
    let time = budget.time_ms.map(Duration::from_millis);
    let limits = [
        time.map(write_duration),
        budget.iterations.map(|most| format!("iterations={most}")),
        budget.nodes.map(|most| format!("nodes={most}")),
        budget.depth.map(|most| format!("depth={most}")),
    ];
    let words: Vec<String> = limits.into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_with_what_their_decisions_may_cost() {
        let all = BudgetRequest {
            time_ms: Some(50),
            iterations: Some(1),
            nodes: Some(2),
            depth: Some(3),
        };
        let named = |agent: &str, budget| {
            let agent = agent.to_owned();
            player(&SeatRequest::Agent { agent, budget })
        };
        assert_eq!(named("walker", None), "walker");
        assert_eq!(named("walker", Some(BudgetRequest::default())), "walker");
        let cost = "50ms,iterations=1,nodes=2,depth=3";
        assert_eq!(named("walker", Some(all)), format!("walker@{cost}"));
        // An agent that has a budget of its own gets more limits, not a second budget.
        assert_eq!(named("walker@depth=9", Some(all)), format!("walker@depth=9,{cost}"));
    }
}
