//! Sets of squares.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use super::board::Square;

/// A set of squares: bit n is the square with number n.
///
/// The set is kept as two words: asking for one square touches one of them, and the compiler works
/// on both at a time where the whole set is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Squares([u64; 2]);

impl Squares {
    /// No square.
    pub(super) const EMPTY: Squares = Squares([0; 2]);

    /// A row of all three sections.
    pub(super) const fn row(row: usize) -> Squares {
        Squares::new(0x1111_1111_1111_1111_1111_1111 << row)
    }

    /// A section.
    #[inline]
    pub(super) const fn section(section: usize) -> Squares {
        const ALL: [Squares; 3] = [
            Squares::new(0xFFFF_FFFF),
            Squares::new(0xFFFF_FFFF << 32),
            Squares::new(0xFFFF_FFFF << 64),
        ];
        ALL[section]
    }

    /// The set with these bits.
    #[inline]
    pub(super) const fn new(bits: u128) -> Squares {
        Squares([bits as u64, (bits >> 64) as u64])
    }

    /// The bits of the set.
    #[inline]
    pub(super) const fn bits(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    /// The set with one more square.
    #[inline]
    pub(super) const fn with(mut self, square: Square) -> Squares {
        self.0[square.index() / 64 % 2] |= 1 << (square.index() % 64);
        self
    }

    /// Whether a square belongs to the set.
    #[inline]
    pub(super) const fn holds(&self, square: Square) -> bool {
        self.0[square.index() / 64 % 2] & 1 << (square.index() % 64) != 0
    }

    /// Puts a square in, or takes it out.
    #[inline]
    pub(super) const fn flip(&mut self, square: Square) {
        self.0[square.index() / 64 % 2] ^= 1 << (square.index() % 64);
    }

    /// Whether there is no square in the set.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// The number of squares.
    #[inline]
    pub(super) fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// The square that comes after `count` others.
    #[inline]
    pub(super) fn nth(self, mut count: usize) -> Option<Square> {
        for (base, half) in [0, 64].into_iter().zip(self.0) {
            let mut rest = half;
            while rest != 0 {
                if count == 0 {
                    return Some(Square::from_index(base + rest.trailing_zeros() as usize));
                }
                rest &= rest - 1;
                count -= 1;
            }
        }
        None
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Squares {
    type Output = Squares;

    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Squares) {
        *self = *self | other;
    }
}

impl BitXor for Squares {
    type Output = Squares;

    #[inline]
    fn bitxor(self, other: Squares) -> Squares {
        Squares([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

impl Not for Squares {
    type Output = Squares;

    #[inline]
    fn not(self) -> Squares {
        Squares(self.0.map(|half| !half))
    }
}

impl Shl<u32> for Squares {
    type Output = Squares;

    /// Every square becomes the one with a number larger by `by`.
    #[inline]
    fn shl(self, by: u32) -> Squares {
        Squares::new(self.bits() << by)
    }
}

impl Shr<u32> for Squares {
    type Output = Squares;

    /// Every square becomes the one with a number smaller by `by`.
    #[inline]
    fn shr(self, by: u32) -> Squares {
        Squares::new(self.bits() >> by)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::EMPTY, Squares::with)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquareIter;

    #[inline]
    fn into_iter(self) -> SquareIter {
        SquareIter(self.0)
    }
}

/// The squares of a set that are still to come.
#[derive(Clone, Debug)]
pub(super) struct SquareIter([u64; 2]);

impl Iterator for SquareIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let [low, high] = &mut self.0;
        let (half, base) = if *low != 0 { (low, 0) } else { (high, 64) };
        if *half == 0 {
            return None;
        }
        let index = base + half.trailing_zeros() as usize;
        *half &= *half - 1;
        Some(Square::from_index(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_squares_back_in_order() {
        let chosen = || Square::all().filter(|square| square.index() % 7 == 3);
        let set: Squares = chosen().collect();
        assert!(set.into_iter().eq(chosen()));
        assert_eq!(set.count() as usize, chosen().count());
        assert!(Square::all().all(|square| set.holds(square) == (square.index() % 7 == 3)));
        let one_by_one = (0..96).map_while(|count| set.nth(count));
        assert!(one_by_one.eq(chosen()));
        assert_eq!(Squares::new(set.bits()), set);
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        for square in Square::all() {
            let mut set = Squares::EMPTY;
            set.flip(square);
            assert_eq!(set, Squares::EMPTY.with(square));
            set.flip(square);
            assert!(set.is_empty());
        }
    }
}
