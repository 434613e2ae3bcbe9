//! `Planes`: a number from 0 to 7 for each area, in twelve bytes.
//!
//! Bit `a` of plane `j` is bit `j` of the number of area `a`. Questions about all areas at once
//! (who owns what, which areas are full) are then a few instructions.

use super::Area;

/// A number from 0 to 7 for each of up to 32 areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Planes([u32; 3]);

impl Planes {
    /// The number of an area.
    #[inline]
    pub fn get(self, area: Area) -> u8 {
        let bit = |plane: u32| (plane >> (area.0 & 31)) as u8 & 1;
        let Planes([ones, twos, fours]) = self;
        bit(ones) | bit(twos) << 1 | bit(fours) << 2
    }

    /// Changes the number of an area; only the three lowest bits of `number` count.
    #[inline]
    pub fn set(&mut self, area: Area, number: u8) {
        let shift = area.0 & 31;
        for (j, plane) in self.0.iter_mut().enumerate() {
            let wanted = u32::from(number >> j & 1);
            *plane = *plane & !(1 << shift) | wanted << shift;
        }
    }

    /// Moves the number of an area, less one, to another area and leaves 0 behind; 0 becomes 7.
    #[inline]
    pub fn advance(&mut self, from: Area, to: Area) {
        let mut borrow = 1;
        for plane in &mut self.0 {
            let bit = *plane >> (from.0 & 31) & 1;
            *plane = *plane & !(from.bit() | to.bit()) | (bit ^ borrow) << (to.0 & 31);
            borrow &= !bit;
        }
    }

    /// Makes the number of an area 0.
    #[inline]
    pub fn clear(&mut self, area: Area) {
        for plane in &mut self.0 {
            *plane &= !area.bit();
        }
    }

    /// Adds one to the numbers of some areas; 7 becomes 0.
    #[inline]
    pub fn increment(&mut self, areas: u32) {
        let mut carry = areas;
        for plane in &mut self.0 {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Adds the numbers area by area, modulo 8.
    #[inline]
    pub fn plus(self, other: Planes) -> Planes {
        let (Planes([a, b, c]), Planes([x, y, z])) = (self, other);
        let carry = a & x;
        let next = b & y | carry & (b ^ y);
        Planes([a ^ x, b ^ y ^ carry, c ^ z ^ next])
    }

    /// Subtracts the numbers area by area, modulo 8.
    #[inline]
    pub fn minus(self, other: Planes) -> Planes {
        let (Planes([a, b, c]), Planes([x, y, z])) = (self, other);
        let borrow = !a & x;
        let next = !b & y | borrow & !(b ^ y);
        Planes([a ^ x, b ^ y ^ borrow, c ^ z ^ next])
    }

    /// The areas with this number. Areas that the map does not have hold 0.
    #[inline]
    pub fn equal_to(self, number: u8) -> u32 {
        let Planes([ones, twos, fours]) = self;
        let all_if = |bit: u8| u32::from(number >> bit & 1).wrapping_neg();
        !((ones ^ all_if(0)) | (twos ^ all_if(1)) | (fours ^ all_if(2)))
    }

    /// The areas with a number other than 0.
    #[inline]
    pub fn positive(self) -> u32 {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// The areas with the number 7.
    #[inline]
    pub fn sevens(self) -> u32 {
        self.0[0] & self.0[1] & self.0[2]
    }

    /// The sum of the numbers of some areas.
    pub fn sum(self, areas: u32) -> u32 {
        let count = |plane: u32| (plane & areas).count_ones();
        count(self.0[0]) + 2 * count(self.0[1]) + 4 * count(self.0[2])
    }

    /// The three planes, lowest bits first.
    pub(super) fn words(self) -> [u32; 3] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_a_list_of_small_numbers() {
        let numbers: Vec<u8> = (0..32).map(|a| (a * 5 + a / 7) % 8).collect();
        let mut planes = Planes::default();
        for (area, &number) in numbers.iter().enumerate() {
            planes.set(Area(area as u8), 7);
            planes.set(Area(area as u8), number);
        }
        for (area, &number) in numbers.iter().enumerate() {
            let area = Area(area as u8);
            assert_eq!(planes.get(area), number);
            assert_eq!(planes.positive() & area.bit() != 0, number > 0);
            assert_eq!(planes.sevens() & area.bit() != 0, number == 7);
            for other in 0..8 {
                assert_eq!(planes.equal_to(other) & area.bit() != 0, number == other);
            }
            let mut next = planes;
            next.increment(area.bit());
            assert_eq!(next.get(area), (number + 1) % 8);
            next.clear(area);
            assert_eq!(next.get(area), 0);
            let to = Area((area.0 + 5) % 32);
            let mut moved = planes;
            moved.advance(area, to);
            assert_eq!(moved.get(area), 0);
            assert_eq!(moved.get(to), (number + 7) % 8);
            moved.set(area, number);
            moved.set(to, planes.get(to));
            assert_eq!(moved, planes);
            let doubled = planes.plus(planes);
            assert_eq!(doubled.get(area), 2 * number % 8);
            assert_eq!(Planes::default().minus(planes).get(area), (8 - number) % 8);
            assert_eq!(doubled.minus(planes), planes);
        }
        let sum: u32 = numbers[3..9].iter().map(|&n| u32::from(n)).sum();
        assert_eq!(planes.sum(0b1_1111_1000), sum);
    }
}
