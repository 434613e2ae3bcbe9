//! Linear evaluations: fitted at once, or moved step by step by what a search finds.
//!
//! - [`least_squares`] and [`logistic`] fit weights to numbers and to outcomes.
//! - [`tune`] is Texel's method for two seats, [`tune_seats`] its form for any number.
//! - [`td_lambda`], [`td_leaf`] and [`tree_strap`] say in which direction weights should move, from the positions
//!   of a game, the ends of its principal variations, or the nodes of a search tree.
//! - [`follow_seats`] says the same for games of three and more, whose seats share one [`Outlook`].
//!
//! Features are rows of f32, one after the other; weights are f64. A constant is a feature that is always 1.

mod cholesky;
mod least_squares;
mod logistic;
mod newton;
mod outlook;
mod temporal;
mod texel;
mod tree_strap;

pub use least_squares::least_squares;
pub use logistic::logistic;
pub use newton::Fit;
pub use outlook::{Outlook, SeatNodes, follow_seats, lambda_returns};
pub use temporal::{Squash, Visit, td_lambda, td_leaf};
pub use texel::{fit_scale, tune, tune_seats};
pub use tree_strap::{Node, Target, tree_strap};

use crate::{LearnError, Result};

/// Refuses rows that do not fit their targets, or hold something that is not a number.
fn check(cells: &[f32], width: usize, targets: &[f64]) -> Result<()> {
    let refuse = |reason: String| Err(LearnError::Fit(reason));
    if width == 0 || cells.len() != width.saturating_mul(targets.len()) {
        let (cells, targets) = (cells.len(), targets.len());
        return refuse(format!(
            "{cells} numbers for {targets} targets, expected {width} for each and not 0"
        ));
    }
    if !cells.iter().all(|cell| cell.is_finite())
        || !targets.iter().all(|target| target.is_finite())
    {
        return refuse("a feature or target is not a finite number".to_owned());
    }
    Ok(())
}

/// The product of weights and features.
fn dot(weights: &[f64], features: &[f32]) -> f64 {
    let products = weights.iter().zip(features);
    products
        .map(|(weight, feature)| weight * f64::from(*feature))
        .sum()
}

/// The logistic function in f64.
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}
