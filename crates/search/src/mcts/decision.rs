//! From root statistics to a decision.

use std::cmp::Ordering;

use ludarium_game::{Bound, Candidate, MAX_SEATS, Scores, Seat, Value, sort_by};

use super::block::{At, Chooser};
use super::parameters::FinalChoice;
use super::record::Layout;
use super::solver::{is_lost, is_won};
use super::tree::Tree;

/// A root move with the statistics of all trees together.
struct RootMove<M> {
    mv: M,
    visits: u64,
    sums: [f64; MAX_SEATS],
    exact: Option<Scores>,
    line: Vec<M>,
}

impl<M> RootMove<M> {
    /// The exact or mean scores; `None` if the move was never tried.
    fn scores(&self) -> Option<Scores> {
        if self.exact.is_some() || self.visits == 0 {
            return self.exact;
        }
        let mut scores = Scores::ZERO;
        for (seat, sum) in Seat::all(MAX_SEATS).zip(self.sums) {
            scores.set(seat, Value((sum / self.visits as f64) as f32));
        }
        Some(scores)
    }

    fn value(&self, seat: Seat) -> f32 {
        self.scores()
            .map_or(f32::NEG_INFINITY, |scores| scores.of(seat).0)
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

/// The root moves of one or several trees as candidates for a seat, best first. Lines end at the first
/// chance event; with `lines` false they are the move alone.
pub(super) fn candidates<'t, M: Copy + Eq + 't>(
    trees: impl Iterator<Item = &'t Tree<M>>,
    seat: Seat,
    choice: FinalChoice,
    lines: bool,
) -> Vec<Candidate<M>> {
    let mut contenders: Vec<RootMove<M>> = Vec::new();
    let mut total = (0.0, Scores::ZERO);
    for tree in trees {
        let layout = tree.layout;
        if let Some(mean) = tree.root().mean(layout) {
            let visits = tree.root().visits() as f32;
            total = (total.0 + visits, total.1 + mean * visits);
        }
        for at in tree.root().children().into_iter().flat_map(|b| b.iter()) {
            let known = contenders.iter().position(|c| c.mv == at.mv());
            let index = known.unwrap_or(contenders.len());
            if known.is_none() {
                contenders.push(RootMove {
                    mv: at.mv(),
                    visits: 0,
                    sums: [0.0; MAX_SEATS],
                    exact: None,
                    line: line(at, lines),
                });
            }
            merge(&mut contenders[index], at, layout);
        }
    }
    // If every move is solved, visits mean nothing and the exact scores decide.
    let solved = contenders.iter().all(|c| c.exact.is_some());
    sort_by(&mut contenders, |a, b| {
        let by_value = b.value(seat).total_cmp(&a.value(seat));
        let by_visits = b.visits.cmp(&a.visits);
        let order = match choice {
            FinalChoice::MostVisits if !solved => by_visits.then(by_value),
            _ => by_value.then(by_visits),
        };
        let by_class: Ordering = b.class(seat).cmp(&a.class(seat));
        by_class.then(order)
    });
    // A move that was never tried is as good as the position.
    let fallback = total.1 * (1.0 / f32::max(total.0, 1.0));
    contenders
        .into_iter()
        .map(|contender| Candidate {
            mv: contender.mv,
            scores: contender.scores().unwrap_or(fallback),
            visits: contender.visits,
            bound: Bound::Exact,
            line: contender.line,
        })
        .collect()
}

fn merge<M: Copy>(contender: &mut RootMove<M>, at: At<'_, M>, layout: Layout) {
    contender.visits += u64::from(at.visits());
    for seat in Seat::all(layout.seats) {
        contender.sums[seat.index()] += at.sum(layout, seat);
    }
    contender.exact = contender.exact.or(at.exact(layout));
}

/// The most visited continuation.
fn line<M: Copy>(from: At<'_, M>, beyond: bool) -> Vec<M> {
    let mut line = vec![from.mv()];
    let mut at = from;
    while let Some(children) = at.children().filter(|_| beyond)
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
