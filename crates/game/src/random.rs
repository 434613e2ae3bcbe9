//! Random streams: one master seed, one stream for each game, seat and purpose.
//!
//! The generator is Xoshiro256++ and will never change; whole numbers, shuffles and fractions are made by
//! the routines here, because libraries may change theirs between releases. Tests
//! compare every routine with recorded values: a recorded game must replay on any later version.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// What a stream is used for. Streams of different purposes never share numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Purpose {
    /// A block of games with the same chance events.
    Block = 1,
    /// One game.
    Game = 2,
    /// The set-up: maps, first positions.
    Start = 3,
    /// Dice and other chance events of a game.
    Chance = 4,
    /// The private stream of the agent in a seat.
    Seat = 5,
    /// Random play-outs and other work inside a search.
    Search = 6,
    /// Training: shuffles, initial weights.
    Training = 7,
    /// Test data.
    Test = 8,
}

/// A seed from which other seeds and streams are derived.
///
/// ```
/// use ludarium_game::{Purpose, Seed};
/// let game = Seed(42).derive(Purpose::Block, 0).derive(Purpose::Game, 3);
/// let mut dice = game.stream(Purpose::Chance, 0);
/// assert!(dice.below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed for the `index`-th thing of a kind.
    #[inline]
    pub fn derive(self, purpose: Purpose, index: u64) -> Seed {
        let labelled = mix(self.0 ^ mix(purpose as u64));
        Seed(mix(labelled ^ mix(index.wrapping_add(1 << 32))))
    }

    /// The stream for the `index`-th thing of a kind.
    #[inline]
    pub fn stream(self, purpose: Purpose, index: u64) -> Rng {
        Rng::new(self.derive(purpose, index))
    }
}

/// The finaliser of SplitMix64 after one step: a bijection that makes neighbouring seeds very different.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A random stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of a seed.
    #[inline]
    pub fn new(seed: Seed) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed.0))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number from 0 to `n` − 1, exactly uniform.
    ///
    /// # Panics
    /// In debug builds, if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        // Lemire's multiplication: the high half is the number, the low half says when to draw again.
        let mut product = (self.bits() >> 32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.bits() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// `count` whole numbers from 0 to `n` − 1, at most eight, exactly uniform and independent, for
    /// the cost of one draw: fast where several small numbers are needed at once.
    ///
    /// # Panics
    /// In debug builds, if `n` is 0 or `count` is above 8.
    #[inline]
    pub fn several_below(&mut self, n: u8, count: u8) -> SeveralBelow {
        debug_assert!(n > 0, "there is no number below 0");
        debug_assert!(count <= 8, "one draw gives up to eight numbers");
        // Eight numbers are the digits to base `n` of one number below n^8, and Lemire's
        // multiplication can be done digit by digit.
        let n = u64::from(n);
        let square = n * n;
        let outcomes = square * square * (square * square);
        let mut fraction = self.bits();
        if fraction.wrapping_mul(outcomes) < outcomes {
            let threshold = outcomes.wrapping_neg() % outcomes;
            while fraction.wrapping_mul(outcomes) < threshold {
                fraction = self.bits();
            }
        }
        SeveralBelow { fraction, n, count }
    }

    /// A fraction in [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// One element, each equally likely; `None` if there is none.
    #[inline]
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        Some(&items[self.below(items.len() as u32) as usize])
    }

    /// Puts the elements into a uniformly random order.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// A few random numbers below a small one: see [`Rng::several_below`].
#[derive(Clone, Debug)]
pub struct SeveralBelow {
    /// What is left of the draw, in units of 2^-64: its next digit to base `n` is the next number.
    fraction: u64,
    n: u64,
    count: u8,
}

