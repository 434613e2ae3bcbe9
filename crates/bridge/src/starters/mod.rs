//! What `ludarium bot new` writes: starters, and adapters between our protocol and the original frameworks.

mod list;
mod write;

pub use list::{STARTERS, Starter, find};
pub use write::{StarterError, StarterFiles, StarterRequest, write};
