//! Random playouts of every game: how many a second, and what a ply costs.

use std::error::Error;
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use ludarium_game::{Game, MoveList, Purpose, Rng, Seed, Tabletop, Turn};
use ludarium_games::registry::{self, GAMES, Task};

use crate::{instructions, perft};

/// What a ply of random play may cost, in instructions.
const AIMS: &[(&str, &str, u64)] = &[
    ("chexers", "referee", 350),
    ("tuc-chess", "2021", 350),
    ("dicewars", "flat", 400),
    ("dice-chess", "seed", 600),
    ("three-chess", "reference", 900),
];

/// Measures and prints one table row a game and variant.
pub fn run(only: Option<&str>, seconds: f64, count: bool) -> Result<(), Box<dyn Error>> {
    if let Some(name) = only {
        registry::find(name)?;
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header([
        "GAME",
        "VARIANT",
        "BYTES",
        "PLAYOUTS/S",
        "PLIES/S",
        "PLIES/GAME",
        "PERFT LINES/S",
        "INSTRUCTIONS/PLY",
        "AIM",
    ]);
    for index in 2..9 {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for game in GAMES
        .iter()
        .filter(|game| only.is_none_or(|name| name == game.name))
    {
        for variant in game.variants() {
            eprintln!("measuring {} {} …", game.name, variant.name);
            let measured = registry::with_game(game.name, Some(variant.name), Measure { seconds })?;
            let instructions = match count {
                true => instructions::per_ply(game.name, variant.name, measured.plies_per_game)?,
                false => None,
            };
            let aim = AIMS
                .iter()
                .find(|aim| (aim.0, aim.1) == (game.name, variant.name));
            table.add_row([
                game.name.to_owned(),
                variant.name.to_owned(),
                measured.bytes.to_string(),
                format!("{:.0}", measured.playouts_per_second),
                format!(
                    "{:.0}",
                    measured.playouts_per_second * measured.plies_per_game
                ),
                format!("{:.1}", measured.plies_per_game),
                format!("{:.0}", measured.lines_per_second),
                instructions.map_or("not counted".to_owned(), |count| format!("{count:.0}")),
                aim.map_or(String::new(), |aim| format!("≤ {}", aim.2)),
            ]);
        }
    }
    for line in table.lines() {
        println!("{}", line.trim_end());
    }
    if only.is_none_or(|name| name == "dice-chess") {
        perft::compare_with_cozy_chess()?;
    }
    Ok(())
}

/// Plays `games` random games and returns the number of plies: player moves, chance not counted.
pub fn work(game: &str, variant: &str, games: u64) -> Result<u64, Box<dyn Error>> {
    Ok(registry::with_game(game, Some(variant), Work { games })?)
}

struct Work {
    games: u64,
}

impl Task for Work {
    type Output = u64;

    fn run<G: Tabletop>(self, rules: G::Rules) -> u64 {
        // One start position: the cost of a set-up (maps, tables) is not the cost of play.
        let start = G::start(&rules, &mut Seed(1).stream(Purpose::Start, 0));
        let mut rng = Seed(1).stream(Purpose::Chance, 0);
        let mut buffer = MoveList::new();
        (0..self.games)
            .map(|_| playout(start.clone(), &mut rng, &mut buffer))
            .sum()
    }
}

struct Measure {
    seconds: f64,
}

struct Measured {
    bytes: usize,
    playouts_per_second: f64,
    plies_per_game: f64,
    lines_per_second: f64,
}

impl Task for Measure {
    type Output = Measured;

    fn run<G: Tabletop>(self, rules: G::Rules) -> Measured {
        let start = G::start(&rules, &mut Seed(1).stream(Purpose::Start, 0));
        let mut rng = Seed(1).stream(Purpose::Chance, 0);
        let mut buffer = MoveList::new();
        let (mut games, mut plies) = (0u64, 0u64);
        let started = Instant::now();
        while started.elapsed().as_secs_f64() < self.seconds {
            plies += playout(start.clone(), &mut rng, &mut buffer);
            games += 1;
        }
        let playing = started.elapsed().as_secs_f64();
        let (lines, counting) = perft::timed(&start, self.seconds);
        Measured {
            bytes: size_of::<G>(),
            playouts_per_second: games as f64 / playing,
            plies_per_game: plies as f64 / games as f64,
            lines_per_second: lines as f64 / counting,
        }
    }
}

/// Plays on at random to the end and returns the number of player moves.
fn playout<G: Game>(mut position: G, rng: &mut Rng, buffer: &mut MoveList<G::Move>) -> u64 {
    let mut plies = 0;
    loop {
        let mv = match position.turn() {
            Turn::Seat(_) => {
                plies += 1;
                position.pick(rng, buffer)
            }
            Turn::Chance => position.roll(rng),
            Turn::Over => return plies,
        };
        position.play(mv);
    }
}
