//! `ludarium perft`: count all lines of a given length.

use std::time::Instant;

use ludarium_report::sheet::Sheet;
use serde_json::json;

use super::{GameArgs, PositionArgs};
use crate::context::Context;
use crate::error::CliError;
use crate::screen::{FAINT, STRONG, Screen, grouped};
use crate::sheets::print_here;

/// Count all lines of a given length, per first move and in total
///
/// A line is a sequence of moves; chance events do not count as moves, but every outcome is
/// followed. Where outcomes are too many, a fixed one stands for all (see the game's rules).
#[derive(Debug, clap::Args)]
pub struct PerftCommand {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    start: PositionArgs,

    /// The number of moves in a line
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Counts and prints.
pub fn run(args: &PerftCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let rules = args.game.rules(context)?;
    let position = args.start.position(&*rules)?;
    let started = Instant::now();
    let rows = position.divide(args.depth);
    let total: u64 = rows.iter().map(|(_, lines)| lines).sum();
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        let moves: serde_json::Map<_, _> =
            rows.into_iter().map(|(name, lines)| (name, lines.into())).collect();
        return screen.json(&json!({
            "game": rules.game(),
            "position": position.describe(),
            "depth": args.depth,
            "moves": moves,
            "total": total,
            "seconds": seconds,
        }));
    }
    let moves = rows.iter().map(|(name, lines)| [name.clone(), grouped(*lines)]);
    if let Some(sheet) = Sheet::new("", ["move", ">lines"]).texts(moves).if_any() {
        print_here(&sheet, screen)?;
        screen.line("")?;
    }
    let lines = grouped(total);
    screen.line(format!("{STRONG}{lines}{STRONG:#} lines of {} moves", args.depth))?;
    let rate = grouped((total as f64 / seconds.max(1e-9)) as u64);
    screen.line(format!("{FAINT}{seconds:.3} s, {rate} lines/s{FAINT:#}"))
}
