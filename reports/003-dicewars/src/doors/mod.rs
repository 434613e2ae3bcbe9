//! The TCP protocol of Dicewars: JSON objects, the server's closed by a zero byte, the clients' by nothing.
//!
//! A client introduces itself with a nickname, is sent the whole game (`game_start`) and then every battle and
//! every end of a turn; when it is its turn it answers with an attack or ends the turn. [`play`] is such a
//! client, with the clock and the behaviour of the course's own driver; [`host`] is such a server.

mod client;
mod commands;
mod connection;
mod follow;
mod host;
mod live;
mod lobby;
mod message;
mod python_json;

use ludarium_bridge::door::Door;

pub use client::{JoinedGame, JoiningPlayer, play};
pub use connection::{LARGEST_FRAME, LARGEST_REQUEST};
pub use follow::MapFollower;
pub use host::{HostedRecord, host};
pub use live::LiveGame;
pub use lobby::{HostSetup, Lobby, Ours};
pub use message::{
    AreaState, Battle, BoardArea, ByNumber, ClientRequest, Fighter, MessageKind, ServerMessage,
    Verb,
};
pub use python_json::to_bytes;

use std::time::Duration;

use ludarium_arena::TimeControl;
use ludarium_game::TimeKind;

/// The port of the original server.
pub const PORT: u16 = 5005;

/// The clock of the course's driver: ten seconds, and a quarter of a second back after each decision.
pub const CLOCK: TimeControl = TimeControl::Game {
    total: Duration::from_secs(10),
    increment: Duration::from_millis(250),
    kind: TimeKind::Wall,
};

/// The commands that connect to a server of this game, and that are one.
pub fn doors() -> Vec<Door> {
    vec![commands::connect::door(), commands::host::door()]
}
