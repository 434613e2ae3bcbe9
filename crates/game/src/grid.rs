//! `Grid`: the squares of a rectangular board, by numbers.

/// A board of squares, numbered row by row from `a1` at the lower left: names, steps and distances.
///
/// # Example
/// ```
/// use ludarium_game::Grid;
///
/// const BOARD: Grid = Grid::new(5, 5);
/// let c3 = BOARD.read("c3").unwrap();
/// assert_eq!(c3, 12);
/// let [up, beside] = [(0, 1), (3, 0)].map(|(right, up)| BOARD.step(c3, right, up));
/// assert_eq!((BOARD.name(up.unwrap()), beside), ("c4".to_owned(), None));
/// assert_eq!((BOARD.name(BOARD.off()), BOARD.read("-")), ("-".to_owned(), Some(25)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u8,
    rows: u8,
}

impl Grid {
    /// A board with columns `a`, `b` … and rows 1, 2 …; both at least 1, at most 26 columns, together at most 255 squares.
    pub const fn new(columns: u8, rows: u8) -> Grid {
        assert!(columns > 0 && rows > 0 && columns <= 26 && columns as u16 * (rows as u16) < 256);
        Grid { columns, rows }
    }

    /// The number after the last square: the place of a piece that is off the board.
    pub const fn off(self) -> u8 {
        self.columns * self.rows
    }

    /// The name of a square, `c3`; off the board it is `-`.
    pub fn name(self, square: u8) -> String {
        if square >= self.off() {
            return "-".to_owned();
        }
        format!("{}{}", char::from(b'a' + square % self.columns), square / self.columns + 1)
    }

    /// The square with a name, or [`Grid::off`].
    pub fn read(self, name: &str) -> Option<u8> {
        (0..=self.off()).find(|&square| self.name(square) == name)
    }

    /// The square that lies this number of columns to the right and rows up.
    pub fn step(self, square: u8, right: i8, up: i8) -> Option<u8> {
        let column = (square % self.columns).checked_add_signed(right);
        let row = (square / self.columns).checked_add_signed(up);
        let (column, row) = (column?, row?);
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    /// The steps of a king between two squares.
    pub fn distance(self, from: u8, to: u8) -> u8 {
        let columns = (from % self.columns).abs_diff(to % self.columns);
        columns.max((from / self.columns).abs_diff(to / self.columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_nothing_else() {
        let board = Grid::new(3, 12);
        for square in 0..=board.off() {
            assert_eq!(board.read(&board.name(square)), Some(square));
        }
        assert_eq!(board.name(35), "c12");
        for name in ["", "d1", "a0", "a13", "a01", "A1"] {
            assert_eq!(board.read(name), None, "{name}");
        }
    }

    #[test]
    fn steps_stay_on_the_board_and_go_as_far_as_they_say() {
        let board = Grid::new(4, 3);
        for from in 0..board.off() {
            let reached: Vec<u8> = (-3..=3)
                .flat_map(|right| (-2..=2).map(move |up| (right, up)))
                .filter_map(|(right, up)| {
                    let to = board.step(from, right, up)?;
                    assert_eq!(
                        board.distance(from, to),
                        right.unsigned_abs().max(up.unsigned_abs())
                    );
                    Some(to)
                })
                .collect();
            assert_eq!(reached.len(), 12, "each square once");
            assert_eq!(board.step(from, i8::MIN, 0), None);
        }
    }
}
