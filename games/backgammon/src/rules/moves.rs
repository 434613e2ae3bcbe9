//! `Move`: a play of a whole turn, or a roll of the dice.

/// A whole turn: up to four steps of one checker each; or a roll. Among the legal plays there is one for each
/// position that can be reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// The bits of the slot that a step begins at.
const SLOT: u32 = 5;
/// The most steps of a turn.
pub(super) const STEPS: u32 = 4;
/// The first step uses the smaller die.
const SMALLER_FIRST: u32 = 1 << (STEPS * SLOT);
const ROLL: u32 = 1 << 31;

impl Move {
    /// The turn of a player who cannot move.
    pub const PASS: Move = Move(0);

    /// The dice show these numbers.
    #[inline]
    pub(super) fn roll(dice: [u8; 2]) -> Move {
        Move(ROLL | u32::from(dice[0]) << 4 | u32::from(dice[1]))
    }

    /// Steps from these slots, the first with the larger die; with a double the order says nothing.
    #[inline]
    pub(super) fn steps<const N: usize>(from: [u8; N]) -> Move {
        from.into_iter().rev().fold(Move::PASS, |rest, slot| Move(rest.0 << SLOT | u32::from(slot)))
    }

    /// The same with the smaller die first.
    #[inline]
    pub(super) fn smaller_first(self) -> Move {
        Move(self.0 | SMALLER_FIRST)
    }

    /// One step more at the end, after `count` others.
    #[inline]
    pub(super) fn then(self, count: u32, from: u8) -> Move {
        Move(self.0 | u32::from(from) << (SLOT * count))
    }

    /// What the dice show; `None` for a play.
    #[inline]
    pub fn rolled(self) -> Option<[u8; 2]> {
        (self.0 & ROLL != 0).then_some([(self.0 >> 4 & 15) as u8, (self.0 & 15) as u8])
    }

    /// Whether the first step of this play uses the smaller die.
    #[inline]
    pub(super) fn begins_with_smaller(self) -> bool {
        self.0 & SMALLER_FIRST != 0
    }

    /// The slots at which the steps of this play begin, in order; none for a roll.
    #[inline]
    pub(super) fn sources(self) -> impl Iterator<Item = u8> {
        let steps = if self.rolled().is_some() { 0 } else { STEPS };
        let slots = (0..steps).map(move |step| (self.0 >> (SLOT * step) & 31) as u8);
        slots.take_while(|&slot| slot != 0)
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rolled() {
            Some([first, second]) => write!(f, "roll {first}{second}"),
            None => {
                let order = if self.begins_with_smaller() { "smaller first " } else { "" };
                write!(f, "{order}{:?}", self.sources().collect::<Vec<u8>>())
            }
        }
    }
}
