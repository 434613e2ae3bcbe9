//! The 96 squares, what lies next to what, and the steps of the pieces.
//!
//! Three sections of eight columns and four rows meet in the middle. Directions belong to the
//! section a square lies in; a piece that enters another section walks on with its directions
//! reversed. Everything else about the board follows from [`Square::neighbour`] and [`Square::step`].

use std::fmt;

/// The number of squares.
pub const SQUARES: usize = 96;

/// Letters of the sections, in seat order.
const SECTION_LETTERS: &[u8; 3] = b"BGR";

/// A square. Its number is 32 × section + 4 × column + row, so that squares in order are square
/// names in alphabetical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The way to a neighbouring square, seen from the owner of the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Away from the section's back rank, and over the seam from the last row.
    Forward,
    /// Towards the section's back rank.
    Backward,
    /// Towards column A.
    Left,
    /// Towards column H.
    Right,
}

use Direction::{Backward, Forward, Left, Right};

impl Direction {
    /// All four directions.
    pub const ALL: [Direction; 4] = [Forward, Backward, Left, Right];

    const fn reversed(self) -> Direction {
        match self {
            Forward => Backward,
            Backward => Forward,
            Left => Right,
            Right => Left,
        }
    }
}

impl Square {
    /// The square in a section (0 Blue, 1 Green, 2 Red), column (0 to 7) and row (0 to 3).
    pub const fn new(section: usize, column: usize, row: usize) -> Option<Square> {
        if section < 3 && column < 8 && row < 4 {
            Some(Square::at(section, column, row))
        } else {
            None
        }
    }

    const fn at(section: usize, column: usize, row: usize) -> Square {
        Square((32 * section + 4 * column + row) as u8)
    }

    /// The square with a number below 96.
    #[inline]
    pub(super) const fn from_index(index: usize) -> Square {
        debug_assert!(index < SQUARES);
        Square(index as u8)
    }

