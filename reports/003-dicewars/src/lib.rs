//! Report 003: Dicewars, the course's programs and their server, the report's predictors and the agents that ask them.

pub mod agents;
pub mod doors;
mod originals;
pub mod seeded_game;
pub mod training;

use ludarium_bundle::{Bundle, about_agents, answers, experiments, models};

/// Adds everything that exists because of this report to the bundle of its game.
#[must_use]
pub fn extend(bundle: Bundle) -> Bundle {
    let mut bundle = bundle.agents(agents::entries());
    bundle.levels = about_agents(include_str!("../lesson/levels.txt"));
    let stories = include_str!("../lesson/stories.txt");
    bundle.stories.extend(about_agents(stories));
    bundle.styles.extend([
        ("resting = nop", "ends every turn at once"),
        ("dice = sdc", "attacks with most dice more than its target"),
        ("safe = stei", "attacks what it can hold, for its largest region"),
        ("happ = happ", "attacks what it can conquer and hold, by a learned predictor"),
        ("final = final", "the player of report 003"),
    ]);
    bundle.originals = Some(originals::replay);
    bundle.doors.extend(doors::doors());
    bundle.trainers.extend(training::TRAINERS);
    bundle.answers.push(answers!("003"));
    bundle.experiments.extend(experiments![
        "003":
        "outperforms",
        "search-levels",
        "search-time",
        "softmax",
        "table-1",
        "text-and-program"
    ]);
    bundle.models.extend(models![
        "dicewars-happ.safetensors",
        "dicewars-happ-fast.safetensors",
        "dicewars-happ-logistic.safetensors",
        "dicewars-happ-text.safetensors",
        "dicewars-wpp.safetensors",
        "dicewars-wpp-fast.safetensors",
        "dicewars-wpp-text.safetensors"
    ]);
    bundle
}
