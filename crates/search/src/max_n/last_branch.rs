//! The best values that the seats above a node already have, and how much is enough there.
//!
//! Shallow pruning looks at the parent alone. Last-branch pruning looks at the last nodes in which
//! every seat has chosen once, x1 (the oldest) to xn (the current one), each holding a best so far. If
//! x2 to xn-1 all are at their last child, what xn returns either loses against one of their bests or
//! goes up to x1 unchanged. In the second case it gives every seat but x1 at least what it holds, so
//! x1 rejects it once all they hold adds up to the largest sum. In the first case a best of
//! x2 to xn-1 goes up instead, so x1 must reject each of these, too: that is the guard, without which
//! the cut is wrong. As those nodes are at their last child, no other node sees the value of xn.

use ludarium_game::{Scores, Seat};

/// How to use the largest sum of scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// Cut what the parent will not choose.
    #[default]
    Shallow,
    /// Cut also what, through parents at their last child, an older ancestor will not choose.
    LastBranch,
    /// Last-branch pruning without its guard: wrong; the tests must notice it.
    #[cfg(test)]
    Unguarded,
}

/// A node on the path from the root, with a child of it being searched.
#[derive(Clone, Copy)]
pub(super) enum BranchStep {
    /// A chance event, which needs the values of all its outcomes.
    Chance,
    /// A seat chooses.
    Choice {
        seat: Seat,
        /// The best so far, if there is one and its value for the seat is what it was chosen for.
        best: Option<Scores>,
        /// Whether the child being searched is the last one.
        last: bool,
    },
}

impl Pruning {
    /// The value with which a seat need not look further at a node below this path.
    #[inline]
    pub(super) fn enough(
        self,
        path: &[BranchStep],
        seat: Seat,
        seats: usize,
        largest_sum: f32,
    ) -> f32 {
        let shallow = match path.last() {
            Some(&BranchStep::Choice { seat: parent, best: Some(best), .. }) if parent != seat => {
                largest_sum - best.of(parent).0
            }
            _ => f32::INFINITY,
        };
        let guarded = match self {
            Pruning::Shallow => return shallow,
            Pruning::LastBranch => true,
            #[cfg(test)]
            Pruning::Unguarded => false,
        };
        match last_branch(path, seat, seats, guarded) {
            // Rounded upwards, so that it is never too little.
            Some(held) => shallow.min(((f64::from(largest_sum) - held) as f32).next_up()),
            None => shallow,
        }
    }
}

/// What all other seats hold together, if they chose once each just above a node of `seat` and the
/// cut is safe.
fn last_branch(path: &[BranchStep], seat: Seat, seats: usize, guarded: bool) -> Option<f64> {
    let start = path.len().checked_sub(seats.checked_sub(1)?)?;
    let (&oldest, between) = path[start..].split_first()?;
    let BranchStep::Choice { seat: first, best: Some(best), .. } = oldest else {
        return None;
    };
    let refused = best.of(first).0;
    let mut seen = 1u32 << seat.index() | 1 << first.index();
    let mut held = f64::from(refused);
    // Discounting on the way up only lowers what is offered if it is not negative.
    let mut safe = first != seat && refused >= 0.0;
    for &step in between {
        let BranchStep::Choice { seat, best: Some(best), last: true } = step else {
            return None;
        };
        let own = best.of(seat).0;
        safe &= seen & (1 << seat.index()) == 0 && own >= 0.0;
        safe &= !guarded || best.of(first).0 <= refused;
        seen |= 1 << seat.index();
        held += f64::from(own);
    }
    safe.then_some(held)
}
