//! What the commands that measure experiments have in common: their options, and what they show meanwhile.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ludarium_bridge::bot::{BotArgs, Bots};
use ludarium_lab::experiment::Mode;
use ludarium_lab::{BenchNews, Conditions, Finding, MeasureProgress, SEED};
use ludarium_report::duration_text;

use crate::cluster::ClusterArgs;
use crate::commands::ThreadArgs;
use crate::error::CliError;
use crate::screen::Screen;
use crate::sheets::OutputArgs;

/// How experiments are measured and printed.
#[derive(Debug, clap::Args)]
pub struct MeasureArgs {
    /// The master seed
    #[arg(long, default_value_t = SEED, value_name = "S")]
    seed: u64,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    cluster: ClusterArgs,

    #[command(flatten)]
    bots: BotArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

impl MeasureArgs {
    /// The conditions asked for, and the bots that may play.
    pub fn conditions(
        &self,
        full: bool,
        folder: &Path,
    ) -> Result<(Conditions, Arc<Bots>), CliError> {
        let admitted = self.bots.bots()?;
        let conditions = Conditions {
            mode: if full { Mode::Full } else { Mode::Quick },
            folder: folder.to_owned(),
            threads: self.threads.count(),
            seed: self.seed,
            bots: Some(admitted.clone()),
            elsewhere: self.cluster.elsewhere()?,
        };
        Ok((conditions, admitted))
    }
}

/// The folder of `--out`, or else one of the file's name below `kind`.
pub fn folder_for(out: Option<&Path>, kind: &str, file: &Path) -> PathBuf {
    match out {
        Some(out) => out.to_owned(),
        None => Path::new(kind).join(file.file_stem().unwrap_or_default()),
    }
}

/// The error of a command that has not measured everything.
pub fn unfinished(folder: &Path) -> CliError {
    CliError::Interrupted(format!(
        "not all games are played; everything played is stored in {}: run the same command again to go on",
        folder.display()
    ))
}

/// Shows how far experiments are.
pub struct ProgressView {
    bar: ProgressBar,
    /// The number of the experiment and the reading that the bar names.
    place: Option<(usize, String)>,
}

impl ProgressView {
    /// A view of something that has just begun.
    pub fn new(screen: &Screen) -> ProgressView {
        let bar = screen.progress(1, "");
        if let Ok(style) = ProgressStyle::with_template("{prefix}  {bar:24} {pos}/{len}  {msg}") {
            bar.set_style(style);
        }
        ProgressView { bar, place: None }
    }

    /// Shows news. `line` makes the line about the finding of experiment `number` of `of`, from the time that it took.
    pub fn show(
        &mut self,
        news: &BenchNews<'_>,
        line: impl FnOnce(usize, usize, &Finding, Duration) -> Option<String>,
    ) {
        match news {
            BenchNews::Progress(progress) => self.advance(progress),
            BenchNews::Finished { number, of, finding, took } => {
                if let Some(line) = line(*number, *of, finding, *took) {
                    self.bar.suspend(|| Screen::remark(&line));
                }
            }
        }
    }

    fn advance(&mut self, progress: &MeasureProgress<'_>) {
        let here = (progress.number, progress.reading.to_owned());
        if self.place.as_ref() != Some(&here) {
            self.bar.set_prefix(format!(
                "{}/{} {} ({})",
                progress.number, progress.of, progress.experiment, progress.reading
            ));
            self.place = Some(here);
        }
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
        if let Some(left) = progress.left {
            self.bar.set_message(format!("{} left", duration_text(left)));
        }
    }

    /// Everything is through.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
