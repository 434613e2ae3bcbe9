//! Tests of the whole crate.

mod rogue;
mod simulation;
