//! Tests on random trees, and deliberate mistakes that they must notice.

use ludarium_game::{Scores, Seat};

use super::tree::{Block, Chooser, Layout};

/// A deliberate mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No mistake.
    None,
    /// Children are compared by the reward of the seat after the mover.
    WrongSeat,
    /// Outcomes are drawn without regard to their probabilities.
    EvenLuck,
    /// Proofs take a win of the seat after the mover for a win of the mover.
    WrongProver,
    /// A node counts as solved as soon as one child is.
    RashProof,
}

impl Fault {
    pub(super) fn seat(self, seat: Seat, seats: usize) -> Seat {
        self.shift(Fault::WrongSeat, seat, seats)
    }

    pub(super) fn prover(self, seat: Seat, seats: usize) -> Seat {
        self.shift(Fault::WrongProver, seat, seats)
    }

    fn shift(self, fault: Fault, seat: Seat, seats: usize) -> Seat {
        if self == fault {
            Seat((seat.0 + 1) % seats as u8)
        } else {
            seat
        }
    }

    pub(super) fn rash_proof<M: Copy>(self, children: &Block<M>, layout: Layout) -> Option<Scores> {
        if self != Fault::RashProof || children.chooser != Chooser::Chance {
            return None;
        }
        children.iter().find_map(|child| child.exact(layout))
    }
}
