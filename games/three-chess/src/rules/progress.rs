//! How far a game has come.

use ludarium_game::Seat;

use super::ThreeChess;
use super::piece::Kind;
use super::squares::Squares;

/// What a row that a pawn has come is worth compared with a piece that is gone.
const ROW: f32 = 0.2;

/// The rows from where pawns start to where they become queens.
const ROWS: u32 = 6;

impl ThreeChess {
    /// How far the game has come, as a seat sees it: one for each piece that is missing, of any seat, and a fifth for each
    /// row that its pawns have come. A queen counts as a pawn that has arrived.
    pub fn progress(&self, seat: Seat) -> f32 {
        let [blue, green, red] = self.colours;
        let own = self.colours[seat.index() % 3];
        let of = |kind: Kind| own & self.kinds[kind as usize];
        let home = Squares::section(seat.index() % 3);
        let (at_home, abroad) = (of(Kind::Pawn) & home, of(Kind::Pawn) & !home);
        let come =
            |pawns: Squares, row: usize, rows: u32| rows * (pawns & Squares::row(row)).count();
        let rows = come(at_home, 2, 1)
            + come(at_home, 3, 2)
            + come(abroad, 3, 3)
            + come(abroad, 2, 4)
            + come(abroad, 1, 5)
            + ROWS * of(Kind::Queen).count();
        let missing = 48.0 - (blue | green | red).count() as f32;
        missing + ROW * rows as f32
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, Tabletop};

    use super::*;
    use crate::rules::Rules;

    fn position(text: &str) -> ThreeChess {
        ThreeChess::parse(&Rules::default(), text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn captures_and_pawns_that_advance_are_progress() {
        let before = position(
            "....K.../..P...../......../......../....k.../..p...../......../......../....6.../...P..../..P...../........ B - - - 6",
        );
        let after = |text: &str| {
            let mut after = before.clone();
            after.play(before.parse_move(text).expect("a legal move"));
            Seat::all(3)
                .map(|seat| after.progress(seat) - before.progress(seat))
                .collect::<Vec<_>>()
        };
        let near = |found: Vec<f32>, expected: [f32; 3]| {
            let same = found.iter().zip(expected).all(|(found, one)| (found - one).abs() < 1e-4);
            assert!(same, "{found:?}, {expected:?}");
        };
        near(after("BC2-BC3"), [0.2, 0.0, 0.0]);
        near(after("BC2-BC4"), [0.4, 0.0, 0.0]);
        near(after("BE1-BE2"), [0.0; 3]);
        // From the second row of another section to the first, where it becomes a queen.
        near(after("RD2-RD1"), [0.2, 0.0, 0.0]);
        near(after("RC3-RC2"), [0.2, 0.0, 0.0]);
        // The king is taken: a piece is missing, whosever it is.
        near(after("RD2-RE1"), [1.2, 1.0, 1.0]);
    }
}
