//! Random games a second against OpenSpiel, for every game that both have: one core each, processor time, in one run.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use ludarium_game::{MoveList, Purpose, Seed, Stopwatch, Tabletop, TimeKind};
use serde_json::Value;

use crate::games::Backgammon;
use crate::playouts::{playout, start};
use crate::table::{print, table};

/// The other side's program.
const PROGRAM: &str = include_str!("../peers.py");

/// A game that both have.
struct SharedGame {
    name: &'static str,
    measure: fn(f64) -> ludarium_game::Result<f64>,
    /// What the other library does in another way.
    differs: &'static str,
}

const GAMES: &[SharedGame] = &[
    SharedGame {
        name: Backgammon::NAME,
        measure: games_per_second::<Backgammon>,
        differs: "there a double is two moves, and plays that lead to the same position are several",
    },
    SharedGame {
        name: pig::Pig::NAME,
        measure: games_per_second::<pig::Pig>,
        differs: "there nothing may be held, and a game ends after 1000 moves and throws",
    },
];

/// Measures both sides and prints how they compare. `python` is an interpreter that has OpenSpiel.
pub fn run(python: &Path, seconds: f64) -> Result<(), Box<dyn Error>> {
    let names = GAMES.iter().map(|game| game.name);
    let output = Command::new(python)
        .args(["-c", PROGRAM, &seconds.to_string()])
        .args(names)
        .output()
        .map_err(|error| format!("{}: {error}", python.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let theirs: Vec<Value> = String::from_utf8(output.stdout)?
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let mut rows = table(&["GAME", "", "LUDARIUM GAMES/S", "OPENSPIEL GAMES/S", "RATIO"]);
    for (game, theirs) in GAMES.iter().zip(theirs) {
        let theirs = theirs["games_per_second"].as_f64().ok_or("a number of games a second")?;
        let ours = (game.measure)(seconds)?;
        rows.add_row([
            game.name.to_owned(),
            String::new(),
            format!("{ours:.0}"),
            format!("{theirs:.0}"),
            format!("{:.1}", ours / theirs),
        ]);
    }
    print(&rows);
    for game in GAMES {
        println!("{}: {}", game.name, game.differs);
    }
    Ok(())
}

fn games_per_second<G: Tabletop>(seconds: f64) -> ludarium_game::Result<f64> {
    let start = start::<G>(G::VARIANTS[0].name)?;
    let mut rng = Seed(1).stream(Purpose::Chance, 0);
    let mut buffer = MoveList::new();
    let mut games = 0u32;
    let watch = Stopwatch::start(TimeKind::Processor);
    while watch.elapsed().as_secs_f64() < seconds {
        for _ in 0..100 {
            playout(start.clone(), &mut rng, &mut buffer);
        }
        games += 100;
    }
    Ok(f64::from(games) / watch.elapsed().as_secs_f64())
}
