//! The agents of Chexers. The generic `greedy` and `maxn` are called `greedy-gain` and `maxn-search`: the plain names
//! belong to the report's agents.

mod best;
mod features;
mod finisher;
mod hunt;
mod impatience;
mod onward;
mod sitter;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::rules::evaluation::{Described, Race, Weights};
use crate::rules::{Chexers, ExitsAndCaptures};
use crate::tensors::ChexersTensors;

use impatience::Impatience;
use ludarium_agents::{Entry, NamedEvaluation, Parameters, Playable, generic};
use ludarium_game::Agent;
use ludarium_game::tensors::Tensors;
use onward::Onward;

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
                Weights::INITIAL,
            ),
            NamedEvaluation::new(
                "learned",
                "the program's features, learned weights",
                Weights::LEARNED,
            ),
            NamedEvaluation::new(
                "corrected",
                "the program's features, learned weights, opponents' missing pieces as a good thing",
                Weights::LEARNED.corrected(),
            ),
            NamedEvaluation::new(
                "described",
                "the features as the report's text has them, learned weights",
                Described,
            ),
            NamedEvaluation::new(
                "logistic",
                "the program's features, weights tuned on the outcomes of games",
                Weights::LOGISTIC,
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
        let mut generic = generic::many_seats_with(Impatience::read_sense);
        for entry in &mut generic {
            entry.name = match entry.name {
                "maxn" => "maxn-search",
                "greedy" => "greedy-gain",
                name => name,
            };
        }
        let entries = generic::complete(vec![best::best(), sitter::sitter()], generic);
        entries.into_iter().map(|entry| entry.wrapped(read_onward)).collect()
    }
}

/// What lets an agent go on instead of moving to and fro.
fn read_onward(
    p: &mut Parameters<'_>,
) -> impl Fn(Box<dyn Agent<Chexers>>) -> Box<dyn Agent<Chexers>> + use<> {
    p.added("onward");
    let depth = p.whole(
        "onward",
        0..=8,
        0,
        "plies that it looks ahead for another move where its own would put its discs back where they stood before; 0: it does not mind",
    );
    move |agent| if depth > 0 { Box::new(Onward::new(agent, depth as u32)) } else { agent }
}

fn read_race(p: &mut Parameters<'_>) -> Race {
    let Race { action, missing, eliminated, spare } = Race::USUAL;
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
