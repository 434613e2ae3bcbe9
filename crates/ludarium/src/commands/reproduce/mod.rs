//! `ludarium reproduce`: the tables of the reports with our own figures.

mod summary;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Instant;

use ludarium_lab::experiment::Experiment;
use ludarium_lab::{LabError, ReproduceRequest, answers, reproduce, results};
use ludarium_report::sheet::Sheet;
use serde_json::{Value, json};

use crate::commands::measuring::{MeasureArgs, ProgressView, unfinished};
use crate::context::Context;
use crate::error::CliError;
use crate::screen::Screen;
use crate::sheets::{print_document, print_here, print_json};
use crate::{bots, interrupts};

/// Reproduce the tables of the reports next to the printed figures
///
/// While it works it tells one line for each experiment, at the end what came of the sentences of each report. A quick run
/// plays a point of an experiment on while something about it is open and more games could decide it, up to the number in
/// its file, and only the readings that count; its intervals allow for looking several times. The tables, where every figure has its 95 % interval and a verdict
/// for each way in which the report can be read, are shown for experiments given by name, with --tables, and on the page
/// that is written with plots and CSV files. The same command goes on where it was interrupted; --full makes use of the
/// games of --quick where these did not go on alone.
#[derive(Debug, clap::Args)]
pub struct ReproduceCommand {
    /// Experiments (001/table-2), whole reports (001) or files of your own [default: everything]
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// Few games: all reports in about three minutes on two cores (the default)
    #[arg(long, conflicts_with = "full")]
    quick: bool,

    /// About as many games as the reports played, or more; fewer where a game takes too long
    #[arg(long)]
    full: bool,

    /// List the experiments and run nothing
    #[arg(long)]
    list: bool,

    /// Print the tables of all experiments, and how many figures and claims agree
    #[arg(long, conflicts_with_all = ["markdown", "json"])]
    tables: bool,

    /// With --full: leave out what has its result in the folder of --out already
    #[arg(long, requires = "full")]
    missing: bool,

    /// With --full: what the results say about the machine, for instance "16 cores"
    #[arg(long, requires = "full", value_name = "TEXT")]
    machine: Option<String>,

    /// Run nothing: print the page of full results from the files of a folder, as docs/results.md is written
    #[arg(long, value_name = "DIR", conflicts_with_all = ["names", "quick", "full", "list", "tables", "markdown", "json"])]
    results: Option<PathBuf>,

    /// With --results: write what came of each report into its folder below this one, as `ANSWERS.md` there is written
    #[arg(long, value_name = "DIR", requires = "results")]
    answers: Option<PathBuf>,

    /// Where games, page and CSV files go
    #[arg(long, value_name = "DIR", default_value = "runs/reproduce", env = "LUDARIUM_REPRODUCE")]
    out: PathBuf,

    #[command(flatten)]
    measure: MeasureArgs,
}

/// Runs and prints.
pub fn run(
    args: &ReproduceCommand,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    // Files of one's own are experiments, too.
    if args.names.is_empty() && context.experiments().entries().next().is_none() {
        let problem = "no game of this program has experiments; name a file of your own";
        return Err(CliError::Usage(problem.to_owned()));
    }
    if args.list {
        return list(args, context, screen);
    }
    if let Some(folder) = &args.results {
        return full_results(args, folder, context, screen);
    }
    let (conditions, admitted) = args.measure.conditions(args.full, &args.out)?;
    let request = ReproduceRequest {
        names: args.names.clone(),
        conditions,
        missing: args.missing,
        machine: args.machine.clone(),
    };
    let interrupt = interrupts::listen()?;
    let began = Instant::now();
    let mut view = ProgressView::new(screen);
    let catalogue = context.experiments();
    let reproduction = reproduce(&catalogue, &request, &interrupt, &mut |news| {
        view.show(&news, |number, of, finding, took| {
            // After an interrupt the rest is only looked up.
            (finding.done() > 0).then(|| summary::finished(number, of, finding, took))
        });
    })?;
    view.finish();
    bots::remark(&admitted);
    let output = &args.measure.output;
    if output.json {
        let facts = json!({
            "complete": reproduction.is_complete(),
            "seconds": began.elapsed().as_secs_f64(),
            "page": request.page(),
        });
        print_json(&reproduction.document(), facts, screen)?;
    } else if output.latex {
        write!(screen.raw(), "{}", reproduction.experiments().latex())?;
    } else if output.markdown {
        write!(screen.raw(), "{}", reproduction.experiments().markdown())?;
    } else {
        let in_full = args.tables || !args.names.is_empty();
        if in_full {
            print_document(&reproduction.experiments(), screen)?;
        }
        let facts = summary::SummaryFacts {
            took: began.elapsed(),
            page: &request.page(),
            folder: &args.out,
        };
        screen.line("")?;
        if in_full || reproduction.answered.is_empty() {
            print_document(&summary::document(&reproduction, &facts), screen)?;
        }
        if !reproduction.answered.is_empty() {
            for line in summary::answers(&reproduction, &facts) {
                screen.line(line)?;
            }
        }
    }
    if reproduction.is_complete() {
        return Ok(());
    }
    Err(unfinished(&args.out))
}

/// Prints the page of full results, or writes the answers of the reports.
fn full_results(
    args: &ReproduceCommand,
    folder: &Path,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    if !folder.is_dir() {
        return Err(CliError::Usage(format!(
            "there is no folder {}; a run with --full writes one into the folder of --out",
            folder.display()
        )));
    }
    if let Some(reports) = &args.answers {
        answers::write(&context.experiments(), folder, reports)?;
        return Ok(());
    }
    let page = results::page(&context.experiments(), folder)?;
    Ok(write!(screen.raw(), "{page}")?)
}

fn list(args: &ReproduceCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let experiments = context.experiments().select(&args.names).map_err(LabError::from)?;
    if args.measure.output.json {
        let entries: Vec<Value> = experiments
            .iter()
            .map(|e| json!({"name": e.name, "source": e.source, "title": e.title, "game": e.game}))
            .collect();
        return screen.json(&json!(entries));
    }
    let row = |one: &Experiment| {
        [
            one.name.clone(),
            one.game.clone(),
            one.source.clone(),
            one.title.clone(),
            one.readings.len().to_string(),
            one.points.len().to_string(),
        ]
    };
    let headings = ["experiment", "game", "source", "what", ">readings", ">points"];
    print_here(&Sheet::new("", headings).texts(experiments.iter().map(row)), screen)
}
