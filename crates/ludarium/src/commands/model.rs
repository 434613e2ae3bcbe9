//! `ludarium model`: what a model file holds.

use std::path::PathBuf;

use ludarium_learn::model::describe;
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, Screen};

/// Show what a model, checkpoint or data file holds, and check all of it
#[derive(Debug, clap::Args)]
pub struct ModelCommand {
    /// The file
    file: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Describes and prints.
pub fn run(args: &ModelCommand, _: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let description = describe(&args.file)?;
    if args.json {
        let lines = description.lines.into_iter();
        let map: Map<String, Value> = lines.map(|(name, fact)| (name, json!(fact))).collect();
        return screen.json(&Value::Object(map));
    }
    let widths = description.lines.iter().map(|(name, _)| name.chars().count());
    let width = widths.max().unwrap_or(0);
    for (name, fact) in &description.lines {
        screen.line(format!("{FAINT}{name:width$}{FAINT:#}  {fact}"))?;
    }
    Ok(())
}
