//! `ludarium review`: what games were decided by, and what mistakes cost.

mod game;
mod run;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludarium_arena::Ruleset;
use ludarium_lab::review::JudgingAgent;

use super::ThreadArgs;
use crate::context::{Context, meant_agent};
use crate::error::CliError;
use crate::runs::RunsArgs;
use crate::screen::Screen;

/// Review games: what mistakes cost and what the dice gave, of one game or of all games of a run
///
/// A judge looks at the decisions. Shares are parts of a win in percent. With a NUMBER it tells the curve, mistakes, turning
/// points, and luck and skill of one game; with --moves that of a game from elsewhere, in the game's notation. Without
/// either it says of each agent of the run what a decision and a game cost it, compared with the judge's choices: that is what it could
/// still gain, as far as this judge sees.
#[derive(Debug, clap::Args)]
pub struct ReviewCommand {
    /// The name or file of the run; with --moves the name of the game
    #[arg(value_name = "RUN|GAME")]
    run: String,

    /// The number of one game of the run, from 0
    #[arg(value_name = "NUMBER", conflicts_with = "moves")]
    game: Option<u64>,

    /// A file with the moves and outcomes of a whole game, separated by blanks or line breaks; or games as other
    /// programs write them, where this game reads such files: each is reviewed
    #[arg(long, value_name = "FILE")]
    moves: Option<PathBuf>,

    /// The variant of the game in the file
    #[arg(long, value_name = "V", requires = "moves")]
    variant: Option<String>,

    /// Where the game in the file begins [default: the start of seed 1]
    #[arg(long, value_name = "TEXT", requires = "moves")]
    position: Option<String>,

    /// The judge: an agent, perhaps with a budget of its own, for instance best@nodes=300000. Without one it may spend 2000
    /// simulations or 50 000 nodes on a question
    #[arg(long, value_name = "AGENT[@BUDGET]", default_value = "best")]
    by: String,

    /// Review at least N games of the run, in whole blocks from the first [default: all]
    #[arg(long, short = 'n', value_name = "N", conflicts_with_all = ["game", "moves"],
          value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Judge only N random decisions and N rolls of each game; they stand for all
    #[arg(long, value_name = "N", conflicts_with_all = ["game", "moves"],
          value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    runs: RunsArgs,

    /// Print JSON: everything that was found out
    #[arg(long)]
    json: bool,
}

impl ReviewCommand {
    /// The judge that was asked for.
    fn judge(&self, rules: Arc<dyn Ruleset>) -> Result<JudgingAgent, CliError> {
        let text = meant_agent(&*rules, &self.by);
        Ok(JudgingAgent::new(rules, text)?)
    }
}

/// Reviews and prints.
pub fn run(args: &ReviewCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let file = Path::new(&args.run);
    match (&args.moves, args.game) {
        (None, _) if file.is_file() && file.extension().is_none_or(|ending| ending != "db") => {
            let name = file.display();
            Err(CliError::Usage(format!(
                "`{name}` is no run; games from elsewhere are reviewed with `ludarium review GAME --moves {name}`"
            )))
        }
        (None, None) => run::run(args, context, screen),
        _ => game::run(args, context, screen),
    }
}
