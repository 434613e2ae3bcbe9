//! `ludarium solve`: what every position of a game is worth under perfect play.

use std::io::{BufRead, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ludarium_agents::solved::{
    ENDING, FOLDER, SolutionHeader, SolveError, SolveNews, SolveOptions, SolveSize, SolvingError,
};
use ludarium_arena::{Ruleset, seat_names, seeded_start, sha256};
use ludarium_game::Seed;
use ludarium_report::{Pace, duration_text, slug};
use serde_json::json;

use super::{GameArgs, ThreadArgs};
use crate::context::Context;
use crate::error::CliError;
use crate::interrupts;
use crate::screen::{FAINT, STRONG, Screen, grouped};

/// Where there is no terminal, a line is written this often.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Solve a game: what every position is worth under perfect play
///
/// Counts the positions first and says how large the solution is. Then the agent `perfect` plays from it, `analyse` shows
/// exact values with it, and `review --by perfect` exact costs. Ctrl-C keeps what is known; the same command goes on.
#[derive(Debug, clap::Args)]
pub struct SolveCommand {
    #[command(flatten)]
    game: GameArgs,

    /// Solve what can be reached from this position [default: the start]
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Do not ask whether to go on
    #[arg(long, short)]
    yes: bool,

    /// The most memory in MiB
    #[arg(long, default_value_t = 4096, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    memory: u64,

    /// How sure shares are to be where positions come back
    #[arg(long, default_value_t = 1e-12, value_name = "SHARE")]
    precision: f64,

    #[command(flatten)]
    threads: ThreadArgs,

    /// The file [default: runs/solve/GAME-VARIANT.solution]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Solves and prints.
pub fn run(args: &SolveCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    if !(args.precision > 0.0 && args.precision < 1.0) {
        let given = args.precision;
        return Err(CliError::Usage(format!(
            "--precision is {given}, expected a number between 0 and 1"
        )));
    }
    let rules = args.game.rules(context)?;
    let start = match &args.from {
        Some(text) => rules.parse(text)?,
        None => seeded_start(&*rules, Seed(1)),
    };
    let path = args.out.clone().unwrap_or_else(|| usual_file(&*rules, args.from.as_deref()));
    let options = SolveOptions {
        threads: args.threads.count(),
        precision: args.precision,
        memory: args.memory << 20,
    };
    let mut meter = SolveMeter::new(screen, interrupts::wait_for()?);
    let counted =
        rules.solve_job(&start, args.from.is_some(), &options, &mut |news| meter.show(news));
    meter.clear();
    let job = counted.map_err(|error| explained(error, "nothing is kept of a count"))?;
    let size = job.size();
    if !args.json {
        screen.line(about(&*rules, &size, &path))?;
        screen.finish()?;
    }
    if size.memory > options.memory {
        return Err(SolvingError::from(SolveError::TooLarge {
            found: size.positions,
            memory: options.memory,
        })
        .into());
    }
    if !args.yes {
        confirm()?;
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(CliError::write(folder))?;
    }
    let began = Instant::now();
    let solved = job.solve(&path, &options, &mut |news| meter.show(news));
    meter.clear();
    let header = solved.map_err(|error| {
        explained(
            error,
            &format!(
                "what is known is kept beside {}: run the same command again to go on",
                path.display()
            ),
        )
    })?;
    if args.json {
        return screen.json(&as_json(&header, &path));
    }
    for line in said(&*rules, &header) {
        screen.line(line)?;
    }
    let took = duration_text(began.elapsed());
    screen.line(format!("{FAINT}{}, took {took}{FAINT:#}", path.display()))
}

/// Where the solution of a game goes if nobody says another place.
fn usual_file(rules: &dyn Ruleset, from: Option<&str>) -> PathBuf {
    let from = from.map(|text| format!("-from-{}", &sha256(text.as_bytes())[..8]));
    let (game, variant, from) = (rules.game(), slug(rules.variant()), from.unwrap_or_default());
    Path::new(FOLDER).join(format!("{game}-{variant}{from}{ENDING}"))
}

/// An interruption is told with what comes of it.
fn explained(error: SolvingError, kept: &str) -> CliError {
    match error {
        SolvingError::Solve(SolveError::Interrupted) => CliError::Interrupted(kept.to_owned()),
        other => other.into(),
    }
}

fn about(rules: &dyn Ruleset, size: &SolveSize, path: &Path) -> String {
    format!(
        "{STRONG}{} {}{STRONG:#}: {} positions, {} of memory, {} in {}, about {}",
        rules.game(),
        rules.variant(),
        grouped(size.positions),
        mebibytes(size.memory),
        mebibytes(size.file),
        path.display(),
        duration_text(size.time),
    )
}

fn mebibytes(bytes: u64) -> String {
    match bytes as f64 / f64::from(1 << 20) {
        small @ ..10.0 => format!("{small:.1} MiB"),
        large => format!("{large:.0} MiB"),
    }
}

/// Asks whether to go on. Where nobody can answer, the answer is no.
fn confirm() -> Result<(), CliError> {
    if !std::io::stdin().is_terminal() {
        let said = "nothing is solved, because nobody can say yes here: add --yes";
        return Err(CliError::Failed(said.to_owned()));
    }
    eprint!("go on? [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "yes") {
        return Ok(());
    }
    Err(CliError::Failed("nothing is solved".to_owned()))
}

/// What the solution says of the start, and how sure that is.
fn said(rules: &dyn Ruleset, header: &SolutionHeader) -> Vec<String> {
    let names = seat_names(rules);
    let shares = names.iter().zip(&header.start_shares);
    let shares = shares.map(|(name, share)| format!("{name} {:.4} %", 100.0 * share));
    let shares: Vec<String> = shares.collect();
    let mut lines = vec![format!("Under perfect play: {STRONG}{}{STRONG:#}", shares.join(", "))];
    lines.push(match header.error {
        Some(error) if header.open == 0 => {
            format!("No share is off by more than {error:.0e}, which is proven.")
        }
        Some(error) => format!(
            "{} positions are not certain: their bounds do not meet, and shares are off by up to {error:.4}.",
            grouped(header.open)
        ),
        None => "The shares have settled; with these seats and positions that come back nothing is proven.".to_owned(),
    });
    if header.ties > 0 {
        lines.push(format!(
            "In {} positions a seat has several best moves that give others different shares; the first is taken, so \
             this is one of several solutions.",
            grouped(header.ties)
        ));
    }
    lines
}

fn as_json(header: &SolutionHeader, path: &Path) -> serde_json::Value {
    json!({
        "game": header.game,
        "variant": header.variant,
        "rules": header.rules,
        "positions": header.positions,
        "start": header.start_shares,
        "error": header.error,
        "open": header.open,
        "ties": header.ties,
        "file": path,
    })
}

/// Shows how far a solver is: a bar on a terminal, lines anywhere else.
struct SolveMeter {
    bar: ProgressBar,
    /// Hears of Ctrl-C.
    asked: Receiver<()>,
    pace: Pace,
    last_line: Instant,
}

impl SolveMeter {
    fn new(screen: &Screen, asked: Receiver<()>) -> SolveMeter {
        let bar = screen.progress(1, "");
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}") {
            bar.set_style(style);
        }
        SolveMeter { bar, asked, pace: Pace::default(), last_line: Instant::now() }
    }

    /// Shows the news; breaks off where somebody asks for an end.
    fn show(&mut self, news: SolveNews) -> ControlFlow<()> {
        let (done, of, said) = match news {
            SolveNews::Reaching { found, followed } => {
                (followed, found, "positions followed, so far".to_owned())
            }
            SolveNews::Solving { done, of, gap } => {
                let left = self.pace.left(done, of).map(duration_text);
                let left = left.map(|left| format!(", about {left} left")).unwrap_or_default();
                (done, of, format!("positions solved, bounds {gap:.0e} apart{left}"))
            }
        };
        if self.bar.is_hidden() {
            if self.last_line.elapsed() >= BETWEEN_LINES {
                self.last_line = Instant::now();
                eprintln!("{done} of {of} {said}");
            }
        } else {
            self.bar.set_message(said);
            self.bar.set_length(of);
            self.bar.set_position(done);
        }
        if self.asked.try_recv().is_ok() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Takes the bar away until there is more to show.
    fn clear(&mut self) {
        self.bar.finish_and_clear();
        self.bar.reset();
        self.pace = Pace::default();
    }
}
