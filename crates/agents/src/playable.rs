//! `Playable`: what the catalogue knows about a game.

use std::path::Path;
use std::sync::Arc;

use ludarium_game::tensors::{Generic, Tensors};
use ludarium_game::{Evaluation, Gain, Game, Scores, Tabletop};
use ludarium_learn::LearnError;

use crate::{Entry, generic};

/// What the catalogue knows about a game: its evaluations, what moves win, and its agents.
///
/// A game that says nothing but `type Gain = NoGain;` is played by the generic agents that need no knowledge of it.
pub trait Playable: Tabletop {
    /// What a move wins at once; [`ludarium_game::NoGain`] where nothing can be said.
    type Gain: Gain<Self> + Clone + Default + Send + Sync + 'static;

    /// The largest sum of all seats' scores that can occur.
    const LARGEST_SUM: f32 = 1.0;

    /// The evaluations by name, the usual one first; at least one. By default nobody is ahead.
    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        let even = |position: &Self| Scores::shared(position.seats());
        vec![NamedEvaluation::new(
            "even",
            "everybody has the same share",
            even,
        )]
    }

    /// What learners see of the game under the rules of this position. By default what any game looks like.
    fn tensors(position: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(Generic::of(position))
    }

    /// All agents of the game: its own first, then the generic ones. By default those that fit any number of seats.
    fn entries() -> Vec<Entry<Self>> {
        generic::any_seats()
    }
}

/// An evaluation with its name.
pub struct NamedEvaluation<G> {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says what it looks at.
    pub summary: &'static str,
    /// The evaluation.
    pub judge: Judge<G>,
    /// The model file that it asks, if it is a trained one.
    pub model: Option<&'static [u8]>,
    /// Reads another model from a file, for an evaluation that asks one.
    pub read: Option<ReadModel<G>>,
}

/// Reads a model file: the evaluation that asks it, and the bytes of the file.
pub type ReadModel<G> = fn(&Path) -> std::result::Result<(Judge<G>, Vec<u8>), LearnError>;

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
            judge: Judge::new(evaluation),
            model: None,
            read: None,
        }
    }
}

/// Any evaluation of a game, chosen while the program runs.
pub struct Judge<G>(Arc<dyn Evaluation<G>>);

impl<G: Game> Judge<G> {
    /// This evaluation.
    pub fn new(evaluation: impl Evaluation<G> + 'static) -> Judge<G> {
        Judge(Arc::new(evaluation))
    }
}

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
