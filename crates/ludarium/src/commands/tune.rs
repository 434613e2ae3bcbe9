//! `ludarium tune`: better values for the parameters of an agent.

use std::path::PathBuf;

use ludarium_lab::{SEED, TuneNews, TuneRequest, folder_name, tune};
use ludarium_report::Passage;
use serde_json::json;

use crate::commands::ThreadArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::screen::Screen;
use crate::sheets::print_document;

/// Find better values for the numeric parameters of an agent, by SPSA
///
/// Every step plays the agent with all values moved a little against the agent with them moved the other way, in blocks
/// with the same starts and luck, and goes towards the better end. Then the agent that was found is tested against the
/// start. The state is stored after every step: the same command continues, also with more --steps.
#[derive(Debug, clap::Args)]
pub struct TuneCommand {
    /// The game: see `ludarium games`
    game: String,

    /// The agent at the start: NAME or NAME:key=value,…, with its own budget behind it if it needs one: mcts@20ms,cpu
    agent: String,

    /// A parameter to tune: KEY, or KEY=LOW..HIGH (see `ludarium agents GAME`); eval.* for all weights of the evaluation.
    /// Without a range it is searched from a quarter of its value to four times that, and a value that may be negative
    /// within one and a half times its size on both sides
    #[arg(long, required = true, value_name = "KEY[=LOW..HIGH]")]
    vary: Vec<String>,

    /// A variant of the game, with options: NAME or NAME:key=value,…
    #[arg(long, value_name = "V")]
    variant: Option<String>,

    /// The number of steps
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    steps: u64,

    /// Blocks of each line-up in a step
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    rounds: u64,

    /// Make N moves at random before the agents take over
    #[arg(long, default_value_t = 0, value_name = "N")]
    random_plies: u64,

    /// Stop games after N moves, with an equal share for everybody [default: 20000]
    #[arg(long, value_name = "N")]
    longest: Option<u64>,

    /// The two Elo differences of the test at the end
    #[arg(long, default_value = "0,20", value_name = "LOW,HIGH", value_parser = super::contest::two_numbers, allow_hyphen_values = true)]
    sprt: [f64; 2],

    /// The most games of the test at the end; 0 for no test
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    test_games: u64,

    /// The master seed
    #[arg(long, default_value_t = SEED, value_name = "S")]
    seed: u64,

    /// Where the state, the curves and the games of the test go [default: runs/tune/NAME, by game, agent and parameters]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Tunes and prints.
pub fn run(args: &TuneCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let folder = args.out.clone().unwrap_or_else(|| {
        let name = folder_name(&args.game, &args.agent, &args.vary);
        PathBuf::from("runs/tune").join(name)
    });
    let request = TuneRequest {
        game: args.game.clone(),
        variant: args.variant.clone(),
        agent: args.agent.clone(),
        vary: args.vary.clone(),
        steps: args.steps,
        rounds: args.rounds,
        random_plies: args.random_plies,
        longest: args.longest,
        sprt: args.sprt,
        test_games: args.test_games,
        seed: args.seed,
        threads: args.threads.count(),
        folder: folder.clone(),
    };
    let interrupt = interrupts::listen()?;
    let bar = screen.progress(args.steps, "steps");
    let mut testing = false;
    let tuned = tune(&context.games, &request, &interrupt, &mut |news| match news {
        TuneNews::Step { done, of, agent } => {
            bar.set_length(of);
            bar.set_position(done);
            bar.set_message(agent.to_owned());
        }
        TuneNews::Tested { games, test } => {
            if !testing {
                bar.suspend(|| Screen::remark("testing what was found against the start"));
                testing = true;
            }
            bar.set_length(args.test_games);
            bar.set_position(games);
            bar.set_message(test.sentence());
        }
    })?;
    bar.finish_and_clear();
    let mut document = tuned.document();
    document.push(Passage::Remark(format!(
        "steps in {}, curves in {}",
        folder.join("steps.csv").display(),
        folder.join("plots").display()
    )));
    if args.json {
        screen.json(&json!({
            "complete": tuned.complete,
            "start": tuned.start,
            "found": tuned.found,
            "sheets": [tuned.parameters().json(), tuned.steps_sheet().json()],
            "sprt": tuned.test.as_ref().map(|test| test.as_json()),
        }))?;
    } else {
        print_document(&document, screen)?;
    }
    if tuned.complete {
        return Ok(());
    }
    Err(CliError::Interrupted(format!(
        "{} of {} steps are made; they are stored in {}: run the same command again to go on",
        tuned.steps.len(),
        args.steps,
        folder.display()
    )))
}
