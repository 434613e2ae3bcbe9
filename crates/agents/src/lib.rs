//! The catalogue: a text such as `mcts:iterations=2000,c=0.8` becomes an agent for a game.
//!
//! This is the only place where games, algorithms and evaluations meet. Each game has a file that
//! implements [`Kit`]: its evaluations, and the agents of its report by name, as the report means
//! them and, where the original program did something else, a twin `…-as-found` that does exactly
//! that. Everything that is not particular to a game comes from [`generic`].

pub mod chexers;
pub mod dice_chess;
pub mod dicewars;
mod entry;
pub mod generic;
mod kit;
mod offensive;
mod parameter;
mod registry;
#[cfg(any(test, feature = "testing"))]
mod testing;
pub mod three_chess;
mod tuc_chess;
pub mod values;

pub use entry::{AgentInfo, Entry, Recipe, Roster, agent};
pub use kit::{Judge, Kit, NamedEvaluation};
pub use parameter::{Parameter, Settings, Values};
pub use registry::{KitTask, with_kit};
