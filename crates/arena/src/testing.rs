//! The tiny game Sprint as a list of games, for the tests of everything that works with any game.

use ludarium_game::sprint::Sprint;

use crate::games::{GameEntry, GameInfo, Games};

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
