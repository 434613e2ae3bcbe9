//! The luck of a game: chance events that stay comparable between games of one block.

use ludarium_game::{Dice, Game, Position, Purpose, Rng, Seat, Seed, Tabletop, Turn};

/// Draws the chance events of one game.
///
/// Each event has a stream of its own, named by the seat that moved last and by how many events have followed
/// its moves before. So a player meets the same luck at its k-th event in every game of a block, even after
/// the games have gone different ways, and however many numbers an event draws.
pub struct Luck<G: Game> {
    seed: Seed,
    own: Option<Box<dyn Dice<G>>>,
    mover: Option<Seat>,
    events: [u32; ludarium_game::MAX_SEATS + 1],
}

impl<G: Tabletop> Luck<G> {
    /// The luck of a game that begins at `start`.
    pub fn new(rules: &G::Rules, start: &G, seed: Seed) -> Luck<G> {
        Luck {
            seed,
            own: G::own_dice(rules, start),
            mover: None,
            events: [0; ludarium_game::MAX_SEATS + 1],
        }
    }

    /// Draws the pending event.
    pub fn roll(&mut self, position: &G) -> G::Move {
        if let Some(dice) = &mut self.own {
            return dice.roll(position);
        }
        let place = self.mover.map_or(0, |seat| seat.index() + 1);
        let count = &mut self.events[place];
        let name = (place as u64) << 32 | u64::from(*count);
        *count = count.wrapping_add(1);
        position.roll(&mut self.seed.stream(Purpose::Chance, name))
    }

    /// The move or outcome `mv` has been made at `before`, by `mover` if a seat made it.
    pub fn observe(&mut self, before: &G, mv: G::Move, mover: Option<Seat>) {
        if mover.is_some() {
            self.mover = mover;
        }
        if let Some(dice) = &mut self.own {
            dice.observe(before, mv);
        }
    }
}

/// The luck of a game that is known only while the program runs.
pub trait AnyLuck: Send {
    /// Draws the pending event and gives the outcome in the game's notation; `None` where none is pending.
    fn roll(&mut self, position: &Position) -> Option<String>;

    /// The move or outcome `text` has been made at `before`, by `mover` if a seat made it.
    fn observe(&mut self, before: &Position, text: &str, mover: Option<Seat>);
}

impl<G: Tabletop> AnyLuck for Luck<G> {
    fn roll(&mut self, position: &Position) -> Option<String> {
        let position: &G = position.as_game()?;
        let pending = position.turn() == Turn::Chance;
        pending.then(|| position.describe_move(Luck::roll(self, position)))
    }

    fn observe(&mut self, before: &Position, text: &str, mover: Option<Seat>) {
        if let Some(before) = before.as_game::<G>()
            && let Ok(mv) = before.parse_move(text)
        {
            Luck::observe(self, before, mv, mover);
        }
    }
}

/// The private stream of the agent in a seat: the same in every game of a block, for any agent in it.
pub fn private(seed: Seed, seat: Seat) -> Rng {
    seed.stream(Purpose::Seat, seat.0.into())
}
