//! The move type: a step of a piece, or what chance draws after it.

use super::board::Square;

/// A player's step or the outcome of a chance event, in 16 bits.
///
/// Steps order by origin, then by destination; outcomes come after all steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// A [`Move`] taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveParts {
    /// A piece goes from a square to another one.
    Step(Square, Square),
    /// Chance decides what a step left open.
    Outcome {
        /// The value of the present that the step took, 0 or 1; `None` if it took none.
        value: Option<u8>,
        /// Where a new present appears.
        present: Option<Square>,
    },
}

/// Marks an outcome.
const OUTCOME: u16 = 1 << 15;
/// Set when the outcome has a value, which is the bit below.
const HAS_VALUE: u16 = 1 << 9;
const VALUE_SHIFT: u16 = 8;
/// In place of a square: no new present.
const NOWHERE: u16 = 63;

impl Move {
    /// The commonest outcome: no present was taken and none appears.
    pub(super) const NOTHING: Move = Move(OUTCOME | NOWHERE);

    /// A step.
    #[inline]
    pub const fn step(from: Square, to: Square) -> Move {
        Move((from.index() as u16) << 8 | to.index() as u16)
    }

    /// An outcome; a value above 1 counts as 1.
    #[inline]
    pub fn outcome(value: Option<u8>, present: Option<Square>) -> Move {
        let value = match value {
            Some(value) => HAS_VALUE | u16::from(value != 0) << VALUE_SHIFT,
            None => 0,
        };
        let square = present.map_or(NOWHERE, |square| u16::from(square.index()));
        Move(OUTCOME | value | square)
    }

    /// The parts of the move.
    pub fn action(self) -> MoveParts {
        if self.is_step() {
            MoveParts::Step(self.origin(), self.target())
        } else {
            MoveParts::Outcome {
                value: (self.0 & HAS_VALUE != 0).then_some(self.value()),
                present: (self.0 & 63 != NOWHERE).then_some(self.target()),
            }
        }
    }

    /// Whether a player makes it.
    #[inline]
    pub(super) const fn is_step(self) -> bool {
        self.0 & OUTCOME == 0
    }

    /// Where a step begins.
    #[inline]
    pub(super) const fn origin(self) -> Square {
        Square::from_bit_index((self.0 >> 8) as u8)
    }

    /// Where a step ends, or where a present appears if one does.
    #[inline]
    pub(super) const fn target(self) -> Square {
        Square::from_bit_index(self.0 as u8)
    }

    /// What an outcome is worth for the side that took a present.
    #[inline]
    pub(super) const fn value(self) -> u8 {
        (self.0 >> VALUE_SHIFT) as u8 & 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_read_back() {
        for from in Square::all() {
            for to in Square::all() {
                assert_eq!(Move::step(from, to).action(), MoveParts::Step(from, to));
            }
        }
        for value in [None, Some(0), Some(1)] {
            for present in Square::all().map(Some).chain([None]) {
                let outcome = Move::outcome(value, present);
                assert_eq!(outcome.action(), MoveParts::Outcome { value, present });
            }
        }
    }
}
