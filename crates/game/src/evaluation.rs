//! `Evaluation`: an estimate of how a game will end.

use crate::{Game, Scores};

/// Estimates the scores of a position that is not over.
pub trait Evaluation<G: Game>: Send + Sync {
    /// The estimate for every seat, on the scale of [`Game::scores`]: each in [0, 1]. Pruning that
    /// relies on bounds (Star, shallow pruning) is only right because of this.
    fn evaluate(&self, position: &G) -> Scores;
}

impl<G: Game, F: Fn(&G) -> Scores + Send + Sync> Evaluation<G> for F {
    fn evaluate(&self, position: &G) -> Scores {
        self(position)
    }
}
