//! An agent that does not put its discs back to where they stood before in the game.
//!
//! A search sees no difference between a win now and the same win later, and expects everybody against it: so it waits
//! for a better moment that never comes, and moves a disc to and fro. Where its own choice would do that, another move is
//! looked for.

use std::collections::HashSet;
use std::sync::Arc;

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Seat, Turn};
use ludarium_search::{AlphaBetaOptions, Felt, Paranoid, Sensible, Ties};

use super::finisher::{Only, after};
use crate::rules::evaluation::Race;
use crate::rules::{Chexers, Colour, ExitsAndCaptures, Hex, Move};

/// Where the discs of a player stand, and how many have left.
type Formation = (Vec<Hex>, u8);

/// An agent that goes on.
pub(super) struct Onward<A> {
    agent: A,
    /// How far it looks for another move.
    depth: u32,
    seat: Seat,
    /// The formations after its moves.
    made: HashSet<Formation>,
}

impl<A> Onward<A> {
    pub fn new(agent: A, depth: u32) -> Onward<A> {
        Onward { agent, depth, seat: Seat(0), made: HashSet::new() }
    }

    fn goes_on(&self, position: &Chexers, mv: Move) -> bool {
        !self.made.contains(&formation(&after(position, mv), position.side()))
    }
}

impl<A: Agent<Chexers>> Agent<Chexers> for Onward<A> {
    fn choose(&mut self, position: &Chexers, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let decision = self.agent.choose(position, budget, rng);
        if self.goes_on(position, decision.chosen) {
            return decision;
        }
        let mut all = MoveList::new();
        position.moves(&mut all);
        let mut moves = all.to_vec();
        moves.retain(|&mv| self.goes_on(position, mv));
        if moves.is_empty() {
            return decision;
        }
        let options = AlphaBetaOptions {
            depth: self.depth,
            ties: Ties::Chance,
            ..AlphaBetaOptions::default()
        };
        let search = Paranoid::new(Felt(Race::USUAL), Felt(ExitsAndCaptures), options);
        let only = Only { ply: position.ply(), moves };
        let mut other =
            Sensible::new(search, Arc::new(only)).choose(position, &Budget::default(), rng);
        other.nodes += decision.nodes;
        other.iterations += decision.iterations;
        other.time += decision.time;
        other
    }

    fn begin(&mut self, position: &Chexers, seat: Seat) {
        self.seat = seat;
        self.made = HashSet::from([formation(position, Colour::ALL[seat.index()])]);
        self.agent.begin(position, seat);
    }

    fn observe(&mut self, position: &Chexers, mv: Move) {
        if position.turn() == Turn::Seat(self.seat) {
            self.made.insert(formation(&after(position, mv), position.side()));
        }
        self.agent.observe(position, mv);
    }
}

fn formation(position: &Chexers, colour: Colour) -> Formation {
    (position.pieces(colour).collect(), position.exits(colour))
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Seed, Spec, Tabletop};

    use super::*;

    /// Always chooses the first of its texts that is legal.
    struct Stubborn(Vec<&'static str>);

    impl Agent<Chexers> for Stubborn {
        fn choose(&mut self, position: &Chexers, _: &Budget, _: &mut Rng) -> Decision<Move> {
            let legal = self.0.iter().find_map(|text| position.parse_move(text).ok());
            Decision::plain(legal.expect("a legal move"))
        }
    }

    #[test]
    fn no_disc_goes_straight_back() {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        let mut position = Chexers::start(&rules, &mut Rng::new(Seed(1)));
        let mut agent = Onward::new(Stubborn(vec!["-2,0>-3,0", "-3,0>-2,0"]), 1);
        agent.begin(&position, Seat(0));
        let mut chosen = Vec::new();
        for _ in 0..2 {
            let mv = agent.choose(&position, &Budget::default(), &mut Rng::new(Seed(1))).chosen;
            chosen.push(position.describe_move(mv));
            agent.observe(&position, mv);
            position.play(mv);
            // The others wait far away.
            for _ in 0..2 {
                let mut moves = MoveList::new();
                position.moves(&mut moves);
                agent.observe(&position, moves[0]);
                position.play(moves[0]);
            }
        }
        assert_eq!(chosen[0], "-3,0>-2,0");
        assert_ne!(chosen[1], "-2,0>-3,0");
    }
}
