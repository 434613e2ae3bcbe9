//! The hall where games are played and counted.
//!
//! A [`Contest`] says who plays what under which terms; its [`Schedule`] turns a block number into a block of
//! games with the same start and luck and fairly changed seats; the [`referee`] plays one game and gives a
//! [`GameRecord`]. [`statistics`] say what the results are worth.

mod clock;
mod contest;
mod deal;
mod fortune;
mod luck;
mod player;
mod record;
mod referee;
mod schedule;
pub mod statistics;
mod survey;
mod tournament;

pub use clock::{Clock, TimeControl, read_duration, write_duration};
pub use contest::{Contest, Limits};
pub use deal::{Openings, start};
pub use fortune::Fortune;
pub use luck::Luck;
pub use player::{Failure, Player};
pub use record::{FaultNote, GameRecord, Thought};
pub use referee::{Event, Finished, LONGEST, Terms, referee};
pub use schedule::{Block, Schedule, Seating, gauntlet, round_robin};
pub use survey::{Survey, survey};
pub use tournament::{AgentName, Format, Tournament};
