//! `ludarium connect`: an agent sits down at somebody else's table, one file a kind of server.

mod dicewars;
mod tuc;

use clap::Subcommand;

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
}

/// Joins and plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    match &args.server {
        Server::Tuc(args) => tuc::run(args, screen),
        Server::Dicewars(args) => dicewars::run(args, screen),
    }
}
