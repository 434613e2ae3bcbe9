//! Which child of a decision node is followed.

use ludarium_game::{Evaluation, Gain, Game, Seat};

use super::block::{At, Siblings};
use super::ccb;
use super::parameters::{Perspective, Selection, Urgency};
use super::reward::Reward;
use super::search::Search;
use super::solver::is_lost;

/// What the choice at one node knows before it looks at the children.
pub(super) struct Parent {
    /// Visits of the parent before this one, at least 1.
    pub(super) visits: f64,
    /// The parent's mean reward of the seat that chooses.
    pub(super) mean: f64,
    /// The seat whose reward counts.
    pub(super) seat: Seat,
}

impl<G, E, A, R> Search<'_, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// What is needed to choose below a node whose visits before this one were `before`.
    pub(super) fn parent(&self, at: At<'_, G::Move>, seat: Seat, before: u32) -> Parent {
        let seat = match self.parameters.perspective {
            Perspective::Mover => seat,
            Perspective::Root => self.mover,
        };
        #[cfg(test)]
        let seat = self.parameters.fault.seat(seat, self.tree.layout.seats);
        let visits = f64::from(before.max(1));
        Parent { visits, mean: at.sum(self.tree.layout, seat) / visits, seat }
    }

    /// The child to follow.
    pub(super) fn select<'t>(
        &self,
        parent: &Parent,
        children: &'t Siblings<G::Move>,
    ) -> At<'t, G::Move> {
        let visits = parent.visits;
        match self.parameters.selection {
            Selection::Uct { c } => {
                let log = visits.ln();
                let urgency = self.urgency(parent, children);
                if self.is_plain() {
                    return children.best_of(parent.seat, |n, sum| {
                        if n == 0.0 {
                            return urgency;
                        }
                        let inverse = 1.0 / n;
                        sum * inverse + c * (log * inverse).sqrt()
                    });
                }
                self.best(parent, children, |at, n| {
                    if n == 0.0 {
                        return urgency;
                    }
                    let inverse = 1.0 / n;
                    self.quality(parent, at, inverse) + c * (log * inverse).sqrt()
                })
            }
            Selection::Puct { init, base, .. } => {
                let weight = (init + ((1.0 + visits + base) / base).ln()) * visits.sqrt();
                let urgency = self.urgency(parent, children);
                self.best(parent, children, |at, n| {
                    let quality =
                        if n == 0.0 { urgency } else { self.quality(parent, at, 1.0 / n) };
                    quality + weight * f64::from(at.node().prior) / (1.0 + n)
                })
            }
            Selection::Ccb => {
                let urgency = self.urgency(parent, children);
                let round = ccb::round(children, visits, |at, n| self.quality(parent, at, 1.0 / n));
                self.best(parent, children, |at, n| {
                    if n == 0.0 {
                        return urgency;
                    }
                    self.quality(parent, at, 1.0 / n) + round.radius(visits, n)
                })
            }
        }
    }

    /// Whether visits and sums are all that selection looks at; most searches are like that, and
    /// spend most of their time in the tree comparing children.
    fn is_plain(&self) -> bool {
        !self.solver && self.parameters.implicit == 0.0 && self.history.is_none()
    }

    /// The first child with the largest score; lost children only if there is nothing else.
    #[inline]
    fn best<'t>(
        &self,
        parent: &Parent,
        children: &'t Siblings<G::Move>,
        mut score: impl FnMut(At<'t, G::Move>, f64) -> f64,
    ) -> At<'t, G::Move> {
        let mut best = children.first();
        let mut highest = f64::NEG_INFINITY;
        for at in children.iter() {
            if self.solver
                && at.exact(self.tree.layout).is_some_and(|exact| is_lost(exact, parent.seat))
            {
                continue;
            }
            let n = f64::from(at.visits());
            let mut value = score(at, n);
            if value == f64::INFINITY {
                return at;
            }
            if self.history.is_some() {
                value += self.history_bonus(parent, at, n);
            }
            if value > highest {
                (best, highest) = (at, value);
            }
        }
        best
    }

    /// How good a visited child looks for the seat: its mean, mixed with its implicit minimax
    /// value; its exact score if it is solved.
    #[inline]
    fn quality(&self, parent: &Parent, at: At<'_, G::Move>, inverse: f64) -> f64 {
        let layout = self.tree.layout;
        let seat = parent.seat;
        if self.solver
            && let Some(exact) = at.exact(layout)
        {
            return f64::from(exact.of(seat).0);
        }
        let mean = at.sum(layout, seat) * inverse;
        let weight = self.parameters.implicit;
        if weight > 0.0
            && let Some(implicit) = at.implicit_of(layout, seat)
        {
            return (1.0 - weight) * mean + weight * f64::from(implicit);
        }
        mean
    }

    /// Progressive History: the move's success anywhere, fading with its failures here.
    fn history_bonus(&self, parent: &Parent, at: At<'_, G::Move>, n: f64) -> f64 {
        let (Some(history), Some(weight)) = (self.history, self.parameters.history) else {
            return 0.0;
        };
        let failures = (n - at.sum(self.tree.layout, parent.seat)).max(0.0);
        history.mean(at.node().slot).unwrap_or(0.0) * weight / (failures + 1.0)
    }

    /// What an unvisited child counts for.
    fn urgency(&self, parent: &Parent, children: &Siblings<G::Move>) -> f64 {
        match self.parameters.urgency {
            Urgency::First => f64::INFINITY,
            Urgency::Parent { reduction } => {
                let visited: f64 = children
                    .iter()
                    .filter(|at| at.visits() > 0)
                    .map(|at| f64::from(at.node().prior))
                    .sum();
                parent.mean - reduction * visited.sqrt()
            }
        }
    }
}
