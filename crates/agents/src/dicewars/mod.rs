//! The agents of Dicewars.

use ludarium_game::Scores;
use ludarium_games::dicewars::Dicewars;
use ludarium_search::mcts::Uninformed;

use crate::{Entry, Kit, NamedEvaluation, generic};

impl Kit for Dicewars {
    type Gain = Uninformed;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![NamedEvaluation::new(
            "even",
            "every position is even",
            |position: &Dicewars| Scores::shared(ludarium_game::Game::seats(position)),
        )]
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::complete(Vec::new(), generic::any())
    }
}
