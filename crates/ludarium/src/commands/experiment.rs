//! `ludarium experiment`: a question of one's own, from a file to tables and plots for a paper.

use std::path::PathBuf;
use std::time::Instant;

use ludarium_bridge::bot::BotArgs;
use ludarium_lab::experiment::Mode;
use ludarium_lab::{News, SEED, Study, StudyRequest, study};
use ludarium_report::duration_text;
use ludarium_report::sheet::Sheet;
use serde_json::{Value, json};

use crate::cluster::ClusterArgs;
use crate::commands::ThreadArgs;
use crate::commands::reproduce::{progress_bar, show};
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen};
use crate::{bots, interrupts, sheets};

/// Run an experiment of your own: a file with agents, games and sweeps becomes tables and plots
///
/// docs/experiments.md describes the file. Tables are printed and written as CSV, every plot as SVG and as PDF, and all of
/// it on one page. The same command goes on where it was interrupted; --full makes use of the games of --quick.
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

    /// The master seed
    #[arg(long, default_value_t = SEED, value_name = "S")]
    seed: u64,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,

    #[command(flatten)]
    cluster: ClusterArgs,

    #[command(flatten)]
    bots: BotArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs and prints.
pub fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let admitted = args.bots.bots()?;
    let folder = args.out.clone().unwrap_or_else(|| {
        let stem = args.file.file_stem().unwrap_or_default();
        PathBuf::from("runs/experiment").join(stem)
    });
    let request = StudyRequest {
        file: args.file.clone(),
        mode: if args.full { Mode::Full } else { Mode::Quick },
        folder: folder.clone(),
        threads: args.threads.count(),
        seed: args.seed,
        bots: Some(admitted.clone()),
        elsewhere: args.cluster.elsewhere()?,
    };
    let interrupt = interrupts::listen()?;
    let began = Instant::now();
    let bar = progress_bar(screen);
    let mut place = None;
    let found = study(
        &context.games,
        &request,
        &interrupt,
        &mut |news| match news {
            News::Progress(progress) => show(&bar, &progress, &mut place),
            News::Finished {
                number,
                of,
                finding,
                took,
            } => {
                let line = format!(
                    "{number}/{of} {}: {} {}, {}",
                    finding.experiment.game_title,
                    finding.done(),
                    finding.counted_in(),
                    duration_text(took)
                );
                bar.suspend(|| Screen::remark(&line));
            }
        },
    )?;
    bar.finish_and_clear();
    bots::remark(&admitted);
    let page = folder.join("report.html");
    if args.json {
        let sheets: Vec<Value> = found.sheets().iter().map(Sheet::json).collect();
        let plots: Vec<String> = found.plots().into_iter().map(|plot| plot.name).collect();
        screen.json(&json!({
            "complete": found.is_complete(),
            "seconds": began.elapsed().as_secs_f64(),
            "page": page,
            "plots": plots,
            "sheets": sheets,
        }))?;
    } else if args.markdown {
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
    Err(CliError::Interrupted(format!(
        "not all games are played; everything played is stored in {}: run the same command again to go on",
        folder.display()
    )))
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
