//! `ludarium random`: what random games look like.

use ludarium_arena::statistics::{Estimate, mean, ratio, share};
use ludarium_arena::{Ruleset, Survey, seeded_start};
use ludarium_game::Seed;
use serde_json::{Value, json};

use super::{GameArgs, ThreadArgs};
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen, grouped};
use crate::table;

/// Play random games and show what they look like: lengths, outcomes, branching
///
/// Every figure has its 95 % interval. The same seed gives the same output on any number of threads.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The number of games
    #[arg(long, short = 'n', default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// The master seed
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays and prints.
pub fn run(args: &Args, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let rules = args.game.rules(context)?;
    let bar = screen.progress(args.games, "games");
    let report = |done| bar.set_position(done);
    let (seed, threads) = (Seed(args.seed), args.threads.count());
    let found = rules.survey(args.games, seed, threads, &report);
    bar.finish_and_clear();
    let seats = seeded_start(&*rules, seed).scene().seats.into_iter();
    let seats: Vec<String> = seats.map(|seat| seat.name).collect();
    if args.json {
        return screen.json(&as_json(args, &*rules, &found, &seats));
    }
    print(args, &*rules, &found, &seats, screen)
}

fn print(
    args: &Args,
    rules: &dyn Ruleset,
    found: &Survey,
    seats: &[String],
    screen: &mut Screen,
) -> Result<(), CliError> {
    let variant = args.game.variant(rules);
    let games = grouped(args.games);
    screen.line(format!(
        "{STRONG}{} {variant}{STRONG:#}: {games} random games, seed {}",
        rules.game(),
        args.seed
    ))?;
    screen.line("")?;
    let mut table = table::table(
        &["what", ">value", "95 % interval", "range"],
        screen.table_width(),
    );
    let lengths = sorted(&found.lengths);
    table.add_row(row(
        "moves per game",
        mean(found.lengths.iter().copied()),
        &range(&lengths),
    ));
    if found.events.iter().any(|&events| events > 0) {
        let events = sorted(&found.events);
        table.add_row(row(
            "chance events",
            mean(found.events.iter().copied()),
            &range(&events),
        ));
    }
    let widest = format!("largest {}", found.widest);
    table.add_row(row("legal moves", branching(found), &widest));
    screen.line(table::trimmed(&table))?;
    screen.line("")?;
    let mut table = table::table(
        &["outcome", ">games", ">share", "95 % interval"],
        screen.table_width(),
    );
    for (seat, &wins) in seats.iter().zip(&found.wins) {
        table.add_row(share_row(&format!("{seat} wins"), wins, args.games));
    }
    table.add_row(share_row("nobody alone", found.draws, args.games));
    screen.line(table::trimmed(&table))?;
    screen.line("")?;
    let mut table = table::table(
        &["end", ">games", ">share", "95 % interval"],
        screen.table_width(),
    );
    for (ending, &count) in &found.endings {
        table.add_row(share_row(ending, count, args.games));
    }
    screen.line(table::trimmed(&table))?;
    screen.line("")?;
    let variant = args
        .game
        .variant
        .as_ref()
        .map_or(String::new(), |v| format!(" --variant {v}"));
    screen.line(format!(
        "{FAINT}again: ludarium random {}{variant} --games {} --seed {}{FAINT:#}",
        rules.game(),
        args.games,
        args.seed
    ))
}

/// Legal moves per position, over all positions of all games.
fn branching(found: &Survey) -> Estimate {
    let games = found.choices.iter().zip(&found.lengths);
    let pairs: Vec<(f64, f64)> = games
        .map(|(&choices, &length)| (choices as f64, length as f64))
        .collect();
    ratio(&pairs)
}

fn row(what: &str, estimate: Estimate, range: &str) -> [String; 4] {
    [
        what.to_owned(),
        format!("{:.2}", estimate.value),
        format!("{:.2} to {:.2}", estimate.low, estimate.high),
        range.to_owned(),
    ]
}

fn share_row(what: &str, count: u64, games: u64) -> [String; 4] {
    let estimate = share(count, games);
    [
        what.to_owned(),
        grouped(count),
        format!("{:.2} %", 100.0 * estimate.value),
        format!(
            "{:.2} to {:.2} %",
            100.0 * estimate.low,
            100.0 * estimate.high
        ),
    ]
}

fn sorted(numbers: &[u64]) -> Vec<u64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted
}

/// Smallest, median and largest of sorted numbers.
fn range(sorted: &[u64]) -> String {
    match (sorted.first(), sorted.get(sorted.len() / 2), sorted.last()) {
        (Some(low), Some(median), Some(high)) => format!("{low} to {high}, median {median}"),
        _ => String::new(),
    }
}

fn as_json(args: &Args, rules: &dyn Ruleset, found: &Survey, seats: &[String]) -> Value {
    let estimate = |e: Estimate| json!({"value": e.value, "low": e.low, "high": e.high});
    let shares = |count: u64| {
        let e = share(count, args.games);
        json!({"games": count, "share": e.value, "low": e.low, "high": e.high})
    };
    let wins: serde_json::Map<_, _> = seats
        .iter()
        .zip(&found.wins)
        .map(|(seat, &count)| (seat.clone(), shares(count)))
        .collect();
    let endings: serde_json::Map<_, _> = found
        .endings
        .iter()
        .map(|(ending, &count)| ((*ending).to_owned(), shares(count)))
        .collect();
    json!({
        "game": rules.game(),
        "variant": args.game.variant(rules),
        "games": args.games,
        "seed": args.seed,
        "moves": estimate(mean(found.lengths.iter().copied())),
        "chance_events": estimate(mean(found.events.iter().copied())),
        "legal_moves": {
            "mean": estimate(branching(found)),
            "largest": found.widest,
        },
        "wins": wins,
        "draws": shares(found.draws),
        "endings": endings,
    })
}
