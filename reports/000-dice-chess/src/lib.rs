//! Report 000: Dice Chess, its agents as described and as its program has them, its networks, a client of the three-dice platform,
//! and what the original programs recorded.

pub mod agents;
pub mod doors;
mod originals;
mod training;

use ludarium_bundle::{Bundle, about_agents, answers, experiments, models};

/// Adds everything that exists because of this report to the bundle of its game.
#[must_use]
pub fn extend(bundle: Bundle) -> Bundle {
    let mut bundle = bundle.agents(agents::entries());
    bundle.levels = about_agents(include_str!("../lesson/levels.txt"));
    let stories = include_str!("../lesson/stories.txt");
    bundle.stories.extend(about_agents(stories));
    bundle.styles.extend([
        ("expectimax = expectimax", "the player of report 000"),
        ("basic = basic", "takes the first capture it sees"),
    ]);
    bundle.originals = Some(originals::replay);
    bundle.doors.push(doors::door());
    bundle.trainers.extend(training::TRAINERS);
    bundle.models.extend(models!["dice-chess-dql.safetensors"]);
    bundle.answers.push(answers!("000"));
    bundle.experiments.extend(experiments![
        "000":
        "deep-q-learning",
        "evaluations",
        "exploration-constant",
        "exploration-constant-opponents",
        "figure-10",
        "figure-11",
        "figure-12",
        "figure-6",
        "figure-7",
        "figure-9",
        "hybrid-mean",
        "king-table",
        "mcts-kings",
        "network",
        "ql-opponents",
        "ql-style",
        "weak-pawns",
        "white-bias-agents",
        "white-bias"
    ]);
    bundle
}
