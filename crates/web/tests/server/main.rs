//! The server as browsers meet it.

mod access;
mod attacks;
#[path = "../../../../src/games.rs"]
mod bundles;
#[path = "../common/mod.rs"]
mod common;
mod games;
mod reading;
mod tables;
