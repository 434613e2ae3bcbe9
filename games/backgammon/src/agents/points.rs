//! What a player's checkers hold and what they risk, as sets of points.

use crate::rules::{BAR, HOME, Men, MenSets};

/// The points from 1 to 24.
const BOARD: u32 = (1 << BAR) - 2;

/// Whether the players can still meet.
pub(super) fn has_contact(men: [Men; 2]) -> bool {
    let [mine, theirs] = men.map(Men::highest);
    mine + theirs > BAR
}

/// The points of a player, a bit each, as it counts.
pub(super) struct Points {
    /// With one checker.
    blots: u32,
    /// With several.
    held: u32,
}

impl Points {
    pub fn of(men: Men) -> Points {
        let MenSets { present, several } = men.sets();
        Points { blots: present & !several & BOARD, held: several & BOARD }
    }

    /// How many held points follow each other.
    pub fn longest_row(&self) -> i32 {
        let (mut row, mut longest) = (self.held, 0);
        while row != 0 {
            longest += 1;
            row &= row >> 1;
        }
        longest
    }

    pub fn held_at_home(&self) -> i32 {
        (self.held & ((1 << (HOME + 1)) - 1)).count_ones() as i32
    }

    /// What the other player's checkers can hit. With checkers on the bar only they are looked at, and how many there are
    /// is not.
    pub fn danger(&self, other: Men) -> Danger {
        // As this player counts: slot s of the other one is 25 - s.
        let all = other.sets().present.reverse_bits() >> (31 - BAR);
        let from = if all & 1 != 0 { 1 } else { all };
        Shooters { from, open: BOARD & !self.held }.hits(self.blots)
    }
}

/// Checkers that may hit, on a board as the player counts whose blots they aim at: they move to higher points.
struct Shooters {
    from: u32,
    /// Points that they may pass.
    open: u32,
}

/// What hits a player's blots.
pub(super) struct Danger {
    /// Of the 36 throws, those that hit a blot.
    pub rolls: u8,
    /// The blots that a single die can hit.
    pub direct: u32,
}

impl Shooters {
    fn hits(&self, blots: u32) -> Danger {
        let mut danger = Danger { rolls: 0, direct: 0 };
        if blots == 0 {
            return danger;
        }
        let mut hitting = 0u8;
        for die in 1..=6 {
            let reached = self.from << die & blots;
            danger.direct |= reached;
            hitting |= u8::from(reached != 0) << die;
        }
        for one in 1..=6u8 {
            let after_one = self.from << one & self.open;
            for other in 1..one {
                let after_other = self.from << other & self.open;
                let both = (after_one << other | after_other << one) & blots != 0;
                let single = hitting & (1 << one | 1 << other) != 0;
                danger.rolls += 2 * u8::from(single || both);
            }
            let mut at = after_one;
            let mut reached = hitting >> one & 1 != 0;
            for _ in 0..3 {
                reached |= at << one & blots != 0;
                at = at << one & self.open;
            }
            danger.rolls += u8::from(reached);
        }
        danger
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many throws hit, and the points that one die can hit; checkers as their owners count.
    fn danger(own: &[u8], other: &[u8]) -> (u8, u32) {
        let men = |slots: &[u8]| slots.iter().fold(Men::NONE, |men, &slot| men.with(slot, 1));
        let danger = Points::of(men(own)).danger(men(other));
        (danger.rolls, danger.direct)
    }

    /// The chances that every book of the game lists, by the distance of a blot from one checker.
    #[test]
    fn throws_that_hit_a_blot_are_the_known_ones() {
        let hits = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0];
        for (distance, expected) in (1..).zip(hits) {
            let direct = if distance <= 6 { 1 << 24 } else { 0 };
            assert_eq!(danger(&[24], &[1 + distance]), (expected, direct), "{distance}");
        }
    }

    #[test]
    fn held_points_stop_shooters() {
        // A blot 8 away: 6-2, 5-3, 4-4 and 2-2. Points on the way of 6-2 and 5-3 are held, and the one of 4-4 and 2-2.
        assert_eq!(danger(&[20], &[13]).0, 6);
        assert_eq!(danger(&[20, 14, 14, 18, 18], &[13]).0, 3);
        assert_eq!(danger(&[20, 16, 16], &[13]).0, 4);
        // From the bar it comes in first.
        assert_eq!(danger(&[3], &[25, 20]), (14, 1 << 3));
    }

    #[test]
    fn rows_and_points_at_home_are_counted() {
        let men =
            [4, 5, 6, 8].into_iter().fold(Men::NONE, |men, slot| men.with(slot, 2)).with(7, 1);
        let points = Points::of(men);
        assert_eq!((points.longest_row(), points.held_at_home()), (3, 3));
        assert!(has_contact([men, Men::NONE.with(18, 1)]));
        assert!(!has_contact([men, Men::NONE.with(16, 1)]));
    }
}
