//! The seat that an agent is asked to move for.

use ludarium_game::{Game, Seat, Turn};

/// The seat to move where an agent is asked for a move.
///
/// # Panics
/// If no seat is to move: there is nothing to choose.
pub(crate) fn mover<G: Game>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        turn => panic!("an agent is asked only where a seat is to move, not at {turn:?}"),
    }
}
