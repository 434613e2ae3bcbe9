//! `ludarium train`: the learning agents, learned again from our own games.

mod meter;

use std::path::{Path, PathBuf};
use std::time::Instant;

use ludarium_arena::read_text;
use ludarium_bundle::{find as find_bundle, find_trainer};
use ludarium_report::sheet::Sheet;
use ludarium_report::{Document, Passage, duration_text};
use ludarium_train::values::game_of;
use ludarium_train::{Progress, SEED, Size, TrainError, TrainOptions, Trained, Trainer};
use serde_json::{Value, json};

use crate::cluster::ClusterArgs;
use crate::commands::ThreadArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::screen::{FAINT, Screen};
use crate::sheets::{print_document, print_here, print_json};
use meter::TrainingMeter;

/// Train a learning agent from games of our own; without a name, list what can be trained
///
/// The model files and the curves as SVG go into a folder, and what is needed to go on. The same command goes on
/// where it was interrupted, and the same seed gives the same bytes. A value network can also be trained by a plan of
/// your own, a TOML file: --show prints the one that ships, to begin with.
#[derive(Debug, clap::Args)]
pub struct TrainCommand {
    /// What to train: a name from the list, or the file of a plan (PLAN.toml)
    name: Option<String>,

    /// Print the plan that ships and train nothing
    #[arg(long)]
    show: bool,

    /// A little training for a first look: a minute or two on two cores
    #[arg(long)]
    quick: bool,

    /// The number of games to learn from, of each way, stage and generation where a trainer has several [default: its own]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,

    /// The master seed
    #[arg(long, default_value_t = SEED, value_name = "S")]
    seed: u64,

    /// Where checkpoints, models and curves go [default: runs/train/NAME, with -quick and the games where they are given]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    cluster: ClusterArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Trains and prints.
pub fn run(args: &TrainCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let Some(name) = &args.name else {
        return list(args.json, context, screen);
    };
    let work = TrainingTask::find(name, context)?;
    if args.show {
        return screen.line(work.shown()?.trim_end());
    }
    if args.cluster.cluster.is_some() && work.trainer.plans.is_none() {
        let with_plans = context.trainers().filter(|trainer| trainer.plans.is_some());
        let names: Vec<&str> = with_plans.map(|trainer| trainer.name).collect();
        return Err(CliError::Usage(format!(
            "`{}` plays on this machine only; a cluster plays the games of value networks: {}",
            work.name,
            names.join(", ")
        )));
    }
    let options = options(args, &work.name)?;
    let began = Instant::now();
    let mut meter = TrainingMeter::new(screen);
    let trained = work.run(&options, &mut |progress| meter.show(&progress));
    meter.finish();
    let trained = trained?;
    let curves = write_curves(&options.folder, &trained)?;
    let mut document = Document::default();
    document.sheets(trained.sheets);
    if args.json {
        let facts = json!({
            "trainer": work.name,
            "seed": options.seed,
            "seconds": began.elapsed().as_secs_f64(),
            "models": trained.files,
            "curves": curves,
        });
        return print_json(&document, facts, screen);
    }
    let files = trained.files.iter().chain(&curves);
    let remarks = files.map(|file| Passage::Remark(file.display().to_string()));
    document.blocks.extend(remarks);
    let took = format!("took {}", duration_text(began.elapsed()));
    document.push(Passage::Remark(took));
    print_document(&document, screen)
}

/// What is to be trained, and how.
struct TrainingTask<'a> {
    /// What the training is called.
    name: String,
    trainer: &'a Trainer,
    /// The name and the text of a plan from a file.
    plan: Option<(String, String)>,
}

impl<'a> TrainingTask<'a> {
    /// A trainer by its name, or a plan by its file.
    fn find(name: &str, context: &'a Context) -> Result<TrainingTask<'a>, CliError> {
        let path = Path::new(name);
        if path.extension().is_none_or(|ending| ending != "toml") {
            return Ok(TrainingTask {
                name: name.to_owned(),
                trainer: find_trainer(&context.bundles, name)?,
                plan: None,
            });
        }
        let text =
            read_text(path).map_err(|source| TrainError::Read { path: path.to_owned(), source })?;
        let game = game_of(name, &text)?;
        let bundle = find_bundle(&context.bundles, &game)?;
        let mut trainers = bundle.trainers.iter();
        let trainer = trainers.find(|trainer| trainer.plans.is_some());
        let trainer = trainer.ok_or_else(|| {
            CliError::Usage(format!("{game} has no value network that a plan could train"))
        })?;
        let stem = path.file_stem().unwrap_or_default();
        Ok(TrainingTask {
            name: stem.to_string_lossy().into_owned(),
            trainer,
            plan: Some((name.to_owned(), text)),
        })
    }

    fn run(
        &self,
        options: &TrainOptions,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Trained, TrainError> {
        match (&self.plan, self.trainer.plans) {
            (Some((file, text)), Some(plans)) => plans.run(&self.name, (file, text), options, tell),
            _ => self.trainer.run(options, tell),
        }
    }

    /// The text of the plan.
    fn shown(&self) -> Result<&str, CliError> {
        match (&self.plan, self.trainer.plans) {
            (Some((_, text)), _) => Ok(text),
            (None, Some(plans)) => Ok(plans.shipped),
            (None, None) => Err(CliError::Usage(format!(
                "`{}` follows no plan; those that do have names that end in `-value`",
                self.name
            ))),
        }
    }
}

fn options(args: &TrainCommand, name: &str) -> Result<TrainOptions, CliError> {
    let size = if args.quick { Size::Quick } else { Size::Full };
    let usual = || {
        let quick = if args.quick { "-quick" } else { "" };
        let games = args.games.map(|games| format!("-{games}"));
        let games = games.unwrap_or_default();
        Path::new("runs/train").join(format!("{name}{quick}{games}"))
    };
    Ok(TrainOptions {
        size,
        games: args.games,
        seed: args.seed,
        folder: args.out.clone().unwrap_or_else(usual),
        threads: args.threads.count(),
        interrupt: interrupts::listen()?,
        elsewhere: args.cluster.elsewhere()?,
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
    if context.trainers().next().is_none() {
        return screen.line("no game of this program has a trainer");
    }
    let headings = ["trainer", "what is learned", "from", "--quick", "full"];
    let row = |trainer: &Trainer| {
        let (quick, full) = trainer.lasts;
        [trainer.name, trainer.summary, trainer.from, quick, full]
    };
    print_here(&Sheet::new("", headings).texts(context.trainers().map(row)), screen)?;
    screen.line("")?;
    screen.line(format!(
        "{FAINT}Times on two cores. Train one: ludarium train NAME [--quick]. By a plan of your own: ludarium train PLAN.toml{FAINT:#}"
    ))
}

fn write_curves(folder: &Path, trained: &Trained) -> Result<Vec<PathBuf>, TrainError> {
    let mut written = Vec::new();
    for chart in &trained.charts {
        let path = folder.join(format!("{}.svg", chart.name));
        std::fs::write(&path, chart.svg())
            .map_err(|source| TrainError::Write { path: path.clone(), source })?;
        written.push(path);
    }
    Ok(written)
}
