//! The chance event after a move.

use ludarium_game::{Listing, Rng};

use super::board::{BOARD, Square, present_key, squares};
use super::variants::TWENTIETHS;
use super::{Move, MoveParts, Pending, TucChess};

impl Pending {
    /// Whether the value of a present is not known yet.
    #[inline]
    pub(super) fn has_value(self) -> bool {
        matches!(self, Pending::ValueAndArrival | Pending::Value)
    }

    /// Whether a new present may appear.
    #[inline]
    pub(super) fn has_arrival(self) -> bool {
        matches!(self, Pending::Arrival | Pending::ValueAndArrival)
    }
}

impl TucChess {
    /// Where a new present may appear. Never empty after a move: the origin is free.
    #[inline]
    pub(super) fn free_squares(&self) -> u64 {
        BOARD & !(self.pieces() | self.presents)
    }

    /// The value first, a point before none; then no new present, then the squares row by row.
    pub(super) fn list_chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        let share = |twentieths: u32| f64::from(twentieths) / f64::from(TWENTIETHS);
        let worthy = self.rules.worthy_in_20();
        let values: &[(Option<u8>, f64)] = match self.pending {
            Pending::Nothing => &[],
            Pending::Arrival => &[(None, 1.0)],
            Pending::ValueAndArrival | Pending::Value => {
                &[(Some(1), share(worthy)), (Some(0), share(TWENTIETHS - worthy))]
            }
        };
        let appearing = if self.pending.has_arrival() { self.rules.appearing_in_20() } else { 0 };
        let free = self.free_squares();
        for &(value, chance) in values {
            let none = chance * share(TWENTIETHS - appearing);
            out.push((Move::outcome(value, None), none));
            if appearing > 0 {
                let each = chance * share(appearing) / f64::from(free.count_ones());
                out.extend(squares(free).map(|square| (Move::outcome(value, Some(square)), each)));
            }
        }
        Listing::Complete
    }

    /// Draws whole numbers, so that the probabilities are exact: for the value, for whether a present
    /// appears, for its square; each only where it is needed.
    #[inline(always)] // Called on its own it costs a tenth of a playout.
    pub(super) fn draw(&self, rng: &mut Rng) -> Move {
        match self.pending {
            Pending::Nothing => Move::NOTHING,
            Pending::Arrival => match self.draw_arrival(rng) {
                None => Move::NOTHING,
                arrival => Move::outcome(None, arrival),
            },
            Pending::ValueAndArrival => {
                let value = self.draw_value(rng);
                Move::outcome(Some(value), self.draw_arrival(rng))
            }
            Pending::Value => Move::outcome(Some(self.draw_value(rng)), None),
        }
    }

    #[inline]
    fn draw_value(&self, rng: &mut Rng) -> u8 {
        u8::from(rng.below(TWENTIETHS) < self.rules.worthy_in_20())
    }

    #[inline]
    fn draw_arrival(&self, rng: &mut Rng) -> Option<Square> {
        let appears = rng.below(TWENTIETHS) < self.rules.appearing_in_20();
        appears.then(|| self.draw_square(rng))
    }

    /// Six bits of a random word after the other, until they are the index of a free square. Every free
    /// square has one index, so that all are equally likely.
    #[inline(never)]
    fn draw_square(&self, rng: &mut Rng) -> Square {
        let free = self.free_squares();
        debug_assert!(free != 0, "the origin of the last move is free");
        loop {
            let mut bits = rng.bits();
            for _ in 0..64 / 6 {
                let square = Square::from_bit_index(bits as u8);
                if free & square.bit() != 0 {
                    return square;
                }
                bits >>= 6;
            }
        }
    }

    /// Applies an outcome. The present's value goes to the side that has just moved.
    #[inline]
    pub(super) fn settle(&mut self, outcome: Move) {
        if outcome != Move::NOTHING {
            self.receive(outcome);
        }
        self.pending = Pending::Nothing;
    }

    fn receive(&mut self, outcome: Move) {
        let MoveParts::Outcome { value, present } = outcome.action() else {
            return;
        };
        debug_assert_eq!(self.pending.has_value(), value.is_some());
        debug_assert!(self.pending.has_arrival() || present.is_none());
        self.points[self.side.other() as usize] += u32::from(value.unwrap_or(0));
        if let Some(square) = present {
            debug_assert!(self.free_squares() & square.bit() != 0, "{square} is taken");
            self.presents |= square.bit();
            self.board_key ^= present_key(square);
        }
    }
}
