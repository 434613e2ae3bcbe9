//! Games that nobody learns from, and how well weights say who wins them.

use ludarium_game::{Agent, Budget, Evaluation, Purpose, Seat, Seed};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, RowShape};
use ludarium_learn::metrics::{accuracy, log_loss};
use ludarium_learn::regression::Outlook;
use ludarium_search::MaxN;
use ludarium_three_chess::rules::{FEATURES, ScoreShare, Stage, features};

use super::self_play::{DEPTH, play};
use ludarium_train::{Progress, Stored, TrainError, TrainOptions};

/// The numbers of a row: the features of three seats, and what the score says of each.
const WIDTH: usize = 3 * FEATURES + 3;

const SHAPE: RowShape =
    RowShape { features: Features::Dense { width: WIDTH }, outcomes: 3, searched: false };

/// One position in this number is kept. Not a multiple of three, so that every seat is to move equally often.
const KEPT: usize = 4;

/// Positions of games of the hand-made evaluation, with who won.
pub(super) struct HeldBack {
    cells: Vec<f32>,
    outcomes: Vec<f32>,
}

/// How well predictions fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Foresight {
    pub log_loss: Option<f64>,
    pub right: Option<f64>,
}

impl HeldBack {
    /// Plays the games, or reads them where they were played before.
    pub fn of(
        options: &TrainOptions,
        games: u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<HeldBack, TrainError> {
        let stored = Stored {
            name: "held-back",
            about: "three-chess by maxn with the score".to_owned(),
            shape: SHAPE,
        };
        let all = stored.rows(options, games, tell, &|number| one_game(options, number))?;
        let examples = all.dense_examples(1.0)?;
        Ok(HeldBack { cells: examples.inputs().to_vec(), outcomes: examples.targets().to_vec() })
    }

    /// How many positions there are.
    pub fn count(&self) -> u64 {
        (self.outcomes.len() / 3) as u64
    }

    /// How well weights say who wins.
    pub fn judge(&self, stage: Stage, weights: &[f32; FEATURES]) -> Foresight {
        let weights = &weights[..stage.features()];
        self.judge_by(|row| {
            let sums = [0, 1, 2].map(|seat| {
                let cells = &row[seat * FEATURES..(seat + 1) * FEATURES];
                let products = weights.iter().zip(cells);
                products.map(|(weight, cell)| f64::from(*weight) * f64::from(*cell)).sum()
            });
            Outlook::of(sums).win
        })
    }

    /// How well the hand-made evaluation says it.
    pub fn judge_score(&self) -> Foresight {
        self.judge_by(|row| {
            let shares = [0, 1, 2].map(|seat| f64::from(row[3 * FEATURES + seat]));
            let all: f64 = shares.iter().sum();
            shares.map(|share| share / all)
        })
    }

    fn judge_by(&self, chances: impl Fn(&[f32]) -> [f64; 3]) -> Foresight {
        let rows = self.cells.chunks_exact(WIDTH);
        let chances: Vec<f32> = rows.flat_map(|row| chances(row).map(|x| x as f32)).collect();
        Foresight {
            log_loss: log_loss(&chances, &self.outcomes, 3),
            right: accuracy(&chances, &self.outcomes, 3),
        }
    }
}

/// One game of the score against itself, with the share of each seat in the win. A draw does not say who wins.
fn one_game(options: &TrainOptions, number: u64) -> Result<DataSet, TrainError> {
    let part = Seed(options.seed).derive(Purpose::Training, u64::MAX);
    let seed = part.derive(Purpose::Game, number);
    let mut search = MaxN { depth: DEPTH, ..MaxN::new(ScoreShare::default()) };
    let (mut seen, mut plies) = (Vec::new(), 0);
    let result = play(
        seed,
        |position, _, rng| search.choose(position, &Budget::default(), rng).chosen,
        |position, _| {
            plies += 1;
            if plies % KEPT != 0 {
                return;
            }
            let mut cells = vec![0.0; WIDTH];
            features(position, Stage::Placement, |seat, feature, amount| {
                cells[seat.index() * FEATURES + feature] += amount;
            });
            let scores = ScoreShare::default().evaluate(position);
            for seat in Seat::all(3) {
                cells[3 * FEATURES + seat.index()] = scores.of(seat).0;
            }
            seen.push(cells);
        },
    )?;
    let winners = result.map(|score| f32::from(u8::from(score == 1.0)));
    let won: f32 = winners.iter().sum();
    let outcome = winners.map(|winner| winner / won.max(1.0));
    let mut rows = DataSet::new(SHAPE)?;
    for cells in seen.iter().filter(|_| won > 0.0) {
        rows.push(&Row {
            game: number,
            inputs: Inputs::Dense(cells),
            outcome: &outcome,
            search: None,
        })?;
    }
    Ok(rows)
}
