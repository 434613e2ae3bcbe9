//! `ludarium replay`: a stored game in the terminal.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use ludarium_arena::{FaultNote, GameRecord, Ruleset, Step, legend, played_game};
use ludarium_draw::Theme;
use ludarium_game::Seed;
use serde_json::json;

use super::{EndLines, chance_in_words, mark, with_board};
use crate::bots;
use crate::context::Context;
use crate::error::CliError;
use crate::runs::RunsArgs;
use crate::screen::{FAINT, STRONG, Screen, grouped};

/// Replay a stored game in the terminal, move by move, or make a picture or a film of it
#[derive(Debug, clap::Args)]
pub struct ReplayCommand {
    /// The name or file of the run
    run: String,

    /// The number of the game, from 0
    game: u64,

    #[command(flatten)]
    runs: RunsArgs,

    /// Do not wait between moves
    #[arg(long)]
    fast: bool,

    /// Show what bots said with their moves: comments, and the standard error of those that failed
    #[arg(long)]
    comments: bool,

    /// Write an animated GIF of the game to this file, and show nothing
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,

    /// Write a PNG picture of the last position to this file, and show nothing
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Begin the GIF after N moves and chance events
    #[arg(long, default_value_t = 0, value_name = "N", requires = "gif")]
    from: usize,

    /// Take the position after N moves and chance events as the last one
    #[arg(long, value_name = "N")]
    to: Option<usize>,

    /// Draw pictures on a dark background
    #[arg(long)]
    dark: bool,

    /// Print JSON, one object a move and one for the result
    #[arg(long)]
    json: bool,
}

/// Time to look at a move.
const PAUSE: Duration = Duration::from_millis(700);

/// Replays and shows.
pub fn run(args: &ReplayCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let (store, record) = args.runs.game(&args.run, args.game)?;
    let contest = store.contest();
    let labels = store.labels();
    let agents = record.seats.iter().map(|&agent| labels.get(agent).cloned());
    let mut view = ReplayView {
        args,
        agents: agents.map(Option::unwrap_or_default).collect(),
        legend: legend(&contest.agents, &labels),
        record: &record,
        seed: Seed(contest.seed),
        last: Vec::new(),
        screen,
    };
    let rules = context.rules(&contest.game, Some(&contest.variant))?;
    if args.gif.is_some() || args.png.is_some() {
        return draw_pictures(args, &*rules, &record, view.screen);
    }
    let mut shown = Ok(());
    let end = rules.replay(&record, &mut |step| {
        shown = view.show(&step);
        match shown {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    shown?;
    let seats = end?.scene().seats.into_iter();
    view.finish(&seats.map(|seat| seat.name).collect::<Vec<_>>())
}

/// Writes what was asked for: a film, a picture, or both.
fn draw_pictures(
    args: &ReplayCommand,
    rules: &dyn Ruleset,
    record: &GameRecord,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let played = played_game(rules, record, |_| {})?;
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    let to = args.to.unwrap_or(usize::MAX);
    let mut written = Vec::new();
    if let Some(path) = &args.gif {
        let film = ludarium_draw::film(&played, args.from, to, theme);
        written.push((path, film.map_err(CliError::draw)?));
    }
    if let Some(path) = &args.png {
        let still = ludarium_draw::still(&played, to, theme);
        written.push((path, still.map_err(CliError::draw)?));
    }
    for (path, bytes) in written {
        std::fs::write(path, &bytes).map_err(CliError::write(path))?;
        let (file, size) = (path.display(), bytes.len());
        if args.json {
            screen.json(&json!({"file": file.to_string(), "bytes": size}))?
        } else {
            screen.line(format!("wrote {file} ({} KB)", size.div_ceil(1000)))?
        }
    }
    Ok(())
}

/// What is seen of a replayed game.
struct ReplayView<'a> {
    args: &'a ReplayCommand,
    /// The agent in each seat.
    agents: Vec<String>,
    /// What the names of bots stand for.
    legend: Vec<String>,
    record: &'a GameRecord,
    /// The seed of the run.
    seed: Seed,
    /// The cells of the last move.
    last: Vec<String>,
    screen: &'a mut Screen,
}

impl ReplayView<'_> {
    /// Shows the result; `seats` are their names.
    fn finish(&mut self, seats: &[String]) -> Result<(), CliError> {
        let record = self.record;
        if self.args.json {
            return self.screen.json(&json!({
                "ending": record.ending, "scores": record.scores, "agents": self.agents, "faults": record.faults,
            }));
        }
        let lines = EndLines {
            ending: &record.ending,
            seats,
            names: &self.agents,
            scores: &record.scores,
            faults: &record.faults,
            legend: &self.legend,
        }
        .lines();
        self.screen.line("")?;
        lines.iter().try_for_each(|line| self.screen.line(line))
    }

    fn show(&mut self, step: &Step<'_>) -> Result<(), CliError> {
        if self.args.json {
            return self.screen.json(&json!({
                "turn": step.ply.map_or(json!("chance"), |ply| json!(ply.seat.0)),
                "move": step.text,
                "position": step.after.describe(),
                "comment": step.comment,
            }));
        }
        let scene = step.after.scene();
        let style = self.screen.board_style();
        let mut text = String::new();
        match step.ply {
            Some(ply) => {
                let seat = &scene.seats[ply.seat.index()].name;
                let agent = &self.agents[ply.seat.index()];
                let number = ply.number + 1;
                let total = self.record.plies;
                text.push_str(&format!(
                    "{STRONG}{number}/{total} {seat} ({agent}) plays {}{STRONG:#}",
                    step.text
                ));
                let thought = ply.thought;
                if let Some(value) = thought.value {
                    text.push_str(&format!("\n{FAINT}expects {value:.3}{FAINT:#}"));
                }
                if let Some(time) = ply.time {
                    let counts =
                        [(thought.nodes, " nodes, "), (thought.iterations, " iterations, ")];
                    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
                    let mut cost: String =
                        counts.map(|(count, what)| grouped(count) + what).collect();
                    if thought.depth > 0 {
                        cost += &format!("depth {}, ", thought.depth);
                    }
                    let time = time.as_secs_f64() * 1000.0;
                    text.push_str(&format!("\n{FAINT}{cost}{time:.1} ms{FAINT:#}"));
                }
                if self.args.comments {
                    let here =
                        |fault: &&FaultNote| fault.ply == ply.number && fault.seat == ply.seat.0;
                    let fault = self.record.faults.iter().find(here);
                    let stderr = fault.map_or("", |fault| &fault.last_words);
                    text.push_str(&bots::remarks(step.comment, stderr));
                }
            }
            None => {
                let words = chance_in_words(step.before, step.text, self.seed);
                text.push_str(&format!("{STRONG}chance: {words}{STRONG:#}"));
            }
        }
        mark(&mut self.last, step.before, step.text);
        let rows = self.screen.page_rows();
        self.screen.page(&with_board(&scene, &style, &self.last, &text, rows))?;
        if !self.args.fast {
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }
}
