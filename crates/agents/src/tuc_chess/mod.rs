//! The agents of TUC-Chess.

use ludarium_game::Scores;
use ludarium_games::tuc_chess::TucChess;
use ludarium_search::mcts::Uninformed;

use crate::{Entry, Kit, NamedEvaluation, generic};

impl Kit for TucChess {
    type Gain = Uninformed;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![NamedEvaluation::new(
            "even",
            "every position is even",
            |position: &TucChess| Scores::shared(ludarium_game::Game::seats(position)),
        )]
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::complete(Vec::new(), generic::two_seats())
    }
}
