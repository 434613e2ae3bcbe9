//! One game before a judge: the curve, mistakes, turning points, and luck beside skill.

use std::path::Path;
use std::sync::Arc;

use ludarium_arena::{Ruleset, seeded_start};
use ludarium_game::{ChancePlace, Scores, Seed, Turn};
use ludarium_lab::review::{Finished, Played, Review, Reviewer, TurningPoint};
use serde_json::json;

use super::Args;
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen, clean};

/// Mistakes that are listed.
const MISTAKES: usize = 6;
/// The columns of a curve at most.
const COLUMNS: usize = 60;
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A game that is to be reviewed, with who played it as far as that is known.
struct Found {
    rules: Arc<dyn Ruleset>,
    game: Finished,
    ending: String,
    agents: Vec<String>,
}

pub(super) fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let found = match (&args.moves, args.game) {
        (Some(file), _) => from_file(args, file, context)?,
        (None, number) => from_run(args, number.unwrap_or(0), context)?,
    };
    let Found { rules, game, .. } = found;
    let start = &game.played.positions[0];
    let names: Vec<String> = start
        .scene()
        .seats
        .into_iter()
        .map(|seat| seat.name)
        .collect();
    let scores = game.scores.as_slice(start.seats()).to_vec();
    let dice = rules.chance() != ChancePlace::Nowhere;
    let mut reviewer = Reviewer::new(args.judge(rules)?, game);
    let bar = screen.progress(reviewer.progress().1 as u64, "moves");
    while reviewer.step() {
        bar.inc(1);
    }
    bar.finish_and_clear();
    let review = reviewer.finish();
    if args.json {
        return screen.json(&json!({
            "game": args.game,
            "ending": found.ending,
            "scores": scores,
            "agents": found.agents,
            "review": review,
        }));
    }
    show(&review, &names, &found.agents, dice, screen)
}

fn from_run(args: &Args, number: u64, context: &Context) -> Result<Found, CliError> {
    let (store, record) = args.runs.game(&args.run, number)?;
    let contest = store.contest();
    let rules = context.rules(&contest.game, Some(&contest.variant))?;
    let labels = store.labels();
    let agents = record.seats.iter().map(|&agent| labels.get(agent).cloned());
    Ok(Found {
        game: Finished {
            played: Played::of(&*rules, &record)?,
            scores: Scores::new(&record.scores),
        },
        rules,
        ending: record.ending.clone(),
        agents: agents.map(Option::unwrap_or_default).collect(),
    })
}

fn from_file(args: &Args, file: &Path, context: &Context) -> Result<Found, CliError> {
    let unread =
        |error: std::io::Error| CliError::Usage(format!("cannot read {}: {error}", file.display()));
    let text = std::fs::read_to_string(file).map_err(unread)?;
    let rules = context.rules(&args.run, args.variant.as_deref())?;
    let start = match &args.position {
        Some(text) => rules.parse(text)?,
        None => seeded_start(&*rules, Seed(1)),
    };
    let played = Played::follow(start, text.split_whitespace())
        .map_err(|(number, error)| CliError::Usage(format!("move {number}: {error}")))?;
    let end = &played.positions[played.events.len()];
    if end.turn() != Turn::Over {
        let problem = format!(
            "the game is not over after its {} moves and outcomes",
            played.events.len()
        );
        return Err(CliError::Usage(problem));
    }
    Ok(Found {
        rules,
        ending: end.ending().to_owned(),
        game: Finished {
            scores: end.scores(),
            played,
        },
        agents: Vec::new(),
    })
}

fn show(
    review: &Review,
    names: &[String],
    agents: &[String],
    dice: bool,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let players = names.iter().zip(&review.players).enumerate();
    for (seat, (name, player)) in players {
        let agent = agents
            .get(seat)
            .map_or(String::new(), |agent| format!(" ({})", clean(agent)));
        screen.line(format!("{STRONG}{name}{STRONG:#}{agent}"))?;
        screen.line(format!("  {}", curve(review, seat)))?;
        screen.line(format!(
            "  accuracy {:.0}, {}own mistakes {}, mistakes of others {}, not foreseen {}",
            player.accuracy,
            match dice {
                true => format!("luck {}, ", signed(player.luck)),
                false => String::new(),
            },
            signed(player.own),
            signed(player.others),
            signed(player.unforeseen)
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
        (None, true) => format!("step {step}: luck gave {share:.0} % to {name}"),
        (None, false) => format!("step {step}: luck took {share:.0} % from {name}"),
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