    /// All squares, in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).map(Square::from_index)
    }

    /// The number of the square, below 96.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The section: 0 Blue, 1 Green, 2 Red.
    #[inline]
    pub const fn section(self) -> usize {
        self.index() / 32
    }

    /// The column: 0 for A to 7 for H.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() / 4 % 8
    }

    /// The row: 0 for the section's back rank to 3 at the seams.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() % 4
    }

    /// The square with a name such as `BE1`.
    pub fn from_name(name: &str) -> Option<Square> {
        let [section, column, row] = *name.as_bytes() else {
            return None;
        };
        let section = SECTION_LETTERS.iter().position(|&letter| letter == section)?;
        let column = column.checked_sub(b'A')?;
        let row = row.checked_sub(b'1')?;
        Square::new(section, column.into(), row.into())
    }

    /// The square next to this one, if it is on the board.
    pub const fn neighbour(self, direction: Direction) -> Option<Square> {
        let (section, column, row) = (self.section(), self.column(), self.row());
        match direction {
            Forward if row < 3 => Some(Square::at(section, column, row + 1)),
            // Columns A to D face the next colour, E to H the one before.
            Forward if column < 4 => Some(Square::at((section + 1) % 3, 7 - column, 3)),
            Forward => Some(Square::at((section + 2) % 3, 7 - column, 3)),
            Backward if row > 0 => Some(Square::at(section, column, row - 1)),
            Left if column > 0 => Some(Square::at(section, column - 1, row)),
            Right if column < 7 => Some(Square::at(section, column + 1, row)),
            _ => None,
        }
    }

    /// Where a step leads, if it stays on the board: each direction in turn, reversed outside the
    /// section `home`. That is the section where the move starts, and a pawn's own section.
    pub(super) const fn step(self, home: usize, step: &[Direction]) -> Option<Square> {
        let mut square = self;
        let mut index = 0;
        while index < step.len() {
            let direction =
                if square.section() == home { step[index] } else { step[index].reversed() };
            square = match square.neighbour(direction) {
                Some(next) => next,
                None => return None,
            };
            index += 1;
        }
        Some(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let section = char::from(SECTION_LETTERS[self.section()]);
        let column = char::from(b'A' + self.column() as u8);
        write!(f, "{section}{column}{}", self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A step: the directions that one move, or one repetition of a slider, takes in turn.
pub(super) type StepPath = &'static [Direction];

/// The step of a pawn without capture.
pub(super) const PAWN_PUSH: StepPath = &[Forward];

/// The steps of a capturing pawn.
pub(super) const PAWN_CAPTURES: &[StepPath] =
    &[&[Forward, Left], &[Left, Forward], &[Forward, Right], &[Right, Forward]];

/// The steps of the knight: two squares one way and one across, the turn at either place.
pub(super) const KNIGHT: &[StepPath] = &[
    &[Forward, Forward, Left],
    &[Forward, Forward, Right],
    &[Forward, Left, Left],
    &[Forward, Right, Right],
    &[Backward, Backward, Left],
    &[Backward, Backward, Right],
    &[Backward, Left, Left],
    &[Backward, Right, Right],
    &[Left, Left, Forward],
    &[Left, Left, Backward],
    &[Left, Forward, Forward],
    &[Left, Backward, Backward],
    &[Right, Right, Forward],
    &[Right, Right, Backward],
    &[Right, Forward, Forward],
    &[Right, Backward, Backward],
];

/// The steps of the bishop towards H in front and A behind.
pub(super) const RISING: &[StepPath] = &[&[Forward, Right], &[Backward, Left]];

/// The steps of the bishop towards A in front and H behind.
pub(super) const FALLING: &[StepPath] = &[&[Forward, Left], &[Backward, Right]];

/// The forward steps of the bishop in the other order, which leads elsewhere only at the centre.
/// So a diagonal through the centre splits in two.
pub(super) const ACROSS_FIRST: &[StepPath] = &[&[Right, Forward], &[Left, Forward]];

/// The steps of the rook along its row.
pub(super) const ROW: &[StepPath] = &[&[Left], &[Right]];

/// The steps of the rook along its column.
pub(super) const COLUMN: &[StepPath] = &[&[Forward], &[Backward]];

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Square::from_name(name).expect("a square name")
    }

    #[test]
    fn names_are_in_alphabetical_order_and_read_back() {
        let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert!(names.is_sorted());
        for (square, name) in Square::all().zip(&names) {
            assert_eq!(Square::from_name(name), Some(square));
        }
        for name in ["", "BE", "BE0", "BE5", "BI1", "YE1", "be1", "BE11", "Bé"] {
            assert_eq!(Square::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn the_last_row_of_a_section_faces_two_others() {
        let faced = |name: &str| square(name).neighbour(Forward).map(|s| s.to_string());
        let row = ["BA4", "BB4", "BC4", "BD4", "BE4", "BF4", "BG4", "BH4"].map(faced);
        let expected = ["GH4", "GG4", "GF4", "GE4", "RD4", "RC4", "RB4", "RA4"];
        assert_eq!(row, expected.map(|name| Some(name.to_owned())));
    }

    #[test]
    fn being_next_to_each_other_is_mutual() {
        for square in Square::all() {
            for next in Direction::ALL.into_iter().filter_map(|d| square.neighbour(d)) {
                let back = Direction::ALL.into_iter().filter_map(|d| next.neighbour(d));
                assert_eq!(back.filter(|&s| s == square).count(), 1, "{square} {next}");
            }
        }
    }

    #[test]
    fn the_order_within_a_step_decides_the_section_at_the_centre() {
        let start = square("BE4");
        assert_eq!(start.step(0, &[Left, Forward]), Some(square("GE4")));
        assert_eq!(start.step(0, &[Forward, Left]), Some(square("RE4")));
    }

    #[test]
    fn a_pawn_walks_on_to_the_back_rank_of_the_section_it_entered() {
        let mut walk = vec![square("BE3")];
        while let Some(next) = walk[walk.len() - 1].step(0, PAWN_PUSH) {
            walk.push(next);
        }
        let expected = ["BE3", "BE4", "RD4", "RD3", "RD2", "RD1"].map(square);
        assert_eq!(walk, expected);
    }
}
