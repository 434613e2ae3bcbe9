//! The catalogue: a text such as `mcts:iterations=2000,c=0.8` becomes an agent for a game.
//!
//! A game implements [`Playable`] in its own crate: its evaluations, and the agents of its report by name, as the
//! report means them and, where the original program did something else, a twin `…-as-found` that does exactly
//! that. Everything that is not particular to a game comes from [`generic`].

#[cfg(any(test, feature = "battery"))]
pub mod battery;
mod by_budget;
mod entry;
pub mod generic;
mod offensive;
mod own_budget;
mod parameter;
mod playable;
pub mod solved;
#[cfg(any(test, feature = "testing"))]
mod testing;
pub mod values;

pub use by_budget::{ByBudget, LongBudgets};
pub use entry::{AgentInfo, Entry, Recipe, Roster, agent, canonical};
pub use offensive::Offensive;
pub use own_budget::{check_depth, has_own_time, own_budget, without_budget, write_budget};
pub use parameter::{Parameter, Parameters, Values};
pub use playable::{EvaluationInfo, Judge, NamedEvaluation, Playable, ReadModel, ReadWeights};
