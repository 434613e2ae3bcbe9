//! Report 004: Chexers, its agents as described and as found, how their weights were learned, and what its referee and players
//! recorded.

pub mod agents;
mod doors;
mod originals;
mod training;

use ludarium_bundle::{Bundle, about_agents, answers, experiments, models};

/// Adds everything that exists because of this report to the bundle of its game.
#[must_use]
pub fn extend(bundle: Bundle) -> Bundle {
    let mut bundle = bundle.agents(agents::entries());
    let stories = include_str!("../lesson/stories.txt");
    bundle.stories.extend(about_agents(stories));
    bundle.styles.extend([
        ("beta-come = maxn", "the player of report 004"),
        ("greedy-player = greedy", "the greedy player of report 004"),
    ]);
    bundle.originals = Some(originals::replay);
    bundle.starters.extend(doors::STARTERS);
    bundle.trainers.extend(training::TRAINERS);
    bundle.answers.push(answers!("004"));
    bundle.experiments.extend(experiments![
        "004":
        "branching",
        "effectiveness",
        "observations",
        "paranoid",
        "search-effort",
        "weights"
    ]);
    bundle.models.extend(models![
        "chexers-as-found.safetensors",
        "chexers-described.safetensors",
        "chexers-logistic.safetensors",
        "chexers-regression.safetensors"
    ]);
    bundle
}
