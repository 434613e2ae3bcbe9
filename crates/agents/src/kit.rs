//! `Kit`: what the catalogue knows about a game.

use std::sync::Arc;

use ludarium_game::{Evaluation, Gain, Game, Scores, Tabletop};

use crate::Entry;

/// What the catalogue knows about a game: its evaluations, what moves win, and its agents.
pub trait Kit: Tabletop {
    /// What a move wins at once.
    type Gain: Gain<Self> + Clone + Default + Send + Sync + 'static;

    /// The largest sum of all seats' scores that can occur.
    const LARGEST_SUM: f32;

    /// The evaluations by name, the usual one first.
    fn evaluations() -> Vec<NamedEvaluation<Self>>;

    /// All agents of the game: those of its report first, then the generic ones.
    fn entries() -> Vec<Entry<Self>>;
}

/// An evaluation with its name.
pub struct NamedEvaluation<G> {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says what it looks at.
    pub summary: &'static str,
    /// The evaluation.
    pub judge: Judge<G>,
}

impl<G: Game> NamedEvaluation<G> {
    /// An evaluation with its name.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        evaluation: impl Evaluation<G> + 'static,
    ) -> NamedEvaluation<G> {
        NamedEvaluation {
            name,
            summary,
            judge: Judge(Arc::new(evaluation)),
        }
    }
}

/// Any evaluation of a game, chosen while the program runs.
pub struct Judge<G>(Arc<dyn Evaluation<G>>);

impl<G> Clone for Judge<G> {
    fn clone(&self) -> Self {
        Judge(self.0.clone())
    }
}

impl<G: Game> Evaluation<G> for Judge<G> {
    fn evaluate(&self, position: &G) -> Scores {
        self.0.evaluate(position)
    }
}
