//! `ludarium host`: somebody else's programs sit down at our table, one file a kind of client.

mod chexers;
mod dice_chess;
mod dicewars;
mod tuc;

use std::fs::OpenOptions;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::Value;

use crate::bots::BotArgs;
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

/// What everybody says who hosts games of a course.
#[derive(Debug, clap::Args)]
struct SessionArgs {
    /// The number of games, one after the other
    #[arg(long, default_value_t = 1, value_name = "N")]
    games: u64,

    /// The seed of our agents, and of the luck that is not given
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Append each game to this file, a line of JSON a game
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    #[command(flatten)]
    bots: BotArgs,

    /// Print JSON, a line a game
    #[arg(long)]
    json: bool,
}

impl SessionArgs {
    /// Keeps and shows a game: its record where that was asked for, or else what `words` writes.
    fn show(
        &self,
        record: &Value,
        screen: &mut Screen,
        words: impl FnOnce(&mut Screen) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        self.keep(record)?;
        match self.json {
            true => screen.json(record)?,
            false => words(screen)?,
        }
        screen.finish()
    }

    /// Appends the record of a game to the file, if one was named.
    fn keep(&self, record: &Value) -> Result<(), CliError> {
        let Some(path) = &self.record else {
            return Ok(());
        };
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| writeln!(file, "{record}"))
            .map_err(|source| CliError::Write {
                path: path.clone(),
                source,
            })
    }
}
