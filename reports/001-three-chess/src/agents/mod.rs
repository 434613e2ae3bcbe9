//! The agents of the report, `greedy` and `mcts`, and those of the course's framework.

mod mcts;
mod payment;
mod reference;
#[cfg(test)]
mod tests;

use ludarium_agents::Entry;
use ludarium_search::Greedy;
use ludarium_three_chess::rules::{ScoreGain, ThreeChess};
use reference::{ReferenceGreedy, ReferenceRandom};

/// The agents of the report.
pub fn entries() -> Vec<Entry<ThreeChess>> {
    vec![
        Entry::plain(
            "reference-random",
            "the reference's Random: draws a piece, a step and a distance; never castles",
            || ReferenceRandom,
        ),
        Entry::plain(
            "greedy",
            "the report's Greedy: the largest own score after the move, otherwise at random",
            || Greedy { gain: ScoreGain },
        ),
        Entry::plain(
            "greedy-reference",
            "the reference's Greedy: the largest capture, otherwise at random; never castles",
            || ReferenceGreedy,
        ),
        mcts::entry(),
    ]
}
