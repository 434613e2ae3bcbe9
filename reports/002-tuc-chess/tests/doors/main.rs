//! The doors of TUC-Chess: what the originals said, whole games over loopback, peers that misbehave, and parsers under fire.

mod parsers;
mod play;
mod records;
