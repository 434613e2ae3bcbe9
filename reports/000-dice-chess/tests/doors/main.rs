//! Our client of the three-dice platform on loopback: whole games, and servers that make trouble.

mod client;
mod fake;
mod games;
mod parsers;
mod support;
