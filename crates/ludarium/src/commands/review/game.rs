//! Games before a judge, each by itself: the curve, mistakes, turning points, and luck and skill.

use std::path::Path;
use std::sync::Arc;

use ludarium_arena::{Ruleset, read_text, seeded_start};
use ludarium_bundle::originals::RecordedGames;
use ludarium_game::{ChancePlace, PlayedGame, Position, Seed, ShareUnit, Turn};
use ludarium_lab::review::{FinishedGame, PlayerReview, Review, Reviewer};
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
    /// What it is called, where there are several.
    title: Option<String>,
    game: FinishedGame,
    ending: String,
    agents: Vec<String>,
    /// What else was done, each after a number of events.
    remarks: Vec<(usize, String)>,
}

pub(super) fn run(
    args: &ReviewCommand,
    context: &Context,
    screen: &mut Screen,
) -> Result<(), CliError> {
    let (rules, subjects, broken) = match (&args.moves, args.game) {
        (Some(file), _) => from_file(args, file, context)?,
        (None, number) => from_run(args, number.unwrap_or(0), context)?,
    };
    let dice = rules.chance() != ChancePlace::Nowhere;
    let (mut told, mut reviews) = (Vec::new(), Vec::new());
    for subject in subjects {
        let start = subject.game.played.start();
        let names: Vec<String> = start.scene().seats.into_iter().map(|seat| seat.name).collect();
        let scores = subject.game.scores.map(|scores| scores.as_slice(start.seats()).to_vec());
        let mut reviewer = Reviewer::new(args.judge(rules.clone())?, subject.game.clone());
        let bar = screen.progress(reviewer.progress().1 as u64, "moves");
        while reviewer.step() {
            bar.inc(1);
        }
        bar.finish_and_clear();
        let review = reviewer.finish();
        if args.json {
            told.push(json!({
                "game": args.game,
                "title": subject.title,
                "ending": subject.ending,
                "scores": scores,
                "agents": subject.agents,
                "remarks": subject.remarks,
                "review": review,
            }));
        } else {
            show(&review, &names, &subject, dice, screen)?;
        }
        reviews.push((review, names, subject.agents, start.unit()));
    }
    let totals = totals(&reviews);
    if let [(review, names, agents, _), _, ..] = &reviews[..]
        && !args.json
    {
        screen.line(format!("\n{STRONG}all {} games{STRONG:#}", reviews.len()))?;
        for (seat, total) in totals.iter().enumerate() {
            let who = agents.get(seat).unwrap_or(&names[seat]);
            screen.line(format!("  {}: {}", clean(who), review.balance(total, dice)))?;
        }
    }
    if args.json {
        let one = told.len() == 1 && broken.is_none();
        let all = || json!({ "games": told, "players": totals, "broken": broken });
        screen.json(&if one { told[0].clone() } else { all() })?;
    }
    let unread = |reason| CliError::Failed(format!("not all of the file was read: {reason}"));
    broken.map_or(Ok(()), |reason| Err(unread(reason)))
}

/// A review with the names of the seats, who sat there, and the unit of the game.
type ToldReview = (Review, Vec<String>, Vec<String>, ShareUnit);

/// Each seat over all games.
fn totals(reviews: &[ToldReview]) -> Vec<PlayerReview> {
    let Some((_, names, _, unit)) = reviews.first() else {
        return Vec::new();
    };
    let seat = |seat| reviews.iter().filter_map(move |(review, ..)| review.players.get(seat));
    (0..names.len()).map(|number| PlayerReview::total(seat(number), *unit)).collect()
}

/// Games with their rules, and why there are not more.
type Found = (Arc<dyn Ruleset>, Vec<ReviewSubject>, Option<String>);

fn from_run(args: &ReviewCommand, number: u64, context: &Context) -> Result<Found, CliError> {
    let (store, record) = args.runs.game(&args.run, number)?;
    let contest = store.contest();
    let rules = context.rules(&contest.game, Some(&contest.variant))?;
    let labels = store.labels();
    let agents = record.seats.iter().map(|&agent| labels.get(agent).cloned());
    let subject = ReviewSubject {
        title: None,
        game: FinishedGame::of(&*rules, &record)?,
        ending: record.ending.clone(),
        agents: agents.map(Option::unwrap_or_default).collect(),
        remarks: Vec::new(),
    };
    Ok((rules, vec![subject], None))
}

fn from_file(args: &ReviewCommand, file: &Path, context: &Context) -> Result<Found, CliError> {
    let text = read_text(file).map_err(CliError::read(file))?;
    let rules = context.rules(&args.run, args.variant.as_deref())?;
    let start = match &args.position {
        Some(text) => rules.parse(text)?,
        None => seeded_start(&*rules, Seed(1)),
    };
    let recorded = ludarium_bundle::find(&context.bundles, &args.run)?.recorded;
    if let Some(RecordedGames { games, broken }) = recorded.and_then(|read| read(&text, &start)) {
        let subjects = games.into_iter().filter(|game| game.played.count() > 0);
        let subjects = subjects.map(|game| ReviewSubject {
            title: Some(game.title),
            ending: game.played.position().ending().to_owned(),
            game: FinishedGame { played: game.played, scores: game.scores },
            agents: game.players,
            remarks: game.remarks,
        });
        return Ok((rules, subjects.collect(), broken));
    }
    let played = PlayedGame::follow(start, text.split_whitespace())
        .map_err(|(number, error)| CliError::Usage(format!("move {number}: {error}")))?;
    let end: &Position = played.position();
    if end.turn() != Turn::Over {
        let problem =
            format!("the game is not over after its {} moves and outcomes", played.count());
        return Err(CliError::Usage(problem));
    }
    let subject = ReviewSubject {
        title: None,
        ending: end.ending().to_owned(),
        game: FinishedGame { scores: Some(end.scores()), played },
        agents: Vec::new(),
        remarks: Vec::new(),
    };
    Ok((rules, vec![subject], None))
}

fn show(
    review: &Review,
    names: &[String],
    subject: &ReviewSubject,
    dice: bool,
    screen: &mut Screen,
) -> Result<(), CliError> {
    if let Some(title) = &subject.title {
        screen.line(format!("\n{STRONG}{}{STRONG:#}", clean(title)))?;
    }
    for (seat, name) in names.iter().enumerate() {
        let agent = subject.agents.get(seat);
        let agent = agent.map_or(String::new(), |agent| format!(" ({})", clean(agent)));
        screen.line(format!("{STRONG}{name}{STRONG:#}{agent}"))?;
        screen.line(format!("  {}", curve(review, seat)))?;
        screen.line(format!("  {}", review.balance(&review.players[seat], dice)))?;
    }
    let turns = review.turning_points.iter().map(|turn| review.turning_point(turn, names));
    let mistakes = review.mistakes.iter().take(MISTAKES).map(|one| review.mistake(one, names));
    let remarks = subject.remarks.iter();
    let remarks = remarks.map(|(count, said)| format!("after step {count}: {}", clean(said)));
    for (heading, lines) in [
        ("Turning points", turns.collect::<Vec<String>>()),
        ("Mistakes", mistakes.collect()),
        ("Not judged", remarks.collect()),
    ] {
        if !lines.is_empty() {
            screen.line(format!("\n{STRONG}{heading}{STRONG:#}"))?;
        }
        for line in lines {
            screen.line(format!("  {line}"))?;
        }
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
