//! The positions that the network learns from: games of the report's tree search against itself.

use std::path::Path;

use ludarium_agents::Recipe;
use ludarium_agents::dice_chess::{INPUTS, inputs};
use ludarium_game::{Decision, Game, Purpose, Seed, Spec, Tabletop, Turn};
use ludarium_games::dice_chess::{DiceChess, Move};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, Shape, Summary};

use crate::comparison::game;
use crate::workers::each;
use crate::{Order, Progress, TrainError};

/// Games that are stored together: an interruption loses no more than these.
const STORED: u64 = 20;

/// One position: what the network sees, whose turn it is, and what the search thought of it.
struct Seen {
    cells: [f32; INPUTS],
    mover: ludarium_game::Seat,
    value: f32,
}

/// The rules that the report played by.
pub(super) fn rules() -> Result<<DiceChess as Tabletop>::Rules, TrainError> {
    Ok(DiceChess::rules(&Spec::named(DiceChess::VARIANTS[0].name))?)
}

/// The positions of so many games with so many iterations a move. Games that were stored before are read.
pub(super) fn positions(
    order: &Order,
    games: u64,
    iterations: u64,
    tell: &mut dyn FnMut(Progress),
) -> Result<DataSet, TrainError> {
    let mut all = DataSet::new(SHAPE)?;
    for first in (0..games).step_by(STORED as usize) {
        let count = STORED.min(games - first);
        let path = order.folder.join(format!("games-{first}.data"));
        let part = part(order, &path, first, count, iterations, &mut |done| {
            tell(Progress::Games {
                done: first + done,
                total: games,
            });
        })?;
        for row in 0..part.len() {
            part.with_row(row, |row| all.push(row))?;
        }
    }
    Ok(all)
}

const SHAPE: Shape = Shape {
    features: Features::Dense { width: INPUTS },
    outcomes: 1,
    searched: true,
};

fn part(
    order: &Order,
    path: &Path,
    first: u64,
    count: u64,
    iterations: u64,
    tell: &mut dyn FnMut(u64),
) -> Result<DataSet, TrainError> {
    let about = format!(
        "dice-chess games {first} to {} of mcts:iterations={iterations}, seed {}",
        first + count - 1,
        order.seed
    );
    if Summary::read(path).is_ok_and(|summary| summary.about == about) {
        tell(count);
        return Ok(DataSet::read(path)?);
    }
    let recipe = Recipe::new(&format!("mcts:iterations={iterations}"))?;
    let mut heard = |progress| {
        if let Progress::Games { done, .. } = progress {
            tell(done);
        }
    };
    let played = each(order, count, &mut heard, |number| {
        one_game(order, &recipe, first + number)
    })?;
    let mut set = DataSet::new(SHAPE)?;
    for (number, (seen, scores)) in (first..).zip(&played) {
        for position in seen {
            set.push(&Row {
                game: number,
                inputs: Inputs::Dense(&position.cells),
                outcome: &[scores.of(position.mover).0],
                search: Some(&[position.value]),
            })?;
        }
    }
    set.write(path, &about)?;
    Ok(set)
}

fn one_game(
    order: &Order,
    recipe: &Recipe<DiceChess>,
    number: u64,
) -> Result<(Vec<Seen>, ludarium_game::Scores), TrainError> {
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
            seen.push(Seen {
                cells,
                mover,
                value,
            });
        }
    })?;
    Ok((seen, end.scores))
}

/// The mean over all simulations for the seat to move; `None` where nothing was simulated, because the king could be
/// taken at once.
fn root_value(decision: &Decision<Move>, mover: ludarium_game::Seat) -> Option<f32> {
    let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
    let weighted = |sum: f64, one: &ludarium_game::Candidate<Move>| {
        sum + f64::from(one.scores.of(mover).0) * one.visits as f64
    };
    let sum = decision.candidates.iter().fold(0.0, weighted);
    (visits > 0).then(|| (sum / visits as f64) as f32)
}
