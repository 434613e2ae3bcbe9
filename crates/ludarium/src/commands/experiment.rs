//! `ludarium experiment`: a question of your own, from a file to tables and plots for a paper.

use std::path::PathBuf;
use std::time::Instant;

use ludarium_lab::{News, Study, study};
use ludarium_report::duration_text;
use ludarium_report::sheet::Sheet;
use serde_json::{Value, json};

use crate::commands::measuring::{MeasureArgs, ProgressView, folder_for, unfinished};
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};
use crate::{bots, interrupts, sheets};

/// Run an experiment of your own: a file with agents, games and sweeps becomes tables and plots
///
/// docs/experiments.md describes the file. Tables are printed and written as CSV, every plot as SVG and as PDF, and all of
/// it on one page. The same command continues where it was interrupted; --full makes use of the games of --quick.
#[derive(Debug, clap::Args)]
pub struct Args {
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
pub fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let folder = folder_for(args.out.as_deref(), "runs/experiment", &args.file);
    let (conditions, admitted) = args.measure.conditions(args.full, &folder)?;
    let interrupt = interrupts::listen()?;
    let began = Instant::now();
    let mut view = ProgressView::new(screen);
    let mut watch = |news: News<'_>| {
        view.show(&news, |number, of, finding, took| {
            let (game, done) = (&finding.experiment.game_title, finding.done());
            let (counted_in, took) = (finding.counted_in(), duration_text(took));
            Some(format!("{number}/{of} {game}: {done} {counted_in}, {took}"))
        });
    };
    let found = study(
        &context.games,
        &args.file,
        &conditions,
        &interrupt,
        &mut watch,
    )?;
    view.finish();
    bots::remark(&admitted);
    let page = folder.join("report.html");
    if args.measure.json {
        let sheets: Vec<Value> = found.sheets().iter().map(Sheet::json).collect();
        let plots: Vec<String> = found.plots().into_iter().map(|plot| plot.name).collect();
        screen.json(&json!({
            "complete": found.is_complete(),
            "seconds": began.elapsed().as_secs_f64(),
            "page": page,
            "plots": plots,
            "sheets": sheets,
        }))?;
    } else if args.measure.markdown {
        markdown(&found, screen)?;
    } else {
        for sheet in found.sheets() {
            sheets::print(&sheet, screen)?;
        }
        screen.line("")?;
        screen.line(format!("{STRONG}{}{STRONG:#}", page.display()))?;
        screen.line(format!(
            "{FAINT}plots as SVG and PDF in {}, tables in {}; took {}{FAINT:#}",
            folder.join("plots").display(),
            folder.join("csv").display(),
            duration_text(began.elapsed())
        ))?;
    }
    if found.is_complete() {
        return Ok(());
    }
    Err(unfinished(&folder))
}

fn markdown(found: &Study, screen: &mut Screen) -> Result<(), CliError> {
    screen.line(format!("## {}\n", found.title()))?;
    if !found.text().is_empty() {
        screen.line(format!("{}\n", found.text()))?;
    }
    for mut sheet in found.sheets() {
        if sheet.title == found.title() {
            sheet.title.clear();
        }
        screen.line(format!("{}\n", sheet.markdown().trim()))?;
    }
    screen.line(format!("`{}`", found.command()))
}
