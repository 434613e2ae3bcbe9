//! `ludarium connect chexers`.

use std::time::Duration;

use crate::doors::{PORT, Played, Visitor, play};
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{
    Door, DoorContext, DoorError, PlayerTerms, STRONG, VisitorArgs, Way, duration,
};
use ludarium_game::{Purpose, Seed};
use serde_json::json;

/// Play Chexers at a battleground server
#[derive(Debug, clap::Args)]
struct Args {
    /// The server's port
    #[arg(long, default_value_t = PORT, value_name = "P")]
    port: u16,

    /// The name that the others see
    #[arg(long, default_value = "ludarium", value_name = "N")]
    name: String,

    /// Play only with clients of this channel
    #[arg(long, default_value = "", value_name = "C")]
    channel: String,

    /// Our own clock; the course allows a minute a game
    #[arg(long, default_value = "game=60s", value_name = "C")]
    clock: TimeControl,

    /// The number of games, one after the other
    #[arg(long, default_value_t = 1, value_name = "N")]
    games: u64,

    /// How long to wait for opponents, and for each message after that
    #[arg(long, default_value = "10m", value_name = "T", value_parser = duration)]
    patience: Duration,

    #[command(flatten)]
    visitor: VisitorArgs,
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(Way::Connect, "chexers", run)
}

/// Joins and plays.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    let server = args.visitor.address(args.port)?;
    let entrant = context.entrant(&args.visitor.agent, "referee", &args.visitor.bots)?;
    for game in 0..args.games {
        let seed = Seed(args.visitor.seed).derive(Purpose::Game, game);
        let visitor = Visitor {
            name: args.name.clone(),
            channel: args.channel.clone(),
            player: entrant.player(args.clock, seed),
            terms: PlayerTerms::new(args.clock, seed),
            patience: args.patience,
        };
        let played = play(server, visitor, &mut context.notices())?;
        show(args, game, &played, context)?;
    }
    Ok(())
}

fn show(
    args: &Args,
    game: u64,
    played: &Played,
    context: &mut DoorContext<'_>,
) -> Result<(), DoorError> {
    if args.visitor.json {
        let record = json!({
            "game": "chexers",
            "agent": args.visitor.agent,
            "number": game + 1,
            "played": played,
        });
        context.console.json(&record)?;
    } else {
        context.console.line(&format!(
            "{STRONG}{}{STRONG:#} after {} actions; {} played {}",
            played.result,
            played.moves.len(),
            args.visitor.agent,
            played.colour
        ))?;
    }
    Ok(context.console.finish()?)
}
