//! The start of a block: a position that is the same for every game of it.

use ludarium_game::{Error, MoveList, Purpose, Result, Seed, Tabletop, Turn};

/// Where the games of a contest begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Openings {
    /// Start positions in the game's notation, taken in turn; the game's own start if there are none.
    pub starts: Vec<String>,
    /// Moves made at random before the agents take over.
    pub random_plies: u64,
}

/// An opening that ends the game is drawn again at most so often.
const TRIES: usize = 100;

/// The start of the `deal`-th block of a line-up. `seed` is the block's. A start where the game is over is an
/// error, and so are random moves that always end the game.
pub fn start<G: Tabletop>(
    rules: &G::Rules,
    openings: &Openings,
    deal: u64,
    seed: Seed,
) -> Result<G> {
    let start = match openings.starts.len() {
        0 => G::start(rules, &mut seed.stream(Purpose::Start, 0)),
        count => G::parse(rules, &openings.starts[(deal % count as u64) as usize])?,
    };
    if start.turn() == Turn::Over {
        let text = start.describe();
        return Err(Error::Impossible(format!(
            "no game can begin at `{text}`: it is over there ({})",
            start.ending()
        )));
    }
    if openings.random_plies == 0 {
        return Ok(start);
    }
    let mut rng = seed.stream(Purpose::Start, 1);
    let mut buffer = MoveList::new();
    for _ in 0..TRIES {
        let mut position = start.clone();
        let mut left = openings.random_plies;
        loop {
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => position.play(position.roll(&mut rng)),
                // Written and read back, the position has no past that a record would not show.
                Turn::Seat(_) if left == 0 => return G::parse(rules, &position.describe()),
                Turn::Seat(_) => {
                    left -= 1;
                    position.play(position.pick(&mut rng, &mut buffer));
                }
            }
        }
    }
    Err(Error::value(
        "random-plies",
        openings.random_plies,
        format!("fewer: each of {TRIES} random openings ended the game"),
    ))
}
