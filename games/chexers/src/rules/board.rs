//! The board: 37 hexes as bits of one word, the six directions, and whose edges are where.

use std::fmt;

use ludarium_game::Seat;

/// How far apart in bits two hexes are that differ by 1 in q.
///
/// A row of the board has at most 7 hexes, so three bits between rows stay empty: a step or a jump
/// off the board ends on one of them or outside the word, never on another row.
pub(super) const STRIDE: i32 = 10;

/// The bit of the hex 0,0.
const CENTRE: i32 = 3 * STRIDE;

/// The board reaches this far from its centre.
const RADIUS: i32 = 3;

/// The six directions (dq, dr) in the order of the rules.
pub(super) const DIRECTIONS: [(i32, i32); 6] = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)];

/// A hex of the board, named by its axial coordinates. Hexes are ordered by q, then by r.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

/// A set of hexes, one bit each.
pub(super) type HexSet = u64;

/// A player, in the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Leaves the board over q = 3.
    Red,
    /// Leaves the board over r = 3.
    Green,
    /// Leaves the board over q + r = -3.
    Blue,
}

/// All hexes.
pub(super) const BOARD: HexSet = {
    let mut set = 0;
    let mut q = -RADIUS;
    while q <= RADIUS {
        let mut r = -RADIUS;
        while r <= RADIUS {
            if on_board(q, r) {
                set |= 1 << bit_of(q, r);
            }
            r += 1;
        }
        q += 1;
    }
    set
};

/// The hexes from which each colour leaves the board.
pub(super) const EXIT_EDGE: [HexSet; 3] = [
    edge([(3, -3), (3, -2), (3, -1), (3, 0)]),
    edge([(-3, 3), (-2, 3), (-1, 3), (0, 3)]),
    edge([(-3, 0), (-2, -1), (-1, -2), (0, -3)]),
];

/// The hexes on which each colour starts.
pub(super) const START: [HexSet; 3] = [
    edge([(-3, 0), (-3, 1), (-3, 2), (-3, 3)]),
    edge([(0, -3), (1, -3), (2, -3), (3, -3)]),
    edge([(0, 3), (1, 2), (2, 1), (3, 0)]),
];

/// How many steps each colour is from its exit edge, by the bit of the hex.
static TO_EXIT: [[u8; 64]; 3] = linear([(-1, 0), (0, -1), (1, 1)], RADIUS);

/// The place of each hex in a square of 7 × 7 around the board, by the bit of the hex; for each number of thirds of a
/// turn by which the board is turned back.
static PLACE: [[u8; 64]; 3] = linear([(7, 1), (-1, 6), (-6, -7)], 8 * RADIUS);

/// For each pair of factors: `factors.0 * q + factors.1 * r + plus`, by the bit of the hex q, r.
const fn linear(factors: [(i32, i32); 3], plus: i32) -> [[u8; 64]; 3] {
    let mut table = [[0; 64]; 3];
    let mut q = -RADIUS;
    while q <= RADIUS {
        let mut r = -RADIUS;
        while r <= RADIUS {
            let mut row = 0;
            while row < 3 && on_board(q, r) {
                let sum = factors[row].0 * q + factors[row].1 * r + plus;
                table[row][bit_of(q, r) as usize] = sum as u8;
                row += 1;
            }
            r += 1;
        }
        q += 1;
    }
    table
}

const fn on_board(q: i32, r: i32) -> bool {
    q.abs() <= RADIUS && r.abs() <= RADIUS && (q + r).abs() <= RADIUS
}

const fn bit_of(q: i32, r: i32) -> i32 {
    CENTRE + STRIDE * q + r
}

const fn edge(hexes: [(i32, i32); 4]) -> HexSet {
    let mut set = 0;
    let mut index = 0;
    while index < hexes.len() {
        set |= 1 << bit_of(hexes[index].0, hexes[index].1);
        index += 1;
    }
    set
}

/// The difference in bits of one step in a direction.
pub(super) const fn delta(direction: usize) -> i32 {
    let (dq, dr) = DIRECTIONS[direction];
    STRIDE * dq + dr
}

/// The hexes of a set, in order.
#[inline]
pub(super) fn hexes(mut set: HexSet) -> impl Iterator<Item = Hex> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| Hex(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        first
    })
}

impl Hex {
    /// The hex with these coordinates, if the board has it.
    pub fn new(q: i32, r: i32) -> Option<Hex> {
        let near = |x: i32| (-RADIUS..=RADIUS).contains(&x);
        (near(q) && near(r) && on_board(q, r)).then(|| Hex(bit_of(q, r) as u8))
    }

    /// All 37 hexes, by q, then by r.
    pub fn all() -> impl Iterator<Item = Hex> {
        hexes(BOARD)
    }

    /// The first coordinate, -3 to 3.
    pub fn q(self) -> i32 {
        (i32::from(self.0) - CENTRE + STRIDE / 2).div_euclid(STRIDE)
    }

    /// The second coordinate, -3 to 3.
    pub fn r(self) -> i32 {
        i32::from(self.0) - CENTRE - STRIDE * self.q()
    }

    /// The hex `steps` steps away in a direction, if the board has it.
    ///
    /// # Panics
    /// If the direction is not one of the six, 0 to 5 in the order of the rules.
    pub fn towards(self, direction: usize, steps: i32) -> Option<Hex> {
        let (dq, dr) = DIRECTIONS[direction];
        Hex::new(self.q() + steps * dq, self.r() + steps * dr)
    }

