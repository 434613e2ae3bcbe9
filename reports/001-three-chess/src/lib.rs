//! Report 001: Three-Chess, its agents and those of its framework, an evaluation learned in stages, adapters to the
//! framework and what it recorded.

pub mod agents;
mod doors;
mod originals;
mod training;

use ludarium_bundle::{Bundle, about_agents, answers, experiments};

/// Adds everything that exists because of this report to the bundle of its game.
#[must_use]
pub fn extend(bundle: Bundle) -> Bundle {
    let mut bundle = bundle.agents(agents::entries());
    bundle.levels = about_agents(include_str!("../lesson/levels.txt"));
    let stories = include_str!("../lesson/stories.txt");
    bundle.stories.extend(about_agents(stories));
    bundle.styles.extend([
        ("report = mcts", "the player of report 001"),
        ("score = greedy", "the largest score at once"),
    ]);
    bundle.originals = Some(originals::replay);
    bundle.starters.extend(doors::STARTERS);
    bundle.trainers.push(training::TRAINER);
    bundle.answers.push(answers!("001"));
    bundle.experiments.extend(experiments![
        "001":
        "greedy-vs-random",
        "observations",
        "roll-out-steps",
        "table-1",
        "table-2",
        "table-3",
        "exploration",
        "standing-reward",
        "dynamic-share",
        "tree-reuse"
    ]);
    bundle
}
