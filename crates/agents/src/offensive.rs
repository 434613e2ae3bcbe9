//! An agent that always plays against the leader.

use ludarium_game::{Agent, Budget, Decision, Evaluation, Game, Rng, Seat, Turn};
use ludarium_search::{Goal, MaxN};

/// max^n search that aims at the other seat that stands best by its evaluation.
#[derive(Clone, Debug)]
pub struct Offensive<E> {
    search: MaxN<E>,
}

impl<E> Offensive<E> {
    /// The same search, but against the leader.
    pub fn new(search: MaxN<E>) -> Self {
        Offensive { search }
    }
}

impl<G: Game, E: Evaluation<G>> Agent<G> for Offensive<E> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let standing = self.search.evaluation.evaluate(position);
        let others =
            Seat::all(position.seats()).filter(|seat| position.turn() != Turn::Seat(*seat));
        let leader = others.reduce(
            |best, seat| {
                if standing.of(seat) > standing.of(best) { seat } else { best }
            },
        );
        self.search.goal = leader.map_or(Goal::Own, Goal::Against);
        self.search.choose(position, budget, rng)
    }
}
