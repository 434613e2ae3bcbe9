//! Solved games: what makes the file of a solution, and the agent `perfect` that plays from it.

mod job;
mod perfect;
mod rules;
mod table;
#[cfg(test)]
mod tests;

pub use ludarium_learn::solution::SolutionHeader;
pub use ludarium_search::solve::{SolveError, SolveNews, SolveOptions, TellSolver};

pub use job::{SolveJob, SolveSize, SolvingError, job};
pub use perfect::entry;
pub use table::SolvedTable;

/// Where solutions are kept if nobody says another place.
pub const FOLDER: &str = "runs/solve";

/// How the names of finished solutions end.
pub const ENDING: &str = ".solution";
