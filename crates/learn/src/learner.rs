//! A network of any kind that learns.

use ludarium_game::{Purpose, Seed};

use crate::Result;
use crate::data::Examples;
use crate::dense::{Loss, Workspace};
use crate::metrics::accuracy;
use crate::network::{Network, NetworkKind};
use crate::optimiser::{Optimiser, Rule};
use crate::training::{JUDGED_AT_ONCE, Learner};

/// A network with the loss that it minimises and its optimiser.
#[derive(Clone, Debug)]
pub struct NetworkLearner<S: NetworkKind> {
    network: Network<S>,
    loss: Loss,
    rule: Rule,
    optimiser: Optimiser,
    gradient: Vec<f32>,
    /// The inputs of the dense layers and the targets of the current batch.
    inputs: Vec<f32>,
    targets: Vec<f32>,
    workspace: Workspace,
    front: S::Front,
}

impl<S: NetworkKind> NetworkLearner<S> {
    /// A learner whose first weights come from the seed.
    pub fn new(architecture: S, loss: Loss, rule: Rule, seed: Seed) -> Result<NetworkLearner<S>> {
        let parameters = architecture.initial_parameters(&mut seed.stream(Purpose::Training, 0));
        NetworkLearner::of(Network::new(architecture, parameters)?, loss, rule)
    }

    /// A learner that starts from a given network.
    pub(crate) fn of(network: Network<S>, loss: Loss, rule: Rule) -> Result<NetworkLearner<S>> {
        let (dense, _) = network.architecture().dense_part();
        loss.check(dense.output().activation)?;
        let count = network.parameters().len();
        Ok(NetworkLearner {
            front: network.architecture().front(),
            network,
            loss,
            rule,
            optimiser: Optimiser::new(rule, count),
            gradient: vec![0.0; count],
            inputs: Vec::new(),
            targets: Vec::new(),
            workspace: Workspace::default(),
        })
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network<S> {
        &self.network
    }

    /// The outputs for all examples, one after the other.
    pub fn predict(&mut self, examples: &S::Examples) -> Vec<f32> {
        let rows: Vec<u32> = (0..examples.count() as u32).collect();
        let mut outputs = Vec::with_capacity(S::targets(examples).0.len());
        for rows in rows.chunks(JUDGED_AT_ONCE) {
            outputs.extend_from_slice(self.forward(examples, rows));
        }
        outputs
    }

    fn forward(&mut self, examples: &S::Examples, rows: &[u32]) -> &[f32] {
        let (shape, parameters) = (self.network.architecture(), self.network.parameters());
        let (targets, width) = S::targets(examples);
        self.inputs.clear();
        self.targets.clear();
        for &row in rows {
            let row = row as usize;
            shape.gather(parameters, examples, row, &mut self.inputs);
            self.targets
                .extend_from_slice(&targets[row * width..][..width]);
        }
        let (dense, range) = shape.dense_part();
        self.workspace
            .forward(dense, &parameters[range], &self.inputs)
    }

    /// The summed loss of a batch; the mean gradient is left in `gradient`, for the parameters that the batch may change.
    pub(crate) fn backward(&mut self, examples: &S::Examples, rows: &[u32]) -> f64 {
        self.forward(examples, rows);
        let (shape, parameters) = (self.network.architecture(), self.network.parameters());
        let (dense, range) = shape.dense_part();
        let total = self.workspace.loss(dense, self.loss, &self.targets);
        self.workspace
            .start_backward(dense, self.loss, &self.targets);
        let slopes = self.workspace.backward(
            dense,
            &parameters[range.clone()],
            &self.inputs,
            &mut self.gradient[range],
            S::HAS_FRONT,
        );
        shape.front_backward(
            &mut self.front,
            (examples, rows),
            &self.inputs,
            slopes,
            &mut self.gradient,
        );
        total
    }

    /// The gradient of the batch that went backward last, with zeros for parameters that it does not change.
    #[cfg(test)]
    pub(crate) fn gradient(&self) -> Vec<f32> {
        let mut gradient = vec![0.0; self.gradient.len()];
        for range in self.network.architecture().changed(&self.front) {
            gradient[range.clone()].copy_from_slice(&self.gradient[range]);
        }
        gradient
    }
}

impl<S: NetworkKind> Learner for NetworkLearner<S> {
    type Examples = S::Examples;

