//! The parsers of foreign input under test. None may panic, whatever the bytes are, and what a parser accepts it must
//! be able to write and read again.
//!
//! [`TARGETS`] is the one list: the binary for cargo-fuzz, its corpus and the tests use it.

mod doors;
#[path = "../../src/games.rs"]
mod games;
mod run_file;
mod seeds;
mod targets;

pub use doors::{door_dice_chess, door_dicewars, door_tuc_chess};
pub use run_file::run_file;
pub use targets::{
    action, agent, bot_line, engine, experiment, league, model, moves, outside, plan, position,
    record, spec, study, tournament,
};

/// A parser under test.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, which is that of its function.
    pub name: &'static str,
    /// Lets it read bytes, and says whether it accepted them.
    pub read: fn(&[u8]) -> bool,
    /// Valid inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// The targets, each with its function and its seeds.
macro_rules! targets {
    ($($name:ident)*) => {
        &[$(Target { name: stringify!($name), read: $name, seeds: seeds::$name }),*]
    };
}

/// Every parser under test.
pub const TARGETS: &[Target] = targets! {
    action
    agent
    bot_line
    door_dice_chess
    door_dicewars
    door_tuc_chess
    engine
    experiment
    league
    model
    moves
    outside
    plan
    position
    record
    run_file
    spec
    study
    tournament
};
