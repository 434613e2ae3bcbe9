//! What another player could do here.

use ludarium_game::{Game, Reseat, Seat, Turn};

use super::Dicewars;

impl Reseat for Dicewars {
    /// Only whose turn it is changes: dice, reserves and counters stay. Players without areas cannot
    /// move.
    fn reseat(&self, seat: Seat) -> Option<Dicewars> {
        debug_assert!(matches!(self.turn(), Turn::Seat(_)));
        if !self.is_alive(seat) {
            return None;
        }
        let place = self.order().position(|other| other == seat)?;
        let mut position = self.clone();
        position.place = place as u8;
        Some(position)
    }
}
