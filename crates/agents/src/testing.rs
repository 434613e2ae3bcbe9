//! The agents of Sprint, the tiny game of `ludarium_game::sprint`, for the tests of everything that works with any game.

use ludarium_game::sprint::{Distance, SendBack, Sprint, SprintMove};
use ludarium_game::{Agent, Budget, Decision, Rng};

use crate::{Entry, NamedEvaluation, Playable, generic};

impl Playable for Sprint {
    type Gain = SendBack;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Sprint>> {
        vec![NamedEvaluation::new(
            "distance",
            "how far each runner has come",
            Distance,
        )]
    }

    fn entries() -> Vec<Entry<Sprint>> {
        let own = vec![
            Entry::plain("walker", "always walks", || Walker),
            Entry::plain("faulty", "panics when it is asked", || Faulty),
        ];
        generic::complete(own, generic::many_seats())
    }
}

/// Always walks.
struct Walker;

impl Agent<Sprint> for Walker {
    fn choose(&mut self, _: &Sprint, _: &Budget, _: &mut Rng) -> Decision<SprintMove> {
        Decision::plain(SprintMove::Walk)
    }
}

/// Panics when it is asked.
struct Faulty;

impl Agent<Sprint> for Faulty {
    fn choose(&mut self, _: &Sprint, _: &Budget, _: &mut Rng) -> Decision<SprintMove> {
        panic!("lost its head");
    }
}
