//! Counting lines of the one-die game.

use ludarium_game::{Game, Turn};

use super::men::Kind;
use super::moves::Move;
use super::one_die::DiceChess;

impl DiceChess {
    /// The number of lines of exactly `depth` plies from here. A ply is a roll with a move; a roll that is
    /// pending counts with its move. A finished game is not continued.
    ///
    /// The same as following every chance and every move, but the last ply is only counted.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        match (self.turn(), self.rolled()) {
            (Turn::Over, _) => 0,
            (Turn::Seat(_), None) => self.perft_after(Move::PASS, depth),
            (Turn::Seat(_), Some(kind)) => self.perft_on(kind, depth),
            (Turn::Chance, _) => self.playable().map(|kind| self.perft_on(kind, depth)).sum(),
        }
    }

    fn perft_on(&self, kind: Kind, depth: u32) -> u64 {
        if depth == 1 {
            return u64::from(self.count_moves(kind));
        }
        let mut lines = 0;
        self.any_move(kind, |mv| {
            lines += self.perft_after(mv, depth);
            false
        });
        lines
    }

    fn perft_after(&self, mv: Move, depth: u32) -> u64 {
        let mut next = *self;
        next.play(mv);
        next.perft(depth - 1)
    }
}
