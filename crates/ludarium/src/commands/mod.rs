//! One file a command.

pub mod agents;
pub mod analyse;
pub mod bot;
pub mod cluster;
pub mod contest;
pub mod door;
pub mod engine;
pub mod experiment;
pub mod export;
pub mod games;
pub mod league;
pub mod mcp;
pub mod measuring;
pub mod merge;
pub mod model;
pub mod perft;
pub mod play;
pub mod random;
pub mod replay;
pub mod report;
pub mod reproduce;
pub mod rerun;
pub mod review;
pub mod serve;
pub mod show;
pub mod solve;
pub mod thoughts;
pub mod train;
pub mod tune;
pub mod verify;
pub mod watch;
pub mod worker;

use std::sync::Arc;

use clap::Args;
use ludarium_arena::{FaultNote, Ruleset, seeded_start};
use ludarium_draw::TerminalStyle;
use ludarium_game::{Position, Result, Scene, Seed, Turn};

use crate::context::Context;
use crate::screen::{FAINT, STRONG, clean};

/// Which game, and which of its variants.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game: see `ludarium games`
    pub game: String,

    /// A variant, with options: NAME or NAME:key=value,…
    #[arg(long, value_name = "V")]
    pub variant: Option<String>,
}

impl GameArgs {
    /// The rules asked for.
    pub fn rules(&self, context: &Context) -> Result<Arc<dyn Ruleset>> {
        context.rules(&self.game, self.variant.as_deref())
    }

    /// The variant as it was written; the name of the default where nothing was.
    pub fn variant<'a>(&'a self, rules: &'a dyn Ruleset) -> &'a str {
        self.variant.as_deref().unwrap_or(rules.variant())
    }
}

/// Where to begin.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// A position in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    pub position: Option<String>,

    /// The seed for what the start leaves to chance, for instance the map
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
}

impl PositionArgs {
    /// The position asked for.
    pub fn position(&self, rules: &dyn Ruleset) -> Result<Position> {
        match &self.position {
            Some(text) => rules.parse(text),
            None => Ok(seeded_start(rules, Seed(self.seed))),
        }
    }
}

/// How many threads work.
#[derive(Clone, Debug, clap::Args)]
pub struct ThreadArgs {
    /// The number of games at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number that was asked for, or that of the cores.
    pub fn count(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(1, Into::into),
        }
    }
}

/// The cells to mark after an event. Dice that touch no cell leave the move before them marked.
fn mark(last: &mut Vec<String>, before: &Position, text: &str) {
    let clicks = before.clicks(text);
    if !clicks.is_empty() || before.turn() != Turn::Chance {
        *last = clicks;
    }
}

/// What chance did, in words. `seed` chooses dice that an outcome leaves open.
fn chance_in_words(before: &Position, text: &str, seed: Seed) -> String {
    match before.tell(text, seed).map(|account| account.words) {
        Ok(words) if words.is_empty() => "changes nothing".to_owned(),
        Ok(words) => words,
        Err(_) => text.to_owned(),
    }
}

/// A board with what is said below it, on a page of `rows` rows: first the board becomes smaller, then less is said.
fn with_board(
    scene: &Scene,
    style: &TerminalStyle,
    last: &[String],
    said: &str,
    rows: usize,
) -> String {
    /// The move, what it was compared with, and the cost.
    const LEAST_SAID: usize = 4;
    let said_rows = said.lines().count().min(LEAST_SAID);
    let room = rows.saturating_sub(said_rows + 1);
    let board = ludarium_draw::terminal_in(scene, style, last, room);
    let board = board.trim_end();
    let left = rows.saturating_sub(board.lines().count() + 1);
    let said: Vec<&str> = said.lines().take(left.max(1)).collect();
    format!("{board}\n\n{}", said.join("\n"))
}

/// How a game ended, as lines below its board.
struct EndLines<'a> {
    ending: &'a str,
    seats: &'a [String],
    /// The player of each seat.
    names: &'a [String],
    scores: &'a [f32],
    faults: &'a [FaultNote],
    /// What the names of bots stand for.
    legend: &'a [String],
}

impl EndLines<'_> {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{STRONG}over: {}{STRONG:#}", self.ending)];
        for ((seat, name), score) in self.seats.iter().zip(self.names).zip(self.scores) {
            lines.push(format!("  {seat:<10} {score:.2}  {name}"));
        }
        for fault in self.faults {
            let seat = &self.seats[usize::from(fault.seat)];
            let reason = clean(&fault.reason);
            lines.push(format!("  {seat}: {} ({reason})", fault.kind));
            let words = fault.last_words.lines();
            lines.extend(words.map(|line| format!("    {FAINT}{}{FAINT:#}", clean(line))));
        }
        let legend = self.legend.iter();
        lines.extend(legend.map(|line| format!("{FAINT}{line}{FAINT:#}")));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_that_touch_no_cell_leave_the_move_before_them_marked() {
        let games = ludarium_arena::testing::games();
        let rules = games.rules("sprint", None).unwrap();
        let start = seeded_start(&*rules, Seed(1));
        let mut rolling = start.clone();
        rolling.play("run").unwrap();
        let mut last = Vec::new();
        mark(&mut last, &start, "walk");
        assert_eq!(last, ["a1"]);
        mark(&mut last, &rolling, "2");
        assert_eq!(last, ["a1"]);
        // A move takes the marks away, also one that touches no cell.
        mark(&mut last, &start, "run");
        assert!(last.is_empty(), "{last:?}");
    }
}
