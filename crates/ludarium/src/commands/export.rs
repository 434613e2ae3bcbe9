//! `ludarium export`: a run as CSV or JSON Lines.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use ludarium_arena::{ExportError, Games, Store, games_csv, json_lines, moves_csv};
use ludarium_report::standings::{Scope, Standings};

use crate::context::Context;
use crate::error::CliError;
use crate::runs::RunsArgs;
use crate::screen::Screen;

/// Write a run as CSV (one row a game, a move or an agent) or as JSON Lines (one record a game)
#[derive(Debug, clap::Args)]
pub struct ExportCommand {
    /// The name or file of the run
    run: String,

    /// CSV with one row for each of these
    #[arg(long, value_name = "ROWS", num_args = 0..=1, default_missing_value = "games", required_unless_present = "jsonl", conflicts_with = "jsonl")]
    csv: Option<Rows>,

    /// JSON Lines: everything that is needed to replay the games
    #[arg(long)]
    jsonl: bool,

    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Leave out how long decisions took, so that equal games give equal files
    #[arg(long)]
    no_times: bool,

    #[command(flatten)]
    runs: RunsArgs,
}

/// The meaning of a row of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rows {
    /// A game
    Games,
    /// A move
    Moves,
    /// An agent of the standings
    Standings,
}

/// Writes the export.
pub fn run(args: &ExportCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let store = args.runs.open(&args.run)?;
    let times = !args.no_times;
    let export = |out: &mut dyn Write| match args.csv {
        Some(Rows::Games) => games_csv(&context.games, &store, out, times),
        Some(Rows::Moves) => moves_csv(&context.games, &store, out, times),
        Some(Rows::Standings) => standings_csv(&context.games, &store, out),
        None => json_lines(&store, out, times),
    };
    let Some(path) = &args.out else {
        return export(screen.raw()).map_err(CliError::from);
    };
    let failed = CliError::write(path);
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    match export(&mut file) {
        Err(ExportError::Write(source)) => Err(failed(source)),
        Err(error) => Err(error.into()),
        Ok(()) => file.flush().map_err(failed),
    }?;
    let games = store.finished()?.len();
    screen.line(format!("{games} games written to {}", path.display()))
}

/// The standings with numbers in full: each interval has two columns of its own.
fn standings_csv(games: &Games, store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    let standings = Standings::of(games, store, Scope::default())?;
    Ok(out.write_all(standings.ranking().csv().as_bytes())?)
}
