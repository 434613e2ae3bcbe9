//! The page: play, watch and understand games in a browser.
//!
//! One thread owns each game (`tables`), a few threads think for all agents (`thinking`), one SQLite file
//! keeps everything that happened, and axum carries text between them and the browsers (`routes`, `live`).
//! It names no game: games come as bundles, and moves and positions are texts.

mod access;
mod analysis;
mod api;
mod app;
mod battle;
mod catalogue;
mod cluster;
mod compression;
mod daily;
mod edits;
mod embed;
mod error;
mod guard;
mod jobs;
mod learn;
mod library;
mod limits;
mod live;
mod lock;
mod look;
mod offers;
mod page;
pub mod pictures;
mod players;
mod positions;
mod query;
mod random;
mod reviews;
mod routes;
mod runs;
mod server;
mod share;
mod sharing;
mod tables;
#[cfg(test)]
mod testing;
mod thinking;
mod words;

pub use cluster::ClusterView;
pub use error::WebError;
pub use limits::Limits;
pub use server::{Options, ServeError, Server};
