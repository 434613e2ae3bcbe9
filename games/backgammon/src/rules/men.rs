//! `Men`: where the checkers of one player are.

/// The slot of checkers that have been borne off.
pub const OFF: u8 = 0;
/// The slot of checkers that were hit.
pub const BAR: u8 = 25;
/// The last point of the home board.
pub const HOME: u8 = 6;
/// The most checkers of a player.
pub const MOST_MEN: u8 = 15;

/// The lowest bit of every slot.
pub(super) const EACH: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
/// The lowest bit of every point.
pub(super) const POINTS: u128 = EACH >> 28 & !1;

/// How many checkers of one player are in each slot, four bits a slot, as their owner counts: [`OFF`], the points 1 to
/// 24 on the way home, and [`BAR`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Men(pub(super) u128);

impl Men {
    /// The checkers of the usual start.
    pub const START: Men = Men::NONE.with(24, 2).with(13, 5).with(8, 3).with(6, 5);
    /// The start of Nackgammon: two more checkers have the long way.
    pub const NACKGAMMON: Men = Men::NONE.with(24, 2).with(23, 2).with(13, 4).with(8, 3).with(6, 4);
    /// The start of hypergammon: three checkers.
    pub const HYPER: Men = Men::NONE.with(24, 1).with(23, 1).with(22, 1);
    /// No checkers.
    pub const NONE: Men = Men(0);

    /// These checkers and `count` more in a slot.
    pub const fn with(self, slot: u8, count: u8) -> Men {
        Men(self.0 + ((count as u128) << (4 * slot)))
    }

    /// How many checkers a slot has.
    #[inline]
    pub fn on(self, slot: u8) -> u8 {
        (self.0 >> (4 * slot)) as u8 & 15
    }

    /// How many checkers there are in all slots.
    pub fn total(self) -> u8 {
        (OFF..=BAR).map(|slot| self.on(slot)).sum()
    }

    /// The slots with checkers that are not off, from the lowest on, each with how many there are.
    #[inline]
    pub fn each(self) -> impl Iterator<Item = (u8, u8)> {
        let mut left = self.sets().present;
        std::iter::from_fn(move || {
            let slot = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            (slot < 32).then(|| (slot, self.on(slot)))
        })
    }

    /// The slots with checkers as sets.
    #[inline]
    pub fn sets(self) -> MenSets {
        let [present, several] = [self.present(), self.several()];
        MenSets { present: packed(present) & !1, several: packed(several) & !1 }
    }

    /// The highest slot with a checker, [`OFF`] if there is none.
    #[inline]
    pub fn highest(self) -> u8 {
        self.0.checked_ilog2().map_or(OFF, |place| (place / 4) as u8)
    }

    /// Pips that are still to be played.
    pub fn pips(self) -> u16 {
        self.each().map(|(slot, count)| u16::from(slot) * u16::from(count)).sum()
    }

    /// Whether all checkers are off.
    #[inline]
    pub fn is_home(self) -> bool {
        self.0 >> 4 == 0
    }

    /// The same checkers with one moved; unchanged where there is none to move.
    #[inline]
    pub(super) fn moved(self, from: u8, to: u8) -> Men {
        if self.on(from) == 0 {
            return self;
        }
        Men(self.0 - (1 << (4 * from)) + (1 << (4 * to)))
    }

    /// Whether steps towards home could lead from these checkers to others: from no slot on are fewer left than there
    /// must be at the end.
    pub(super) fn may_become(self, goal: Men) -> bool {
        let mut ahead = 0i32;
        (OFF..=BAR).rev().all(|slot| {
            ahead += i32::from(self.on(slot)) - i32::from(goal.on(slot));
            ahead >= 0
        })
    }

    /// The slots as the other player counts them.
    #[inline]
    pub(super) fn turned(self) -> Men {
        const LOW: u128 = 0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F;
        let bytes = self.0.swap_bytes();
        // 32 slots are turned round, of which the last six are not used.
        Men((bytes >> 4 & LOW | (bytes & LOW) << 4) >> 24)
    }

    /// The lowest bit of each slot with a checker.
    #[inline]
    pub(super) fn present(self) -> u128 {
        (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & EACH
    }

    /// The lowest bit of each slot with two checkers or more.
    #[inline]
    pub(super) fn several(self) -> u128 {
        (self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & EACH
    }
}

/// Sets of slots, a bit each; what is off is left out.
#[derive(Clone, Copy)]
pub struct MenSets {
    /// With a checker.
    pub present: u32,
    /// With two or more.
    pub several: u32,
}

/// The lowest bit of each slot, side by side.
#[inline]
fn packed(slots: u128) -> u32 {
    let half = |bits: u64| {
        let pairs = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        let fours = (pairs | pairs >> 6) & 0x000F_000F_000F_000F;
        let eights = (fours | fours >> 12) & 0x0000_00FF_0000_00FF;
        (eights | eights >> 24) as u32 & 0xFFFF
    };
    half(slots as u64) | half((slots >> 64) as u64) << 16
}

/// The slots whose lowest bit is set, from the last to the first.
#[derive(Clone, Copy)]
pub(super) struct SlotSet(pub u128);

impl SlotSet {
    /// The number of slots.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The slot with this number, counted from 0.
    #[inline]
    pub fn nth(mut self, number: u32) -> u8 {
        for _ in 0..number {
            self.0 &= self.0 - 1;
        }
        (self.0.trailing_zeros() / 4) as u8
    }

    /// Whether a slot is among them.
    #[inline]
    pub fn has(self, slot: u8) -> bool {
        self.0 >> (4 * slot) & 1 != 0
    }
}

impl Iterator for SlotSet {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let place = self.0.checked_ilog2()?;
        self.0 &= !(1 << place);
        Some((place / 4) as u8)
    }
}
