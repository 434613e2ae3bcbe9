//! `ludarium connect dicewars`.

use std::time::Duration;

use crate::doors::{CLOCK, Guest, PORT, Played, play};
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{Manner, Notices};
use ludarium_game::{Budget, Seed};
use serde_json::json;

use super::{VisitorArgs, resolve};
use crate::commands::budget::duration;
use crate::error::CliError;
use crate::screen::{STRONG, Screen};

/// Play one game at a Dicewars server
#[derive(Debug, clap::Args)]
pub struct Args {
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

/// Joins and plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    let own_name = || format!("{} (AI)", args.visitor.agent);
    let entrant = args.visitor.bots.entrant(&args.visitor.agent, "orig")?;
    let guest = Guest {
        nickname: args.name.clone().unwrap_or_else(own_name),
        player: entrant.player(args.clock, Seed(args.visitor.seed)),
        manner: Manner {
            control: args.clock,
            budget: Budget::default(),
            seed: Seed(args.visitor.seed),
        },
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
            .json(&json!({ "game": "dicewars", "agent": args.visitor.agent, "played": played }));
    }
    let winner = match played.winner {
        Some(winner) => format!("player {winner} won"),
        None => "nobody won".to_owned(),
    };
    screen.line(format!(
        "{STRONG}{} as player {} of {}{STRONG:#}: {winner} after {} battles",
        played.result, played.player, played.players, played.battles
    ))
}
