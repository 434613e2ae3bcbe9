//! Report 002: TUC-Chess, its agents on a simplified board, the protocol of its server and what its programs recorded.

pub mod agents;
pub mod doors;
mod originals;

use ludarium_bundle::{Bundle, about_agents, answers, experiments};

/// Adds everything that exists because of this report to the bundle of its game.
#[must_use]
pub fn extend(bundle: Bundle) -> Bundle {
    let mut bundle = bundle.agents(agents::entries());
    let stories = include_str!("../lesson/stories.txt");
    bundle.stories.extend(about_agents(stories));
    bundle.styles.extend([("report = alphabeta", "the player of report 002")]);
    bundle.originals = Some(originals::replay);
    bundle.doors.extend(doors::doors());
    bundle.answers.push(answers!("002"));
    bundle.experiments.extend(experiments![
        "002":
        "best-of-three",
        "blend",
        "clock",
        "last-row",
        "mcts-iterations",
        "mcts-readings",
        "mcts-vs-random",
        "minimax-vs-mcts",
        "more-iterations",
        "move-cache",
        "network",
        "search-cost",
        "stalemates"
    ]);
    bundle
}