    fn check(&self, examples: &S::Examples) -> Result<()> {
        self.network.architecture().check(examples)
    }

    fn learn(&mut self, examples: &S::Examples, rows: &[u32], rate: f32) -> f64 {
        let total = self.backward(examples, rows);
        let (shape, parameters) = self.network.parts_mut();
        let changed = shape.changed(&self.front);
        self.optimiser
            .step_ranges(rate, parameters, &self.gradient, changed);
        shape.limit(parameters);
        total
    }

    fn loss(&mut self, examples: &S::Examples, rows: &[u32]) -> f64 {
        self.forward(examples, rows);
        let (dense, _) = self.network.architecture().dense_part();
        self.workspace.loss(dense, self.loss, &self.targets)
    }

    fn accuracy(&mut self, examples: &S::Examples) -> Option<f64> {
        let classes = S::CLASSIFIES && self.loss != Loss::MeanSquare;
        let (targets, width) = S::targets(examples);
        classes.then(|| accuracy(&self.predict(examples), targets, width))?
    }

    fn parameters(&self) -> &[f32] {
        self.network.parameters()
    }

    fn set_parameters(&mut self, parameters: &[f32]) {
        self.network.parts_mut().1.copy_from_slice(parameters);
    }

    fn optimiser(&self) -> &Optimiser {
        &self.optimiser
    }

    fn optimiser_mut(&mut self) -> &mut Optimiser {
        &mut self.optimiser
    }

    fn describe(&self) -> String {
        let architecture = self.network.architecture();
        format!("{architecture}, {:?}, {:?}", self.loss, self.rule)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::data::{DenseExamples, SparseExamples};
    use crate::dense::{self, Activation};
    use crate::files::checksum;
    use crate::sparse;
    use crate::training::{Settings, train};

    /// Trains for three epochs: the checksum of the parameters, and the accuracy of the last epoch.
    fn trained<S: NetworkKind>(shape: S, loss: Loss, examples: &S::Examples) -> (u32, Option<f64>) {
        let mut learner = NetworkLearner::new(shape, loss, Rule::ADAM, Seed(5)).unwrap();
        let settings = Settings::new(3, 4, 0.05, Seed(6));
        let go_on = |_: &_| ControlFlow::Continue(());
        let outcome = train(&mut learner, examples, examples, &settings, go_on).unwrap();
        let bytes = learner.parameters().iter().flat_map(|x| x.to_le_bytes());
        let last = outcome.history.last().unwrap();
        (checksum(&bytes.collect::<Vec<_>>()), last.accuracy)
    }

    /// Recorded when dense and sparse networks still had separate learners.
    #[test]
    fn a_seed_gives_the_same_parameters_as_before() {
        let targets: Vec<f32> = (0..10).map(|row| f32::from(row % 2 == 0)).collect();
        let cells = (0..30).map(|cell| (cell % 7) as f32 / 7.0).collect();
        let examples = DenseExamples::new(3, 1, cells, targets.clone()).unwrap();
        let shape = dense::Architecture::layered(&[3, 5, 1], Activation::Relu, Activation::Sigmoid);
        let found = trained(shape.unwrap(), Loss::BinaryCrossEntropy, &examples);
        assert_eq!(found, (12_010_110, Some(0.7)));

        let starts = (0..=10).map(|row| 2 * row).collect();
        let indices = (0..20).map(|cell| cell * 5 % 9).collect();
        let examples = SparseExamples::new(9, 1, 1, starts, indices, targets).unwrap();
        let shape = sparse::Architecture::new(9, 1, 2, 6).unwrap();
        let shape = shape.with_tail(&[4], 1, Activation::Sigmoid).unwrap();
        let found = trained(shape, Loss::BinaryCrossEntropy, &examples);
        assert_eq!(found, (3_207_844_811, None));
    }
}
