//! The agents of the report: `greedy` (its `greedy_player`) and `maxn` (its `beta_come`) as their programs play,
//! `greedy-described` and `beta-come-described` as its text has them, and corrected ones. Its random player differs from
//! `random` only in passing where that is illegal.

mod beta_come;
mod greedy_player;
mod lists;
#[cfg(test)]
mod tests;
mod weights;

use ludarium_agents::Entry;
use ludarium_chexers::rules::Chexers;
use ludarium_chexers::rules::evaluation::Weights;

pub(crate) use beta_come::{BetaCome, ThinkingMode, Version};
pub(crate) use greedy_player::GreedyPlayer;
pub(crate) use weights::FEATURES;

/// The agents of the report.
pub fn entries() -> Vec<Entry<Chexers>> {
    vec![
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
    ]
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
