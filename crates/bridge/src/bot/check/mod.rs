//! The compliance checker behind `ludarium bot check`: numbered steps, each with a reason where it fails.

mod exam;
mod report;
mod stage;
mod steps;
mod witness;

pub use report::{Line, Report, Speaker, Step, Verdict};

use ludarium_game::Result;
use ludarium_games::registry;

use super::{BotCommand, Launch};
use exam::Exam;

/// Examines a bot. Without `games` it is tried with those that it says it plays, or with all.
///
/// A step that fails does not end the check: the bot is started anew for the next one, unless it does not even
/// say hello.
pub fn check(command: &BotCommand, launch: &Launch, games: &[String]) -> Result<Report> {
    for game in games {
        registry::find(game)?;
    }
    let mut exam = Exam::new(command, launch, games);
    steps::all(&mut exam);
    Ok(exam.finish())
}
