//! Our strongest agent: a plain search that does not repeat itself while it stands well, and goes home once it has won.
//!
//! What plays for the end everywhere loses more games than it wins. And a search cannot be made to hurry by what it
//! values: progress that it can make at the end of its horizon is worth as much as progress now. So the search stays as
//! it is, and only its first moves are chosen: none back to a position that came before while its seat stands about as well
//! as in a draw; and none but those that bring the exits nearer where the game is as good as won and stays so.

use std::sync::Arc;

use ludarium_agents::values::ShippedValue;
use ludarium_game::{Agent, Budget, Decision, Evaluation, Game, MoveList, Rng, Seat, Value};
use ludarium_search::{AlphaBetaOptions, Felt, Paranoid, Sense, Sensible};

use crate::rules::{Chexers, Colour, EXITS_TO_WIN, ExitsAndCaptures, Move};

/// What a draw is worth to each seat by the rules.
const DRAW: f32 = 1.0 / 3.0;

/// How much the way home may cost by the search, compared with what makes it sure to win.
const COST_OF_HASTE: f32 = 0.2;

type Network = ShippedValue<Chexers>;

/// When the will to finish shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FinishOptions {
    /// The estimate of its own seat from which on it goes home.
    pub sure: f32,
    /// How much worse than a draw a seat may stand and still not go for it.
    pub contempt: f32,
}

/// Paranoid search by the value network with the will to finish.
pub(super) struct Finisher {
    value: Network,
    options: AlphaBetaOptions,
    finish: FinishOptions,
    cost_of_haste: f32,
    plain: Paranoid<Network, ExitsAndCaptures>,
}

impl Finisher {
    /// An agent that finishes as these options say.
    pub fn new(value: Network, options: AlphaBetaOptions, finish: FinishOptions) -> Finisher {
        Finisher {
            value,
            options,
            finish,
            cost_of_haste: COST_OF_HASTE,
            plain: Paranoid::new(value, ExitsAndCaptures, options),
        }
    }

    /// The best of some of the moves.
    fn choose_among(
        &self,
        moves: Vec<Move>,
        (position, budget): (&Chexers, &Budget),
        rng: &mut Rng,
    ) -> Decision<Move> {
        let search = Paranoid::new(Felt(self.value), Felt(ExitsAndCaptures), self.options);
        let only = Only {
            ply: position.ply(),
            moves,
        };
        Sensible::new(search, Arc::new(only)).choose(position, budget, rng)
    }
}

impl Agent<Chexers> for Finisher {
    fn choose(&mut self, position: &Chexers, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let seat = position.side().seat();
        let Value(own) = self.value.evaluate(position).of(seat);
        let mut all = MoveList::new();
        position.moves(&mut all);
        let mut fresh = all.to_vec();
        if own > DRAW - self.finish.contempt {
            fresh.retain(|&mv| after(position, mv).occurrences() == 1);
        }
        if fresh.is_empty() {
            fresh = all.to_vec();
        }
        let mut left = budget.clone();
        let mut tried = None;
        if own >= self.finish.sure {
            let mut home = fresh.clone();
            home.retain(|&mv| way_home(&after(position, mv), seat) < way_home(position, seat));
            if !home.is_empty() {
                left = half(budget);
                let decision = self.choose_among(home, (position, &left), rng);
                if own_value(&decision, seat) >= self.finish.sure - self.cost_of_haste {
                    return decision;
                }
                tried = Some(decision);
            }
        }
        let mut decision = match fresh.len() == all.len() {
            true => self.plain.choose(position, &left, rng),
            false => self.choose_among(fresh, (position, &left), rng),
        };
        if let Some(tried) = tried {
            decision.nodes += tried.nodes;
            decision.time += tried.time;
        }
        decision
    }
}

fn after(position: &Chexers, mv: Move) -> Chexers {
    let mut after = position.clone();
    after.play(mv);
    after
}

