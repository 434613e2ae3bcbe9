//! Where the random numbers of a set-up come from: our own streams, or the original's generator.

use ludarium_game::Rng;

use super::mersenne::Mersenne;

/// A source of uniformly random whole numbers.
pub trait RandomSource {
    /// A whole number from 0 to `n` − 1; `n` is not 0.
    fn below(&mut self, n: u32) -> u32;

    /// `count` independent numbers from 0 to `n` − 1, at most eight.
    #[inline]
    fn several_below(&mut self, n: u8, count: u8) -> impl Iterator<Item = u8> {
        (0..count).map(move |_| self.below(u32::from(n)) as u8)
    }

    /// Puts the elements into a random order, from the last place to the second.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

impl RandomSource for Rng {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        Rng::below(self, n)
    }

    #[inline]
    fn several_below(&mut self, n: u8, count: u8) -> impl Iterator<Item = u8> {
        Rng::several_below(self, n, count)
    }
}

/// The original's generator where a seed is given, our own stream where none is.
pub(super) enum SetupSource<'a> {
    Seeded(Mersenne),
    Stream(&'a mut Rng),
}

impl<'a> SetupSource<'a> {
    pub(super) fn new(seed: Option<u64>, rng: &'a mut Rng) -> SetupSource<'a> {
        match seed {
            Some(seed) => SetupSource::Seeded(Mersenne::new(seed)),
            None => SetupSource::Stream(rng),
        }
    }
}

impl RandomSource for SetupSource<'_> {
    fn below(&mut self, n: u32) -> u32 {
        match self {
            SetupSource::Seeded(mersenne) => mersenne.below(n),
            SetupSource::Stream(rng) => rng.below(n),
        }
    }
}
