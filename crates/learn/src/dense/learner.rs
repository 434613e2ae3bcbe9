//! A dense network that learns.

use ludarium_game::{Purpose, Seed};

use super::{Architecture, Loss, Network, Workspace};
use crate::data::DenseExamples;
use crate::metrics::accuracy;
use crate::optimiser::{Optimiser, Rule};
use crate::training::Learner;
use crate::{LearnError, Result};

/// A dense network with the loss it is to make small and the optimiser that does so.
#[derive(Clone, Debug)]
pub struct DenseLearner {
    network: Network,
    loss: Loss,
    rule: Rule,
    optimiser: Optimiser,
    gradient: Vec<f32>,
    inputs: Vec<f32>,
    targets: Vec<f32>,
    workspace: Workspace,
}

impl DenseLearner {
    /// A learner whose first weights come from the seed.
    pub fn new(
        architecture: Architecture,
        loss: Loss,
        rule: Rule,
        seed: Seed,
    ) -> Result<DenseLearner> {
        let parameters = architecture.initial(&mut seed.stream(Purpose::Training, 0));
        DenseLearner::continue_from(Network::new(architecture, parameters)?, loss, rule)
    }

    /// A learner that starts from a given network.
    pub fn continue_from(network: Network, loss: Loss, rule: Rule) -> Result<DenseLearner> {
        loss.check(network.architecture().output().activation)?;
        let count = network.parameters().len();
        Ok(DenseLearner {
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
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The outputs for all examples, one after the other.
    pub fn predict(&mut self, examples: &DenseExamples) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(examples.targets().len());
        for inputs in examples.inputs().chunks(examples.width() * 1024) {
            outputs.extend_from_slice(self.network.forward(inputs, &mut self.workspace));
        }
        outputs
    }

    fn gather(&mut self, examples: &DenseExamples, rows: &[u32]) {
        self.inputs.clear();
        self.targets.clear();
        for &row in rows {
            self.inputs.extend_from_slice(examples.input(row as usize));
            self.targets
                .extend_from_slice(examples.target(row as usize));
        }
    }
}

impl Learner for DenseLearner {
    type Examples = DenseExamples;

    fn check(&self, examples: &DenseExamples) -> Result<()> {
        let architecture = self.network.architecture();
        let wanted = (architecture.inputs(), architecture.output().size);
        let found = (examples.width(), examples.outputs());
        if wanted == found {
            return Ok(());
        }
        Err(LearnError::Settings(format!(
            "the examples have {} inputs and {} targets, the network {architecture} has {} and {}",
            found.0, found.1, wanted.0, wanted.1
        )))
    }

    fn learn(&mut self, examples: &DenseExamples, rows: &[u32], rate: f32) -> f64 {
        self.gather(examples, rows);
        let total = self.network.backward(
            self.loss,
            &self.inputs,
            &self.targets,
            &mut self.gradient,
            &mut self.workspace,
        );
        self.optimiser
            .step(rate, self.network.parameters_mut(), &self.gradient);
        total
    }

    fn loss(&mut self, examples: &DenseExamples, rows: &[u32]) -> f64 {
        self.gather(examples, rows);
        self.network.forward(&self.inputs, &mut self.workspace);
        self.workspace
            .loss(self.network.architecture(), self.loss, &self.targets)
    }

    fn accuracy(&mut self, examples: &DenseExamples) -> Option<f64> {
        match self.loss {
            Loss::MeanSquare => None,
            Loss::BinaryCrossEntropy | Loss::CrossEntropy => accuracy(
                &self.predict(examples),
                examples.targets(),
                examples.outputs(),
            ),
        }
    }

    fn parameters(&self) -> &[f32] {
        self.network.parameters()
    }

    fn set_parameters(&mut self, parameters: &[f32]) {
        self.network.parameters_mut().copy_from_slice(parameters);
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
