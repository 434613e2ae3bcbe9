//! Trainers: what can be learned from our own games.
//!
//! A [`Trainer`] plays games, makes a data set of them, learns from it and writes a model file. The same
//! options give the same bytes. A training that is stopped or killed goes on under the same options: games are stored in
//! parts ([`Stored`]), epochs as checkpoints, weights and results as lists ([`List`]). Each game brings its own
//! trainers; the one for value networks fits every game ([`values`]).

#[cfg(any(test, feature = "battery"))]
pub mod battery;
mod comparison;
pub mod curves;
mod elsewhere;
mod error;
mod follow;
mod list;
mod stored;
mod trainer;
pub mod values;
mod workers;

pub use comparison::{Comparison, Entrant, game};
pub use elsewhere::SelfPlayer;
pub use error::TrainError;
pub use follow::follow;
pub use list::List;
pub use stored::Stored;
pub use trainer::{
    Plans, PlaySelf, Progress, SEED, Size, Train, TrainOptions, TrainPlan, Trained, Trainer,
};
pub use workers::{each, interrupted};
