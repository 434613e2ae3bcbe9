//! Paranoid search: all other seats play against the searching one.

use ludarium_game::{
    Agent, Budget, Candidate, Decision, Evaluation, Gain, Game, Rng, Scores, Seat, Value,
};

use crate::alpha_beta::{AlphaBeta, AlphaBetaOptions};
use crate::coalition::{Coalition, Seen};
use crate::mover::mover;

/// Alpha-beta on the game as a [`Coalition`] of all others sees it.
///
/// Candidates give the searching seat's own value; what it leaves is shared equally among the others.
#[derive(Clone, Debug)]
pub struct Paranoid<E, Q> {
    search: AlphaBeta<Seen<E>, Seen<Q>>,
}

impl<E, Q> Paranoid<E, Q> {
    /// A search with this evaluation and gain.
    pub fn new(evaluation: E, gain: Q, options: AlphaBetaOptions) -> Self {
        let mut search = AlphaBeta::new(Seen(evaluation), Seen(gain));
        search.options = options;
        Paranoid { search }
    }
}

impl<G: Game, E: Evaluation<G>, Q: Gain<G>> Agent<G> for Paranoid<E, Q> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let seat = mover(position);
        let view = Coalition::against(seat, position.clone());
        let decision = self.search.choose(&view, budget, rng);
        seen_from(seat, position.seats(), decision, |mv| mv)
    }
}

/// A decision of a two-seat search about a view, translated to the game itself.
pub(crate) fn seen_from<V: Copy, M>(
    seat: Seat,
    seats: usize,
    decision: Decision<V>,
    translate: impl Fn(V) -> M,
) -> Decision<M> {
    let candidates = decision.candidates.into_iter().map(|candidate| {
        let own = candidate.scores.of(Seat(0)).0;
        let mut scores = Scores::shared(seats) * ((1.0 - own) * seats as f32 / (seats - 1) as f32);
        scores.set(seat, Value(own));
        Candidate {
            mv: translate(candidate.mv),
            scores,
            visits: candidate.visits,
            bound: candidate.bound,
            line: candidate.line.into_iter().map(&translate).collect(),
        }
    });
    Decision {
        candidates: candidates.collect(),
        chosen: translate(decision.chosen),
        nodes: decision.nodes,
        iterations: decision.iterations,
        depth: decision.depth,
        time: decision.time,
    }
}
