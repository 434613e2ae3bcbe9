//! `RandomOpening`: an agent whose first moves are random.

use ludarium_game::{Agent, Budget, Decision, Game, MAX_SEATS, MoveList, Rng, Seat, Turn};

/// Plays its first decisions of a game uniformly at random, then asks another agent.
///
/// A position does not tell how many decisions were made before, so they are counted, for each seat, from
/// the beginning of a game.
#[derive(Clone, Debug)]
pub struct RandomOpening<T> {
    /// The agent for the rest of the game.
    pub agent: T,
    /// How many decisions of each seat are random.
    pub decisions: u32,
    made: [u32; MAX_SEATS],
}

impl<T> RandomOpening<T> {
    /// An agent at the start of a game.
    pub fn new(agent: T, decisions: u32) -> RandomOpening<T> {
        RandomOpening {
            agent,
            decisions,
            made: [0; MAX_SEATS],
        }
    }
}

impl<G: Game, T: Agent<G>> Agent<G> for RandomOpening<T> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        if let Turn::Seat(seat) = position.turn() {
            let made = &mut self.made[seat.index()];
            if *made < self.decisions {
                *made += 1;
                return Decision::plain(position.pick(rng, &mut MoveList::new()));
            }
        }
        self.agent.choose(position, budget, rng)
    }

    fn begin(&mut self, position: &G, seat: Seat) {
        self.made = [0; MAX_SEATS];
        self.agent.begin(position, seat);
    }

    fn observe(&mut self, position: &G, mv: G::Move) {
        self.agent.observe(position, mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{RandomTree, Shape};
    use ludarium_game::Seed;

    /// Always plays the first move.
    struct First;

    impl Agent<RandomTree> for First {
        fn choose(&mut self, _: &RandomTree, _: &Budget, _: &mut Rng) -> Decision<u8> {
            Decision::plain(0)
        }
    }

    #[test]
    fn only_the_first_decisions_of_each_seat_are_random() {
        let mut rng = Rng::new(Seed(1));
        let mut later_moves = 0;
        let mut random_moves = [0; 4];
        for seed in 0..200 {
            let mut agent = RandomOpening::new(First, 1);
            let mut position = RandomTree::new(
                Shape {
                    early_end: 0,
                    ..Shape::DUEL
                },
                seed,
            );
            for ply in 0..4 {
                let decision = agent.choose(&position, &Budget::default(), &mut rng);
                match ply {
                    0 | 1 => random_moves[decision.chosen as usize] += 1,
                    _ => later_moves += decision.chosen,
                }
                position.play(decision.chosen);
            }
        }
        assert_eq!(later_moves, 0);
        assert!(random_moves.iter().all(|&count| count > 0));
    }

    #[test]
    fn a_new_game_begins_again_at_random() {
        let mut rng = Rng::new(Seed(2));
        let mut agent = RandomOpening::new(First, 1);
        let position = RandomTree::new(
            Shape {
                branching: 100,
                ..Shape::DUEL
            },
            3,
        );
        let mut chosen = Vec::new();
        for _ in 0..20 {
            agent.begin(&position, Seat(0));
            chosen.push(agent.choose(&position, &Budget::default(), &mut rng).chosen);
        }
        assert!(chosen.iter().any(|&mv| mv > 0));
        assert_eq!(
            agent.choose(&position, &Budget::default(), &mut rng).chosen,
            0
        );
    }
}
