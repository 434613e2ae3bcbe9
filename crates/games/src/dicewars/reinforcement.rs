//! Reinforcement: dice fall one by one on areas that are not full, each area equally likely.

use super::board::{MAX_AREAS, areas_in};
use super::luck::Luck;
use super::{Area, MAX_DICE, Planes};

/// The dice that each area of `own` receives when up to `count` dice fall on them. `dice` holds the
/// dice on each area, less one. Dice that find no room are not placed.
#[inline]
pub fn scatter(dice: Planes, own: u32, count: u8, luck: &mut impl Luck) -> Planes {
    let mut open = [Area(0); MAX_AREAS];
    let mut areas = 0;
    for area in areas_in(own & !dice.sevens()) {
        open[areas % MAX_AREAS] = area;
        areas += 1;
    }
    let mut after = dice;
    let mut left = count;
    while left > 0 && areas > 0 {
        let chosen = luck.below(areas as u32) as usize % MAX_AREAS;
        let area = open[chosen];
        after.increment(area);
        left -= 1;
        if after.sevens() & area.bit() != 0 {
            areas -= 1;
            open[chosen] = open[areas % MAX_AREAS];
        }
    }
    after.minus(dice)
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

    #[test]
    fn stacking_starts_with_the_lowest_area() {
        let received = stack(planes(&[6, 3, 7, 2]), 0b1101, 4);
        assert_eq!(received, planes(&[1, 0, 0, 3]));
        assert_eq!(stack(planes(&[6, 3]), 0b11, 60), planes(&[1, 4]));
    }
}
