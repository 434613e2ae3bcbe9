//! `ByBudget`: one agent decides in a hurry, another one where there is time.
//!
//! What is strongest with 10 ms a move is not always strongest with a second. An entry of the catalogue that leads its
//! league at every budget may be two agents.

use std::time::Duration;

use ludarium_game::{Agent, Budget, Decision, Game, Rng, Seat};

use crate::Parameters;

/// Which budgets are long. Nodes and iterations stand for the time that they take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongBudgets {
    /// The least time of a long budget.
    pub from: Duration,
    /// How many nodes the agent for long budgets looks at in a millisecond.
    pub nodes_per_ms: u64,
    /// How many iterations it makes in a millisecond.
    pub iterations_per_ms: u64,
}

impl LongBudgets {
    /// Reads from which time on a budget is long, `own` milliseconds by default.
    pub fn read(
        p: &mut Parameters<'_>,
        own: u64,
        (nodes_per_ms, iterations_per_ms): (u64, u64),
        summary: &'static str,
    ) -> LongBudgets {
        let from = p.whole("long", 0..=86_400_000, own, summary);
        LongBudgets { from: Duration::from_millis(from), nodes_per_ms, iterations_per_ms }
    }

    /// Whether a budget is long. The tightest limit tells; without one the agent may take its own short time.
    fn includes(&self, budget: &Budget) -> bool {
        let lasting = |count: u64, per_ms: u64| Duration::from_millis(count / per_ms.max(1));
        let limits = [
            budget.time,
            budget.nodes.map(|count| lasting(count, self.nodes_per_ms)),
            budget.iterations.map(|count| lasting(count, self.iterations_per_ms)),
        ];
        let tightest = limits.into_iter().flatten().min();
        budget.depth.is_none() && tightest.is_some_and(|time| time >= self.from)
    }
}

/// An agent that is one of two others, by what a decision may cost.
pub struct ByBudget<S, L> {
    /// Decides where there is little time, or a limit of depth, or none at all.
    pub short: S,
    /// Decides where the budget is long.
    pub long: L,
    /// Which budgets are long.
    pub budgets: LongBudgets,
}

impl<G: Game, S: Agent<G>, L: Agent<G>> Agent<G> for ByBudget<S, L> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        if self.budgets.includes(budget) {
            self.long.choose(position, budget, rng)
        } else {
            self.short.choose(position, budget, rng)
        }
    }

    fn begin(&mut self, position: &G, seat: Seat) {
        self.short.begin(position, seat);
        self.long.begin(position, seat);
    }

    fn observe(&mut self, position: &G, mv: G::Move) {
        self.short.observe(position, mv);
        self.long.observe(position, mv);
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::sprint::{Sprint, SprintMove};
    use ludarium_game::{Seed, Spec, Tabletop};

    use super::*;

    /// Tells its number as the depth that it reached, and counts what it hears.
    struct Numbered(u32, u64);

    impl Agent<Sprint> for Numbered {
        fn choose(&mut self, _: &Sprint, _: &Budget, _: &mut Rng) -> Decision<SprintMove> {
            Decision { depth: self.0, nodes: self.1, ..Decision::plain(SprintMove::Walk) }
        }

        fn begin(&mut self, _: &Sprint, _: Seat) {
            self.1 += 1;
        }

        fn observe(&mut self, _: &Sprint, _: SprintMove) {
            self.1 += 10;
        }
    }

    fn both() -> ByBudget<Numbered, Numbered> {
        ByBudget {
            short: Numbered(1, 0),
            long: Numbered(2, 0),
            budgets: LongBudgets {
                from: Duration::from_millis(50),
                nodes_per_ms: 1000,
                iterations_per_ms: 100,
            },
        }
    }

    fn start() -> Sprint {
        let rules = Sprint::rules(&Spec::parse("strict").unwrap()).unwrap();
        Sprint::start(&rules, &mut Rng::new(Seed(1)))
    }

    fn decide(agent: &mut impl Agent<Sprint>, budget: Budget) -> Decision<SprintMove> {
        agent.choose(&start(), &budget, &mut Rng::new(Seed(1)))
    }

    #[test]
    fn the_tightest_limit_tells_who_decides() {
        let decided = |time: Option<u64>, nodes, iterations, depth| {
            let budget = Budget {
                time: time.map(Duration::from_millis),
                nodes,
                iterations,
                depth,
                ..Budget::default()
            };
            decide(&mut both(), budget).depth
        };
        assert_eq!(decided(None, None, None, None), 1);
        assert_eq!(decided(Some(49), None, None, None), 1);
        assert_eq!(decided(Some(50), None, None, None), 2);
        assert_eq!(decided(None, Some(49_999), None, None), 1);
        assert_eq!(decided(None, Some(50_000), None, None), 2);
        assert_eq!(decided(None, None, Some(4_999), None), 1);
        assert_eq!(decided(None, None, Some(5_000), None), 2);
        assert_eq!(decided(Some(50), Some(50_000), Some(4_999), None), 1);
        assert_eq!(decided(Some(1000), Some(50_000), Some(5_000), None), 2);
        assert_eq!(decided(Some(1000), None, None, Some(3)), 1);
    }

    #[test]
    fn both_hear_of_games_and_moves() {
        let mut both = both();
        Agent::<Sprint>::begin(&mut both, &start(), Seat(0));
        both.observe(&start(), SprintMove::Walk);
        for milliseconds in [1, 100] {
            let budget =
                Budget { time: Some(Duration::from_millis(milliseconds)), ..Budget::default() };
            assert_eq!(decide(&mut both, budget).nodes, 11);
        }
    }
}
