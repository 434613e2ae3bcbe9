//! `ludarium review`: what a stored game was decided by.

use std::ops::ControlFlow;

use ludarium_arena::Event;
use ludarium_game::{ChancePlace, Scores};
use ludarium_web::review::{Finished, Review, Reviewer, TurningPoint};
use serde_json::json;

use crate::context::Context;
use crate::error::CliError;
use crate::runs::RunsArgs;
use crate::screen::{FAINT, STRONG, Screen, clean};

/// Review a stored game: the curve, mistakes, turning points, and luck beside skill
///
/// An engine looks at every decision. Shares are parts of a win in percent.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name or file of the run
    run: String,

    /// The number of the game, from 0
    game: u64,

    #[command(flatten)]
    runs: RunsArgs,

    /// Print JSON: everything that was found out
    #[arg(long)]
    json: bool,
}

/// Mistakes that are listed.
const MISTAKES: usize = 6;
/// The columns of a curve at most.
const COLUMNS: usize = 60;
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Reviews and prints.
pub fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let store = args.runs.open(&args.run)?;
    let contest = store.contest();
    let Some(record) = store.game(args.game)? else {
        let stored = store.finished()?.len();
        return Err(CliError::Usage(format!(
            "there is no game {} in this run; it holds {stored} games, counted from 0",
            args.game
        )));
    };
    let rules = context.rules(&contest.game, Some(&contest.variant))?;
    let (mut positions, mut events) = (Vec::new(), Vec::new());
    let end = rules.replay(&record, &mut |step| {
        positions.push(step.before.clone());
        events.push(Event {
            by: step.ply.map(|ply| ply.seat),
            text: step.text.to_owned(),
            clicks: Vec::new(),
        });
        ControlFlow::Continue(())
    })?;
    let seats = end.scene().seats.into_iter();
    let names: Vec<String> = seats.map(|seat| seat.name).collect();
    positions.push(end);
    let game = Finished {
        positions,
        events,
        scores: Scores::new(&record.scores),
    };
    let wrong = |error: &dyn std::fmt::Display| CliError::Usage(error.to_string());
    let mut reviewer = Reviewer::new(&*rules, game).map_err(|error| wrong(&error))?;
    let bar = screen.progress(reviewer.progress().1 as u64, "moves");
    while reviewer.step() {
        bar.inc(1);
    }
    bar.finish_and_clear();
    let review = reviewer.finish();
    let labels = store.labels();
    let agents = record.seats.iter().map(|&agent| labels.get(agent).cloned());
    let agents: Vec<String> = agents.map(Option::unwrap_or_default).collect();
    if args.json {
        return screen.json(&json!({
            "game": args.game,
            "ending": record.ending,
            "scores": record.scores,
            "agents": agents,
            "review": review,
        }));
    }
    let dice = rules.chance() != ChancePlace::Nowhere;
    show(&review, &names, &agents, dice, screen)
}

fn show(
    review: &Review,
    names: &[String],
    agents: &[String],
    dice: bool,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let players = names.iter().zip(agents).zip(&review.players).enumerate();
    for (seat, ((name, agent), player)) in players {
        screen.line(format!("{STRONG}{name}{STRONG:#} ({})", clean(agent)))?;
        screen.line(format!("  {}", curve(review, seat)))?;
        screen.line(format!(
            "  accuracy {:.0}, {}own mistakes {}, mistakes of others {}",
            player.accuracy,
            match dice {
                true => format!("dice {}, ", signed(player.luck)),
                false => String::new(),
            },
            signed(player.own),
            signed(player.others)
        ))?;
    }
    if !review.turning_points.is_empty() {
        screen.line(format!("\n{STRONG}Turning points{STRONG:#}"))?;
    }
    for turn in &review.turning_points {
        screen.line(format!("  {}", sentence(turn, names)))?;
    }
    if !review.mistakes.is_empty() {
        screen.line(format!("\n{STRONG}Mistakes{STRONG:#}"))?;
    }
    for mistake in review.mistakes.iter().take(MISTAKES) {
        screen.line(format!(
            "  step {}: {} played {}, which cost {:.0} %; {} was better",
            mistake.count,
            names[usize::from(mistake.seat)],
            mistake.played,
            100.0 * mistake.cost,
            mistake.better
        ))?;
    }
    screen.line(format!("{FAINT}by {}{FAINT:#}", review.engine))
}

/// What a seat could expect over the game, from its start to its end.
fn curve(review: &Review, seat: usize) -> String {
    let values: Vec<f32> = review
        .curve
        .iter()
        .map(|(_, values)| values[seat])
        .collect();
    let columns = values.len().min(COLUMNS);
    let column = |column: usize| {
        let at = column * (values.len() - 1) / (columns - 1).max(1);
        let height = values[at].clamp(0.0, 1.0) * (BLOCKS.len() - 1) as f32;
        BLOCKS[height.round() as usize]
    };
    (0..columns).map(column).collect()
}

fn sentence(turn: &TurningPoint, names: &[String]) -> String {
    let (step, name) = (turn.count, &names[usize::from(turn.seat)]);
    let share = 100.0 * turn.change.abs();
    match (&turn.better, turn.change > 0.0) {
        (Some(better), _) => {
            format!("step {step}: {name} gave away {share:.0} %; {better} was better")
        }
        (None, true) => format!("step {step}: the dice gave {share:.0} % to {name}"),
        (None, false) => format!("step {step}: the dice took {share:.0} % from {name}"),
    }
}

/// `+12 %`, `-3 %`.
fn signed(share: f32) -> String {
    let percent = (100.0 * share).round();
    match percent == 0.0 {
        true => "0 %".to_owned(),
        false => format!("{percent:+.0} %"),
    }
}
