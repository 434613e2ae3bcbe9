//! The doors to the programs of two courses: what the originals said, whole games over loopback, peers that
//! misbehave, and parsers under fire.

mod common;
mod dicewars_play;
mod dicewars_records;
mod parsers;
mod tuc_play;
mod tuc_records;
