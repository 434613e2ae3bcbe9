//! Our strongest agent where there is time: Monte Carlo tree search that goes home once it has won.
//!
//! What plays for the end everywhere loses more games than it wins. And a search cannot be made to hurry by what it
//! values: progress that it can make at the end of its horizon is worth as much as progress now. So the search stays as
//! it is, and only where the game is as good as won its first moves are chosen: none back to a position that came before,
//! and none but those that bring the exits nearer, if it stays so. A last piece that can be hunted down is hunted.

use std::sync::Arc;

use ludarium_agents::values::ShippedValue;
use ludarium_game::{Agent, Budget, Decision, Evaluation, Game, MoveList, Rng, Seat, Value};
use ludarium_search::mcts::{GameScores, Parameters, Selection};
use ludarium_search::{AlphaBetaOptions, Felt, Mcts, Paranoid, Sense, Sensible};

use super::hunt::{WithHunts, is_hunting};
use crate::rules::{Chexers, Colour, EXITS_TO_WIN, ExitsAndCaptures, Move};

/// How much the way home may cost by the search, compared with what makes it sure to win.
const COST_OF_HASTE: f32 = 0.2;

/// How much Monte Carlo tree search explores.
const EXPLORATION: f64 = 0.1;

/// What the best reply counts in a node of Monte Carlo tree search, beside the mean of all.
const IMPLICIT: f64 = 0.3;

/// The value network beside what is known of hunts.
pub(super) type HuntJudge = WithHunts<ShippedValue<Chexers>>;

/// Monte Carlo tree search by the value network.
pub(super) type TreeSearch = Mcts<Chexers, HuntJudge, ExitsAndCaptures>;

/// Monte Carlo tree search by the value network with a number of threads.
pub(super) fn tree_search(value: HuntJudge, threads: usize) -> TreeSearch {
    Mcts::new(value, ExitsAndCaptures, GameScores).with(Parameters {
        selection: Selection::Uct { c: EXPLORATION },
        implicit: IMPLICIT,
        truncate: Some(0),
        solver: true,
        threads,
        ..Parameters::default()
    })
}

/// Monte Carlo tree search by the value network with the will to finish.
pub(super) struct Finisher {
    value: HuntJudge,
    /// Of the search for a way home, all others against one.
    options: AlphaBetaOptions,
    /// The network's estimate of its own seat from which on it goes home.
    sure: f32,
    cost_of_haste: f32,
    plain: TreeSearch,
}

impl Finisher {
    /// An agent that goes home from an estimate on.
    pub fn new(value: HuntJudge, options: AlphaBetaOptions, sure: f32) -> Finisher {
        Finisher {
            value,
            options,
            sure,
            cost_of_haste: COST_OF_HASTE,
            plain: tree_search(value, options.threads),
        }
    }

    /// The best of some of the moves, all others against one.
    fn choose_among(
        &self,
        moves: Vec<Move>,
        (position, budget): (&Chexers, &Budget),
        rng: &mut Rng,
    ) -> Decision<Move> {
        let search = Paranoid::new(Felt(self.value), Felt(ExitsAndCaptures), self.options);
        let only = Only { ply: position.ply(), moves };
        Sensible::new(search, Arc::new(only)).choose(position, budget, rng)
    }

    /// What to do where the game is as good as won.
    fn finish(&mut self, position: &Chexers, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let seat = position.side().seat();
        let mut all = MoveList::new();
        position.moves(&mut all);
        // Moves back to a position that came before lead nowhere.
        let mut fresh = all.to_vec();
        fresh.retain(|&mv| after(position, mv).occurrences() == 1);
        if fresh.is_empty() {
            fresh = all.to_vec();
        }
        let mut home = fresh.clone();
        home.retain(|&mv| steps_home(&after(position, mv), seat) < steps_home(position, seat));
        let mut left = budget.clone();
        let mut tried = None;
        if !home.is_empty() {
            left = half(budget);
            let decision = self.choose_among(home, (position, &left), rng);
            if own_value(&decision, seat) >= self.sure - self.cost_of_haste {
                return decision;
            }
            tried = Some(decision);
        }
        let mut decision = if fresh.len() == all.len() {
            self.plain.choose(position, &left, rng)
        } else {
            self.choose_among(fresh, (position, &left), rng)
        };
        if let Some(tried) = tried {
            decision.nodes += tried.nodes;
            decision.time += tried.time;
        }
        decision
    }
}

