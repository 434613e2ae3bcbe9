//! Where games are played and counted.
//!
//! A [`Contest`] says who plays what under which terms; its [`Schedule`] turns a block number into a block of
//! games with the same start and luck and fairly changed seats; the [`referee`] plays one game. [`run`] plays
//! the games of a contest on all cores and keeps a [`GameRecord`] of each in a [`Store`], which it continues
//! after any interruption. [`statistics`] say what the results are worth.

mod bot;
mod contest;
mod export;
mod game;
mod identity;
mod jobs;
mod run;
pub mod statistics;
mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod toml_reason;

pub use bot::{
    BotPlayer, BotProgram, BotSource, Contender, ContenderError, GameContext, LONGEST_LOOKAHEAD,
    LONGEST_NAME, Lookahead, SCHEMA, Subscription, TurnTerms, TypedContender, find_unquoted,
    is_bot, is_invisible, labels, legend, printable, protocol, split_bot, split_quoted, tidy_name,
};
pub use contest::people::{PERSON, keep_game};
pub use contest::schedule::{Block, Schedule, Seating, gauntlet, permutations, round_robin};
pub use contest::sequential::{Sequential, sprt};
pub use contest::tournament::{AgentName, Format, Tournament};
pub use contest::{Contest, Limits};
pub use export::{ExportError, games_csv, json_lines, moves_csv};
pub use game::any_player::AnyPlayer;
pub use game::chair::{Chair, Consequence, Given};
pub use game::clock::{Clock, TimeControl};
pub use game::deal::{Openings, start};
pub use game::end::GameEnd;
pub use game::games::{GameEntry, GameInfo, Games};
pub use game::luck::{AnyLuck, Luck};
pub use game::luck_meter::LuckMeter;
pub use game::player::{Failure, Player, Remarks};
pub use game::question::{Answer, Question};
pub use game::referee::{Finished, LONGEST, Made, Terms, TypedEvent, referee};
pub use game::replay::{Ply, ReplayError, Step, TypedStep, played_game, replay};
pub use game::ruleset::{
    BEST, MeasureLuck, Ruleset, best_agent, decision_stream, seat_names, seeded_start, typed_roster,
};
pub use game::spending::Overspending;
pub use game::survey::{Survey, survey};
pub use game::table::{Settled, Table};
pub use identity::{Identity, IdentityChange, changes as identity_changes, sha256, sha256_of};
pub use jobs::{numbered, scatter};
pub use ludarium_learn::{open_file, read_text, write_durably};
pub use run::{
    BlockResult, Completion, ContestGames, Control, Elsewhere, GameWorker, Interrupt, Keep,
    Machine, Plan, Portion, Progress, RemoteTask, RunError, Shard, Wanted, identities, play, run,
    run_by,
};
pub use store::record::{FaultNote, GameRecord, GameSummary, Spent, Thought};
pub use store::{
    Difference, GameSum, MissingPart, Store, StoreError, Target, merge, merge_showing, runs_in,
};
pub use toml_reason::FileErrors;
