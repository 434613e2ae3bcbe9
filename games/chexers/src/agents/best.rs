//! Our strongest agent: paranoid search in a hurry, Monte Carlo tree search where there is time.

use ludarium_agents::values::ShippedValue;
use ludarium_agents::{ByBudget, Entry, LongBudgets, generic};
use ludarium_game::Agent;
use ludarium_search::{AlphaBetaOptions, Felt, Paranoid, Ties};

use super::finisher::{Finisher, tree_search};
use super::hunt::{self, WithHunts};
use super::impatience::{Impatience, Impatient};
use crate::rules::{Chexers, ExitsAndCaptures};

/// The milliseconds from which on Monte Carlo tree search is the stronger one: docs/strength.md.
const LONG: u64 = 10;

/// Nodes and iterations of Monte Carlo tree search in a millisecond.
const PER_MILLISECOND: (u64, u64) = (3000, 300);

/// How much a share from a draw counts where the game goes round, and how much the race does.
const DRAW: f64 = 0.0;
const RACE: f64 = 0.4;

/// The strongest of what was tried, at every budget: docs/strength.md.
pub(super) fn best() -> Entry<Chexers> {
    let summary = "our strongest: judges by the value network; expects everybody else to play against it, and with \
                   more time plays by Monte Carlo tree search; where the game goes round it plays for more than a draw";
    Entry::new("best", summary, |p| {
        let depth = p.whole("depth", 1..=64, 4, "plies to look ahead without another budget");
        let finish = p.switch(
            "finish",
            true,
            "whether Monte Carlo tree search goes home once it is sure to win",
        );
        let sure =
            p.real("sure", 0.0..=1.0, 0.8, "the network's estimate from which on it goes home");
        let value = WithHunts(ShippedValue::noted(p));
        let options = AlphaBetaOptions {
            depth: depth as u32,
            discount: 1.0,
            ties: Ties::Chance,
            reduce: generic::read_reduce(p, 0.0),
            threads: generic::read_threads(p),
            ..AlphaBetaOptions::default()
        };
        let impatience = Impatience::read(p, DRAW, RACE);
        let budgets = LongBudgets::read(
            p,
            LONG,
            PER_MILLISECOND,
            "the milliseconds for a decision from which on Monte Carlo tree search plays",
        );
        move || {
            hunt::prepare();
            let long: Box<dyn Agent<Chexers>> = if finish {
                Box::new(Finisher::new(value, options, sure as f32))
            } else {
                Box::new(tree_search(value, options.threads))
            };
            let short = Paranoid::new(value, ExitsAndCaptures, options);
            let calm = ByBudget { short, long, budgets };
            let restless = Paranoid::new(Felt(value), Felt(ExitsAndCaptures), options);
            Impatient::new(calm, restless, impatience)
        }
    })
}
