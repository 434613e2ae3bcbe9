//! `ludarium league`: a rating list of many agents at several budgets.

use std::path::PathBuf;

use ludarium_bridge::bot::BotArgs;
use ludarium_lab::{LeagueRequest, league};
use ludarium_report::Passage;
use serde_json::json;

use crate::commands::ThreadArgs;
use crate::commands::measuring::folder_for;
use crate::context::Context;
use crate::error::CliError;
use crate::screen::Screen;
use crate::sheets::OutputArgs;
use crate::{bots, interrupts};

/// Keep a rating list of many agents at several budgets, by playing the games that tell most
///
/// docs/leagues.md describes the file. Every line-up is a separate run: an agent that joins later, or that has changed,
/// plays its games and the others keep theirs. The same command continues where it was interrupted.
#[derive(Debug, clap::Args)]
pub struct LeagueCommand {
    /// The file of the league (TOML)
    file: PathBuf,

    /// Play nothing: show what is there
    #[arg(long)]
    show: bool,

    /// Where games, page, tables and plots go [default: runs/league/NAME, by the file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    bots: BotArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Plays and prints.
pub fn run(args: &LeagueCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let admitted = args.bots.bots()?;
    let folder = folder_for(args.out.as_deref(), "runs/league", &args.file);
    let request = LeagueRequest {
        file: args.file.clone(),
        folder: folder.clone(),
        threads: args.threads.count(),
        play: !args.show,
        bots: Some(admitted.clone()),
    };
    let interrupt = interrupts::listen()?;
    let bar = screen.progress(0, "games at most");
    let found = league(&context.games, &request, &interrupt, &mut |played, left| {
        bar.set_length(played + left);
        bar.set_position(played);
    })?;
    bar.finish_and_clear();
    bots::remark(&admitted);
    let page = folder.join("report.html");
    let mut document = found.document();
    document.push(Passage::Remark(format!(
        "page: {}; tables in {} and {}, plots in {}",
        page.display(),
        folder.join("tables.md").display(),
        folder.join("csv").display(),
        folder.join("plots").display()
    )));
    let facts = json!({"complete": found.is_complete(), "left": found.left(), "page": page});
    args.output.print(&document, facts, screen)?;
    if args.show || found.is_complete() {
        return Ok(());
    }
    Err(CliError::Interrupted(format!(
        "at most {} games are left; everything played is stored in {}: run the same command again to go on",
        found.left(),
        folder.display()
    )))
}
