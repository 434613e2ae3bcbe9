//! Tests on random trees, and deliberate mistakes that they must notice.

mod budgets;
mod keeping;
mod oracle;
mod plain;
mod proofs;
mod rollouts;
mod selection;
mod strength;
mod structure;
mod support;

use ludarium_game::{Scores, Seat};

use super::block::{Chooser, Siblings};
use super::record::Layout;

/// A deliberate mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlantedFault {
    /// No mistake.
    None,
    /// Children are compared by the reward of the seat after the mover.
    WrongSeat,
    /// Outcomes are drawn without regard to their probabilities.
    EvenLuck,
    /// Proofs take a win of the seat after the mover for a win of the mover.
    WrongProver,
    /// A chance node counts as solved as soon as one outcome is.
    RashProof,
    /// Where moves are equally good for the mover, the first decides for everybody else.
    KingMaker,
}

impl PlantedFault {
    pub(super) fn seat(self, seat: Seat, seats: usize) -> Seat {
        self.shift(PlantedFault::WrongSeat, seat, seats)
    }

    pub(super) fn prover(self, seat: Seat, seats: usize) -> Seat {
        self.shift(PlantedFault::WrongProver, seat, seats)
    }

    fn shift(self, fault: PlantedFault, seat: Seat, seats: usize) -> Seat {
        if self == fault { Seat((seat.0 + 1) % seats as u8) } else { seat }
    }

    /// What a broken solver would take for a proof where the right one finds none.
    pub(super) fn rash_proof<M: Copy>(
        self,
        children: &Siblings<M>,
        layout: Layout,
    ) -> Option<Scores> {
        let mut proven = children.iter().map(|child| child.exact(layout));
        match (self, children.chooser) {
            (PlantedFault::RashProof, Chooser::Chance) => proven.find_map(|exact| exact),
            (PlantedFault::KingMaker, Chooser::Seat(seat)) => {
                let all: Option<Vec<Scores>> = proven.collect();
                all?.into_iter().reduce(|a, b| if b.of(seat).0 > a.of(seat).0 { b } else { a })
            }
            _ => None,
        }
    }
}
