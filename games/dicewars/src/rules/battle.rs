//! Battles: both sides roll all their dice, the attacker needs the larger sum.

use ludarium_game::Rng;

use super::MAX_DICE;

const MOST: usize = MAX_DICE as usize;

/// How many rolls of 0 to 16 dice give each sum.
const SUMS: [[u64; 12 * MOST + 1]; 2 * MOST + 1] = count_sums();

/// In how many of the 6^(attacker + defender) rolls the attacker wins.
const WINS: [[u64; MOST + 1]; MOST + 1] = count_wins();

/// The number of outcomes by the number of dice; 6^16 is below 2^42.
const POWERS: [u64; 2 * MOST + 1] = powers_of_six();

/// floor(2^64 · wins / rolls), for the first comparison of [`attacker_wins`].
const THRESHOLDS: [[u64; MOST]; MOST] = thresholds();

/// In how many rolls `attacker` dice beat `defender` dice; 1 to 8 each.
pub fn wins(attacker: u8, defender: u8) -> u64 {
    WINS[attacker as usize][defender as usize]
}

/// The number of different rolls of both sides' dice.
pub fn rolls(attacker: u8, defender: u8) -> u64 {
    POWERS[(attacker + defender) as usize]
}

/// The probability that `attacker` dice beat `defender` dice, the nearest `f64` to the exact fraction.
#[inline]
pub fn probability(attacker: u8, defender: u8) -> f64 {
    // Both counts are below 2^53, so only the division rounds.
    wins(attacker, defender) as f64 / rolls(attacker, defender) as f64
}

/// Whether the worst roll of the attacker beats the best of the defender.
#[inline]
pub fn certain(attacker: u8, defender: u8) -> bool {
    attacker > 6 * defender
}

/// Decides a battle with exactly the probability wins / rolls.
///
/// 64 random bits are the first digits of a random fraction. They decide unless they equal the
/// first digits of the probability; then the digits that follow are compared in the same way.
#[inline]
pub(super) fn attacker_wins(attacker: u8, defender: u8, mut bits: impl FnMut() -> u64) -> bool {
    let drawn = bits();
    let threshold = THRESHOLDS[place(attacker)][place(defender)];
    if drawn == threshold {
        return later_digits(attacker, defender, &mut bits);
    }
    drawn < threshold
}

#[cold]
fn later_digits(attacker: u8, defender: u8, bits: &mut dyn FnMut() -> u64) -> bool {
    if certain(attacker, defender) {
        return true;
    }
    let rolls = u128::from(rolls(attacker, defender));
    let mut rest = u128::from(wins(attacker, defender));
    loop {
        rest = (rest << 64) % rolls;
        let threshold = ((rest << 64) / rolls) as u64;
        let drawn = bits();
        if drawn != threshold {
            return drawn < threshold;
        }
    }
}

/// Dice of both sides that fit how a battle ended: every such roll is as likely as any other.
pub(super) fn throw(attacker: u8, defender: u8, won: bool, rng: &mut Rng) -> [Vec<u8>; 2] {
    // A defender's die counts as what it lacks to seven. The attacker has won if all dice together show more than seven
    // for each die of the defender.
    let limit = 7 * usize::from(defender);
    let dice = usize::from(attacker + defender);
    let (mut faces, mut sum) = (Vec::with_capacity(dice), 0);
    for rest in (0..dice).rev() {
        let rolls = |face: usize| -> u64 {
            let fits = |(total, _): &(usize, &u64)| (sum + face + total > limit) == won;
            SUMS[rest].iter().enumerate().filter(fits).map(|(_, count)| count).sum()
        };
        let all: u64 = (1..=6).map(rolls).sum();
        let mut skip = (rng.unit() * all as f64) as u64;
        let face = (1..6).find(|&face| match skip.checked_sub(rolls(face)) {
            Some(left) => {
                skip = left;
                false
            }
            None => true,
        });
        let face = face.unwrap_or(6);
        sum += face;
        faces.push(face as u8);
    }
    let theirs = faces.split_off(attacker.into());
    [faces, theirs.into_iter().map(|face| 7 - face).collect()]
}

const fn powers_of_six() -> [u64; 2 * MOST + 1] {
    let mut powers = [1; 2 * MOST + 1];
    let mut dice = 1;
    while dice < powers.len() {
        powers[dice] = 6 * powers[dice - 1];
        dice += 1;
    }
    powers
}

const fn count_sums() -> [[u64; 12 * MOST + 1]; 2 * MOST + 1] {
    let mut counts = [[0; 12 * MOST + 1]; 2 * MOST + 1];
    counts[0][0] = 1;
    let mut dice = 1;
    while dice < counts.len() {
        let mut sum = dice;
        while sum <= 6 * dice {
            let mut face = 1;
            while face <= 6 && face <= sum {
                counts[dice][sum] += counts[dice - 1][sum - face];
                face += 1;
            }
            sum += 1;
        }
        dice += 1;
    }
    counts
}

