//! Actions, and what each piece may do: a table by the hexes around it.

use std::fmt;

use super::board::{BOARD, Hex, HexSet, STRIDE, delta};

/// An action in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Hex,
    /// 0 to 5: a step in that direction; 6 to 11: a jump in that direction less 6; then `EXIT`, `PASS`.
    code: u8,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// To an empty hex next to it.
    Step {
        /// Where the piece is.
        from: Hex,
        /// Where it goes.
        to: Hex,
    },
    /// Over a piece, which takes the mover's colour, to the empty hex behind.
    Jump {
        /// Where the piece is.
        from: Hex,
        /// What it jumps over.
        over: Hex,
        /// Where it lands.
        to: Hex,
    },
    /// Off the board.
    Exit {
        /// Where the piece is.
        from: Hex,
    },
    /// No other action is possible.
    Pass,
}

const JUMP: u8 = 6;
const EXIT: u8 = 12;
const PASS: u8 = 13;

/// The difference in bits between the hexes of each step and jump; sixteen, to index without a check.
const SHIFT: [i8; 16] = {
    let mut shift = [0; 16];
    let mut code = 0;
    while code < EXIT as usize {
        let steps = if code < JUMP as usize { 1 } else { 2 };
        shift[code] = (steps * delta(code % 6)) as i8;
        code += 1;
    }
    shift
};

impl Move {
    /// Codes are below this.
    pub(crate) const CODES: usize = 64 * 16;

    /// A number for each move.
    #[inline]
    pub(crate) fn code(self) -> usize {
        16 * self.from.bit() + usize::from(self.code & 15)
    }

    /// The steps by direction, then the jumps, then the exit of a piece, whether they are legal or not.
    pub(crate) fn of_kind(from: Hex, kind: usize) -> Move {
        let code = kind.min(EXIT.into()) as u8;
        Move { from, code }
    }

    /// The pass.
    pub(super) const PASS: Move = Move { from: Hex::from_bit(0), code: PASS };

    /// The exit of a piece.
    #[inline]
    pub(super) fn exit(from: Hex) -> Move {
        Move { from, code: EXIT }
    }

    /// The step to a neighbour in a direction.
    pub(super) fn step(from: Hex, direction: usize) -> Move {
        let code = direction as u8;
        Move { from, code }
    }

    /// The jump over a neighbour in a direction.
    pub(super) fn jump(from: Hex, direction: usize) -> Move {
        let code = direction as u8 + JUMP;
        Move { from, code }
    }

    /// What the move does.
    #[inline]
    pub fn action(self) -> Action {
        let from = self.from;
        match self.code {
            PASS => Action::Pass,
            EXIT => Action::Exit { from },
            code => {
                let shift = SHIFT[usize::from(code & 15)];
                let to = Hex::from_bit(from.bit().wrapping_add_signed(shift.into()));
                if code < JUMP {
                    Action::Step { from, to }
                } else {
                    let over = Hex::from_bit((from.bit() + to.bit()) / 2);
                    Action::Jump { from, over, to }
                }
            }
        }
    }
}

impl Action {
    /// Writes the notation of the rules: `q,r>q,r`, `q,r^q,r`, `q,r!` and `pass`.
    pub(super) fn spell(self, out: &mut impl fmt::Write) -> fmt::Result {
        let (from, mark, to) = match self {
            Action::Step { from, to } => (from, '>', Some(to)),
            Action::Jump { from, to, .. } => (from, '^', Some(to)),
            Action::Exit { from } => (from, '!', None),
            Action::Pass => return out.write_str("pass"),
        };
        from.spell(out)?;
        out.write_char(mark)?;
        to.map_or(Ok(()), |to| to.spell(out))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.action())
    }
}

/// The hexes that decide what a piece may do: one and two steps away in each direction, as bits
/// relative to a corner two rows before the piece.
const SIGHT: u64 = {
    let mut sight = 0;
    let mut direction = 0;
    while direction < 6 {
        sight |= near(direction) | far(direction);
        direction += 1;
    }
    sight
};

const fn near(direction: usize) -> u64 {
    1 << (2 * STRIDE + delta(direction))
}

