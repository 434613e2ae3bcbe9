//! The tiny game Sprint as a list of games, for the tests of everything that works with any game.

use std::path::Path;

use ludarium_game::sprint::Sprint;

use crate::contest::Contest;
use crate::game::games::{GameEntry, GameInfo, Games};
use crate::run::{Control, Interrupt, Plan, Progress, Shard, run};
use crate::store::Store;

/// Sprint: two to four runners, a die, and agents of all kinds; `faulty` panics when it is asked.
pub fn sprint() -> GameEntry {
    GameEntry::new::<Sprint>(GameInfo {
        name: "sprint",
        title: "Sprint",
        summary: "a race in which a die may help",
        seats: (2, 4),
        chance: "a die after moves",
    })
}

/// A list with Sprint alone.
pub fn games() -> Games {
    Games::new([sprint()])
}

/// Sprint twice in one list, as `sprint` and as `relay`, for tests that need two games.
pub fn two_games() -> Games {
    let mut relay = sprint();
    relay.info.name = "relay";
    Games::new([sprint(), relay])
}

/// A run in a file, of `blocks` blocks of Sprint between two agents.
///
/// # Panics
/// If an agent is unknown, or the file cannot be written.
pub fn play(file: &Path, agents: [&str; 2], blocks: u64) -> Store {
    let agents = agents.map(str::to_owned).to_vec();
    let mut contest = Contest::new("sprint", None, agents, 3);
    contest.lineups = vec![vec![0, 1]];
    let contest = contest.resolve(&games()).expect("known agents");
    let mut store = Store::create(file, &contest).expect("a new file");
    let plan = Plan { blocks, threads: 2, shard: Shard::WHOLE, bots: None, luck: false };
    let mut watch = |_: Progress<'_>| Control::Continue;
    let interrupt = Interrupt::new();
    run(&games(), &contest, &plan, &mut store, &interrupt, &mut watch)
        .expect("the games are played");
    store
}
