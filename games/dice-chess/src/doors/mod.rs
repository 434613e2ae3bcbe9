//! The bot interface of the three-dice Dice Chess platform, from both sides.
//!
//! A bot of ours can join the platform: [`visit`] finds games and plays them, a [`Webhook`] waits to be called. And
//! we can be such a platform on this machine: a [`Host`] lets bots that were written for it play, against each other or
//! against agents of ours.
//!
//! The messages are in [`message`]; [`commitment`] makes dice that a [`Witness`] can check; [`signature`] checks
//! that a message comes from the platform; a [`Session`] plays one side of one game, wherever its events come from.

mod caller;
mod client;
mod commands;
pub mod commitment;
mod error;
mod hex;
mod host;
mod lines;
pub mod message;
mod platform;
mod secret;
mod serve;
mod session;
pub mod signature;
mod webhook;
mod witness;

/// The variant that the platform plays.
pub const VARIANT: &str = "three-dice";

pub use caller::Patience;
use ludarium_bridge::door::Door;

pub use client::{FinishedGame, News, Visit, visit};
pub use error::PlatformError;
pub use host::{Host, HostEvent, HostedGame, HouseBot, Terms};
pub use platform::Platform;
pub use secret::Secret;
pub use session::{Reply, Session};
pub use webhook::{Called, Reception, Webhook};
pub use witness::{DiceCheck, Witness};

/// The commands that connect to a server of this game, and that are one.
pub fn doors() -> Vec<Door> {
    vec![commands::connect::door(), commands::host::door()]
}
