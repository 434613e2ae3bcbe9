//! The parsers of foreign input under test. None may panic, whatever the bytes are, and what a parser accepts it must
//! be able to write and read again.
//!
//! [`TARGETS`] is the one list: the binaries for cargo-fuzz, the loop of `cargo xtask fuzz` and the tests use it.

mod doors;
mod mutation;
mod run_file;
mod seeds;
mod targets;

pub use doors::{door_chexers, door_dice_chess, door_dicewars, door_tuc_chess};
pub use mutation::mutated;
pub use run_file::run_file;
pub use targets::{
    action, agent, bot_line, engine, experiment, league, model, moves, outside, plan, position,
    record, spec, study, tournament,
};

/// A parser under test.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, which is that of its function and its binary.
    pub name: &'static str,
    /// Lets it read bytes, and says whether it accepted them.
    pub read: fn(&[u8]) -> bool,
    /// Valid inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Its share of the inputs: a target that takes long for each gets fewer.
    pub share: u64,
}

/// The targets, each with its function, its seeds and its share.
macro_rules! targets {
    ($($name:ident $share:literal)*) => {
        &[$(Target { name: stringify!($name), read: $name, seeds: seeds::$name, share: $share }),*]
    };
}

/// Every parser under test.
pub const TARGETS: &[Target] = targets! {
    action 10
    agent 10
    bot_line 10
    door_chexers 10
    door_dice_chess 10
    door_dicewars 10
    door_tuc_chess 10
    engine 2
    experiment 3
    league 3
    model 5
    moves 5
    outside 5
    plan 3
    position 5
    record 1
    run_file 1
    spec 10
    study 3
    tournament 3
};
