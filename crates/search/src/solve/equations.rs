//! `Equations`: what the positions of a game with two seats say of each other.

use std::ops::Range;

/// What a share is known to lie between; both ends are right up to the rounding of `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareBounds {
    /// At least this.
    pub low: f64,
    /// At most this.
    pub high: f64,
}

impl ShareBounds {
    /// Nothing is known.
    pub const UNKNOWN: ShareBounds = ShareBounds { low: 0.0, high: 1.0 };

    /// The middle.
    pub fn middle(self) -> f64 {
        self.low.midpoint(self.high)
    }

    /// How far the ends are apart.
    pub fn gap(self) -> f64 {
        self.high - self.low
    }
}

/// Where the share of a position that follows is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The number of the position.
    pub index: usize,
    /// Whether the share that is kept there is that of the other seat.
    pub other_seat: bool,
}

/// What a solver can say of a position, from what it says of those that follow.
pub trait Worth: Copy {
    /// The game is over with this share.
    fn exact(share: f64) -> Self;

    /// The same with the eyes of the other seat.
    #[must_use]
    fn of_other(self) -> Self;

    /// A seat chooses between the two.
    #[must_use]
    fn or_better(self, other: Self) -> Self;

    /// Chance draws one of these, each with its probability.
    fn drawn(outcomes: impl Iterator<Item = (f64, Self)>) -> Self;

    /// A seat chooses one of these, or nothing is known where there is none.
    fn chosen(choices: impl Iterator<Item = Self>) -> Self {
        choices.reduce(Self::or_better).unwrap_or(Self::exact(0.5))
    }
}

impl Worth for ShareBounds {
    fn exact(share: f64) -> ShareBounds {
        ShareBounds { low: share, high: share }
    }

    fn of_other(self) -> ShareBounds {
        ShareBounds { low: 1.0 - self.high, high: 1.0 - self.low }
    }

    fn or_better(self, other: ShareBounds) -> ShareBounds {
        ShareBounds { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// The mean.
    fn drawn(outcomes: impl Iterator<Item = (f64, ShareBounds)>) -> ShareBounds {
        outcomes.fold(ShareBounds::exact(0.0), |sum, (part, share)| ShareBounds {
            low: sum.low + part * share.low,
            high: sum.high + part * share.high,
        })
    }
}

/// The positions of a game with two seats, numbered from 0. For each of them the share of one of the seats is asked for; the
/// other seat has the rest of 1. What is said here is all that a solver needs to know of a game.
pub trait Equations: Sync {
    /// The number of positions.
    fn count(&self) -> usize;

    /// The number of layers. A position depends on positions of its own layer and of earlier ones alone.
    fn layers(&self) -> usize {
        1
    }

    /// The positions of a layer; the layers follow each other and have all positions. By default there is one layer.
    fn layer(&self, _number: usize) -> Range<usize> {
        0..self.count()
    }

    /// How far play has come at a position. Within a layer, where most of what follows is further, news reach in one sweep
    /// those before it; the numbers change nothing but the time.
    fn progress(&self, _index: usize) -> u32 {
        0
    }

    /// What is said of a position from what `of` says of those that follow: the best for who is to move, drawn by chance,
    /// the result where the game is over. A number that is no position is worth whatever the game likes.
    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W;
}
