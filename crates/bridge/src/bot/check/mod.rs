//! The compliance checker behind `ludarium bot check`: numbered steps, each with a reason where it fails.

mod exam;
mod rehearsal;
mod report;
mod steps;
mod transcript;

pub use report::{CheckReport, CheckStep, CheckVerdict, Speaker, SpokenLine};

use ludarium_arena::Games;
use ludarium_game::Result;

use super::{BotCommand, Launch};
use exam::Exam;
pub(super) use transcript::Transcript;

/// Examines a bot. Without `wanted` games it is tried with those that it says it plays, or with all.
///
/// A step that fails does not end the check: the bot is started again for the next one, unless it does not even
/// say hello.
pub fn check(
    games: &Games,
    command: &BotCommand,
    launch: &Launch,
    wanted: &[String],
) -> Result<CheckReport> {
    for game in wanted {
        games.find(game)?;
    }
    let mut exam = Exam::new(games, command, launch, wanted);
    steps::all(&mut exam);
    Ok(exam.finish())
}
