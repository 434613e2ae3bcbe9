//! Proofs: exact scores for any number of seats and with chance.
//!
//! A finished game is solved. A decision node is solved when some child is a proven win for the seat
//! to move, or when all children are solved and those best for that seat have the same scores for
//! every seat. Where they differ, the seat decides which of the others wins, and the node stays open. A chance node
//! is solved when all its outcomes are.

use ludarium_game::{Evaluation, Gain, Game, Scores, Seat, Value};

use super::block::{At, Chooser, Siblings};
use super::record::Layout;
use super::reward::Reward;
use super::search::Search;

/// Scores closer than this are the same: expectations over chance are rounded.
const SAME: f32 = 1e-5;

/// Whether scores are a sure win for a seat.
pub(super) fn is_won(scores: Scores, seat: Seat) -> bool {
    scores.of(seat).0 >= 1.0 - SAME
}

/// Whether scores are a sure loss for a seat.
pub(super) fn is_lost(scores: Scores, seat: Seat) -> bool {
    scores.of(seat).0 <= SAME
}

impl<G, E, A, R> Search<'_, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Solves a node if its children allow it; whether it is solved now.
    pub(super) fn try_to_prove(&self, at: At<'_, G::Move>) -> bool {
        let layout = self.tree.layout;
        if at.exact(layout).is_some() {
            return true;
        }
        let Some(children) = at.children() else {
            return false;
        };
        let exact = match children.chooser {
            Chooser::Seat(seat) => {
                #[cfg(test)]
                let seat = self.parameters.fault.prover(seat, layout.seats);
                decided(children, seat, layout)
            }
            Chooser::Chance => expected(children, layout),
        };
        #[cfg(test)]
        let exact = exact.or_else(|| self.parameters.fault.rash_proof(children, layout));
        if let Some(exact) = exact {
            at.prove(layout, exact);
        }
        exact.is_some()
    }
}

/// The exact scores when a seat chooses.
fn decided<M: Copy>(children: &Siblings<M>, seat: Seat, layout: Layout) -> Option<Scores> {
    let mut open = !children.complete;
    let mut best: Option<Scores> = None;
    let mut agree = true;
    for child in children.iter() {
        let Some(exact) = child.exact(layout) else {
            open = true;
            continue;
        };
        if is_won(exact, seat) {
            return Some(exact);
        }
        let lead = best.map_or(1.0, |best| exact.of(seat).0 - best.of(seat).0);
        if lead > SAME {
            (best, agree) = (Some(exact), true);
        } else if lead >= -SAME {
            agree &= best.is_some_and(|best| same(best, exact, layout.seats));
        }
    }
    best.filter(|_| agree && !open)
}

/// The exact scores when chance chooses.
fn expected<M: Copy>(outcomes: &Siblings<M>, layout: Layout) -> Option<Scores> {
    if !outcomes.complete {
        return None;
    }
    let mut sum = Scores::ZERO;
    for outcome in outcomes.iter() {
        sum += outcome.exact(layout)? * outcome.node().prior;
    }
    // Probabilities are rounded too, and the sum must stay a score.
    for seat in Seat::all(layout.seats) {
        sum.set(seat, Value(sum.of(seat).0.clamp(0.0, 1.0)));
    }
    Some(sum)
}

fn same(a: Scores, b: Scores, seats: usize) -> bool {
    let pairs = a.as_slice(seats).iter().zip(b.as_slice(seats));
    pairs.into_iter().all(|(a, b)| (a - b).abs() <= SAME)
}
