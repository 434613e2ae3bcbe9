//! `ludarium merge`: joins the parts of a run that was split with `--shard`.

use std::path::PathBuf;

use ludarium_report::standings::{Scope, Standings};

use crate::context::Context;
use crate::error::CliError;
use crate::runs::RunsArgs;
use crate::screen::{GOOD, Screen};

/// Join the parts of a run that was split with --shard
///
/// The joined run is the same, row for row, as if nobody had split it. Parts of another contest are refused.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name or file of the joined run
    out: String,

    /// The names or files of the parts
    #[arg(required = true, value_name = "PART")]
    parts: Vec<String>,

    #[command(flatten)]
    runs: RunsArgs,
}

/// Joins and counts.
pub fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let out = args.runs.file(&args.out)?;
    let parts = args.parts.iter().map(|part| args.runs.file(part));
    let parts = parts.collect::<Result<Vec<PathBuf>, CliError>>()?;
    let store = ludarium_arena::merge(&out, &parts)?;
    let standings = Standings::of(&context.games, &store, Scope::default())?;
    screen.line(format!(
        "{GOOD}joined{GOOD:#} {} games in {}: see `ludarium report {}`",
        standings.games(),
        out.display(),
        args.out
    ))
}
