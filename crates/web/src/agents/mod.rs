//! Those who play without a person: within which limits, on which threads, and which bots are offered.

pub mod offers;
pub mod players;
pub mod thinking;
