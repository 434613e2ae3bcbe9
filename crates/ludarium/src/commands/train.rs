//! `ludarium train`: the learning agents, learnt again from our own games.

use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use ludarium_bundle::find_trainer;
use ludarium_report::duration_text;
use ludarium_report::sheet::Sheet;
use ludarium_train::{Order, Progress, SEED, Size, TrainError, Trained, Trainer};
use serde_json::{Value, json};

use crate::commands::threads;
use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::screen::{FAINT, STRONG, Screen};
use crate::{sheets, table};

/// Train a learning agent from games of our own; without a name, list what can be trained
///
/// The model files, the data they were made from and the curves as SVG go into a folder. The same command goes on
/// where it was interrupted, and the same seed gives the same bytes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to train
    name: Option<String>,

    /// A little training for a first look: a minute or two on two cores
    #[arg(long)]
    quick: bool,

    /// The number of games to learn from, of each way and stage where a trainer has several [default: its own]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,

    /// The master seed
    #[arg(long, default_value_t = SEED, value_name = "S")]
    seed: u64,

    /// Where checkpoints, models and curves go [default: runs/train/NAME, with -quick and the games where they are given]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The number of games played at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Trains and prints.
pub fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let Some(name) = &args.name else {
        return list(args.json, context, screen);
    };
    let trainer = find_trainer(&context.bundles, name)?;
    let order = order(args, trainer)?;
    let began = Instant::now();
    let bar = progress_bar(screen);
    let trained = trainer.run(&order, &mut |progress| show(&bar, &progress));
    bar.finish_and_clear();
    let trained = trained?;
    let curves = write_curves(&order.folder, &trained)?;
    if args.json {
        let sheets: Vec<Value> = trained.sheets.iter().map(Sheet::json).collect();
        return screen.json(&json!({
            "trainer": trainer.name,
            "seed": order.seed,
            "seconds": began.elapsed().as_secs_f64(),
            "models": trained.files,
            "curves": curves,
            "sheets": sheets,
        }));
    }
    for sheet in &trained.sheets {
        sheets::print(sheet, screen)?;
    }
    screen.line("")?;
    for file in trained.files.iter().chain(&curves) {
        screen.line(format!("{STRONG}{}{STRONG:#}", file.display()))?;
    }
    screen.line(format!(
        "{FAINT}took {}{FAINT:#}",
        duration_text(began.elapsed())
    ))
}

fn order(args: &Args, trainer: &Trainer) -> Result<Order, CliError> {
    let size = if args.quick { Size::Quick } else { Size::Full };
    let usual = || {
        let quick = if args.quick { "-quick" } else { "" };
        let games = args.games.map(|games| format!("-{games}"));
        let games = games.unwrap_or_default();
        Path::new("runs/train").join(format!("{}{quick}{games}", trainer.name))
    };
    Ok(Order {
        size,
        games: args.games,
        seed: args.seed,
        folder: args.out.clone().unwrap_or_else(usual),
        threads: threads(args.threads),
        interrupt: interrupts::listen()?,
    })
}

fn list(as_json: bool, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    if as_json {
        let entry = |trainer: &Trainer| {
            json!({
                "name": trainer.name,
                "summary": trainer.summary,
                "from": trainer.from,
                "quick": trainer.lasts.0,
                "full": trainer.lasts.1,
            })
        };
        let entries: Vec<Value> = context.trainers().map(entry).collect();
        return screen.json(&json!(entries));
    }
    let headings = ["trainer", "what is learnt", "from", "--quick", "full"];
    let mut rows = table::table(&headings, screen.table_width());
    for trainer in context.trainers() {
        let (quick, full) = trainer.lasts;
        rows.add_row([trainer.name, trainer.summary, trainer.from, quick, full]);
    }
    screen.line(table::trimmed(&rows))?;
    screen.line("")?;
    screen.line(format!(
        "{FAINT}Times on two cores. Train one: ludarium train NAME [--quick]{FAINT:#}"
    ))
}

fn progress_bar(screen: &Screen) -> ProgressBar {
    let bar = screen.progress(1, "");
    if let Ok(style) = ProgressStyle::with_template("{prefix}  {bar:30} {pos}/{len}  {msg}") {
        bar.set_style(style);
    }
    bar
}

fn show(bar: &ProgressBar, progress: &Progress) {
    match progress {
        Progress::Part(name) => {
            bar.set_prefix(*name);
            bar.set_message("");
            bar.set_length(1);
            bar.set_position(0);
        }
        Progress::Games { done, total } => {
            bar.set_length(*total);
            bar.set_position(*done);
        }
        Progress::Epoch {
            done,
            total,
            training,
            validation,
        } => {
            bar.set_message(match validation {
                Some(validation) => format!("loss {training:.6}, validation {validation:.6}"),
                None => format!("loss {training:.6}"),
            });
            bar.set_length(*total);
            bar.set_position(*done);
        }
    }
}

fn write_curves(folder: &Path, trained: &Trained) -> Result<Vec<PathBuf>, TrainError> {
    let mut written = Vec::new();
    for chart in &trained.charts {
        let path = folder.join(format!("{}.svg", chart.name));
        std::fs::write(&path, &chart.svg).map_err(|source| TrainError::Write {
            path: path.clone(),
            source,
        })?;
        written.push(path);
    }
    Ok(written)
}
