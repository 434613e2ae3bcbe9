//! A player that never leaves home, unless there is something to capture.

use std::sync::Arc;

use ludarium_agents::{Entry, generic};
use ludarium_game::{Agent, Budget, Decision, Evaluation, MoveList, Rng};
use ludarium_search::{AlphaBetaOptions, Felt, Paranoid, Sense, Sensible, Ties};

use crate::rules::{Action, Chexers, Colour, ExitsAndCaptures, Hex, Move};

/// The steps to the exit edge from the rows that are home: the one on which a player starts, and the one before it.
const HOME: u32 = 5;

/// Two of these at a table shut every game in which nobody comes to them.
pub(super) fn sitter() -> Entry<Chexers> {
    let summary = "never leaves home except to capture, and expects everybody to play against it";
    Entry::new("sitter", summary, |p| {
        let (evaluation, options) = generic::read_alpha_beta::<Chexers>(p, 3);
        move || Sitter {
            evaluation: evaluation.clone(),
            options: AlphaBetaOptions { ties: Ties::Chance, ..options },
        }
    })
}

struct Sitter<E> {
    evaluation: E,
    options: AlphaBetaOptions,
}

impl<E: Evaluation<Chexers> + Clone + 'static> Agent<Chexers> for Sitter<E> {
    fn choose(&mut self, position: &Chexers, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let search =
            Paranoid::new(Felt(self.evaluation.clone()), Felt(ExitsAndCaptures), self.options);
        let stays = Stays(position.side());
        Sensible::new(search, Arc::new(stays)).choose(position, budget, rng)
    }
}

/// One player stays at home; the others may do what they like.
struct Stays(Colour);

impl Stays {
    fn allows(&self, position: &Chexers, mv: Move) -> bool {
        let Stays(colour) = *self;
        let backwards = |from: Hex, to: Hex| {
            colour.to_exit(to) >= HOME || colour.to_exit(to) > colour.to_exit(from)
        };
        match mv.action() {
            Action::Step { from, to } => backwards(from, to),
            Action::Jump { from, over, to } => {
                position.piece(over) != Some(colour) || backwards(from, to)
            }
            Action::Exit { .. } | Action::Pass => true,
        }
    }
}

impl Sense<Chexers> for Stays {
    fn consider(&self, position: &Chexers, moves: &mut MoveList<Move>) {
        let allowed = |mv: &Move| position.side() != self.0 || self.allows(position, *mv);
        if moves.iter().any(allowed) {
            moves.retain(|mv| allowed(mv));
        }
    }
}

#[cfg(test)]
mod tests {
    use ludarium_agents::agent;
    use ludarium_game::{Game, Seed, Spec, Tabletop, Turn};

    use super::*;

    fn position(text: &str) -> Chexers {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        Chexers::parse(&rules, text).unwrap()
    }

    fn choose(position: &Chexers, seed: u64) -> Move {
        let mut agent = agent::<Chexers>("sitter:depth=2").unwrap();
        agent.choose(position, &Budget::default(), &mut Rng::new(Seed(seed))).chosen
    }

    #[test]
    fn among_its_kind_nobody_leaves_home_without_a_capture() {
        let mut position = position("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
        let mut steps = 0;
        while position.turn() != Turn::Over && position.ply() < 90 {
            let (mv, colour) = (choose(&position, 3), position.side());
            let before = position.count(colour);
            position.play(mv);
            if let (true, Action::Step { from, to }) =
                (position.count(colour) == before, mv.action())
            {
                assert!(colour.to_exit(to) >= HOME || colour.to_exit(to) > colour.to_exit(from));
                steps += 1;
            }
        }
        assert!(steps > 20);
    }

    #[test]
    fn it_leaves_home_to_capture_and_comes_back() {
        // Green on -1,0 can be jumped over from -2,0.
        let near = position("....r....g........................g.b r 0,0,0 0");
        let mut moves = MoveList::new();
        near.moves(&mut moves);
        assert!(moves.len() > 3);
        for seed in 0..4 {
            let mv = choose(&near, seed);
            assert!(matches!(mv.action(), Action::Jump { .. }), "{mv:?}");
        }
        let away = position("..................r...............g.b r 0,0,0 0");
        let Action::Step { from, to } = choose(&away, 1).action() else { panic!("no step") };
        assert!(Colour::Red.to_exit(to) > Colour::Red.to_exit(from));
    }
}
