//! The agents of Dice Chess.

use ludarium_game::Scores;
use ludarium_games::dice_chess::DiceChess;
use ludarium_search::mcts::Uninformed;

use crate::{Entry, Kit, NamedEvaluation, generic};

impl Kit for DiceChess {
    type Gain = Uninformed;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![NamedEvaluation::new(
            "even",
            "every position is even",
            |position: &DiceChess| Scores::shared(ludarium_game::Game::seats(position)),
        )]
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::complete(Vec::new(), generic::two_seats())
    }
}

impl Kit for ludarium_games::dice_chess::ThreeDice {
    type Gain = Uninformed;

    const LARGEST_SUM: f32 = 1.0;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![NamedEvaluation::new(
            "even",
            "every position is even",
            |_: &Self| Scores::shared(2),
        )]
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::complete(Vec::new(), generic::two_seats())
    }
}
