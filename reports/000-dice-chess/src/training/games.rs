//! The positions that the network learns from: games of the report's tree search against itself, or as White against
//! the report's two simple players.

use crate::agents::roster;
use ludarium_agents::Recipe;
use ludarium_dice_chess::agents::{INPUTS, inputs};
use ludarium_dice_chess::rules::{DiceChess, Move};
use ludarium_game::{Candidate, Decision, Game, Purpose, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, RowShape};

use ludarium_train::{Progress, Stored, TrainError, TrainOptions, game};

/// The rules that the report played by.
pub(super) fn rules() -> Result<<DiceChess as Tabletop>::Rules, TrainError> {
    Ok(DiceChess::rules(&Spec::named(DiceChess::VARIANTS[0].name))?)
}

/// Whose positions are learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Teachers {
    /// Those of both sides, when the search plays itself.
    Both,
    /// Those of White, when the search is White and random and basic take turns as Black: the report's way.
    White,
}

/// The positions of a number of games, with a number of iterations for each move.
pub(super) fn positions(
    options: &TrainOptions,
    whose: Teachers,
    games: u64,
    iterations: u64,
    tell: &mut dyn FnMut(Progress),
) -> Result<DataSet, TrainError> {
    let search = format!("mcts:iterations={iterations}");
    let roster = roster();
    let recipe = roster.recipe(&search)?;
    let (about, others) = match whose {
        Teachers::Both => (String::new(), vec![recipe]),
        Teachers::White => {
            (" as White".to_owned(), vec![roster.recipe("random")?, roster.recipe("basic")?])
        }
    };
    let recipe = roster.recipe(&search)?;
    let stored =
        Stored { name: "games", about: format!("dice-chess by {search}{about}"), shape: SHAPE };
    stored.rows(options, games, tell, &|number| {
        let black = &others[number as usize % others.len()];
        one_game(options, whose, [&recipe, black], number)
    })
}

const SHAPE: RowShape =
    RowShape { features: Features::Dense { width: INPUTS }, outcomes: 1, searched: true };

/// Where somebody searched: what the network sees, what became of the one to move, and what the search thought of it.
fn one_game(
    options: &TrainOptions,
    whose: Teachers,
    recipes: [&Recipe<DiceChess>; 2],
    number: u64,
) -> Result<DataSet, TrainError> {
    let rules = rules()?;
    let seed = Seed(options.seed).derive(Purpose::Training, number);
    let begin = DiceChess::start(&rules, &mut seed.stream(Purpose::Start, 0));
    let agents = recipes.map(Recipe::agent).into();
    let mut seen = Vec::new();
    let end = game(options, &rules, &begin, agents, seed, |event| {
        let (Some(decision), Turn::Seat(mover)) = (event.decision, event.before.turn()) else {
            return;
        };
        if whose == Teachers::White && mover != Seat(0) {
            return;
        }
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
