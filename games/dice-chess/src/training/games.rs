//! The positions that the network learns from: games of the report's tree search against itself.

use crate::agents::{INPUTS, inputs};
use crate::rules::{DiceChess, Move};
use ludarium_agents::Recipe;
use ludarium_game::{Candidate, Decision, Game, Purpose, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, Shape};

use ludarium_train::{Order, Progress, Stored, TrainError, game};

/// The rules that the report played by.
pub(super) fn rules() -> Result<<DiceChess as Tabletop>::Rules, TrainError> {
    Ok(DiceChess::rules(&Spec::named(DiceChess::VARIANTS[0].name))?)
}

/// The positions of so many games with so many iterations a move.
pub(super) fn positions(
    order: &Order,
    games: u64,
    iterations: u64,
    tell: &mut dyn FnMut(Progress),
) -> Result<DataSet, TrainError> {
    let recipe = Recipe::new(&format!("mcts:iterations={iterations}"))?;
    let stored = Stored {
        name: "games",
        about: format!("dice-chess by mcts:iterations={iterations}"),
        shape: SHAPE,
    };
    stored.rows(order, games, tell, |number| {
        one_game(order, &recipe, number)
    })
}

const SHAPE: Shape = Shape {
    features: Features::Dense { width: INPUTS },
    outcomes: 1,
    searched: true,
};

/// Where somebody searched: what the network sees, what became of the one to move, and what the search thought of it.
fn one_game(order: &Order, recipe: &Recipe<DiceChess>, number: u64) -> Result<DataSet, TrainError> {
    let rules = rules()?;
    let seed = Seed(order.seed).derive(Purpose::Training, number);
    let begin = DiceChess::start(&rules, &mut seed.stream(Purpose::Start, 0));
    let agents = vec![recipe.agent(), recipe.agent()];
    let mut seen = Vec::new();
    let end = game(order, &rules, &begin, agents, seed, |event| {
        let (Some(decision), Turn::Seat(mover)) = (event.decision, event.before.turn()) else {
            return;
        };
        if let Some(value) = root_value(decision, mover) {
            let cells = inputs(event.before, event.before.rolled());
            seen.push((cells, mover, value));
        }
    })?;
    let mut rows = DataSet::new(SHAPE)?;
    for (cells, mover, value) in &seen {
        rows.push(&Row {
            game: number,
            inputs: Inputs::Dense(cells),
            outcome: &[end.end.scores.of(*mover).0],
            search: Some(&[*value]),
        })?;
    }
    Ok(rows)
}

/// The mean over all simulations for the seat to move; `None` where nothing was simulated, because the king could be
/// taken at once.
fn root_value(decision: &Decision<Move>, mover: Seat) -> Option<f32> {
    let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
    let weighted = |sum: f64, one: &Candidate<Move>| {
        sum + f64::from(one.scores.of(mover).0) * one.visits as f64
    };
    let sum = decision.candidates.iter().fold(0.0, weighted);
    (visits > 0).then(|| (sum / visits as f64) as f32)
}