const fn far(direction: usize) -> u64 {
    1 << (2 * STRIDE + 2 * delta(direction))
}

/// Multiplied by this, the 12 bits of `SIGHT` meet in the highest 12 bits of the product, and two
/// sights share a product only if they allow the same. Found by trial; a test tries all 4096.
const GATHER: u64 = 1 << 18 | 1 << 31 | 1 << 44 | 1 << 57;

const fn gathered(sight: u64) -> usize {
    (sight.wrapping_mul(GATHER) >> 52) as usize
}

/// The steps and jumps of one piece: six codes of four bits, lowest first, and above them how many
/// of them there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Choices(u32);

const COUNT_AT: u32 = 24;

/// The choices for each gathered sight of empty hexes.
///
/// An empty near hex allows a step. Otherwise an empty far hex allows a jump: the board is convex,
/// so the near hex is on the board and therefore occupied.
static CHOICES: [Choices; 4096] = {
    let mut table = [Choices(0); 4096];
    let mut sight: u64 = 0;
    loop {
        let mut choices = 0;
        let mut count = 0;
        let mut direction = 0;
        while direction < 6 {
            let code = if sight & near(direction) != 0 {
                direction as u32
            } else if sight & far(direction) != 0 {
                direction as u32 + JUMP as u32
            } else {
                PASS as u32
            };
            if code != PASS as u32 {
                choices |= code << (4 * count);
                count += 1;
            }
            direction += 1;
        }
        table[gathered(sight)] = Choices(choices | count << COUNT_AT);
        // The next larger number whose bits all lie in `SIGHT`.
        sight = sight.wrapping_sub(SIGHT) & SIGHT;
        if sight == 0 {
            break;
        }
    }
    table
};

impl Choices {
    /// How many steps and jumps there are.
    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0 >> COUNT_AT
    }

    /// The step or jump number `index`, in the order of directions, of the piece on `from`.
    #[inline]
    pub(super) fn get(self, from: Hex, index: u32) -> Move {
        let code = (self.0 >> (4 * index)) as u8 & 15;
        Move { from, code }
    }
}

/// For each bit of a piece, those bits of `SIGHT` that are hexes of the board.
static SIGHTS: [u64; 64] = {
    let mut sights = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        sights[bit] = (((BOARD as u128) << (2 * STRIDE)) >> bit) as u64 & SIGHT;
        bit += 1;
    }
    sights
};

/// The hexes that are not occupied, shifted up by two rows. Shifting them down by a piece's bit puts the
/// surroundings of the piece where `SIGHT` has them.
#[derive(Clone, Copy)]
pub(super) struct EmptyHexes(u64);

impl EmptyHexes {
    /// The view over a board with pieces on these hexes.
    #[inline]
    pub(super) fn new(occupied: HexSet) -> EmptyHexes {
        EmptyHexes((!occupied).rotate_left(2 * STRIDE as u32))
    }

    /// The steps and jumps of a piece.
    #[inline]
    pub(super) fn choices(self, from: Hex) -> Choices {
        let surroundings = self.0.rotate_right(from.bit() as u32);
        CHOICES[gathered(surroundings & SIGHTS[from.bit()])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sight_finds_its_own_choices() {
        let mut sight: u64 = 0;
        let mut sights = 0;
        loop {
            let codes: Vec<u8> = (0..6u8)
                .filter_map(|direction| {
                    let jump = sight & far(direction.into()) != 0;
                    let step = sight & near(direction.into()) != 0;
                    if step { Some(direction) } else { jump.then_some(direction + JUMP) }
                })
                .collect();
            let choices = CHOICES[gathered(sight)];
            let hex = Hex::from_bit(0);
            let found: Vec<u8> = (0..choices.len()).map(|k| choices.get(hex, k).code).collect();
            assert_eq!(found, codes, "{sight:b}");
            sights += 1;
            sight = sight.wrapping_sub(SIGHT) & SIGHT;
            if sight == 0 {
                break;
            }
        }
        assert_eq!(sights, 4096);
    }

    #[test]
    fn a_move_takes_two_bytes() {
        assert_eq!(size_of::<Move>(), 2);
    }
}
