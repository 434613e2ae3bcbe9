//! `ludarium report`: what a run says, as tables, as a page, or for machines.

use std::path::PathBuf;

use ludarium_report::Passage;
use ludarium_report::standings::{Scope, Standings};
use serde_json::json;

use crate::context::Context;
use crate::error::CliError;
use crate::runs::RunsArgs;
use crate::screen::{FAINT, STRONG, Screen};
use crate::sheets::{self, OutputArgs};

/// Show the results of a run: tables, or a page with plots; without a run, list the runs
///
/// The same games give the same tables, byte for byte; how long decisions took is left out unless --times asks for it.
#[derive(Debug, clap::Args)]
pub struct ReportCommand {
    /// The name or file of the run
    run: Option<String>,

    #[command(flatten)]
    runs: RunsArgs,

    /// Count only the first N blocks
    #[arg(long, value_name = "N")]
    blocks: Option<u64>,

    /// Also show how long decisions took
    #[arg(long)]
    times: bool,

    /// Write a page with tables and plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Reads and prints.
pub fn run(args: &ReportCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let Some(name) = &args.run else {
        return list(args, context, screen);
    };
    let store = args.runs.open(name)?;
    let scope = Scope { blocks: args.blocks, replay: true };
    let standings = sheets::standings(&context.games, &store, scope, screen)?;
    let mut tables = standings.sheets();
    tables.push(standings.who_played());
    if args.times {
        tables.push(standings.times());
    }
    let mut document = standings.document(tables);
    if let Some(path) = &args.html {
        document.write_page(path)?;
        let remark = format!("page: {}", path.display());
        document.push(Passage::Remark(remark));
    }
    let facts = json!({
        "headline": standings.headline(), "contest": store.contest(), "agents": standings.agents_json(), "identities": store.identities(),
    });
    args.output.print(&document, facts, screen)
}

/// Lists the runs of the folder.
fn list(args: &ReportCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let names = args.runs.names();
    let folder = args.runs.runs.display();
    if args.output.json {
        return screen.json(&json!({"runs": names}));
    }
    if names.is_empty() {
        return screen.line(format!("no runs in {folder}: `ludarium match` makes one"));
    }
    screen.line(format!("{STRONG}runs in {folder}{STRONG:#}"))?;
    for name in names {
        match args
            .runs
            .open(&name)
            .and_then(|store| Ok(Standings::of(&context.games, &store, Scope::default())?))
        {
            Ok(standings) => {
                screen.line(format!("  {name}  {FAINT}{}{FAINT:#}", standings.heading()))?
            }
            Err(error) => screen.line(format!("  {name}  {FAINT}{error}{FAINT:#}"))?,
        }
    }
    Ok(())
}
