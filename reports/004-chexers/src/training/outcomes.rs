//! Texel's method for three seats: weights under which the features say how games end.

use crate::agents::Version;
use ludarium_chexers::rules::evaluation::Weights;
use ludarium_learn::data::{DataSet, Features, Inputs, Row, RowShape};
use ludarium_learn::metrics::{accuracy, log_loss};
use ludarium_learn::regression::{Fit, tune_seats};

use super::game::{LINEUPS, SeatedAgent, play, seed};
use ludarium_train::{Progress, Stored, TrainError, TrainOptions};

/// Four features for each of three players, and who won.
const SHAPE: RowShape =
    RowShape { features: Features::Dense { width: 12 }, outcomes: 3, searched: false };

/// An evaluation that is this much larger is worth e times as much: the unit in which weights are written.
const UNIT: f64 = 64.0;

/// Positions of games with what became of them, learned from and held back.
pub(super) struct OutcomePositions {
    training: DataSet,
    validation: DataSet,
}

impl OutcomePositions {
    /// Plays games with the initial weights, or reads them where they were played before.
    pub fn of(
        options: &TrainOptions,
        games: u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<OutcomePositions, TrainError> {
        let stored = Stored {
            name: "positions",
            about: "chexers positions by beta_come, greedy and random".to_owned(),
            shape: SHAPE,
        };
        let all = stored.rows(options, games, tell, &|number| one_game(options, number))?;
        let seed = seed(options, 2, games);
        let (training, validation) = all.split_by_game(0.2, seed);
        Ok(OutcomePositions { training, validation })
    }

    /// How many positions are learned from.
    pub fn count(&self) -> u64 {
        self.training.len() as u64
    }

    /// The weights that make the outcomes likeliest, in the unit of the initial ones.
    pub fn tune(&self) -> Result<Fit, TrainError> {
        let examples = self.training.dense_examples(1.0)?;
        let outcomes: Vec<f64> = examples.targets().iter().map(|&x| x.into()).collect();
        let start = Weights::INITIAL.0;
        Ok(tune_seats(examples.inputs(), 3, &outcomes, &start, 1.0 / UNIT, 1e-6)?)
    }

    /// How well weights predict the games held back, after the unit that suits them best: log loss and accuracy.
    pub fn judge(&self, weights: Weights) -> Result<(Option<f64>, Option<f64>), TrainError> {
        let (cells, outcomes) = evaluations(&self.training, weights)?;
        let targets: Vec<f64> = outcomes.iter().map(|&x| x.into()).collect();
        let unit = tune_seats(&cells, 3, &targets, &[1.0 / UNIT], 1.0, 1e-6)?.weights[0];
        let (cells, outcomes) = evaluations(&self.validation, weights)?;
        let mut chances = Vec::with_capacity(cells.len());
        for values in cells.chunks_exact(3) {
            let highest = values.iter().copied().fold(f32::MIN, f32::max);
            let share = |value: &f32| (unit * f64::from(value - highest)).exp();
            let total: f64 = values.iter().map(share).sum();
            chances.extend(values.iter().map(|value| (share(value) / total) as f32));
        }
        Ok((log_loss(&chances, &outcomes, 3), accuracy(&chances, &outcomes, 3)))
    }
}

/// The evaluation of every player in every position, and the outcomes.
fn evaluations(set: &DataSet, weights: Weights) -> Result<(Vec<f32>, Vec<f32>), TrainError> {
    let examples = set.dense_examples(1.0)?;
    let value = |features: &[f32]| {
        let products = features.iter().zip(weights.0);
        products.map(|(x, weight)| f64::from(*x) * weight).sum::<f64>() as f32
    };
    let values = examples.inputs().chunks_exact(4).map(value).collect();
    Ok((values, examples.targets().to_vec()))
}

/// Every position of a game but the last, which is the end itself, with who won; a draw is shared.
fn one_game(options: &TrainOptions, number: u64) -> Result<DataSet, TrainError> {
    // Every fourth game is between three of the same.
    let lineup = match number % 4 {
        0 => [SeatedAgent::BetaCome; 3],
        _ => LINEUPS[(number / 4 * 3 + number % 4 - 1) as usize % LINEUPS.len()],
    };
    let seed = seed(options, 2, number);
    let found = (Version::AsFound, Weights::INITIAL);
    let played = play(options, lineup, found, 6, seed, |_| ())?;
    let drawn = !played.won.contains(&true);
    let outcome = played.won.map(|won| match (drawn, won) {
        (true, _) => 1.0 / 3.0,
        (false, true) => 1.0,
        (false, false) => 0.0,
    });
    let mut rows = DataSet::new(SHAPE)?;
    let before_the_end = played.positions.len().saturating_sub(1);
    for position in &played.positions[..before_the_end] {
        let cells: Vec<f32> = position.iter().flatten().map(|&x| x as f32).collect();
        rows.push(&Row {
            game: number,
            inputs: Inputs::Dense(&cells),
            outcome: &outcome,
            search: None,
        })?;
    }
    Ok(rows)
}