impl Agent<Chexers> for Finisher {
    fn choose(&mut self, position: &Chexers, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        // Monte Carlo tree search, content with every move that keeps the catch, may go round in circles.
        if is_hunting(position) {
            let mut all = MoveList::new();
            position.moves(&mut all);
            return self.choose_among(all.to_vec(), (position, budget), rng);
        }
        let Value(own) = self.value.evaluate(position).of(position.side().seat());
        if own >= self.sure {
            self.finish(position, budget, rng)
        } else {
            self.plain.choose(position, budget, rng)
        }
    }

    fn begin(&mut self, position: &Chexers, seat: Seat) {
        self.plain.begin(position, seat);
    }

    fn observe(&mut self, position: &Chexers, mv: Move) {
        self.plain.observe(position, mv);
    }
}

pub(super) fn after(position: &Chexers, mv: Move) -> Chexers {
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
pub(super) fn steps_home(position: &Chexers, seat: Seat) -> u32 {
    let colour = Colour::ALL[seat.index()];
    let mut steps: Vec<u32> = position.pieces(colour).map(|hex| colour.to_exit(hex) + 1).collect();
    steps.sort_unstable();
    let lacking = EXITS_TO_WIN.saturating_sub(position.exits(colour));
    steps.iter().take(lacking.into()).sum()
}

/// Half of what a budget limits.
fn half(budget: &Budget) -> Budget {
    Budget {
        nodes: budget.nodes.map(|nodes| nodes / 2),
        iterations: budget.iterations.map(|iterations| iterations / 2),
        time: budget.time.map(|time| time / 2),
        ..budget.clone()
    }
}

/// Leaves only some moves of one position.
pub(super) struct Only {
    /// The ply of that position; later ones have others.
    pub ply: u16,
    pub moves: Vec<Move>,
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
            Finisher { cost_of_haste, ..self }
        }
    }

    fn finisher(sure: f32) -> Finisher {
        Finisher::new(WithHunts(ShippedValue::default()), AlphaBetaOptions::default(), sure)
    }

    fn chosen(mut agent: Finisher, position: &Chexers) -> (Move, usize) {
        let budget = Budget { iterations: Some(100), depth: Some(2), ..Budget::default() };
        let decision = agent.choose(position, &budget, &mut Rng::new(Seed(1)));
        (decision.chosen, decision.candidates.len())
    }

    #[test]
    fn who_is_sure_goes_home_where_that_keeps_the_win() {
        let won = position(".g.b.gg...gg.....g..b................ g 2,2,0 400");
        let way = steps_home(&won, Seat(1));
        let (mv, _) = chosen(finisher(0.6), &won);
        assert!(steps_home(&after(&won, mv), Seat(1)) < way);
        // The nearest two of six pieces count.
        let nearest = position("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
        assert!(way < steps_home(&nearest, Seat(1)));
        // With nothing to be sure of, all moves are looked at.
        let mut moves = MoveList::new();
        won.moves(&mut moves);
        assert_eq!(chosen(finisher(1.0), &won).1, moves.len());
        assert!(chosen(finisher(0.6), &won).1 < moves.len());
        // So they are where haste costs too much.
        assert_eq!(chosen(finisher(0.6).with_cost(-1.0), &won).1, moves.len());
    }

    /// Visits are what only Monte Carlo tree search counts.
    #[test]
    fn a_hunt_is_played_by_paranoid_search() {
        let visits = |text| {
            let budget = Budget { iterations: Some(100), ..Budget::default() };
            let mut agent = finisher(1.0);
            let decision = agent.choose(&position(text), &budget, &mut Rng::new(Seed(1)));
            let candidates = decision.candidates.iter();
            candidates.map(|one| one.visits).sum::<u64>()
        };
        assert_eq!(visits("r...r..b.......r..r..............r... r 0,3,3 306"), 0);
        // The other one is to move, or there are two to catch.
        assert!(visits("r...r..b.......r..r..............r... b 0,3,3 308") > 0);
        assert!(visits("r...r..b.......r..r..............r..b r 0,3,2 306") > 0);
    }
}
