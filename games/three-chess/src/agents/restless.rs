//! A search that does not like to come back to a position that it has made before.
//!
//! In a quiet position all moves are worth about the same, and to and fro is as good as any plan: then a game against
//! players who wait, too, is drawn.

use std::collections::HashSet;
use std::sync::Arc;

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Scores, Seat, Turn};
use ludarium_search::{Sense, Sensed};

use crate::rules::{Move, ThreeChess};

/// Plays as if a position that it made before in this game were worth `again` to everybody; with 1 it does not mind.
pub(super) struct Restless<A> {
    agent: A,
    sense: Arc<dyn Sense<ThreeChess>>,
    again: f32,
    seat: Seat,
    /// The keys of the positions after its moves.
    made: Arc<HashSet<u64>>,
}

impl<A> Restless<A> {
    pub fn new(agent: A, sense: Arc<dyn Sense<ThreeChess>>, again: f32) -> Restless<A> {
        Restless {
            agent,
            sense,
            again,
            seat: Seat(0),
            made: Arc::default(),
        }
    }
}

impl<A: Agent<Sensed<ThreeChess>>> Agent<ThreeChess> for Restless<A> {
    fn choose(&mut self, position: &ThreeChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let sense = Remembering {
            sense: self.sense.clone(),
            again: self.again,
            made: self.made.clone(),
        };
        let view = Sensed::new(position.clone(), Arc::new(sense));
        self.agent.choose(&view, budget, rng)
    }

    fn begin(&mut self, _: &ThreeChess, seat: Seat) {
        self.seat = seat;
        self.made = Arc::default();
    }

    fn observe(&mut self, position: &ThreeChess, mv: Move) {
        if self.again < 1.0 && position.turn() == Turn::Seat(self.seat) {
            let mut after = position.clone();
            after.play(mv);
            Arc::make_mut(&mut self.made).insert(after.key());
        }
    }
}

/// A sense that also knows which positions came before.
struct Remembering {
    sense: Arc<dyn Sense<ThreeChess>>,
    again: f32,
    made: Arc<HashSet<u64>>,
}

impl Sense<ThreeChess> for Remembering {
    fn consider(&self, position: &ThreeChess, moves: &mut MoveList<Move>) {
        self.sense.consider(position, moves);
    }

    fn known_worth(&self, position: &ThreeChess) -> Option<Scores> {
        let again = !self.made.is_empty() && self.made.contains(&position.key());
        again.then(|| Scores::new(&[self.again; 3]))
    }

    fn worth(&self, finished: &ThreeChess) -> Scores {
        self.sense.worth(finished)
    }

    fn estimate(&self, position: &ThreeChess, estimate: Scores) -> Scores {
        self.sense.estimate(position, estimate)
    }
}
