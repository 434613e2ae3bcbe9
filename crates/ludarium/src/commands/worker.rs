//! `ludarium worker`: plays for the runs of a cluster.

use std::path::PathBuf;

use ludarium_bridge::bot::BotArgs;

use crate::cluster::AccessArgs;
use crate::commands::ThreadArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::screen::Screen;

/// Play for the runs of a cluster until Ctrl-C
///
/// Any number of workers on any number of machines take blocks of games from a NATS server, play them and send the
/// results. Ctrl-C lets the current blocks end first. A run whose agents are not the same on this machine is not played.
#[derive(Debug, clap::Args)]
pub struct WorkerCommand {
    /// The address of the NATS server
    #[arg(long, value_name = "nats://HOST", env = "LUDARIUM_CLUSTER")]
    cluster: String,

    #[command(flatten)]
    access: AccessArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Play only these games [default: all]
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    games: Vec<String>,

    /// Where files of agents are kept: models, and the programs of bots
    #[arg(long, value_name = "DIR", default_value = "runs/cache", env = "LUDARIUM_CACHE")]
    cache: PathBuf,

    #[command(flatten)]
    bots: BotArgs,
}

/// Joins, plays and leaves.
#[cfg(feature = "cluster")]
pub fn run(args: &WorkerCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    use crate::cluster::refused;
    use ludarium_cluster::{Notices, WorkerOptions, work};

    for game in &args.games {
        context.rules(game, None)?;
    }
    std::fs::create_dir_all(&args.cache).map_err(CliError::write(&args.cache))?;
    let cache = std::path::absolute(&args.cache).unwrap_or(args.cache.clone());
    let options = WorkerOptions {
        address: args.access.address(&args.cluster),
        threads: args.threads.count(),
        games: args.games.clone(),
        cache,
        bots: Some(args.bots.bots()?),
        plans: ludarium_bundle::plans(&context.bundles),
        notices: Notices::new(Screen::remark),
        interrupt: crate::interrupts::listen()?,
    };
    let done = work(&context.games, options).map_err(refused)?;
    screen.line(format!("{} games in {} jobs", done.games, done.jobs))
}

/// Says what is missing.
#[cfg(not(feature = "cluster"))]
pub fn run(_: &WorkerCommand, _: &Context, _: &mut Screen) -> Result<(), CliError> {
    Err(crate::cluster::missing())
}