impl Iterator for SeveralBelow {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        self.count = self.count.checked_sub(1)?;
        let product = u128::from(self.fraction) * u128::from(self.n);
        self.fraction = product as u64;
        Some((product >> 64) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the published generator for the state 1, 2, 3, 4.
    #[test]
    fn the_generator_is_xoshiro256_plus_plus() {
        let mut state = [0u8; 32];
        for (index, word) in [1u64, 2, 3, 4].into_iter().enumerate() {
            state[8 * index..8 * index + 8].copy_from_slice(&word.to_le_bytes());
        }
        let mut rng = Rng(Xoshiro256PlusPlus::from_seed(state));
        let outputs: Vec<u64> = (0..4).map(|_| rng.bits()).collect();
        assert_eq!(outputs, [41943041, 58720359, 3588806011781223, 3591011842654386]);
    }

    /// Computed by a second program from the definitions above.
    #[test]
    fn golden_streams() {
        let mut rng = Seed(42).stream(Purpose::Chance, 7);
        let bits: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        let dice: Vec<u32> = (0..12).map(|_| rng.below(6) + 1).collect();
        let mut order: Vec<u8> = (0..10).collect();
        rng.shuffle(&mut order);
        let unit = rng.unit();
        assert_eq!(
            (bits, dice, order, unit),
            (
                vec![7349001438131906671, 14033608371416776715, 8700402041326773789],
                vec![3, 3, 3, 1, 1, 4, 5, 4, 1, 1, 6, 3],
                vec![0, 3, 4, 9, 5, 2, 1, 6, 8, 7],
                0.19210027918179085
            )
        );
    }

    #[test]
    fn derived_streams_differ_in_every_part_of_their_path() {
        let mut seen = std::collections::HashSet::new();
        for master in 0..4 {
            for block in 0..4 {
                for purpose in [Purpose::Start, Purpose::Chance, Purpose::Seat] {
                    for index in 0..4 {
                        let block = Seed(master).derive(Purpose::Block, block);
                        assert!(seen.insert(block.derive(purpose, index)));
                    }
                }
            }
        }
    }

    #[test]
    fn below_is_uniform_and_stays_below() {
        let mut rng = Rng::new(Seed(1));
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Six standard deviations of a binomial with p = 1/7.
        let spread = 6.0 * (70_000.0f64 / 7.0 * 6.0 / 7.0).sqrt();
        for count in counts {
            assert!((f64::from(count) - 10_000.0).abs() < spread, "{counts:?}");
        }
        assert_eq!(rng.below(1), 0);
    }

    /// Computed by a second program with whole numbers of any size. For 235 nearly half of
    /// all draws are rejected, the most of any `n`.
    #[test]
    fn golden_numbers_of_one_draw() {
        let mut rng = Seed(42).stream(Purpose::Chance, 8);
        let mut several = |n, count| rng.several_below(n, count).collect::<Vec<u8>>();
        assert_eq!(several(7, 8), [5, 3, 3, 0, 6, 6, 6, 6]);
        assert_eq!(several(32, 5), [20, 12, 3, 6, 23]);
        assert_eq!(several(1, 2), [0, 0]);
        for expected in [
            [85, 114, 69],
            [214, 13, 98],
            [142, 154, 141],
            [27, 36, 172],
            [141, 165, 61],
            [183, 142, 217],
            [206, 188, 148],
            [142, 94, 171],
            [97, 35, 39],
        ] {
            assert_eq!(several(235, 3), expected);
        }
        assert_eq!(several(9, 0), []);
    }

    /// A draw that is accepted, seen as a fraction, is one number below n^8; all of them have equally
    /// many draws, and the numbers returned are its digits.
    #[test]
    fn several_numbers_are_the_digits_of_one() {
        let mut rng = Rng::new(Seed(3));
        for n in [1, 2, 3, 7, 29, 32, 100, 235, 255] {
            for _ in 0..200 {
                let mut same = rng.clone();
                let digits: Vec<u8> = rng.several_below(n, 8).collect();
                let outcomes = u128::from(n).pow(8);
                let drawn = loop {
                    let product = u128::from(same.bits()) * outcomes;
                    if u128::from(product as u64) >= (1 << 64) % outcomes {
                        break product >> 64;
                    }
                };
                let number = digits
                    .iter()
                    .fold(0, |number, &digit| number * u128::from(n) + u128::from(digit));
                assert_eq!(number, drawn);
                assert!(digits.iter().all(|&digit| digit < n));
                assert_eq!(rng, same);
            }
        }
    }

    #[test]
    fn several_numbers_are_uniform_and_independent() {
        let mut rng = Rng::new(Seed(4));
        // How often each pair of neighbours was drawn, for each of the seven places of a pair.
        let mut counts = [[0u32; 25]; 7];
        for _ in 0..25_000 {
            let drawn: Vec<u8> = rng.several_below(5, 8).collect();
            for (pair, counts) in drawn.windows(2).zip(&mut counts) {
                counts[usize::from(5 * pair[0] + pair[1])] += 1;
            }
        }
        // Six standard deviations of a binomial with p = 1/25.
        let spread = 6.0 * (1000.0f64 * 24.0 / 25.0).sqrt();
        for count in counts.into_iter().flatten() {
            assert!((f64::from(count) - 1000.0).abs() < spread, "{counts:?}");
        }
    }

    #[test]
    fn shuffle_reaches_every_order_equally() {
        let mut rng = Rng::new(Seed(2));
        let mut counts = std::collections::HashMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        let spread = 6.0 * (1000.0f64 * 23.0 / 24.0).sqrt();
        for (order, count) in counts {
            assert!((f64::from(count) - 1000.0).abs() < spread, "{order:?}");
        }
    }
}
