//! What `ludarium bot new` writes: starter kits, and adapters between our protocol and the original frameworks.

mod list;
mod write;

pub use list::{KITS, Kit, find};
pub use write::{KitError, Order, Written, write};
