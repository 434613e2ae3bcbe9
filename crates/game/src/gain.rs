//! `Gain`: what a move wins at once.

use crate::Game;

/// Measures what a move wins at once: the value of a captured piece, a point, an exit.
///
/// Searches order moves by it, greedy players and roll-outs maximise it, quiescence follows the
/// moves whose gain is positive. The scale is the game's own; 0 means nothing.
pub trait Gain<G: Game>: Send + Sync {
    /// The gain of a legal move of the seat to move.
    fn gain(&self, position: &G, mv: G::Move) -> f32;
}

/// For games in which nothing can be said about what a move wins at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGain;

impl<G: Game> Gain<G> for NoGain {
    fn gain(&self, _position: &G, _mv: G::Move) -> f32 {
        0.0
    }
}

impl<G: Game, F: Fn(&G, G::Move) -> f32 + Send + Sync> Gain<G> for F {
    fn gain(&self, position: &G, mv: G::Move) -> f32 {
        self(position, mv)
    }
}
