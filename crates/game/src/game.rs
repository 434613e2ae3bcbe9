//! `Game`: a position that knows its rules.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{MoveList, Rng, Scores};

/// The largest number of seats any game may have.
pub const MAX_SEATS: usize = 8;

/// A place in a game, counted from 0 in the game's own order (Blue, Green, Red; player 1, 2, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a game with `seats` seats, in order.
    pub fn all(seats: usize) -> impl ExactSizeIterator<Item = Seat> + Clone {
        (0..seats as u8).map(Seat)
    }
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This seat chooses one of [`Game::moves`]; the list is never empty.
    Seat(Seat),
    /// Chance draws an outcome: see [`Game::roll`] and [`Game::chances`].
    Chance,
    /// The game has ended; [`Game::scores`] holds the result.
    Over,
}

/// Whether a chance event could be written out in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Listing {
    /// Every outcome with a positive probability was listed.
    Complete,
    /// There are too many outcomes to list; the event can only be sampled with [`Game::roll`].
    TooMany,
}

/// Whether a game's chance events come before or after moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChancePlace {
    /// There are none.
    Nowhere,
    /// A roll comes before the move that it belongs to: the position before the roll can be evaluated.
    BeforeMove,
    /// An outcome completes the move just made: only the position after the outcome can be evaluated.
    AfterMove,
}

/// A position that knows its rules.
///
/// Positions are values: small, cheap to copy, never undone. A search copies the position, plays
/// on the copy and drops it. Implementations allocate nothing in `moves` (beyond the reused
/// buffer), `play` and `roll`.
///
/// A chance outcome is a move like any other: one type, one notation, one replay.
///
/// Equality compares everything that the rules can see, including repetition history.
///
/// # Example
/// A complete game: two seats take one to three matches in turn, and the one who takes the last one wins.
/// ```
/// use ludarium_game::{Game, MoveList, Purpose, Scores, Seat, Seed, Turn};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Nim {
///     left: u8,
///     mover: u8,
/// }
///
/// impl Game for Nim {
///     /// How many matches are taken.
///     type Move = u8;
///
///     fn seats(&self) -> usize {
///         2
///     }
///     fn turn(&self) -> Turn {
///         match self.left {
///             0 => Turn::Over,
///             _ => Turn::Seat(Seat(self.mover)),
///         }
///     }
///     /// Few matches first.
///     fn moves(&self, out: &mut MoveList<u8>) {
///         out.clear();
///         for count in 1..=self.left.min(3) {
///             out.push(count);
///         }
///     }
///     fn play(&mut self, count: u8) {
///         self.left -= count;
///         self.mover = 1 - self.mover;
///     }
///     fn scores(&self) -> Scores {
///         Scores::win(Seat(1 - self.mover))
///     }
///     fn key(&self) -> u64 {
///         u64::from(self.left) << 1 | u64::from(self.mover)
///     }
/// }
///
/// // A random game.
/// let mut rng = Seed(1).stream(Purpose::Test, 0);
/// let mut position = Nim { left: 21, mover: 0 };
/// let mut buffer = MoveList::new();
/// while let Turn::Seat(_) = position.turn() {
///     let count = position.pick(&mut rng, &mut buffer);
///     position.play(count);
/// }
/// assert_eq!(position.turn(), Turn::Over);
/// assert_eq!(position.scores().as_slice(2).iter().sum::<f32>(), 1.0);
/// ```
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A player's move or a chance outcome.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// Whether chance comes before or after moves. By default there is no chance.
    const CHANCE: ChancePlace = ChancePlace::Nowhere;

    /// The number of seats of this game, 2 to [`MAX_SEATS`]; constant during a game, eliminated
    /// players included.
    fn seats(&self) -> usize;

    /// Who acts next. Eliminated players are skipped unless the rules give them a turn.
    fn turn(&self) -> Turn;

    /// Replaces `out` by the legal moves of the seat to move, each exactly once, in an order that
    /// is fixed and documented by the game. Leaves `out` empty at `Chance` and `Over`.
    fn moves(&self, out: &mut MoveList<Self::Move>);

    /// A uniformly random legal move of the seat to move: by default `moves[rng.below(moves.len())]`.
    /// A game may override it with any method that makes all moves exactly equally likely, however
    /// many numbers it draws from `rng`. `buffer` is scratch space. Only valid at `Turn::Seat`.
    fn pick(&self, rng: &mut Rng, buffer: &mut MoveList<Self::Move>) -> Self::Move {
        self.moves(buffer);
        buffer[rng.below(buffer.len() as u32) as usize]
    }

    /// Makes a legal move, or applies a chance outcome at `Chance`.
    ///
    /// The caller guarantees legality (text from outside goes through [`crate::Tabletop::parse_move`],
    /// which checks). An illegal move leaves some valid position behind or panics in debug
    /// builds; it is never undefined behaviour.
    fn play(&mut self, mv: Self::Move);

    /// Replaces `out` by the outcomes of the pending chance event with their probabilities, in a
    /// fixed order: all positive, summing to 1. Empty and `Complete` when no chance event is pending;
    /// empty and `TooMany` when the event can only be sampled. By default no chance event is ever pending.
    fn chances(&self, out: &mut Vec<(Self::Move, f64)>) -> Listing {
        out.clear();
        Listing::Complete
    }

    /// Samples the pending chance event. Only valid at `Chance`. By default one of [`Game::chances`], by its
    /// probability; a game that rolls in playouts, or whose outcomes are too many to list, draws without a list.
    ///
    /// # Panics
    /// By default, if no outcome is listed.
    fn roll(&self, rng: &mut Rng) -> Self::Move {
        let mut outcomes = Vec::new();
        let _ = self.chances(&mut outcomes);
        let mut left = rng.unit();
        let drawn = outcomes.iter().find(|(_, probability)| {
            left -= probability;
            left < 0.0
        });
        // Rounding may leave a little beyond the last one.
        drawn.or(outcomes.last()).expect("a listed outcome").0
    }

    /// The result, each seat's share in [0, 1]: 1 for winning, 0 for losing, otherwise what the game's
    /// rules say; in a two-seat game the two sum to 1. Only meaningful at `Over`.
    fn scores(&self) -> Scores;

    /// A 64-bit key of everything that decides legal moves and results from here on, the turn and a
    /// pending roll included, except repetition history and move counters. Kept incrementally.
    fn key(&self) -> u64;

    /// Forgets what [`Game::key`] leaves out, repetition history and move counters, as if the game had begun here:
    /// afterwards positions with one key are equal. By default nothing is forgotten, which is right for a game whose
    /// key is of everything.
    fn forget(&mut self) {}

    /// A copy for another thread: equal, but sharing nothing that every copy of a position touches. Only what shares
    /// buffers, counters or a [`crate::History`] among its copies needs another one than a clone.
    fn detach(&self) -> Self {
        self.clone()
    }
}

/// A game in which one can ask what another seat could do here, for best-reply search.
pub trait Reseat: Game {
    /// The same position as if it were the turn of `seat`. Only valid at `Turn::Seat`; the result
    /// is again at `Turn::Seat(seat)`, or `None` where that seat could not move. For the seat to move it is
    /// the position itself.
    fn reseat(&self, seat: Seat) -> Option<Self>;
}
