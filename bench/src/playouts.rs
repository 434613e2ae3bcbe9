//! Random playouts of every game: how many a second, and what a ply costs.

use std::error::Error;
use std::time::Instant;

use ludarium_game::{Game, MoveList, Purpose, Rng, Seed, Spec, Tabletop, Turn, VariantInfo};

use crate::games::{
    Backgammon, Chexers, DiceChess, Dicewars, ThreeChess, ThreeDice, TucChess, games,
};
use crate::table::{print, table};
use crate::{instructions, perft};

/// The games by their types of positions.
const TYPES: &[Measurable] = &[
    Measurable::of::<DiceChess>(),
    Measurable::of::<ThreeDice>(),
    Measurable::of::<ThreeChess>(),
    Measurable::of::<TucChess>(),
    Measurable::of::<Dicewars>(),
    Measurable::of::<Chexers>(),
    Measurable::of::<Backgammon>(),
];

/// Variants with the same type of positions, and what is done with them.
struct Measurable {
    game: &'static str,
    variants: &'static [VariantInfo],
    measure: fn(&str, f64) -> ludarium_game::Result<PlayoutFigures>,
    work: fn(&str, u64) -> ludarium_game::Result<u64>,
}

impl Measurable {
    const fn of<G: Tabletop>() -> Measurable {
        Measurable {
            game: G::NAME,
            variants: G::VARIANTS,
            measure: measure::<G>,
            work: random_games::<G>,
        }
    }
}

/// Measures and prints one table row a game and variant.
pub fn run(only: Option<&str>, seconds: f64, count: bool) -> Result<(), Box<dyn Error>> {
    if let Some(name) = only {
        games().find(name)?;
    }
    let mut table = table(&[
        "GAME",
        "VARIANT",
        "BYTES",
        "PLAYOUTS/S",
        "PLIES/S",
        "PLIES/GAME",
        "PERFT LINES/S",
        "INSTRUCTIONS/PLY",
    ]);
    let wanted = |one: &&Measurable| only.is_none_or(|name| name == one.game);
    for one in TYPES.iter().filter(wanted) {
        let game = one.game;
        for variant in one.variants {
            eprintln!("measuring {game} {} …", variant.name);
            let measured = (one.measure)(variant.name, seconds)?;
            let instructions = if count {
                instructions::per_ply(game, variant.name, measured.plies_per_game)?
            } else {
                None
            };
            table.add_row([
                game.to_owned(),
                variant.name.to_owned(),
                measured.bytes.to_string(),
                format!("{:.0}", measured.playouts_per_second),
                format!("{:.0}", measured.playouts_per_second * measured.plies_per_game),
                format!("{:.1}", measured.plies_per_game),
                format!("{:.0}", measured.lines_per_second),
                instructions.map_or("not counted".to_owned(), |count| format!("{count:.0}")),
            ]);
        }
    }
    print(&table);
    if only.is_none_or(|name| name == "dice-chess") {
        perft::compare_with_cozy_chess()?;
    }
    Ok(())
}

/// Plays `games` random games and returns the number of plies: player moves, chance not counted.
pub fn work(game: &str, variant: &str, games: u64) -> Result<u64, Box<dyn Error>> {
    let has = |one: &&Measurable| {
        let mut variants = one.variants.iter();
        one.game == game && variants.any(|known| known.name == variant)
    };
    let found = TYPES.iter().find(has);
    let one = found.ok_or_else(|| format!("there is no {game} {variant}"))?;
    Ok((one.work)(variant, games)?)
}

fn random_games<G: Tabletop>(variant: &str, games: u64) -> ludarium_game::Result<u64> {
    let start = start::<G>(variant)?;
    let mut rng = Seed(1).stream(Purpose::Chance, 0);
    let mut buffer = MoveList::new();
    Ok((0..games).map(|_| playout(start.clone(), &mut rng, &mut buffer)).sum())
}

/// One start position for all games: the cost of a set-up (maps, tables) is not the cost of play.
pub fn start<G: Tabletop>(variant: &str) -> ludarium_game::Result<G> {
    let rules = G::rules(&Spec::parse(variant)?)?;
    Ok(G::start(&rules, &mut Seed(1).stream(Purpose::Start, 0)))
}

struct PlayoutFigures {
    bytes: usize,
    playouts_per_second: f64,
    plies_per_game: f64,
    lines_per_second: f64,
}

fn measure<G: Tabletop>(variant: &str, seconds: f64) -> ludarium_game::Result<PlayoutFigures> {
    let start = start::<G>(variant)?;
    let mut rng = Seed(1).stream(Purpose::Chance, 0);
    let mut buffer = MoveList::new();
    let (mut games, mut plies) = (0u64, 0u64);
    let started = Instant::now();
    while started.elapsed().as_secs_f64() < seconds {
        plies += playout(start.clone(), &mut rng, &mut buffer);
        games += 1;
    }
    let playing = started.elapsed().as_secs_f64();
    let (lines, counting) = perft::timed(&start, seconds);
    Ok(PlayoutFigures {
        bytes: size_of::<G>(),
        playouts_per_second: games as f64 / playing,
        plies_per_game: plies as f64 / games as f64,
        lines_per_second: lines as f64 / counting,
    })
}

/// Plays on at random to the end and returns the number of player moves.
pub fn playout<G: Game>(mut position: G, rng: &mut Rng, buffer: &mut MoveList<G::Move>) -> u64 {
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
