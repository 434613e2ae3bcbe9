//! From root statistics to a decision.

use ludarium_game::{Bound, Candidate, Scores, Seat, sort_by};

use super::block::{At, Chooser, Siblings};
use super::solver::{is_lost, is_won};
use super::tree::Tree;

/// A root move with what the search found out about it.
struct RootChild<'t, M> {
    at: At<'t, M>,
    exact: Option<Scores>,
    /// The exact or mean scores; `None` if the move was never tried.
    scores: Option<Scores>,
}

impl<M> RootChild<'_, M> {
    fn value(&self, seat: Seat) -> f32 {
        self.scores.map_or(f32::NEG_INFINITY, |scores| scores.of(seat).0)
    }

    /// Sure wins before everything, sure losses after everything.
    fn class(&self, seat: Seat) -> u8 {
        match self.exact {
            Some(exact) if is_won(exact, seat) => 2,
            Some(exact) if is_lost(exact, seat) => 0,
            _ => 1,
        }
    }
}

/// The root moves of a tree as candidates for a seat, the most visited first. Lines end at the first chance event.
pub(super) fn candidates<M: Copy>(tree: &Tree<M>, seat: Seat) -> Vec<Candidate<M>> {
    let (root, layout) = (tree.root(), tree.layout);
    let children = root.children().into_iter().flat_map(Siblings::iter);
    let mut contenders: Vec<RootChild<'_, M>> = children
        .map(|at| {
            let exact = at.exact(layout);
            let scores = exact.or_else(|| at.mean(layout));
            RootChild { at, exact, scores }
        })
        .collect();
    // If every move is solved, visits mean nothing and the exact scores decide.
    let solved = contenders.iter().all(|c| c.exact.is_some());
    sort_by(&mut contenders, |a, b| {
        let by_value = b.value(seat).total_cmp(&a.value(seat));
        let by_visits = b.at.visits().cmp(&a.at.visits());
        let order = if solved { by_value.then(by_visits) } else { by_visits.then(by_value) };
        b.class(seat).cmp(&a.class(seat)).then(order)
    });
    // A move that was never tried is as good as the position.
    let fallback = root.mean(layout).unwrap_or(Scores::ZERO);
    contenders
        .into_iter()
        .map(|contender| Candidate {
            mv: contender.at.mv(),
            scores: contender.scores.unwrap_or(fallback),
            visits: contender.at.visits().into(),
            bound: Bound::Exact,
            line: line(contender.at),
        })
        .collect()
}

/// The most visited continuation.
fn line<M: Copy>(from: At<'_, M>) -> Vec<M> {
    let mut line = vec![from.mv()];
    let mut at = from;
    while let Some(children) = at.children()
        && matches!(children.chooser, Chooser::Seat(_))
    {
        let mut next: Option<At<'_, M>> = None;
        for child in children.iter().filter(|child| child.visits() > 0) {
            if next.is_none_or(|next| child.visits() > next.visits()) {
                next = Some(child);
            }
        }
        let Some(next) = next else { break };
        line.push(next.mv());
        at = next;
    }
    line
}
