//! The will to finish: a search that knows what a repetition leads to and prefers the shorter way.
//!
//! A value network is as content with a won position as with the next one, so a search may walk about in it until the
//! game is drawn.

use ludarium_game::{Evaluation, Game, Scores, Seat, Value};
use ludarium_search::Sense;

use crate::rules::Chexers;
use crate::rules::evaluation::Race;

/// What a draw is worth, and how much the way home counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Resolve {
    /// What a draw is worth to each seat: less than a third is contempt for it.
    pub draw: f32,
    /// The share of the race in every estimate; the rest is the evaluation's.
    pub progress: f32,
}

impl Resolve {
    fn drawn(&self) -> Scores {
        Scores::new(&[self.draw; 3])
    }
}

impl Sense<Chexers> for Resolve {
    /// A position that came before is the draw that it may become.
    fn known_worth(&self, position: &Chexers) -> Option<Scores> {
        (position.occurrences() > 1).then(|| self.drawn())
    }

    fn worth(&self, finished: &Chexers) -> Scores {
        let scores = finished.scores();
        let won = Seat::all(3).any(|seat| scores.of(seat) == Value(1.0));
        if won { scores } else { self.drawn() }
    }

    fn estimate(&self, position: &Chexers, estimate: Scores) -> Scores {
        estimate * (1.0 - self.progress) + Race.evaluate(position) * self.progress
    }
}