const fn count_wins() -> [[u64; MOST + 1]; MOST + 1] {
    let mut wins = [[0; MOST + 1]; MOST + 1];
    let mut attacker = 1;
    while attacker <= MOST {
        let mut defender = 1;
        while defender <= MOST {
            let mut lower = 0;
            let mut sum = 1;
            while sum <= 6 * MOST {
                lower += SUMS[defender][sum - 1];
                wins[attacker][defender] += SUMS[attacker][sum] * lower;
                sum += 1;
            }
            defender += 1;
        }
        attacker += 1;
    }
    wins
}

/// Where a number of dice, 1 to 8, stands in a table of eight.
#[inline]
const fn place(dice: u8) -> usize {
    dice.wrapping_sub(1) as usize % MOST
}

const fn thresholds() -> [[u64; MOST]; MOST] {
    let mut thresholds = [[0; MOST]; MOST];
    let mut attacker = 1;
    while attacker <= MOST {
        let mut defender = 1;
        while defender <= MOST {
            let scaled =
                ((WINS[attacker][defender] as u128) << 64) / POWERS[attacker + defender] as u128;
            // A certain win would need 2^64: the largest number of 64 bits is used, and later digits decide.
            thresholds[attacker - 1][defender - 1] =
                if scaled >> 64 == 0 { scaled as u64 } else { u64::MAX };
            defender += 1;
        }
        attacker += 1;
    }
    thresholds
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ludarium_game::Seed;

    use super::*;

    /// All 216 rolls of two dice against one are listed; those that fit a result are drawn equally often.
    #[test]
    fn every_roll_that_fits_the_result_is_equally_likely() {
        for (won, draws) in [(true, 9050), (false, 1750)] {
            let all = (0..216u16).map(|n| [n / 36, n / 6 % 6, n % 6].map(|face| face as u8 + 1));
            let fitting = all.filter(|[a, b, c]| (a + b > *c) == won);
            let mut counts: BTreeMap<[u8; 3], f64> = fitting.map(|dice| (dice, 0.0)).collect();
            assert_eq!(counts.len() as u64, if won { wins(2, 1) } else { 216 - wins(2, 1) });
            let mut rng = Rng::new(Seed(7));
            for _ in 0..draws {
                let [ours, theirs] = throw(2, 1, won, &mut rng);
                *counts.get_mut(&[ours[0], ours[1], theirs[0]]).expect("a roll that fits") += 1.0;
            }
            let expected = f64::from(draws) / counts.len() as f64;
            let chi_square: f64 =
                counts.values().map(|count| (count - expected).powi(2) / expected).sum();
            // Its mean is the freedom, its variance twice that; five standard deviations are not exceeded by chance.
            let freedom = counts.len() as f64 - 1.0;
            let allowed = freedom + 5.0 * (2.0 * freedom).sqrt();
            assert!(chi_square < allowed, "won {won}: {chi_square} of {allowed}");
        }
    }

    #[test]
    fn rare_results_have_dice_that_fit() {
        let mut rng = Rng::new(Seed(1));
        let sum = |dice: &[u8]| dice.iter().map(|&face| u32::from(face)).sum::<u32>();
        for (attacker, defender, won) in [(2, 8, true), (6, 1, false), (8, 8, true)] {
            let [ours, theirs] = throw(attacker, defender, won, &mut rng);
            assert_eq!([ours.len(), theirs.len()], [attacker, defender].map(usize::from));
            assert_eq!(sum(&ours) > sum(&theirs), won, "{ours:?} {theirs:?}");
        }
    }

    #[test]
    fn counts_are_exact() {
        assert_eq!((wins(1, 1), rolls(1, 1)), (15, 36));
        assert_eq!((wins(3, 3), rolls(3, 3)), (21_162, 46_656));
        assert_eq!(wins(8, 8), 1_328_998_717_431);
        assert_eq!(rolls(8, 8), 2_821_109_907_456);
    }

    #[test]
    fn only_seven_and_eight_against_one_are_certain() {
        for attacker in 1..=8 {
            for defender in 1..=8 {
                let all = wins(attacker, defender) == rolls(attacker, defender);
                assert_eq!(certain(attacker, defender), all);
                assert_eq!(all, attacker >= 7 && defender == 1);
            }
        }
    }

    /// 181 of 216 = 0.D684BDA12F684BDA… in hexadecimal: the first digits decide, then the next.
    #[test]
    fn ties_of_the_first_digits_are_decided_by_the_next() {
        let first = THRESHOLDS[place(2)][place(1)];
        let sampled = |drawn: &[u64]| {
            let mut drawn = drawn.iter();
            attacker_wins(2, 1, || *drawn.next().expect("a draw"))
        };
        assert!(attacker_wins(7, 1, || u64::MAX) && attacker_wins(8, 1, || 0));
        assert!(sampled(&[first - 1]));
        assert!(!sampled(&[first + 1]));
        assert!(sampled(&[first, 0]));
        assert!(!sampled(&[first, u64::MAX]));
        let rest = ((181u128 << 64) % 216) as u64;
        let second = ((u128::from(rest) << 64) / 216) as u64;
        assert!(sampled(&[first, second - 1]));
        assert!(!sampled(&[first, second + 1]));
    }
}
