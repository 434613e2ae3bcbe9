//! Dice: up to three of them, without an order.

use super::pieces::{Kind, Side};

/// A multiset of at most three dice.
///
/// Two bits count the dice of each kind, the pawn's lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DicePool(u16);

impl DicePool {
    /// No dice.
    pub const NONE: DicePool = DicePool(0);

    /// The 56 different rolls of three dice, in the order of their letters.
    pub const ROLLS: [DicePool; 56] = {
        let mut rolls = [DicePool::NONE; 56];
        let mut count = 0;
        let mut first = 0;
        while first < 6 {
            let mut second = first;
            while second < 6 {
                let mut third = second;
                while third < 6 {
                    rolls[count] = DicePool::one(Kind::ALL[first])
                        .with(Kind::ALL[second])
                        .with(Kind::ALL[third]);
                    count += 1;
                    third += 1;
                }
                second += 1;
            }
            first += 1;
        }
        rolls
    };

    /// A single die.
    #[inline]
    pub const fn one(kind: Kind) -> DicePool {
        DicePool(1 << (2 * kind as u16))
    }

    /// These dice and one more, which must not be the fourth.
    #[inline]
    pub const fn with(self, kind: Kind) -> DicePool {
        DicePool(self.0 + DicePool::one(kind).0)
    }

    /// These dice without one that is among them.
    #[inline]
    pub const fn without(self, kind: Kind) -> DicePool {
        DicePool(self.0 - DicePool::one(kind).0)
    }

    /// Whether a die shows this kind.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.count(kind) > 0
    }

    /// How many dice show this kind.
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        (self.0 >> (2 * kind as u16)) as u32 & 3
    }

    /// How many dice there are.
    #[inline]
    pub const fn len(self) -> u32 {
        let pairs = (self.0 & 0x333) + (self.0 >> 2 & 0x333);
        ((pairs + (pairs >> 4) + (pairs >> 8)) & 7) as u32
    }

    /// Whether there are no dice.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The different kinds shown, in the order of the die.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        let mut shown = (self.0 | self.0 >> 1) & 0x555;
        std::iter::from_fn(move || {
            let kind = *Kind::ALL.get(shown.trailing_zeros() as usize / 2)?;
            shown &= shown - 1;
            Some(kind)
        })
    }

    /// Every die, in the order of the die.
    pub fn each(self) -> impl Iterator<Item = Kind> {
        self.kinds().flat_map(move |kind| std::iter::repeat_n(kind, self.count(kind) as usize))
    }

    /// In how many of the 216 throws of three dice this roll of three comes up.
    pub fn throws(self) -> u32 {
        match self.kinds().count() {
            1 => 1,
            2 => 3,
            _ => 6,
        }
    }

    /// The letters in the order of the die: upper case for White, lower case for Black.
    pub fn letters(self, side: Side) -> String {
        self.each().map(|kind| side.case(kind.letter())).collect()
    }

    /// The dice of a text of one to three letters, in any order and either case.
    pub fn from_letters(text: &str) -> Option<DicePool> {
        if !(1..=3).contains(&text.chars().count()) {
            return None;
        }
        text.chars().try_fold(DicePool::NONE, |dice, letter| {
            Kind::from_letter(letter).map(|kind| dice.with(kind))
        })
    }

    /// The multiset as a number below 4096.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        self.0
    }

    /// The multiset of a [`DicePool::code`].
    #[inline]
    pub(super) const fn from_code(code: u16) -> DicePool {
        DicePool(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rolls_are_all_different_and_cover_216_throws() {
        let mut rolls = DicePool::ROLLS.to_vec();
        assert_eq!(rolls[0].letters(Side::White), "PPP");
        assert_eq!(rolls[8].letters(Side::Black), "pnr");
        assert_eq!(rolls[55].letters(Side::White), "KKK");
        assert!(rolls.iter().all(|roll| roll.len() == 3));
        assert_eq!(rolls.iter().map(|roll| roll.throws()).sum::<u32>(), 216);
        rolls.sort();
        rolls.dedup();
        assert_eq!(rolls.len(), 56);
    }

    #[test]
    fn letters_are_read_in_any_order() {
        for roll in DicePool::ROLLS {
            let text: String = roll.letters(Side::White).chars().rev().collect();
            assert_eq!(DicePool::from_letters(&text), Some(roll));
        }
        for text in ["", "PPPP", "X", "P1", "é"] {
            assert_eq!(DicePool::from_letters(text), None, "{text}");
        }
    }

    #[test]
    fn dice_are_used_up_one_by_one() {
        let dice = DicePool::from_letters("RPR").unwrap();
        assert_eq!((dice.len(), dice.count(Kind::Rook)), (3, 2));
        let rest = dice.without(Kind::Rook);
        assert_eq!((rest.len(), rest.letters(Side::White).as_str()), (2, "PR"));
        assert!(rest.without(Kind::Pawn).without(Kind::Rook).is_empty());
    }
}
