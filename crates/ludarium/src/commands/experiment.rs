//! `ludarium experiment`: a question of your own, from a file to tables and plots for a paper.

use std::path::PathBuf;
use std::time::Instant;

use ludarium_lab::{BenchNews, study};
use ludarium_report::{Passage, duration_text};
use serde_json::json;

use crate::commands::measuring::{MeasureArgs, ProgressView, folder_for, unfinished};
use crate::context::Context;
use crate::error::CliError;
use crate::screen::Screen;
use crate::{bots, interrupts};

/// Run an experiment of your own: a file with agents, games and sweeps becomes tables and plots
///
/// docs/experiments.md describes the file. Tables are printed and written as CSV, every plot as SVG and as PDF, and all of
/// it on one page. The same command continues where it was interrupted; --full makes use of the games of --quick.
#[derive(Debug, clap::Args)]
pub struct ExperimentCommand {
    /// The file of the experiment (TOML)
    file: PathBuf,

    /// As many rounds as [quick] says (the default)
    #[arg(long, conflicts_with = "full")]
    quick: bool,

    /// As many rounds as [full] says
    #[arg(long)]
    full: bool,

    /// Where games, page, CSV files and plots go [default: runs/experiment/NAME, by the file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    measure: MeasureArgs,
}

/// Runs and prints.
pub fn run(
    args: &ExperimentCommand,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let folder = folder_for(args.out.as_deref(), "runs/experiment", &args.file);
    let (conditions, admitted) = args.measure.conditions(args.full, &folder)?;
    let interrupt = interrupts::listen()?;
    let began = Instant::now();
    let mut view = ProgressView::new(screen);
    let mut watch = |news: BenchNews<'_>| {
        view.show(&news, |number, of, finding, took| {
            let (game, done) = (&finding.experiment.game_title, finding.done());
            let (counted_in, took) = (finding.counted_in(), duration_text(took));
            Some(format!("{number}/{of} {game}: {done} {counted_in}, {took}"))
        });
    };
    let found = study(&context.games, &args.file, &conditions, &interrupt, &mut watch)?;
    view.finish();
    bots::remark(&admitted);
    let page = folder.join("report.html");
    let mut document = found.document();
    let plots = document.chart_names();
    let facts = json!({
        "complete": found.is_complete(),
        "seconds": began.elapsed().as_secs_f64(),
        "page": page,
        "plots": plots,
    });
    document.push(Passage::Remark(format!(
        "page: {}; plots as SVG and PDF in {}, tables in {}; took {}",
        page.display(),
        folder.join("plots").display(),
        folder.join("csv").display(),
        duration_text(began.elapsed())
    )));
    args.measure.output.print(&document, facts, screen)?;
    if found.is_complete() {
        return Ok(());
    }
    Err(unfinished(&folder))
}
