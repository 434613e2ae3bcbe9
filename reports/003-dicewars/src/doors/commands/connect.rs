//! `ludarium connect dicewars`.

use std::time::Duration;

use crate::doors::{CLOCK, JoinedGame, JoiningPlayer, PORT, play};
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{
    Door, DoorContext, DoorError, DoorWay, PlayerTerms, STRONG, VisitorArgs, duration,
};
use ludarium_game::Seed;
use serde_json::json;

/// Play one game at a Dicewars server
#[derive(Debug, clap::Args)]
struct Args {
    /// The server's port
    #[arg(long, default_value_t = PORT, value_name = "P")]
    port: u16,

    /// The nickname to give to the server [default: the agent and ` (AI)`]
    #[arg(long, value_name = "N")]
    name: Option<String>,

    /// The clock, as in matches; the default is that of the course's clients
    #[arg(long, default_value_t = CLOCK, value_name = "C")]
    clock: TimeControl,

    /// How long the server may be silent before we leave
    #[arg(long, default_value = "5m", value_name = "T", value_parser = duration)]
    patience: Duration,

    #[command(flatten)]
    visitor: VisitorArgs,
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(DoorWay::Connect, "dicewars", run)
}

/// Joins and plays.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    let seed = Seed(args.visitor.seed);
    let own_name = || format!("{} (AI)", args.visitor.agent);
    let entrant = context.entrant(&args.visitor.agent, "orig", &args.visitor.bots)?;
    let visitor = JoiningPlayer {
        nickname: args.name.clone().unwrap_or_else(own_name),
        player: entrant.player(args.clock, seed),
        terms: PlayerTerms::new(args.clock, seed),
        patience: args.patience,
    };
    let server = args.visitor.address(args.port)?;
    let played = play(server, visitor, &mut context.notices())?;
    show(args, &played, context)
}

fn show(args: &Args, played: &JoinedGame, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    if args.visitor.json {
        let record = json!({ "game": "dicewars", "agent": args.visitor.agent, "played": played });
        return Ok(context.console.json(&record)?);
    }
    let winner = match played.winner {
        Some(winner) => format!("player {winner} won"),
        None => "nobody won".to_owned(),
    };
    let words = format!(
        "{STRONG}{} as player {} of {}{STRONG:#}: {winner} after {} battles",
        played.result, played.player, played.players, played.battles
    );
    Ok(context.console.line(&words)?)
}
