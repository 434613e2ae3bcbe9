//! MT19937 as Python's `random` seeds and uses it: the original's boards, set-ups and dice
//! follow from its outputs, so seed-compatible play needs exactly this generator.

use super::random_source::RandomSource;

const LENGTH: usize = 624;
const SHIFT: usize = 397;
const TWIST: u32 = 0x9908_b0df;

/// The Mersenne Twister with 32-bit outputs, seeded like Python's `random.seed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mersenne {
    state: Box<[u32; LENGTH]>,
    used: usize,
}

impl Mersenne {
    /// The generator of a seed: its 32-bit words, lowest first, are the key of "init by array".
    pub fn new(seed: u64) -> Mersenne {
        let words = [seed as u32, (seed >> 32) as u32];
        let key = if words[1] == 0 { &words[..1] } else { &words };
        let mut state = first_state(19_650_218);
        let mut at = 1;
        let wrap = |state: &mut [u32; LENGTH], at: usize| {
            if at < LENGTH {
                return at;
            }
            state[0] = state[LENGTH - 1];
            1
        };
        for step in 0..LENGTH {
            let position = step % key.len();
            let mixed = scatter(state[at - 1]).wrapping_mul(1_664_525);
            state[at] =
                (state[at] ^ mixed).wrapping_add(key[position]).wrapping_add(position as u32);
            at = wrap(&mut state, at + 1);
        }
        for _ in 1..LENGTH {
            let mixed = scatter(state[at - 1]).wrapping_mul(1_566_083_941);
            state[at] = (state[at] ^ mixed).wrapping_sub(at as u32);
            at = wrap(&mut state, at + 1);
        }
        state[0] = 1 << 31;
        Mersenne { state, used: LENGTH }
    }

    /// The next 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        if self.used == LENGTH {
            self.refill();
        }
        let mut word = self.state[self.used];
        self.used += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// One roll of a die, 1 to 6.
    pub fn die(&mut self) -> u8 {
        1 + self.below(6) as u8
    }

    fn refill(&mut self) {
        let state = &mut *self.state;
        for at in 0..LENGTH - SHIFT {
            state[at] = state[at + SHIFT] ^ twist(state[at], state[at + 1]);
        }
        for at in LENGTH - SHIFT..LENGTH - 1 {
            state[at] = state[at + SHIFT - LENGTH] ^ twist(state[at], state[at + 1]);
        }
        state[LENGTH - 1] = state[SHIFT - 1] ^ twist(state[LENGTH - 1], state[0]);
        self.used = 0;
    }
}

impl RandomSource for Mersenne {
    /// As many high bits as `n` has, drawn again until they are below `n`. Even `below(1)` draws.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        loop {
            let number = self.bits() >> n.leading_zeros();
            if number < n {
                return number;
            }
        }
    }
}

/// The highest bit of one word joined with the rest of the next, one step further.
#[inline]
fn twist(word: u32, next: u32) -> u32 {
    let joined = (word & 1 << 31) | (next & !(1 << 31));
    joined >> 1 ^ (joined & 1).wrapping_neg() & TWIST
}

fn scatter(word: u32) -> u32 {
    word ^ (word >> 30)
}

fn first_state(seed: u32) -> Box<[u32; LENGTH]> {
    let mut state = Box::new([seed; LENGTH]);
    for at in 1..LENGTH {
        state[at] = scatter(state[at - 1]).wrapping_mul(1_812_433_253).wrapping_add(at as u32);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of Python's generator for seeds of one and two words.
    #[test]
    fn outputs_are_those_of_python() {
        let mut small = Mersenne::new(0);
        assert_eq!(
            [small.bits(), small.bits(), small.bits()],
            [3_626_764_237, 1_654_615_998, 3_255_389_356]
        );
        let mut large = Mersenne::new(1_099_511_627_783);
        assert_eq!([large.bits(), large.bits()], [2_635_837_658, 3_209_733_218]);
    }

    #[test]
    fn numbers_below_one_use_up_outputs() {
        let mut random = Mersenne::new(0);
        assert_eq!(random.below(1), 0);
        assert_eq!(random.bits(), 3_255_389_356);
    }

    #[test]
    fn shuffles_and_dice_are_those_of_python() {
        let mut items: Vec<u8> = (0..10).collect();
        Mersenne::new(42).shuffle(&mut items);
        assert_eq!(items, [7, 3, 2, 8, 5, 6, 9, 4, 0, 1]);
        let mut random = Mersenne::new(42);
        let dice: Vec<u8> = (0..8).map(|_| random.die()).collect();
        assert_eq!(dice, [6, 1, 1, 6, 3, 2, 2, 2]);
    }
}
