//! The UDP protocol of TUC-Chess: one short text a datagram, no acknowledgement, no repetition.
//!
//! A client sends its name and learns its side (`PW`, `PB`), is told that the game begins (`GB`), then sends steps
//! (`5040`) and is told every step with its consequences (`T15040990000`) until `GE` ends the game.
//! [`play`] is such a client, [`host`] such a server.

mod client;
mod commands;
mod connection;
mod datagram;
mod follow;
mod host;
mod live;
mod message;
mod places;

use ludarium_bridge::door::Door;

pub use client::{GuestGame, GuestPlayer, play};
pub use datagram::{LARGEST, read_name};
pub use follow::{Follower, StepNews};
pub use host::{GameTimes, Hosted, OurSeat, host};
pub use live::{SeededLuck, ServedGame};
pub use message::ServerText;

use ludarium_game::{Seat, Spec, Tabletop};
use ludarium_tuc_chess::rules::{Rules, TucChess};

/// The port of the original server.
pub const PORT: u16 = 9876;

/// The rules of a variant text.
pub fn rules(variant: &str) -> ludarium_game::Result<Rules> {
    TucChess::rules(&Spec::parse(variant)?)
}

/// The name of a side.
fn side(seat: Seat) -> &'static str {
    match seat {
        Seat(0) => "White",
        _ => "Black",
    }
}

/// The commands that connect to a server of this game, and that are one.
pub fn doors() -> Vec<Door> {
    vec![commands::connect::door(), commands::host::door()]
}
