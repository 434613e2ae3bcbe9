//! `ludarium connect tuc-chess`.

use std::time::Duration;

use crate::doors::{GuestGame, GuestPlayer, PORT, play, rules};
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{
    Door, DoorContext, DoorError, DoorWay, PlayerTerms, STRONG, VisitorArgs, duration,
};
use ludarium_game::{Seed, TimeKind};
use serde_json::json;

/// Play one game at a TUC-Chess server
#[derive(Debug, clap::Args)]
struct Args {
    /// The server's port
    #[arg(long, default_value_t = PORT, value_name = "P")]
    port: u16,

    /// The name to give to the server
    #[arg(long, default_value = "ludarium", value_name = "N")]
    name: String,

    /// The edition that the server plays: 2021, 2019 or 2022
    #[arg(long, default_value = "2021", value_name = "V")]
    variant: String,

    /// The time for a move; the course allows 6 s
    #[arg(long, default_value = "5s", value_name = "T", value_parser = duration)]
    time: Duration,

    /// How long the server may be silent before we leave
    #[arg(long, default_value = "5m", value_name = "T", value_parser = duration)]
    patience: Duration,

    #[command(flatten)]
    visitor: VisitorArgs,
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(DoorWay::Connect, "tuc-chess", run).aliases(&["tuc"])
}

/// Joins and plays.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    let clock = TimeControl::Move { limit: args.time, bank: Duration::ZERO, kind: TimeKind::Wall };
    let terms = PlayerTerms::new(clock, Seed(args.visitor.seed));
    let entrant = context.entrant(&args.visitor.agent, &args.variant, &args.visitor.bots)?;
    let visitor = GuestPlayer {
        name: args.name.clone(),
        player: entrant.player(terms.control, terms.seed),
        terms,
        rules: rules(&args.variant)?,
        patience: args.patience,
    };
    let server = args.visitor.address(args.port)?;
    let played = play(server, visitor, &mut context.notices())?;
    show(args, &played, context)
}

fn show(args: &Args, played: &GuestGame, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    if args.visitor.json {
        let record = json!({ "game": "tuc-chess", "agent": args.visitor.agent, "played": played });
        return Ok(context.console.json(&record)?);
    }
    let [white, black] = played.points;
    let words = format!(
        "{STRONG}{} as {}{STRONG:#}: White {white}, Black {black} after {} messages",
        played.result,
        played.side,
        played.messages.len()
    );
    Ok(context.console.line(&words)?)
}
