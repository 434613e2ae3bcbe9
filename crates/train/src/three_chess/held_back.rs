//! Games that nobody learns from, and how well weights say who wins them.

use ludarium_game::{Agent, Budget, Evaluation, Purpose, Seat, Seed};
use ludarium_games::three_chess::{FEATURES, ScoreShare, Stage, features};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, Shape, Summary};
use ludarium_learn::metrics::{accuracy, log_loss};
use ludarium_learn::regression::Outlook;
use ludarium_search::MaxN;

use super::self_play::{DEPTH, play};
use crate::workers::each;
use crate::{Order, Progress, TrainError};

/// The numbers of a row: the features of three seats, and what the score says of each.
const WIDTH: usize = 3 * FEATURES + 3;

/// One position in so many is kept. Not a multiple of three, so that every seat is to move equally often.
const KEPT: usize = 4;

/// Positions of games of the hand-made evaluation, with who won.
pub(super) struct HeldBack {
    cells: Vec<f32>,
    outcomes: Vec<f32>,
}

/// How well predictions fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judged {
    pub log_loss: Option<f64>,
    pub right: Option<f64>,
}

impl HeldBack {
    /// Plays the games, or reads them where they were played before.
    pub fn of(
        order: &Order,
        games: u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<HeldBack, TrainError> {
        let path = order.folder.join("held-back.data");
        let about = format!(
            "three-chess positions of {games} games, seed {}",
            order.seed
        );
        let known = Summary::read(&path).is_ok_and(|summary| summary.about == about);
        let all = if known {
            DataSet::read(&path)?
        } else {
            let all = collect(order, games, tell)?;
            all.write(&path, &about)?;
            all
        };
        let examples = all.dense_examples(1.0)?;
        Ok(HeldBack {
            cells: examples.inputs().to_vec(),
            outcomes: examples.targets().to_vec(),
        })
    }

    /// How many positions there are.
    pub fn count(&self) -> u64 {
        (self.outcomes.len() / 3) as u64
    }

    /// How well weights say who wins.
    pub fn judge(&self, stage: Stage, weights: &[f32; FEATURES]) -> Judged {
        let weights = &weights[..stage.features()];
        self.judge_by(|row| {
            let sums = [0, 1, 2].map(|seat| {
                let cells = &row[seat * FEATURES..(seat + 1) * FEATURES];
                let products = weights.iter().zip(cells);
                products
                    .map(|(weight, cell)| f64::from(*weight) * f64::from(*cell))
                    .sum()
            });
            Outlook::of(sums).win
        })
    }

    /// How well the hand-made evaluation says it.
    pub fn judge_score(&self) -> Judged {
        self.judge_by(|row| {
            let shares = [0, 1, 2].map(|seat| f64::from(row[3 * FEATURES + seat]));
            let all: f64 = shares.iter().sum();
            shares.map(|share| share / all)
        })
    }

    fn judge_by(&self, chances: impl Fn(&[f32]) -> [f64; 3]) -> Judged {
        let rows = self.cells.chunks_exact(WIDTH);
        let chances: Vec<f32> = rows
            .flat_map(|row| chances(row).map(|x| x as f32))
            .collect();
        Judged {
            log_loss: log_loss(&chances, &self.outcomes, 3),
            right: accuracy(&chances, &self.outcomes, 3),
        }
    }
}

fn collect(
    order: &Order,
    games: u64,
    tell: &mut dyn FnMut(Progress),
) -> Result<DataSet, TrainError> {
    let played = each(order, games, tell, |number| {
        let part = Seed(order.seed).derive(Purpose::Training, u64::MAX);
        game(part.derive(Purpose::Game, number))
    })?;
    let mut set = DataSet::new(Shape {
        features: Features::Dense { width: WIDTH },
        outcomes: 3,
        searched: false,
    })?;
    for (game, (rows, outcome)) in (0..).zip(&played) {
        for cells in rows {
            set.push(&Row {
                game,
                inputs: Inputs::Dense(cells),
                outcome,
                search: None,
            })?;
        }
    }
    Ok(set)
}

/// One game of the score against itself: rows, and the share of each seat in the win.
fn game(seed: Seed) -> Result<(Vec<Vec<f32>>, [f32; 3]), TrainError> {
    let mut search = MaxN {
        depth: DEPTH,
        ..MaxN::new(ScoreShare)
    };
    let (mut rows, mut plies) = (Vec::new(), 0);
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
            let scores = ScoreShare.evaluate(position);
            for seat in Seat::all(3) {
                cells[3 * FEATURES + seat.index()] = scores.of(seat).0;
            }
            rows.push(cells);
        },
    )?;
    let winners = result.map(|score| f32::from(u8::from(score == 1.0)));
    let won: f32 = winners.iter().sum();
    if won == 0.0 {
        // A draw does not say who wins.
        rows.clear();
    }
    Ok((rows, winners.map(|winner| winner / won.max(1.0))))
}
