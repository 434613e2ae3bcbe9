//! The agents of the report: `minimax`, `alphabeta` and `mcts` think on its simplified board; `random-as-found` is the
//! client that the course handed out.

mod board;
mod searches;
mod simulation_reward;
mod standing;
mod template_random;
#[cfg(test)]
mod tests;

use ludarium_agents::Entry;
use ludarium_tuc_chess::rules::TucChess;
use template_random::TemplateRandom;

/// The agents of the report.
pub fn entries() -> Vec<Entry<TucChess>> {
    vec![
        Entry::plain(
            "random-as-found",
            "the course's client: any move of its incomplete list, each equally likely",
            || TemplateRandom,
        ),
        searches::minimax(),
        searches::alpha_beta(),
        searches::mcts(),
    ]
}
