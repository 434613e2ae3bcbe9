//! What a seat of Three-Chess wants: to be first, and not to look on while another one is.
//!
//! By the rules a seat that looks on while another king falls has as much as in a draw. A search that believes this
//! does not mind who wins among the others, and where all play against it, it expects one of them to give its king
//! to the other: then all moves are worth the same.

use std::sync::Arc;

use ludarium_agents::Parameters;
use ludarium_game::{MoveList, Scores, Seat, Value};
use ludarium_search::Sense;

use crate::rules::{Move, ThreeChess};

/// What places are worth between losing the king, 0, and taking one, 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ambition {
    /// To look on while another seat takes the king of the third.
    pub third: f32,
    /// A draw.
    pub draw: f32,
}

impl Ambition {
    /// Reads what places are worth. By default a draw gives each seat a third of what a win, a third place and a loss
    /// give together.
    pub fn read(p: &mut Parameters<'_>) -> Arc<dyn Sense<ThreeChess>> {
        let third = p.real(
            "third",
            0.0..=0.5,
            0.2,
            "what it is worth to look on while another seat wins, between 0 for the loser and 1 for the winner",
        );
        let draw = p.real("draw", 0.0..=1.0, 0.4, "what a draw is worth");
        Arc::new(Ambition { third: third as f32, draw: draw as f32 })
    }

    /// The worth of an estimate on the scale of scores, on which looking on counts a half.
    ///
    /// An estimate of 0 or 1 leaves nothing to look on. In between it is taken for a third of the cases at a half,
    /// and for less towards the ends.
    fn of_estimate(&self, estimate: f32) -> f32 {
        let looking_on = 4.0 / 3.0 * estimate * (1.0 - estimate);
        estimate - (0.5 - self.third) * looking_on
    }
}

impl Sense<ThreeChess> for Ambition {
    fn consider(&self, position: &ThreeChess, moves: &mut MoveList<Move>) {
        position.keep_careful(moves);
    }

    fn worth(&self, finished: &ThreeChess) -> Scores {
        let results = finished.results().unwrap_or_default();
        let rest = if results == [0; 3] { self.draw } else { self.third };
        Scores::new(&results.map(|result| match result {
            1.. => 1.0,
            0 => rest,
            _ => 0.0,
        }))
    }

    fn estimate(&self, _: &ThreeChess, mut estimate: Scores) -> Scores {
        for seat in Seat::all(3) {
            let Value(value) = estimate.of(seat);
            estimate.set(seat, Value(self.of_estimate(value)));
        }
        estimate
    }
}
