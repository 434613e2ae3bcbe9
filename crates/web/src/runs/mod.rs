//! Runs: what tournaments and experiments have left in their folder, read while they may still be going on.

mod folder;
mod live;
mod record;
mod reports;
mod show;

pub use folder::{REPRODUCTIONS, list};
pub use live::live;
pub use record::{Recorded, file, finished, played, snapshot, step, steps};
pub use reports::reports;
pub use show::{Part, Shelf, games};
