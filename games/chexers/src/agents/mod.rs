//! The agents of Chexers.
//!
//! The report's agents are `random`, `greedy` (its `greedy_player`) and `maxn` (its `beta_come`), as their
//! programs play, and `greedy-described` and `beta-come-described`, as its text has them; its random player differs from ours only in passing where that is illegal. The
//! generic agents that would have the same names are `greedy-gain` and `maxn-search`.

mod beta_come;
mod features;
mod finisher;
mod greedy_player;
mod hunt;
mod lists;
#[cfg(test)]
mod tests;
mod weights;

use std::sync::Arc;

use crate::rules::evaluation::{Corrected, Described, Initial, Learned, Race, Weights};
use crate::rules::{Chexers, ExitsAndCaptures};
use crate::tensors::ChexersTensors;
use ludarium_search::{AlphaBetaOptions, Paranoid, Ties};

pub use beta_come::{BetaCome, Mode, Version};
pub use greedy_player::GreedyPlayer;

use finisher::{Finisher, tree_search};
use hunt::WithHunts;
use ludarium_agents::values::ShippedValue;
use ludarium_agents::{
    ByBudget, Entry, LongBudgets, NamedEvaluation, Parameters, Playable, generic,
};
use ludarium_game::Agent;
use ludarium_game::tensors::Tensors;

impl Playable for Chexers {
    type Gain = ExitsAndCaptures;

    /// 1, with room for rounding.
    const LARGEST_SUM: f32 = 1.0 + 1e-5;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![
            NamedEvaluation::weighted(
                "race",
                "the actions each player needs to win, many for missing pieces, fewer with spare ones",
                read_race,
            ),
            NamedEvaluation::new(
                "initial",
                "the program's features, initial weights",
                Initial,
            ),
            NamedEvaluation::new(
                "learned",
                "the program's features, learned weights",
                Learned,
            ),
            NamedEvaluation::new(
                "corrected",
                "the program's features, learned weights, opponents' missing pieces as a good thing",
                Corrected,
            ),
            NamedEvaluation::new(
                "described",
                "the features as the report's text has them, learned weights",
                Described,
            ),
            NamedEvaluation::new(
                "logistic",
                "the program's features, weights tuned on the outcomes of games",
                weights::Logistic::default(),
            ),
            NamedEvaluation::shipped(
                "value",
                "a value network, trained on games of our own Monte Carlo tree search",
            ),
        ]
    }

    fn tensors(_: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(ChexersTensors::default())
    }

    fn entries() -> Vec<Entry<Self>> {
        let own = vec![
            best(),
            Entry::plain(
                "greedy",
                "the report's greedy player as found: one ply, learned weights, takes exits",
                GreedyPlayer::default,
            ),
            Entry::plain(
                "greedy-described",
                "the greedy player as the report's text describes it: one ply, beta_come's features to the letter",
                || GreedyPlayer::described(Weights::LEARNED),
            ),
            beta_come(
                "maxn",
                "the report's beta_come as found: max^n over one round, greedy while nobody is near",
                Version::AsFound,
            ),
            described(),
            beta_come(
                "beta-come-corrected",
                "beta_come as found with three mistakes corrected: feature 4, counted exits, no flip-flop",
                Version::Corrected,
            ),
            beta_come(
                "beta-come-leaving",
                "beta-come-corrected that also leaves at once while greedy, as it does in search",
                Version::CorrectedLeaving,
            ),
        ];
        let mut generic = generic::many_seats();
        for entry in &mut generic {
            entry.name = match entry.name {
                "maxn" => "maxn-search",
                "greedy" => "greedy-gain",
                name => name,
            };
        }
        generic::complete(own, generic)
    }
}

fn read_race(p: &mut Parameters<'_>) -> Race {
    let Race {
        action,
        missing,
        eliminated,
        spare,
    } = Race::USUAL;
    Race {
        action: p.weight("action", 0.0..=2.0, action, "how much an action tells"),
        missing: p.weight(
            "missing",
            0.0..=200.0,
            missing,
            "the actions that a missing piece costs",
        ),
        eliminated: p.weight(
            "eliminated",
            0.0..=1000.0,
            eliminated,
            "the actions more that having no piece at all costs",
        ),
        spare: p.weight(
            "spare",
            0.0..=50.0,
            spare,
            "the actions that each of the first three pieces to spare saves",
        ),
    }
}

/// The milliseconds from which on Monte Carlo tree search is the stronger one: docs/strength.md.
const LONG: u64 = 10;

/// Nodes and iterations of Monte Carlo tree search in a millisecond.
const PER_MILLISECOND: (u64, u64) = (3000, 300);

/// The strongest of what was tried, at every budget: docs/strength.md.
fn best() -> Entry<Chexers> {
    let summary = "our strongest: judges by the value network; expects everybody else to play against it, and with \
                   more time plays by Monte Carlo tree search";
    Entry::new("best", summary, |p| {
        let depth = p.whole(
            "depth",
            1..=64,
            4,
            "plies to look ahead without another budget",
        );
        let finish = p.switch(
            "finish",
            true,
            "whether Monte Carlo tree search goes home once it is sure to win",
        );
        let sure = p.real(
            "sure",
            0.0..=1.0,
            0.8,
            "the network's estimate from which on it goes home",
        );
        let value = WithHunts(ShippedValue::noted(p));
        let options = AlphaBetaOptions {
            depth: depth as u32,
            discount: 1.0,
            ties: Ties::Chance,
            reduce: generic::read_reduce(p, 0.0),
            threads: generic::read_threads(p),
            ..AlphaBetaOptions::default()
        };
        let budgets = LongBudgets::read(
            p,
            LONG,
            PER_MILLISECOND,
            "the milliseconds for a decision from which on Monte Carlo tree search plays",
        );
        move || {
            hunt::prepare();
            let long: Box<dyn Agent<Chexers>> = match finish {
                false => Box::new(tree_search(value, options.threads)),
                true => Box::new(Finisher::new(value, options, sure as f32)),
            };
            ByBudget {
                short: Paranoid::new(value, ExitsAndCaptures, options),
                long,
                budgets,
            }
        }
    })
}

fn beta_come(name: &'static str, summary: &'static str, version: Version) -> Entry<Chexers> {
    Entry::new(name, summary, move |p| {
        let named = weights::NAMES.map(|name| (name, weights::named(name)));
        let weights = p.choice("weights", named, "the features' weights");
        move || BetaCome::new(version, weights)
    })
}

fn described() -> Entry<Chexers> {
    Entry::new(
        "beta-come-described",
        "beta_come as the report's text describes it, its four features to the letter",
        |p| {
            let words = ["learned", "initial", "described"];
            let named = words.map(|name| (name, weights::named(name)));
            let weights = p.choice(
                "weights",
                named,
                "printed, from before the learning, or learned here as the text says",
            );
            let edge = p.whole(
                "edge",
                0..=1,
                0,
                "the distance of a piece on its exit edge; 1 in the program",
            ) as u32;
            move || BetaCome::new(Version::Described { edge }, weights)
        },
    )
}
