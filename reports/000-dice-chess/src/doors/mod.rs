//! A client of the bot interface of the three-dice Dice Chess platform: [`visit`] finds games there and plays them.
//!
//! The messages are in [`message`]; a [`SidePlayer`] plays one side of one game.

mod caller;
mod client;
mod connect;
pub mod message;
mod one_game;
mod platform;
mod side_player;

/// The variant that the platform plays.
pub const VARIANT: &str = "three-dice";

pub use caller::{Patience, Platform, PlatformError};
pub use client::{Visit, VisitEvent, visit};
pub use connect::door;
pub use one_game::FinishedGame;
pub use side_player::{Reply, SidePlayer};
