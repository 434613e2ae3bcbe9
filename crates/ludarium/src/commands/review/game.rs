//! One game before a judge: the curve, mistakes, turning points, and luck and skill.

use std::path::Path;
use std::sync::Arc;

use ludarium_arena::{Ruleset, read_text, seeded_start};
use ludarium_game::{ChancePlace, PlayedGame, Seed, Turn};
use ludarium_lab::review::{FinishedGame, Review, Reviewer, TurningPoint};
use serde_json::json;

use super::ReviewCommand;
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen, clean};

/// Mistakes that are listed.
const MISTAKES: usize = 6;
/// The columns of a curve at most.
const COLUMNS: usize = 60;
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A game that is to be reviewed, with who played it as far as that is known.
struct ReviewSubject {
    rules: Arc<dyn Ruleset>,
    game: FinishedGame,
    ending: String,
    agents: Vec<String>,
}

pub(super) fn run(
    args: &ReviewCommand,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let found = match (&args.moves, args.game) {
        (Some(file), _) => from_file(args, file, context)?,
        (None, number) => from_run(args, number.unwrap_or(0), context)?,
    };
    let ReviewSubject { rules, game, .. } = found;
    let start = game.played.start();
    let names: Vec<String> = start.scene().seats.into_iter().map(|seat| seat.name).collect();
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

fn from_run(
    args: &ReviewCommand,
    number: u64,
    context: &Context,
) -> Result<ReviewSubject, CliError> {
    let (store, record) = args.runs.game(&args.run, number)?;
    let contest = store.contest();
    let rules = context.rules(&contest.game, Some(&contest.variant))?;
    let labels = store.labels();
    let agents = record.seats.iter().map(|&agent| labels.get(agent).cloned());
    Ok(ReviewSubject {
        game: FinishedGame::of(&*rules, &record)?,
        rules,
        ending: record.ending.clone(),
        agents: agents.map(Option::unwrap_or_default).collect(),
    })
}

fn from_file(
    args: &ReviewCommand,
    file: &Path,
    context: &Context,
) -> Result<ReviewSubject, CliError> {
    let text = read_text(file).map_err(CliError::read(file))?;
    let rules = context.rules(&args.run, args.variant.as_deref())?;
    let start = match &args.position {
        Some(text) => rules.parse(text)?,
        None => seeded_start(&*rules, Seed(1)),
    };
    let played = PlayedGame::follow(start, text.split_whitespace())
        .map_err(|(number, error)| CliError::Usage(format!("move {number}: {error}")))?;
    let end = played.position();
    if end.turn() != Turn::Over {
        let problem =
            format!("the game is not over after its {} moves and outcomes", played.count());
        return Err(CliError::Usage(problem));
    }
    Ok(ReviewSubject {
        rules,
        ending: end.ending().to_owned(),
        game: FinishedGame { scores: end.scores(), played },
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
        let agent = agents.get(seat).map_or(String::new(), |agent| format!(" ({})", clean(agent)));
        screen.line(format!("{STRONG}{name}{STRONG:#}{agent}"))?;
        screen.line(format!("  {}", curve(review, seat)))?;
        screen.line(format!(
            "  accuracy {:.0}, {}own mistakes {}, mistakes of others {}, not foreseen {}",
            player.accuracy,
            if dice { format!("luck {}, ", signed(player.luck)) } else { String::new() },
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

/// The expectation of a seat over the game, from its start to its end.
fn curve(review: &Review, seat: usize) -> String {
    let values: Vec<f32> = review.curve.iter().map(|(_, values)| values[seat]).collect();
    let columns = values.len().min(COLUMNS);
    let column = |column: usize| {
        let at = column * (values.len() - 1) / (columns - 1).max(1);
        let height = values[at].clamp(0.0, 1.0) * (BLOCKS.len() - 1) as f32;
        BLOCKS[height.round() as usize]
    };
    (0..columns).map(column).collect()
}

/// A turning point in words.
pub fn sentence(turn: &TurningPoint, names: &[String]) -> String {
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
    if percent == 0.0 { "0 %".to_owned() } else { format!("{percent:+.0} %") }
}
