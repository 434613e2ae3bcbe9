//! The position and its rules.

use ludarium::{Game, MoveList, Scores, Seat, Turn, key_of};

/// How the game is played: everything that does not change during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The sticks at the start.
    pub sticks: u8,
}

/// A position. Keep it small and without a heap: searches copy it millions of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct @TYPE@ {
    pub(crate) rules: Rules,
    /// The sticks that are left.
    pub(crate) left: u8,
    /// Whose turn it is.
    pub(crate) mover: u8,
}

/// A move. A game with dice has its chance outcomes here as well, and writes `CHANCE` and `chances` of [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Take this many sticks.
    Take(u8),
}

impl Game for @TYPE@ {
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    /// With dice this is `Turn::Chance` while a roll is pending.
    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over,
            _ => Turn::Seat(Seat(self.mover)),
        }
    }

    /// Fewer sticks first. Always the same order, and each move once.
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        for sticks in 1..=self.left.min(3) {
            out.push(Move::Take(sticks));
        }
    }

    fn play(&mut self, mv: Move) {
        let Move::Take(sticks) = mv;
        self.left = self.left.saturating_sub(sticks);
        self.mover = 1 - self.mover;
    }

    /// The seat that took the last stick is not the one that would be next.
    fn scores(&self) -> Scores {
        Scores::win(Seat(1 - self.mover))
    }

    /// Different for different positions. A larger position keeps its key up to date in `play`.
    fn key(&self) -> u64 {
        key_of(&(self.left, self.mover))
    }
}
