//! `ludarium host`: somebody else's programs sit down at our table, one file a kind of client.

mod dicewars;
mod tuc;

use clap::Subcommand;

use crate::error::CliError;
use crate::screen::Screen;

/// Be the server that somebody else's programs play at
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    table: Table,
}

#[derive(Debug, Subcommand)]
enum Table {
    Tuc(tuc::Args),
    Dicewars(dicewars::Args),
}

/// Waits for clients and plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    match &args.table {
        Table::Tuc(args) => tuc::run(args, screen),
        Table::Dicewars(args) => dicewars::run(args, screen),
    }
}
