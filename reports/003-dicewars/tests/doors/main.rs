//! The doors of Dicewars: what the originals said, whole games over loopback, peers that misbehave, and parsers under fire.

mod parsers;
mod play;
mod records;
