//! What papers and public programs say about the games: their agents, and their figures as experiments. Each game has a
//! module and a function that extends its bundle.

pub mod ur;

use ludarium_bundle::{Bundle, about_agents, answers, experiments};

/// Adds the public ranking of agents for the Royal Game of Ur, and what searches lose against perfect play.
#[must_use]
pub fn extend_ur(bundle: Bundle) -> Bundle {
    let mut bundle = bundle.agents(ur::entries());
    bundle.stories.extend(about_agents(include_str!("../lesson/ur.txt")));
    bundle.answers.push(answers!("literature"));
    bundle.experiments.extend(experiments!["literature": "royalur-ranking", "ur-regret"]);
    bundle
}
