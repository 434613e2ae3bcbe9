//! `ludarium random`: what random games look like.

use ludarium_arena::statistics::{Estimate, mean, ratio, share};
use ludarium_arena::{Ruleset, Survey, seeded_start};
use ludarium_game::Seed;
use ludarium_report::sheet::Sheet;
use serde_json::{Value, json};

use super::{GameArgs, ThreadArgs};
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen, grouped};
use crate::sheets::print;

/// Play random games and show what they look like: lengths, outcomes, branching
///
/// Every figure has its 95 % interval. The same seed gives the same output on any number of threads.
#[derive(Debug, clap::Args)]
pub struct RandomCommand {
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
pub fn run(args: &RandomCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let rules = args.game.rules(context)?;
    let bar = screen.progress(args.games, "games");
    let mut report = |done| bar.set_position(done);
    let (seed, threads) = (Seed(args.seed), args.threads.count());
    let found = rules.survey(args.games, seed, threads, &mut report);
    bar.finish_and_clear();
    let seats = seeded_start(&*rules, seed).scene().seats.into_iter();
    let seats: Vec<String> = seats.map(|seat| seat.name).collect();
    if args.json {
        return screen.json(&as_json(args, &*rules, &found, &seats));
    }
    show(args, &*rules, &found, &seats, screen)
}

fn show(
    args: &RandomCommand,
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
    let numbers = [("moves per game", &found.lengths), ("chance events", &found.events)];
    let numbers = numbers.into_iter().filter(|(_, all)| all.iter().any(|&number| number > 0));
    let rows = numbers.map(|(what, all)| row(what, mean(all.iter().copied()), range(all)));
    let widest = row("legal moves", branching(found), format!("largest {}", found.widest));
    let headings = ["what", ">value", "95 % interval", "range"];
    print(&Sheet::new("", headings).texts(rows.chain([widest])), screen)?;
    let share = |what: String, count: u64| share_row(what, count, args.games);
    let wins =
        seats.iter().zip(&found.wins).map(|(seat, &wins)| share(format!("{seat} wins"), wins));
    let nobody = share("nobody alone".to_owned(), found.draws);
    let headings = |first| [first, ">games", ">share", "95 % interval"];
    print(&Sheet::new("", headings("outcome")).texts(wins.chain([nobody])), screen)?;
    let endings = found.endings.iter().map(|(ending, &count)| share((*ending).to_owned(), count));
    print(&Sheet::new("", headings("end")).texts(endings), screen)?;
    screen.line("")?;
    let variant = args.game.variant.as_ref().map_or(String::new(), |v| format!(" --variant {v}"));
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
    let pairs: Vec<(f64, f64)> =
        games.map(|(&choices, &length)| (choices as f64, length as f64)).collect();
    ratio(&pairs)
}

fn row(what: &str, estimate: Estimate, range: String) -> [String; 4] {
    let Estimate { value, low, high } = estimate;
    [what.to_owned(), format!("{value:.2}"), format!("{low:.2} to {high:.2}"), range]
}

fn share_row(what: String, count: u64, games: u64) -> [String; 4] {
    let Estimate { value, low, high } = share(count, games);
    let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
    [what, grouped(count), format!("{value:.2} %"), format!("{low:.2} to {high:.2} %")]
}

/// Smallest, median and largest number.
fn range(numbers: &[u64]) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    match (sorted.first(), sorted.get(sorted.len() / 2), sorted.last()) {
        (Some(low), Some(median), Some(high)) => format!("{low} to {high}, median {median}"),
        _ => String::new(),
    }
}

fn as_json(args: &RandomCommand, rules: &dyn Ruleset, found: &Survey, seats: &[String]) -> Value {
    let estimate = |e: Estimate| json!({"value": e.value, "low": e.low, "high": e.high});
    let shares = |count: u64| {
        let e = share(count, args.games);
        json!({"games": count, "share": e.value, "low": e.low, "high": e.high})
    };
    let wins: serde_json::Map<_, _> =
        seats.iter().zip(&found.wins).map(|(seat, &count)| (seat.clone(), shares(count))).collect();
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
