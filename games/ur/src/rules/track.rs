//! The boards, and the ways of the pieces over them.

/// A square as a side sees it: its own row is 0, the middle one 1, the other side's 2; columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    pub row: u8,
    pub column: u8,
}

/// The way of a side's pieces. Its squares are steps, counted from 1; step 0 is the place of the pieces that wait, the step
/// after the last square is home.
#[derive(Debug, PartialEq, Eq)]
pub struct Track {
    squares: [Square; MOST_SQUARES],
    count: usize,
    /// The columns of the board.
    pub(super) columns: u8,
    /// A bit for each step with a rosette.
    pub(super) rosettes: u32,
    /// For each step, the step at which the other side's pieces come to the same square; 0 if they never do.
    meets: [u8; MOST_SQUARES + 2],
    /// The steps that both sides count alike, and those that they share but count differently.
    alike: u32,
    crossed: u32,
}

/// The most squares of a way.
const MOST_SQUARES: usize = 16;

/// Along the own row, down the middle, and back into the own row.
pub(super) static BELL: Track = Track::new(8, &[middle(8), own(8), own(7)]);

/// As [`BELL`], but from the seventh square of the middle row round through the other side's corner.
pub(super) static MASTERS: Track = Track::new(8, &[other(7), other(8), middle(8), own(8), own(7)]);

/// The board of twenty squares: the middle row is twelve squares long, and its end is home.
pub(super) static ASEB: Track =
    Track::new(12, &[middle(8), middle(9), middle(10), middle(11), middle(12)]);

/// How every way begins.
const BEGIN: [Square; 11] = [
    own(4),
    own(3),
    own(2),
    own(1),
    middle(1),
    middle(2),
    middle(3),
    middle(4),
    middle(5),
    middle(6),
    middle(7),
];

const fn own(column: u8) -> Square {
    Square { row: 0, column }
}

const fn middle(column: u8) -> Square {
    Square { row: 1, column }
}

const fn other(column: u8) -> Square {
    Square { row: 2, column }
}

impl Square {
    /// Every fourth square of the middle row has a rosette, and the corners of the outer rows, but not the last square of
    /// the short middle row.
    const fn is_rosette(self, columns: u8) -> bool {
        match self.row {
            1 => self.column.is_multiple_of(4) && (self.column == 4 || columns == 12),
            _ => matches!(self.column, 1 | 7),
        }
    }
}

impl Track {
    /// The way over a board with this number of columns that ends so.
    const fn new(columns: u8, end: &[Square]) -> Track {
        let mut squares = [own(0); MOST_SQUARES];
        let count = BEGIN.len() + end.len();
        let mut place = 0;
        while place < count {
            let at_end = place >= BEGIN.len();
            squares[place] = if at_end { end[place - BEGIN.len()] } else { BEGIN[place] };
            place += 1;
        }
        let mut track = Track {
            squares,
            count,
            columns,
            rosettes: 0,
            meets: [0; MOST_SQUARES + 2],
            alike: 0,
            crossed: 0,
        };
        let mut step = 1;
        while step <= count {
            let square = squares[step - 1];
            if square.is_rosette(columns) {
                track.rosettes |= 1 << step;
            }
            let mut theirs = 1;
            while theirs <= count {
                let met = squares[theirs - 1];
                if met.row == 2 - square.row && met.column == square.column {
                    track.meets[step] = theirs as u8;
                    if theirs == step {
                        track.alike |= 1 << step;
                    } else {
                        track.crossed |= 1 << step;
                    }
                }
                theirs += 1;
            }
            step += 1;
        }
        track
    }

    /// The step after the last square.
    pub const fn home(&self) -> u8 {
        self.count as u8 + 1
    }

    /// Whether a step has a rosette.
    pub const fn is_rosette(&self, step: u8) -> bool {
        self.rosettes & 1 << step != 0
    }

    /// The step of the other side's way with the same square; 0 if there is none.
    pub const fn met_at(&self, step: u8) -> u8 {
        self.meets[step as usize]
    }

    /// The squares on which the other side's pieces stand, as steps of the own way.
    pub(super) fn seen(&self, theirs: u32) -> u32 {
        let mut seen = theirs & self.alike;
        let mut rest = theirs & self.crossed;
        while rest != 0 {
            seen |= 1 << self.meets[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        seen
    }

    /// The square of a step, if it has one.
    pub(super) fn square(&self, step: u8) -> Option<Square> {
        self.squares[..self.count].get(usize::from(step).checked_sub(1)?).copied()
    }

    /// The step on a square, if the way leads there.
    pub(super) fn step_on(&self, square: Square) -> Option<u8> {
        let place = self.squares[..self.count].iter().position(|&known| known == square)?;
        Some(place as u8 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rosettes(track: &Track) -> Vec<u8> {
        (0..=track.home()).filter(|&step| track.is_rosette(step)).collect()
    }

    fn shared(track: &Track) -> Vec<(u8, u8)> {
        let all = (0..=track.home()).map(|step| (step, track.met_at(step)));
        all.filter(|&(_, theirs)| theirs != 0).collect()
    }

    #[test]
    fn ways_have_their_lengths_rosettes_and_meetings() {
        assert_eq!((BELL.home(), MASTERS.home(), ASEB.home()), (15, 17, 17));
        assert_eq!(rosettes(&BELL), [4, 8, 14]);
        assert_eq!(rosettes(&MASTERS), [4, 8, 12, 16]);
        assert_eq!(rosettes(&ASEB), [4, 8, 12, 16]);
        let alike = |steps: std::ops::RangeInclusive<u8>| steps.map(|step| (step, step));
        assert_eq!(shared(&BELL), alike(5..=12).collect::<Vec<_>>());
        assert_eq!(shared(&ASEB), alike(5..=16).collect::<Vec<_>>());
        let crossing = [(12, 16), (13, 15), (14, 14), (15, 13), (16, 12)];
        assert_eq!(shared(&MASTERS), alike(5..=11).chain(crossing).collect::<Vec<_>>());
        for track in [&BELL, &MASTERS, &ASEB] {
            for (own, theirs) in shared(track) {
                assert_eq!(track.seen(1 << theirs), 1 << own);
            }
        }
    }
}
