//! The hall where games are played and counted.
//!
//! A [`Contest`] says who plays what under which terms; its [`Schedule`] turns a block number into a block of
//! games with the same start and luck and fairly changed seats; the [`referee`] plays one game. [`run`] plays
//! the games of a contest on all cores and keeps a [`GameRecord`] of each in a [`Store`], which it continues
//! after any interruption. [`statistics`] say what the results are worth.

mod clock;
mod contest;
mod deal;
mod digits;
mod export;
mod fortune;
mod guest;
mod luck;
mod player;
mod record;
mod referee;
mod replay;
mod run;
mod schedule;
pub mod statistics;
mod store;
mod survey;
mod table;
mod tournament;

pub use clock::{Clock, TimeControl, read_duration, write_duration};
pub use contest::{Contest, Limits};
pub use deal::{Openings, start};
pub use export::{ExportError, games_csv, json_lines, moves_csv};
pub use fortune::Fortune;
pub use guest::{
    Beginning, Contender, Guest, Guests, InviteError, Invited, Named, News, Occasion, Question,
    Reply, Standing, Wishes, board, is_guest,
};
pub use luck::Luck;
pub use player::{Failure, Player};
pub use record::{FaultNote, GameRecord, Outcome, Spent, Thought};
pub use referee::{Event, Finished, LONGEST, Terms, referee};
pub use replay::{Ply, ReplayError, Step, replay};
pub use run::{
    BlockResult, Completion, Control, Interrupt, Plan, Progress, RunError, Shard, play, run,
};
pub use schedule::{Block, Schedule, Seating, gauntlet, round_robin};
pub use store::{Difference, Store, StoreError, Target, merge, runs_in};
pub use survey::{Survey, survey};
pub use table::{Choice, Happening, Table, Verdict};
pub use tournament::{AgentName, Format, Tournament};
