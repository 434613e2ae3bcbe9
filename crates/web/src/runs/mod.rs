//! Runs: what tournaments and experiments have left in their folder, read while they may still be going on.

pub mod cluster;
mod folder;
pub mod jobs;
mod live;
mod record;
mod reports;
mod show;

pub use folder::{REPRODUCTIONS, list};
pub use live::live;
pub use record::film;
pub use reports::reports;
pub use show::{GameRange, Shelf, games};
