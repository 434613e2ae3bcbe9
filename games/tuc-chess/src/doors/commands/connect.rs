//! `ludarium connect tuc`.

use std::time::Duration;

use crate::doors::{Guest, PORT, Played, play, rules};
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{Manner, Notices};
use ludarium_game::{Budget, Seed};
use serde_json::json;

use super::{VisitorArgs, resolve};
use crate::commands::budget::duration;
use crate::error::CliError;
use crate::screen::{STRONG, Screen};

/// Play one game at a TUC-Chess server
#[derive(Debug, clap::Args)]
pub struct Args {
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

/// Joins and plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    let manner = Manner {
        control: TimeControl::Move {
            limit: args.time,
            bank: Duration::ZERO,
        },
        budget: Budget::default(),
        seed: Seed(args.visitor.seed),
    };
    let entrant = args
        .visitor
        .bots
        .entrant(&args.visitor.agent, &args.variant)?;
    let guest = Guest {
        name: args.name.clone(),
        player: entrant.player(manner.control, manner.seed),
        manner,
        rules: rules(&args.variant)?,
        patience: args.patience,
    };
    let server = resolve(&args.visitor.host, args.port)?;
    let mut notices = Notices::new(Screen::remark);
    let played = play(server, guest, &mut notices)?;
    show(args, &played, screen)
}

fn show(args: &Args, played: &Played, screen: &mut Screen) -> Result<(), CliError> {
    if args.visitor.json {
        return screen
            .json(&json!({ "game": "tuc-chess", "agent": args.visitor.agent, "played": played }));
    }
    let [white, black] = played.points;
    screen.line(format!(
        "{STRONG}{} as {}{STRONG:#}: White {white}, Black {black} after {} messages",
        played.result,
        played.side,
        played.messages.len()
    ))
}