/// The value of the chosen move for a seat.
fn own_value(decision: &Decision<Move>, seat: Seat) -> f32 {
    let best = decision.candidates.first();
    best.map_or(0.0, |best| best.scores.of(seat).0)
}

/// The steps that a seat needs for the exits that it lacks, by its nearest pieces, each exit a step.
fn way_home(position: &Chexers, seat: Seat) -> u32 {
    let colour = Colour::ALL[seat.index()];
    let mut steps: Vec<u32> = position
        .pieces(colour)
        .map(|hex| colour.to_exit(hex) + 1)
        .collect();
    steps.sort_unstable();
    let lacking = EXITS_TO_WIN.saturating_sub(position.exits(colour));
    steps.iter().take(lacking.into()).sum()
}

/// Half of what a budget limits.
fn half(budget: &Budget) -> Budget {
    Budget {
        nodes: budget.nodes.map(|nodes| nodes / 2),
        time: budget.time.map(|time| time / 2),
        ..budget.clone()
    }
}

/// Leaves only some moves of one position.
struct Only {
    /// The ply of that position; later ones have others.
    ply: u16,
    moves: Vec<Move>,
}

impl Sense<Chexers> for Only {
    fn consider(&self, position: &Chexers, moves: &mut MoveList<Move>) {
        if position.ply() == self.ply {
            moves.retain(|mv| self.moves.contains(mv));
        }
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Seed, Spec, Tabletop};

    use super::*;

    fn position(text: &str) -> Chexers {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        Chexers::parse(&rules, text).unwrap()
    }

    impl Finisher {
        fn with_cost(self, cost_of_haste: f32) -> Finisher {
            Finisher {
                cost_of_haste,
                ..self
            }
        }
    }

    fn finisher(sure: f32, contempt: f32) -> Finisher {
        let finish = FinishOptions { sure, contempt };
        Finisher::new(Network::default(), AlphaBetaOptions::default(), finish)
    }

    fn chosen(mut agent: Finisher, position: &Chexers) -> (Move, usize) {
        let budget = Budget {
            depth: Some(2),
            ..Budget::default()
        };
        let decision = agent.choose(position, &budget, &mut Rng::new(Seed(1)));
        (decision.chosen, decision.candidates.len())
    }

    #[test]
    fn a_move_back_is_left_out_by_who_stands_well() {
        let mut here = position("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
        for mv in "-3,3>-2,2 0,-3>0,-2 0,3>-1,3 -2,2>-3,3 0,-2>0,-3".split_whitespace() {
            here.play(here.parse_move(mv).unwrap());
        }
        let back = here.parse_move("-1,3>0,3").unwrap();
        let mut moves = MoveList::new();
        here.moves(&mut moves);
        let proud = chosen(finisher(1.0, 1.0), &here);
        assert_ne!(proud.0, back);
        assert_eq!(proud.1, moves.len() - 1);
        // Content with a draw from wherever it stands.
        assert_eq!(chosen(finisher(1.0, -1.0), &here).1, moves.len());
    }

    #[test]
    fn who_is_sure_goes_home_where_that_keeps_the_win() {
        let won = position(".g.b.gg...gg.....g..b................ g 2,2,0 400");
        let way = way_home(&won, Seat(1));
        let (mv, _) = chosen(finisher(0.6, 0.0), &won);
        assert!(way_home(&after(&won, mv), Seat(1)) < way);
        // The nearest two of six pieces count.
        let nearest = position("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
        assert!(way < way_home(&nearest, Seat(1)));
        // With nothing to be sure of, all moves are looked at.
        let mut moves = MoveList::new();
        won.moves(&mut moves);
        assert_eq!(chosen(finisher(1.0, 0.0), &won).1, moves.len());
        assert!(chosen(finisher(0.6, 0.0), &won).1 < moves.len());
        // So they are where haste is too dear.
        assert_eq!(
            chosen(finisher(0.6, 0.0).with_cost(-1.0), &won).1,
            moves.len()
        );
    }
}
