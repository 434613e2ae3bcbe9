//! Where games are played and counted.
//!
//! A [`Contest`] says who plays what under which terms; its [`Schedule`] turns a block number into a block of
//! games with the same start and luck and fairly changed seats; the [`referee`] plays one game. [`run`] plays
//! the games of a contest on all cores and keeps a [`GameRecord`] of each in a [`Store`], which it continues
//! after any interruption. [`statistics`] say what the results are worth.

mod any_player;
mod bot;
mod chair;
mod clock;
mod contest;
mod deal;
mod digits;
mod durable;
mod end;
mod export;
mod games;
mod identity;
mod luck;
mod luck_meter;
mod people;
mod player;
mod question;
mod record;
mod referee;
mod replay;
mod ruleset;
mod run;
mod schedule;
pub mod statistics;
mod store;
mod survey;
mod table;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod toml_reason;
mod tournament;

pub use any_player::AnyPlayer;
pub use bot::{
    BoardPiece, BotEvent, BotPlayer, BotProgram, BotSource, ChosenMove, Contender, ContenderError,
    GameContext, GameStart, LONGEST_LOOKAHEAD, LONGEST_NAME, Lookahead, Prospect, Subscription,
    TurnReply, TurnRequest, TypedContender, WrongLine, board, find_unquoted, is_bot, labels,
    legend, printable, split_bot, split_quoted, tidy_name,
};
pub use chair::{Chair, Consequence, Given};
pub use clock::{Clock, TimeControl};
pub use contest::{Contest, Limits};
pub use deal::{Openings, start};
pub use durable::write_durably;
pub use end::GameEnd;
pub use export::{ExportError, games_csv, json_lines, moves_csv};
pub use games::{GameEntry, GameInfo, Games};
pub use identity::{Identity, IdentityChange, changes as identity_changes, sha256, sha256_of};
pub use luck::{AnyLuck, Luck};
pub use luck_meter::LuckMeter;
pub use people::{PERSON, keep_game};
pub use player::{Failure, Player, Remarks};
pub use question::{Answer, Question};
pub use record::{FaultNote, GameRecord, GameSummary, Spent, Thought};
pub use referee::{Finished, LONGEST, Made, Terms, TypedEvent, referee};
pub use replay::{Ply, ReplayError, Step, TypedStep, replay};
pub use ruleset::{
    BEST, MeasureLuck, Ruleset, best_agent, decision_stream, seat_names, seeded_start, typed_roster,
};
pub use run::{
    BlockResult, Completion, ContestGames, Control, Elsewhere, GameWorker, Interrupt, Keep,
    Machine, Plan, Portion, Progress, RunError, Shard, Wanted, identities, play, run, run_by,
};
pub use schedule::{Block, Schedule, Seating, gauntlet, permutations, round_robin};
pub use store::{
    Difference, GameSum, MissingPart, Store, StoreError, Target, merge, merge_showing, runs_in,
};
pub use survey::{Survey, survey};
pub use table::{Event, Settled, Table};
pub use toml_reason::toml_reason;
pub use tournament::{AgentName, Format, Tournament};
