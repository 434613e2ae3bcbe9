//! Drawing a random move without writing the list of moves.
//!
//! Random games do little else, so this counts instead of listing: how many moves start on each
//! square, which fixes the square that a drawn number falls on, and only then where that man can go.

use ludarium_game::Rng;

use super::board::{SQUARES, Square};
use super::piece::Kind;
use super::reach::LEAPS;
use super::squares::Squares;
use super::{Move, ThreeChess};

const COLUMN_A: Squares = Squares::new(0x0000_000F_0000_000F_0000_000F);
const COLUMN_H: Squares = Squares::new(0xF000_0000_F000_0000_F000_0000);

impl ThreeChess {
    /// Draws a move as from the list, without writing the list.
    pub(super) fn draw_move(&self, rng: &mut Rng) -> Move {
        let view = self.view();
        let mut counts = [0u8; SQUARES];
        let mut total = 0;
        let men = |kind: Kind| self.men(&view, kind);

        // Pawns all at once: forward is one number more in the own section and one less elsewhere,
        // a column aside is four more or less. Only pawns at the seam do not fit in.
        let (pawns, home) = (men(Kind::Pawn), Squares::section(view.seat));
        let (up, down) = (pawns & home & !Squares::row(3), pawns & !home);
        let (empty, enemies) = (view.empty, view.enemies);
        let push = up & empty >> 1 | down & empty << 1;
        let double = push & home & Squares::row(1) & empty >> 2;
        let left = (up & enemies << 3 | down & enemies << 5) & !COLUMN_A;
        let right = (up & enemies >> 5 | down & enemies >> 3) & !COLUMN_H;
        for set in [push, double, left, right] {
            set.for_each(|start| {
                counts[start.index()] += 1;
                total += 1;
            });
        }

        (pawns & home & Squares::row(3)).for_each(|start| {
            let push = LEAPS.push[view.seat][start.index()] & empty;
            let mut count = u32::from(!push.is_empty());
            view.pawn_captures(start).for_each(|_| count += 1);
            counts[start.index()] = count as u8;
            total += count;
        });

        let mut tally = |start: Square, ends: Squares| {
            let count = ends.count();
            counts[start.index()] += count as u8;
            total += count;
        };
        men(Kind::Knight).for_each(|start| tally(start, view.reach(Kind::Knight, start)));
        let queens = men(Kind::Queen);
        (men(Kind::Bishop) | queens).for_each(|start| {
            tally(start, view.reach(Kind::Bishop, start));
        });
        (men(Kind::Rook) | queens).for_each(|start| {
            tally(start, view.reach(Kind::Rook, start));
        });
        if let Some(start) = men(Kind::King).into_iter().next() {
            let ends = view.reach(Kind::King, start) | self.castling_ends(&view, start);
            tally(start, ends);
        }

        let mut rest = rng.below(total);
        let mut found = None;
        view.own.visit(|start| {
            let count = u32::from(counts[start.index()]);
            if rest < count {
                found = Some(start);
                return false;
            }
            rest -= count;
            true
        });
        let Some(start) = found else {
            unreachable!("a seat to move has a move");
        };
        let ends = self.ends(&view, self.kind(start), start);
        let Some(end) = ends.into_iter().nth(rest as usize) else {
            unreachable!("the moves of a man have been counted");
        };
        Move { start, end }
    }
}
