//! The page: play, watch and understand games in a browser.
//!
//! One thread owns each game (`tables`), a few threads think for all agents (`agents`), one SQLite file
//! keeps everything that happened, and axum carries text between them and the browsers (`http`).
//! It names no game: games come as bundles, and moves and positions are texts.

mod access;
mod agents;
mod analysis;
mod api;
mod error;
mod films;
mod games;
mod http;
mod limits;
mod listener;
mod lock;
mod page;
mod quota;
mod random;
mod runs;
mod tables;
#[cfg(test)]
mod testing;

pub use error::WebError;
pub use games::lesson::lesson_in_words;
pub use games::library::{LEVELS, Level, Library};
pub use http::server::{Options, ServeError, Server};
pub use limits::Limits;
pub use runs::cluster::ClusterView;
