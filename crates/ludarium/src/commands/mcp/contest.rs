//! A small match for an assistant: played like any other, and then forgotten.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ludarium_arena::{
    Completion, Control, Games, Interrupt, Plan, Progress, Shard, Store, Tournament, run,
};
use ludarium_report::standings::{Scope, Standings};

use super::arguments::MatchArguments;
use super::wait_limit::WaitLimit;
use super::{COLUMNS, found};
use crate::sheets;

/// Games, and milliseconds for a move: where nothing is said, and at most.
const USUAL_GAMES: u64 = 20;
const MOST_GAMES: u64 = 200;
const USUAL_TIME: u64 = 20;
const MOST_TIME: u64 = 1000;
/// What is forgiven on a busy machine, in milliseconds.
const MARGIN: u64 = 1000;
/// A match that takes longer is ended.
const LONGEST: Duration = Duration::from_secs(120);

/// Plays a match; its headline and its standings.
pub(super) fn play(games: &Games, asked: &MatchArguments) -> Result<String, String> {
    let time = within("milliseconds", asked.milliseconds.unwrap_or(USUAL_TIME), MOST_TIME)?;
    let tournament = Tournament {
        game: asked.game.clone(),
        variant: asked.variant.clone(),
        agents: asked.agents.clone(),
        games: Some(within("games", asked.games.unwrap_or(USUAL_GAMES), MOST_GAMES)?),
        clock: Some(format!("move={time}ms")),
        margin_ms: Some(MARGIN),
        seed: asked.seed,
        ..Tournament::default()
    };
    let (contest, blocks) = found(tournament.contest(games))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan { blocks, threads, shard: Shard::WHOLE, bots: None, luck: false };
    let folder = Folder::new()?;
    let mut store = found(Store::create(&folder.0.join("match.db"), &contest))?;
    let interrupt = Interrupt::new();
    let late = interrupt.clone();
    let limit = WaitLimit::new(LONGEST, move || late.now());
    let mut watch = |_: Progress<'_>| Control::Continue;
    let completion = found(run(games, &contest, &plan, &mut store, &interrupt, &mut watch))?;
    drop(limit);
    let standings = found(Standings::of(games, &store, Scope::default()))?;
    let mut lines = vec![format!("{}, {time} ms a move.", standings.heading())];
    if let Completion::Interrupted { games_left } = completion {
        let seconds = LONGEST.as_secs();
        lines.push(format!("It was ended after {seconds} s with {games_left} games left."));
    }
    lines.extend(standings.headline());
    for sheet in standings.sheets().iter().take(1) {
        lines.push(sheets::text(&sheet.narrow(), COLUMNS));
    }
    Ok(lines.join("\n"))
}

fn within(what: &str, number: u64, most: u64) -> Result<u64, String> {
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(format!("`{what}` is {number}, expected 1 to {most}"))
    }
}

/// A folder that goes with the match.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ludarium-match-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let failed = |path: &Path, error| format!("cannot make {}: {error}", path.display());
        // What is there already is somebody else's.
        fs::create_dir(&path).map_err(|error| failed(&path, error))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
