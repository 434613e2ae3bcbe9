//! The page: play, watch and understand games in a browser.
//!
//! One thread owns each game (`tables`), a few threads think for all agents (`thinking`), one SQLite file
//! keeps everything that happened, and axum carries text between them and the browsers (`routes`, `live`).
//! Outside of a table's thread everything is text: no type of a game leaves it.

mod analysis;
mod api;
mod app;
mod care;
mod catalogue;
mod error;
mod learn;
mod live;
mod look;
mod page;
mod players;
mod positions;
mod query;
mod random;
mod routes;
mod runs;
mod server;
mod share;
mod tables;
mod thinking;

pub use server::{Options, ServeError, Server};
