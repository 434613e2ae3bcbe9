//! `ludarium merge`: joins the parts of a run that was split with `--shard`.

use std::path::PathBuf;

use ludarium_arena::merge_showing;
use serde_json::{Value, json};

use crate::context::Context;
use crate::error::CliError;
use crate::runs::RunsArgs;
use crate::screen::{BAD, GOOD, Screen};

/// Join the parts of a run that was split with --shard
///
/// The joined run is the same, row for row, as if nobody had split it. Parts of another contest, or played by agents
/// that were different, are refused. Parts that are missing or not finished are named.
#[derive(Debug, clap::Args)]
pub struct MergeCommand {
    /// The name or file of the joined run
    out: String,

    /// The names or files of the parts
    #[arg(required = true, value_name = "PART")]
    parts: Vec<String>,

    #[command(flatten)]
    runs: RunsArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Joins and counts.
pub fn run(args: &MergeCommand, _: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let out = args.runs.file(&args.out)?;
    let parts = args.parts.iter().map(|part| args.runs.file(part));
    let parts = parts.collect::<Result<Vec<PathBuf>, CliError>>()?;
    let bar = screen.progress(0, "games joined");
    let merged = merge_showing(&out, &parts, &mut |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let merged = merged?;
    let games = merged.games()?;
    let missing = merged.missing_parts()?;
    if args.json {
        let missing: Vec<Value> = missing
            .iter()
            .map(|part| json!({"part": part.part.to_string(), "games": part.games, "planned": part.planned}))
            .collect();
        return screen
            .json(&json!({"run": out, "parts": parts, "games": games, "missing": missing}));
    }
    for part in &missing {
        screen.line(format!("{BAD}missing{BAD:#}: {part}"))?;
    }
    screen.line(format!(
        "{GOOD}joined{GOOD:#} {} games in {}: see `ludarium report {}`",
        games,
        out.display(),
        args.out
    ))
}
