//! Values: a vector over all seats, and a number for one seat. They are different types.

use std::ops::{Add, AddAssign, Mul};

use crate::{MAX_SEATS, Seat};

/// One number for each seat, in the order of seats. Seats that the game does not have are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores([f32; MAX_SEATS]);

/// How good something is for one particular seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Value(pub f32);

impl Scores {
    /// 0 for every seat.
    pub const ZERO: Scores = Scores([0.0; MAX_SEATS]);

    /// The scores of the first seats, in order.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`].
    #[inline]
    pub fn new(scores: &[f32]) -> Scores {
        let mut all = [0.0; MAX_SEATS];
        all[..scores.len()].copy_from_slice(scores);
        Scores(all)
    }

    /// 1 for the winner, 0 for everybody else.
    #[inline]
    pub fn win(winner: Seat) -> Scores {
        let mut scores = Scores::ZERO;
        scores.set(winner, Value(1.0));
        scores
    }

    /// The same share for each of `seats` seats, summing to 1.
    #[inline]
    pub fn shared(seats: usize) -> Scores {
        let mut scores = Scores::ZERO;
        scores.0[..seats].fill(1.0 / seats as f32);
        scores
    }

    /// The value for one seat.
    #[inline]
    pub fn of(&self, seat: Seat) -> Value {
        Value(self.0[seat.index()])
    }

    /// Changes the value for one seat.
    #[inline]
    pub fn set(&mut self, seat: Seat, value: Value) {
        self.0[seat.index()] = value.0;
    }

    /// The numbers of the first `seats` seats.
    #[inline]
    pub fn as_slice(&self, seats: usize) -> &[f32] {
        &self.0[..seats]
    }

    /// The sum over all seats.
    #[inline]
    pub fn sum(&self) -> f32 {
        self.0.iter().sum()
    }
}

impl Add for Scores {
    type Output = Scores;

    #[inline]
    fn add(mut self, other: Scores) -> Scores {
        self += other;
        self
    }
}

impl AddAssign for Scores {
    #[inline]
    fn add_assign(&mut self, other: Scores) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }
}

impl Mul<f32> for Scores {
    type Output = Scores;

    #[inline]
    fn mul(mut self, factor: f32) -> Scores {
        for score in &mut self.0 {
            *score *= factor;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one_and_leave_absent_seats_at_zero() {
        let shared = Scores::shared(3);
        assert!((shared.sum() - 1.0).abs() < 1e-6);
        assert_eq!(shared.of(Seat(3)), Value(0.0));
        assert_eq!(Scores::win(Seat(2)).as_slice(3), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn arithmetic_is_by_seat() {
        let sum = Scores::new(&[0.25, 0.5]) + Scores::new(&[0.5, 0.25]) * 2.0;
        assert_eq!(sum.as_slice(2), [1.25, 1.0]);
    }
}
