//! The TCP protocol of Dicewars: JSON objects, the server's closed by a zero byte, the clients' by nothing.
//!
//! A client introduces itself with a nickname, hears the whole game (`game_start`) and then every battle and
//! every end of a turn; when it is its turn it answers with an attack or ends the turn. [`play`] is such a
//! client, with the clock and the manners of the course's own driver; [`host`] is such a server.

mod client;
mod follow;
mod host;
mod line;
mod lobby;
mod message;
mod python_json;
mod table;

pub use client::{Guest, Played, play};
pub use follow::Follower;
pub use host::{Hosted, host};
pub use line::{LARGEST_FRAME, LARGEST_REQUEST};
pub use lobby::{House, Ours};
pub use message::{AreaState, Battle, BoardArea, Fighter, Kind, Numbered, Request, Verb, Word};
pub use python_json::to_bytes;
pub use table::Table;

use std::time::Duration;

use ludarium_arena::TimeControl;

/// The port of the original server.
pub const PORT: u16 = 5005;

/// The clock of the course's driver: ten seconds, and a quarter of a second back after each decision.
pub const CLOCK: TimeControl = TimeControl::Game {
    total: Duration::from_secs(10),
    increment: Duration::from_millis(250),
};
