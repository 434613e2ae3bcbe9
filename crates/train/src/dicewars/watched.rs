//! A network whose accuracy is noted after every epoch.

use ludarium_learn::data::{DenseExamples, Examples};
use ludarium_learn::dense::DenseLearner;
use ludarium_learn::metrics::accuracy;
use ludarium_learn::training::Learner;
use ludarium_learn::{Optimiser, Result};

/// Learns like the learner inside. Every time that all validation examples have been judged it notes how many were
/// told right.
pub(super) struct Watched {
    pub(super) learner: DenseLearner,
    /// The accuracy of each epoch.
    pub(super) accuracies: Vec<f64>,
}

impl Learner for Watched {
    type Examples = DenseExamples;

    fn check(&self, examples: &DenseExamples) -> Result<()> {
        self.learner.check(examples)
    }

    fn learn(&mut self, examples: &DenseExamples, rows: &[u32], rate: f32) -> f64 {
        self.learner.learn(examples, rows, rate)
    }

    fn loss(&mut self, examples: &DenseExamples, rows: &[u32]) -> f64 {
        // The training loop judges all rows in order; with the last ones an epoch is complete.
        if rows
            .last()
            .is_some_and(|&row| row as usize + 1 == examples.count())
        {
            let predictions = self.learner.predict(examples);
            let found = accuracy(&predictions, examples.targets(), examples.outputs());
            self.accuracies.extend(found);
        }
        self.learner.loss(examples, rows)
    }

    fn parameters(&self) -> &[f32] {
        self.learner.parameters()
    }

    fn set_parameters(&mut self, parameters: &[f32]) {
        self.learner.set_parameters(parameters);
    }

    fn optimiser(&self) -> &Optimiser {
        self.learner.optimiser()
    }

    fn optimiser_mut(&mut self) -> &mut Optimiser {
        self.learner.optimiser_mut()
    }

    fn describe(&self) -> String {
        self.learner.describe()
    }
}
