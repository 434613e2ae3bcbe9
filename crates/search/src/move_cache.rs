//! `MoveCache`: an agent that remembers its answers.

use std::collections::HashMap;

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Seat};

/// Plays the same move again where a position comes back within a game, without a search.
///
/// Positions are recognised by [`Game::key`], so repetition history and move counters do not count. A new game
/// begins with nothing remembered.
#[derive(Clone, Debug)]
pub struct MoveCache<A, G: Game> {
    /// The agent that is asked where nothing is remembered.
    pub agent: A,
    answers: HashMap<u64, G::Move>,
    hits: u64,
}

impl<A, G: Game> MoveCache<A, G> {
    /// Remembers the answers of `agent`; none yet.
    pub fn new(agent: A) -> Self {
        MoveCache { agent, answers: HashMap::new(), hits: 0 }
    }

    /// How often an answer was remembered in this game.
    pub fn hits(&self) -> u64 {
        self.hits
    }
}

impl<G: Game, A: Agent<G>> Agent<G> for MoveCache<A, G> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let key = position.key();
        if let Some(&answer) = self.answers.get(&key) {
            // History may have made the move illegal here.
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            if moves.contains(&answer) {
                self.hits += 1;
                return Decision::plain(answer);
            }
        }
        let decision = self.agent.choose(position, budget, rng);
        self.answers.insert(key, decision.chosen);
        decision
    }

    fn begin(&mut self, position: &G, seat: Seat) {
        self.answers.clear();
        self.hits = 0;
        self.agent.begin(position, seat);
    }

    fn observe(&mut self, position: &G, mv: G::Move) {
        self.agent.observe(position, mv);
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::Seed;

    use super::*;
    use crate::testing::{RandomTree, TreeShape};

    /// Chooses at random and counts how often it was asked.
    struct Counting(u64);

    impl Agent<RandomTree> for Counting {
        fn choose(&mut self, position: &RandomTree, _: &Budget, rng: &mut Rng) -> Decision<u8> {
            self.0 += 1;
            Decision::plain(position.pick(rng, &mut MoveList::new()))
        }
    }

    #[test]
    fn a_known_position_is_answered_without_thought_until_the_next_game() {
        let mut cache = MoveCache::new(Counting(0));
        let mut rng = Rng::new(Seed(4));
        let shape = TreeShape { branching: 9, ..TreeShape::DUEL };
        let trees: Vec<RandomTree> = (0..20).map(|seed| RandomTree::new(shape, seed)).collect();
        let mut ask = |cache: &mut MoveCache<Counting, RandomTree>| -> Vec<u8> {
            let budget = Budget::default();
            let answer = |tree| cache.choose(tree, &budget, &mut rng).chosen;
            trees.iter().map(answer).collect()
        };
        let first = ask(&mut cache);
        assert_eq!((cache.hits(), cache.agent.0), (0, 20));
        assert_eq!(ask(&mut cache), first);
        assert_eq!((cache.hits(), cache.agent.0), (20, 20));
        cache.begin(&trees[0], Seat(0));
        assert_ne!(ask(&mut cache), first);
        assert_eq!((cache.hits(), cache.agent.0), (0, 40));
    }
}
