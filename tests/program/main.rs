//! The program with its five games. One test binary: to link the games for each file would take minutes.

mod arena;
mod assistants;
mod bots;
mod commands;
mod contests;
mod docs;
mod doors;
mod experiments;
mod facts;
#[path = "../../src/games.rs"]
mod games;
mod people;
mod play;
mod program;
mod reports;
mod serve;
mod solve;
mod starters;
mod terminal;
mod train;
mod trust;
