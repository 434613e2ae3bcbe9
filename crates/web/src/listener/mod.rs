//! An HTTP server with limits.
//!
//! It limits the number of connections and the time for a request, and finishes its answers before it closes. Where there
//! is no room, the one that has been silent longest goes.
//! What is answered is the business of the [`Router`](axum::Router) that it is given.

mod body;
mod exchange;
mod place;
mod server;

pub use body::read_body;
pub use place::Place;
pub use server::{Listener, Room, Server};

use std::time::Duration;

/// How long the head of a request, and then its body, may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);
