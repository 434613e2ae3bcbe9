//! `ludarium connect chexers`.

use std::time::Duration;

use crate::doors::{Guest, PORT, Played, play};
use ludarium_arena::TimeControl;
use ludarium_bridge::door::{Manner, Notices};
use ludarium_game::{Budget, Purpose, Seed};
use serde_json::json;

use super::{VisitorArgs, resolve};
use crate::commands::budget::duration;
use crate::error::CliError;
use crate::screen::{STRONG, Screen};

/// Play Chexers at a battleground server
#[derive(Debug, clap::Args)]
pub struct Args {
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

/// Joins and plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    let server = resolve(&args.visitor.host, args.port)?;
    let entrant = args.visitor.bots.entrant(&args.visitor.agent, "referee")?;
    for game in 0..args.games {
        let seed = Seed(args.visitor.seed).derive(Purpose::Game, game);
        let guest = Guest {
            name: args.name.clone(),
            channel: args.channel.clone(),
            player: entrant.player(args.clock, seed),
            manner: Manner {
                control: args.clock,
                budget: Budget::default(),
                seed,
            },
            patience: args.patience,
        };
        let mut notices = Notices::new(Screen::remark);
        let played = play(server, guest, &mut notices)?;
        show(args, game, &played, screen)?;
    }
    Ok(())
}

fn show(args: &Args, game: u64, played: &Played, screen: &mut Screen) -> Result<(), CliError> {
    if args.visitor.json {
        let number = game + 1;
        let record = json!({ "game": "chexers", "agent": args.visitor.agent, "number": number, "played": played });
        screen.json(&record)?;
    } else {
        screen.line(format!(
            "{STRONG}{}{STRONG:#} after {} actions; {} played {}",
            played.result,
            played.moves.len(),
            args.visitor.agent,
            played.colour
        ))?;
    }
    screen.finish()
}
