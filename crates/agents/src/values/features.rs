//! `Features`: what a value network sees of a game.

use ludarium_game::{Game, Seat};

use super::FeatureSet;

/// A game whose positions a value network can judge.
///
/// Features are told as a seat sees them: the board is turned as if that seat were the first, and the others
/// follow in the order of turns. So positions that differ only in who is who look the same, and need to be
/// learned only once.
pub trait Features: Game {
    /// How many features there are.
    const COUNT: usize;

    /// Which list of features this is. A list that means something else gets the next number, so that no network is
    /// asked about features that it did not learn from.
    const VERSION: u32 = 1;

    /// The most that can be present at once.
    const MOST_PRESENT: usize;

    /// What its outputs mean.
    const OUTPUT: NetworkOutput;

    /// What the looks of all seats at one position have in common and should be found out only once; often nothing.
    type Common;

    /// Finds out what all looks have in common.
    fn common(&self) -> Self::Common;

    /// The seat that moves next, also while a chance event is pending. Only called before the end.
    fn mover(&self) -> Seat;

    /// Adds the features that are present as `seat` sees them to an empty set.
    fn features(&self, common: &Self::Common, seat: Seat, present: &mut FeatureSet);

    /// The feature of the mirrored board for each feature of a board, where a position and its mirror image are
    /// worth the same. Twice is none.
    const MIRROR: Option<fn(usize) -> usize> = None;

    /// Whether a seat can still get anything.
    fn takes_part(&self, _seat: Seat) -> bool {
        true
    }
}

/// What the outputs of a network mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NetworkOutput {
    /// One look with the eyes of the seat to move: the shares of all seats, the mover's first and then in the order
    /// of turns.
    Shares {
        /// How many seats there are.
        seats: usize,
        /// What all scores sum to at the end of a game.
        sum: f32,
    },
    /// A look with the eyes of each seat that still takes part: its own chance. All chances are then brought to the
    /// sum 1. For games with any number of players.
    EachChance,
}

impl NetworkOutput {
    /// How many outputs the network has.
    pub const fn outputs(self) -> usize {
        match self {
            NetworkOutput::Shares { seats, .. } => seats,
            NetworkOutput::EachChance => 1,
        }
    }
}
