//! Reinforcement: dice fall one by one on areas that are not full, each area equally likely.

use super::board::{MAX_AREAS, areas_in};
use super::random_source::RandomSource;
use super::{MAX_DICE, Planes};

/// The dice that each area of `own` receives when up to `count` dice fall on them. `dice` holds the
/// dice on each area, less one. Dice that find no room are not placed.
#[inline]
pub fn scatter(dice: Planes, own: u32, count: u8, random: &mut impl RandomSource) -> Planes {
    let mut after = dice;
    let mut left = count;
    let mut open = own & !dice.sevens();
    let mut bits = [0; MAX_AREAS];
    while left > 0 && open != 0 {
        let areas = list(open, &mut bits);
        // A draw is only valid for a fixed number of areas, so the list stays until one draw filled
        // an area.
        while left > 0 && open & after.sevens() == 0 {
            let tries = left.min(8);
            left -= tries;
            for chosen in random.several_below(areas, tries) {
                let bit = bits[chosen as usize % MAX_AREAS];
                if after.sevens() & bit == 0 {
                    after.increment(bit);
                } else {
                    // The area became full since it was listed: draw again for this die.
                    left += 1;
                }
            }
        }
        open &= !after.sevens();
    }
    after.minus(dice)
}

/// Writes the areas of a set that is not empty as sets of one; returns their number.
#[inline(always)]
fn list(mut set: u32, bits: &mut [u32; MAX_AREAS]) -> u8 {
    let mut count = 0;
    for bit in bits {
        *bit = set & set.wrapping_neg();
        set ^= *bit;
        count += 1;
        if set == 0 {
            break;
        }
    }
    count
}

/// The dice that each area receives when every die goes to the lowest-numbered area with room.
pub(super) fn stack(dice: Planes, own: u32, count: u8) -> Planes {
    let mut received = Planes::default();
    let mut left = count;
    for area in areas_in(own) {
        let here = left.min(MAX_DICE - 1 - dice.get(area));
        received.set(area, here);
        left -= here;
    }
    received
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Area;
    use ludarium_game::{Rng, Seed};

    fn planes(numbers: &[u8]) -> Planes {
        let mut planes = Planes::default();
        for (area, &number) in numbers.iter().enumerate() {
            planes.set(Area(area as u8), number);
        }
        planes
    }

    #[test]
    fn every_die_finds_its_area_or_all_are_full() {
        let mut rng = Rng::new(Seed(5));
        for count in 0..64 {
            let dice = planes(&[7, 2, 0, 5, 6]);
            let own = 0b11011;
            let received = scatter(dice, own, count, &mut rng);
            assert_eq!(received.sum(!own), 0);
            assert_eq!(received.sum(own), u32::from(count).min(5 + 2 + 1));
            for area in areas_in(own) {
                assert!(dice.get(area) + received.get(area) <= 7);
            }
        }
    }

    /// Three areas with room for one, two and five dice, one die: a third each.
    #[test]
    fn each_area_with_room_is_equally_likely() {
        let mut rng = Rng::new(Seed(6));
        let mut counts = [0; 4];
        for _ in 0..30_000 {
            let received = scatter(planes(&[6, 5, 7, 2]), 0b1111, 1, &mut rng);
            counts[received.positive().trailing_zeros() as usize] += 1;
        }
        // Six standard deviations of a binomial with p = 1/3 are 490.
        assert_eq!(counts[2], 0);
        for area in [0, 1, 3] {
            assert!((9_510..=10_490).contains(&counts[area]), "{counts:?}");
        }
    }

    /// Two areas with room for one and for seven dice, two dice: one falls on the small area and
    /// one on the large one with 3/4, both on the large one with 1/4.
    #[test]
    fn a_full_area_leaves_its_dice_to_the_others() {
        let mut rng = Rng::new(Seed(7));
        let mut both = 0;
        for _ in 0..16_000 {
            let received = scatter(planes(&[6, 0]), 0b11, 2, &mut rng);
            assert_eq!(received.sum(0b11), 2);
            both += u32::from(received == planes(&[0, 2]));
        }
        // Six standard deviations of a binomial with p = 1/4 are 329.
        assert!((3_671..=4_329).contains(&both), "{both}");
    }

    #[test]
    fn stacking_starts_with_the_lowest_area() {
        let received = stack(planes(&[6, 3, 7, 2]), 0b1101, 4);
        assert_eq!(received, planes(&[1, 0, 0, 3]));
        assert_eq!(stack(planes(&[6, 3]), 0b11, 60), planes(&[1, 4]));
    }
}
