//! `ludarium host`: somebody else's programs sit down at our table, one file a kind of client.

mod chexers;
mod dice_chess;
mod dicewars;
mod tuc;

use std::fs::OpenOptions;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;

use clap::Subcommand;
use serde_json::Value;

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
    Chexers(chexers::Args),
    DiceChess(dice_chess::Args),
}

/// Waits for clients and plays.
pub fn run(args: &Args, screen: &mut Screen) -> Result<(), CliError> {
    match &args.table {
        Table::Tuc(args) => tuc::run(args, screen),
        Table::Dicewars(args) => dicewars::run(args, screen),
        Table::Chexers(args) => chexers::run(args, screen),
        Table::DiceChess(args) => dice_chess::run(args, screen),
    }
}

/// Tells where clients are waited for: with port 0 the system has chosen one.
fn announce(address: std::io::Result<SocketAddr>) {
    if let Ok(address) = address {
        Screen::remark(&format!("listening at {address}"));
    }
}

/// Appends the record of a game to a file, if one was named.
fn keep(path: Option<&Path>, record: &Value) -> Result<(), CliError> {
    let Some(path) = path else {
        return Ok(());
    };
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| writeln!(file, "{record}"))
        .map_err(|source| CliError::Write {
            path: path.to_owned(),
            source,
        })
}
