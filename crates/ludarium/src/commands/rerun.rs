//! `ludarium rerun`: plays a stored game again and says whether it is the same.

use ludarium_arena::{identities, play};
use ludarium_bridge::bot::BotArgs;
use serde_json::json;

use crate::bots;
use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::runs::RunsArgs;
use crate::screen::{GOOD, Screen};

/// Play a stored game again, and say whether it is the same move for move
#[derive(Debug, clap::Args)]
pub struct RerunCommand {
    /// The name or file of the run
    run: String,

    /// The number of the game, from 0
    game: u64,

    #[command(flatten)]
    runs: RunsArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays and compares.
pub fn run(args: &RerunCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let (store, mut stored) = args.runs.game(&args.run, args.game)?;
    let interrupt = interrupts::listen()?;
    let admitted = args.bots.bots()?;
    let contest = store.contest();
    let again = play(&context.games, contest, args.game, Some(&*admitted), &interrupt);
    let Some(mut again) = again? else {
        return Err(CliError::Interrupted("given up".to_owned()));
    };
    bots::remark(&admitted);
    // Last words may hold times and addresses.
    for fault in stored.faults.iter_mut().chain(&mut again.faults) {
        fault.last_words.clear();
    }
    again.times.clone_from(&stored.times);
    let same = again == stored;
    let different =
        stored.moves.split(' ').zip(again.moves.split(' ')).position(|(old, new)| old != new);
    if args.json {
        screen.json(&json!({
            "game": args.game, "identical": same, "first_difference": different,
            "moves": again.plies, "ending": again.ending, "scores": again.scores,
        }))?;
    }
    if same {
        if args.json {
            return Ok(());
        }
        return screen.line(format!(
            "{GOOD}identical{GOOD:#}: game {}, {} moves, {}",
            args.game, again.plies, again.ending
        ));
    }
    let place = match different {
        Some(event) => {
            let word = |moves: &str| moves.split(' ').nth(event).unwrap_or_default().to_owned();
            let (old, new) = (word(&stored.moves), word(&again.moves));
            format!("event {event} was {old} and is now {new}")
        }
        None => format!(
            "it ended after {} moves ({}) and now after {} ({})",
            stored.plies, stored.ending, again.plies, again.ending
        ),
    };
    let now = identities(&context.games, contest, Some(&*admitted))?;
    let hint = if store.identities().is_some_and(|then| then != now) {
        "; the agents have changed since it was played"
    } else if store.contest().reproducible() {
        ""
    } else {
        "; with clocks, bots or threads inside an agent this can be"
    };
    Err(CliError::Failed(format!("game {} differs: {place}{hint}", args.game)))
}