    /// How many steps lead from one hex to another.
    pub fn distance(self, other: Hex) -> u32 {
        let (dq, dr) = (self.q() - other.q(), self.r() - other.r());
        (dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2
    }

    /// The place of the hex in a square of 7 × 7 on a board that is turned back by 0 to 2 thirds.
    #[inline]
    pub(crate) fn place(self, turns: usize) -> usize {
        PLACE[turns][self.bit()].into()
    }

    /// The number of the hex's bit, below 64.
    #[inline]
    pub(crate) fn bit(self) -> usize {
        usize::from(self.0 & 63)
    }

    /// The set of this hex alone.
    #[inline]
    pub(super) fn set(self) -> HexSet {
        1 << self.bit()
    }

    /// The hex with a bit number; any number is accepted, but only those in `BOARD` are hexes.
    #[inline]
    pub(super) const fn from_bit(bit: usize) -> Hex {
        Hex(bit as u8 & 63)
    }

    /// Writes the coordinates: `-3,0`. They have one digit each, so no general number formatting is needed.
    pub(super) fn spell(self, out: &mut impl fmt::Write) -> fmt::Result {
        for (index, coordinate) in [self.q(), self.r()].into_iter().enumerate() {
            if index > 0 {
                out.write_char(',')?;
            }
            if coordinate < 0 {
                out.write_char('-')?;
            }
            out.write_char(char::from(b'0' + coordinate.unsigned_abs() as u8))?;
        }
        Ok(())
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Colour {
    /// The colours in the order of turns.
    pub const ALL: [Colour; 3] = [Colour::Red, Colour::Green, Colour::Blue];

    /// Whose turn is next.
    #[inline]
    pub fn next(self) -> Colour {
        match self {
            Colour::Red => Colour::Green,
            Colour::Green => Colour::Blue,
            Colour::Blue => Colour::Red,
        }
    }

    /// The colour's seat.
    #[inline]
    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// How many steps a piece of this colour is from the nearest hex where it may leave, 0 to 6.
    #[inline]
    pub fn to_exit(self, hex: Hex) -> u32 {
        TO_EXIT[self as usize][hex.bit()].into()
    }

    /// `Red`, `Green` or `Blue`.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Red => "Red",
            Colour::Green => "Green",
            Colour::Blue => "Blue",
        }
    }

    /// `r`, `g` or `b`.
    pub fn letter(self) -> char {
        match self {
            Colour::Red => 'r',
            Colour::Green => 'g',
            Colour::Blue => 'b',
        }
    }

    /// The colour of a letter.
    pub(super) fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.letter() == letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_37_hexes_in_order_of_q_then_r() {
        let pairs: Vec<(i32, i32)> = Hex::all().map(|hex| (hex.q(), hex.r())).collect();
        assert_eq!(pairs.len(), 37);
        assert!(pairs.is_sorted());
        for (q, r) in pairs {
            assert_eq!(Hex::new(q, r).map(|hex| (hex.q(), hex.r())), Some((q, r)));
        }
        for (q, r) in [(4, 0), (-3, -1), (2, 2), (i32::MAX, 1), (i32::MIN, i32::MIN)] {
            assert_eq!(Hex::new(q, r), None, "{q},{r}");
        }
    }

    #[test]
    fn inner_edge_and_corner_hexes_have_6_4_and_3_neighbours() {
        let mut count = [0; 7];
        for hex in Hex::all() {
            count[(0..6).filter(|&d| hex.towards(d, 1).is_some()).count()] += 1;
        }
        assert_eq!(count, [0, 0, 0, 6, 12, 0, 19]);
    }

    #[test]
    fn steps_and_jumps_off_the_board_never_meet_another_hex() {
        for hex in Hex::all() {
            for direction in 0..6 {
                for steps in 1..=2 {
                    let bit = hex.bit() as i32 + steps * delta(direction);
                    let met = (0..64).contains(&bit) && BOARD >> bit & 1 == 1;
                    let meant = hex.towards(direction, steps);
                    assert_eq!(met, meant.is_some(), "{hex} direction {direction}");
                    assert!(meant.is_none_or(|there| there.bit() as i32 == bit));
                }
            }
        }
    }

    #[test]
    fn a_colour_is_as_far_from_its_exit_as_the_nearest_exit_hex() {
        for colour in Colour::ALL {
            for hex in Hex::all() {
                let exits = hexes(EXIT_EDGE[colour as usize]);
                let nearest = exits.map(|exit| hex.distance(exit)).min();
                assert_eq!(Some(colour.to_exit(hex)), nearest, "{colour:?} on {hex}");
            }
        }
    }

    #[test]
    fn a_third_of_a_turn_takes_each_colour_to_the_next() {
        let turn = |set| {
            hexes(set).map(|hex| Hex::new(-hex.q() - hex.r(), hex.q()).unwrap().set()).sum::<u64>()
        };
        for colour in Colour::ALL {
            let (here, there) = (colour as usize, colour.next() as usize);
            assert_eq!(turn(START[here]), START[there]);
            assert_eq!(turn(EXIT_EDGE[here]), EXIT_EDGE[there]);
        }
    }
}
