//! `Dice`: chance events that do not come from our own random streams.

use crate::Game;

/// Draws the chance events of one game in its own way, for instance exactly as another program would.
pub trait Dice<G: Game>: Send {
    /// Draws the pending chance event. Only called at `Turn::Chance`.
    fn roll(&mut self, position: &G) -> G::Move;

    /// The move or outcome `mv` has just been made at `before`.
    fn observe(&mut self, _before: &G, _mv: G::Move) {}
}
