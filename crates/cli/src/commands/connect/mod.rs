//! `ludarium connect`: an agent sits down at somebody else's table, one file a kind of server.

mod chexers;
mod dice_chess;
mod dicewars;
mod tuc;

use std::net::{SocketAddr, ToSocketAddrs};

use clap::Subcommand;
use ludarium_bridge::door::DoorError;

use crate::bots::BotArgs;
use crate::error::CliError;
use crate::screen::Screen;

/// Let an agent play at somebody else's server
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    server: Server,
}

#[derive(Debug, Subcommand)]
enum Server {
    Tuc(tuc::Args),
    Dicewars(dicewars::Args),
    Chexers(chexers::Args),
    DiceChess(dice_chess::Args),
}

/// Joins and plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    match &args.server {
        Server::Tuc(args) => tuc::run(args, screen),
        Server::Dicewars(args) => dicewars::run(args, screen),
        Server::Chexers(args) => chexers::run(args, screen),
        Server::DiceChess(args) => dice_chess::run(args, screen),
    }
}

/// What everybody says who joins a server of a course.
#[derive(Debug, clap::Args)]
struct VisitorArgs {
    /// The server's host
    #[arg(long, default_value = "127.0.0.1", value_name = "H")]
    host: String,

    /// The agent that plays: see `ludarium agents GAME`
    #[arg(long, default_value = "best", value_name = "SPEC")]
    agent: String,

    /// The seed of the agent
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    #[command(flatten)]
    bots: BotArgs,

    /// Print JSON, a line a game
    #[arg(long)]
    json: bool,
}

/// The address of a server.
fn resolve(host: &str, port: u16) -> Result<SocketAddr, CliError> {
    let doing = format!("find the host `{host}`");
    let mut addresses = (host, port)
        .to_socket_addrs()
        .map_err(DoorError::network(doing))?;
    let none = || CliError::Usage(format!("the host `{host}` has no address"));
    addresses.next().ok_or_else(none)
}
