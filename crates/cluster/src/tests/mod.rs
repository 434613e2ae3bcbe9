//! Tests of the whole crate.

mod simulation;
