//! The three-dice platform on loopback: our client, our webhook and our host, alone and against troublemakers.

mod client;
mod fake;
mod games;
mod host;
mod parsers;
mod support;
mod webhook;
