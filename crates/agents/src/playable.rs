//! `Playable`: what the catalogue knows about a game.

use std::path::Path;
use std::sync::Arc;

use ludarium_game::tensors::{Generic, Tensors};
use ludarium_game::{Evaluation, Gain, Game, Scores, Tabletop};
use ludarium_learn::LearnError;
use ludarium_search::solve::Indexed;

use crate::{Entry, Parameter, Parameters, generic};

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
        vec![NamedEvaluation::new("even", "everybody has the same share", even)]
    }

    /// What learners see of the game under the rules of this position. By default what any game looks like.
    fn tensors(position: &Self) -> Arc<dyn Tensors<Self>> {
        Arc::new(Generic::of(position))
    }

    /// The numbers of all positions under the rules of this one, so that a solver need not keep a list of them. By default
    /// there are none.
    fn index(_position: &Self) -> Option<Arc<dyn Indexed<Self>>> {
        None
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
    /// Reads the weights and gives the evaluation with them, for one that has weights.
    pub weights: Option<ReadWeights<G>>,
}

/// Reads the weights of an evaluation: each of them once.
pub type ReadWeights<G> = Arc<dyn Fn(&mut Parameters<'_>) -> Judge<G> + Send + Sync>;

/// What people are told about an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationInfo {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says what it looks at.
    pub summary: &'static str,
    /// Its weights, as parameters of the agents that choose it.
    pub weights: Vec<Parameter>,
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
            weights: None,
        }
    }

    /// An evaluation with weights that an agent's text can change: `read` reads each of them once by
    /// [`Parameters::weight`], and gives the evaluation. `eval=NAME,eval.WEIGHT=0.5` chooses it with another weight.
    pub fn weighted<E: Evaluation<G> + 'static>(
        name: &'static str,
        summary: &'static str,
        read: impl Fn(&mut Parameters<'_>) -> E + Send + Sync + 'static,
    ) -> NamedEvaluation<G> {
        let usual = read(&mut Parameters::declare());
        NamedEvaluation {
            weights: Some(Arc::new(move |parameters| Judge::new(read(parameters)))),
            ..NamedEvaluation::new(name, summary, usual)
        }
    }

    /// Whether it can be chosen by its name alone.
    pub(crate) fn needs_file(&self) -> bool {
        self.read.is_some() && self.model.is_none()
    }

    /// The evaluation with the weights that are given; what they are is written down.
    pub(crate) fn read_weights(&self, parameters: &mut Parameters<'_>) -> Judge<G> {
        match &self.weights {
            Some(read) => read(parameters),
            None => self.judge.clone(),
        }
    }

    /// What people are told about it.
    pub fn info(&self) -> EvaluationInfo {
        let mut parameters = Parameters::declare();
        drop(self.read_weights(&mut parameters));
        EvaluationInfo {
            name: self.name,
            summary: self.summary,
            weights: parameters.into_declared(),
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
