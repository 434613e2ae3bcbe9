//! Trainers: what can be learnt from our own games.
//!
//! A [`Trainer`] plays games, makes a data set of them, learns from it and writes a model file. The same
//! order gives the same bytes. A training that is stopped or killed goes on under the same order: games are stored in
//! parts ([`Stored`]), epochs as checkpoints, weights and results as lists ([`List`]). Each game brings its own
//! trainers; the one for value networks fits every game ([`values`]).

#[cfg(any(test, feature = "battery"))]
pub mod battery;
mod comparison;
pub mod curves;
mod error;
mod lesson;
mod list;
mod stored;
mod trainer;
pub mod values;
mod workers;

pub use comparison::{Comparison, Entrant, game};
pub use error::TrainError;
pub use lesson::follow;
pub use list::List;
pub use stored::Stored;
pub use trainer::{Order, Plans, Progress, SEED, Size, Train, TrainPlan, Trained, Trainer};
pub use workers::{each, interrupted};
