//! The statistics against simulated games whose truth is known.

mod plackett_luce;
pub mod simulation;
mod sprt_error_rates;
