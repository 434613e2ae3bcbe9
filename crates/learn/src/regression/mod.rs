//! Linear evaluations: fitted at once, or moved step by step by what a search finds.
//!
//! - [`least_squares`] fits weights to numbers.
//! - [`tune_seats`] is Texel's method: it fits the evaluations of any number of seats to the outcomes of games.
//! - [`follow_seats`] says in which direction weights should move so that the [`Outlook`] of the seats follows what a
//!   search found (TreeStrap), or what came later in the game (TD(λ) and TD-Leaf(λ), with [`lambda_returns`]).
//!
//! Features are rows of f32, one after the other; weights are f64. A constant is a feature that is always 1.

mod least_squares;
mod newton;
mod outlook;
mod texel;

pub use least_squares::least_squares;
pub use newton::Fit;
pub use outlook::{Outlook, SeatNodes, follow_seats, lambda_returns};
pub use texel::tune_seats;

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
