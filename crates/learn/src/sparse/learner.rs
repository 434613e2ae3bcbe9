//! An efficiently updatable network that learns.

use ludarium_game::{Purpose, Seed};

use super::{Architecture, HIDDEN_ONE, Network, OUTPUT_ONE};
use crate::data::SparseExamples;
use crate::dense::{Activation, Loss, Workspace};
use crate::kernels::add_scaled;
use crate::optimiser::{Optimiser, Rule};
use crate::training::Learner;
use crate::{LearnError, Result};

/// An efficiently updatable network with the loss it is to make small and the optimiser that does so.
///
/// Only the rows of features that occur in a batch are touched by its step. The weights after the first layer
/// are kept within what the quantised form can hold.
#[derive(Clone, Debug)]
pub struct SparseLearner {
    network: Network,
    loss: Loss,
    rule: Rule,
    optimiser: Optimiser,
    gradient: Vec<f32>,
    inputs: Vec<f32>,
    targets: Vec<f32>,
    workspace: Workspace,
    /// The features that occur in the batch, and for each feature whether it is among them.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl SparseLearner {
    /// A learner whose first weights come from the seed.
    pub fn new(
        architecture: Architecture,
        loss: Loss,
        rule: Rule,
        seed: Seed,
    ) -> Result<SparseLearner> {
        let parameters = architecture.initial(&mut seed.stream(Purpose::Training, 0));
        SparseLearner::continue_from(Network::new(architecture, parameters)?, loss, rule)
    }

    /// A learner that starts from a given network.
    pub fn continue_from(network: Network, loss: Loss, rule: Rule) -> Result<SparseLearner> {
        loss.check(network.architecture().tail().output().activation)?;
        let count = network.parameters().len();
        let features = network.architecture().features();
        Ok(SparseLearner {
            network,
            loss,
            rule,
            optimiser: Optimiser::new(rule, count),
            gradient: vec![0.0; count],
            inputs: Vec::new(),
            targets: Vec::new(),
            workspace: Workspace::default(),
            touched: Vec::new(),
            is_touched: vec![false; features],
        })
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The outputs for all examples, one after the other.
    pub fn predict(&mut self, examples: &SparseExamples) -> Vec<f32> {
        let rows: Vec<u32> = (0..examples.targets().len() / examples.outputs())
            .map(|row| row as u32)
            .collect();
        let mut outputs = Vec::with_capacity(examples.targets().len());
        for rows in rows.chunks(1024) {
            outputs.extend_from_slice(self.forward(examples, rows));
        }
        outputs
    }

    fn forward(&mut self, examples: &SparseExamples, rows: &[u32]) -> &[f32] {
        self.inputs.clear();
        self.targets.clear();
        for &row in rows {
            for perspective in 0..examples.perspectives() {
                let present = examples.list(row as usize, perspective);
                self.network.see(present, &mut self.inputs);
            }
            self.targets
                .extend_from_slice(examples.target(row as usize));
        }
        let shape = self.network.architecture();
        let tail = &self.network.parameters()[shape.tail_range()];
        self.workspace.forward(shape.tail(), tail, &self.inputs)
    }

    /// The summed loss of a batch; its mean slopes are left in `gradient`, those of features in the rows of `touched`.
    pub(super) fn backward(&mut self, examples: &SparseExamples, rows: &[u32]) -> f64 {
        self.forward(examples, rows);
        let shape = self.network.architecture();
        let total = self.workspace.loss(shape.tail(), self.loss, &self.targets);
        self.workspace
            .start_backward(shape.tail(), self.loss, &self.targets);
        let tail = shape.tail_range();
        let parameters = &self.network.parameters()[tail.clone()];
        let gradient = &mut self.gradient[tail];
        let slopes =
            self.workspace
                .backward(shape.tail(), parameters, &self.inputs, gradient, true);
        Activation::ClippedRelu.pull_back(&self.inputs, slopes);

        for feature in self.touched.drain(..) {
            self.is_touched[feature as usize] = false;
        }
        self.gradient[shape.biases()].fill(0.0);
        let lists = rows.iter().flat_map(|&row| {
            let perspectives = 0..examples.perspectives();
            perspectives.map(move |perspective| examples.list(row as usize, perspective))
        });
        for (present, slopes) in lists.zip(slopes.chunks_exact(shape.width())) {
            add_scaled(&mut self.gradient[shape.biases()], 1.0, slopes);
            for &feature in present {
                let row = &mut self.gradient[shape.row(feature as usize)];
                if !std::mem::replace(&mut self.is_touched[feature as usize], true) {
                    self.touched.push(feature);
                    row.fill(0.0);
                }
                add_scaled(row, 1.0, slopes);
            }
        }
        total
    }

    /// The slopes of the batch that went backward last, with zeros for features that did not occur.
    #[cfg(test)]
    pub(super) fn gradient(&self) -> Vec<f32> {
        let shape = self.network.architecture();
        let mut gradient = self.gradient.clone();
        for feature in (0..shape.features()).filter(|feature| !self.is_touched[*feature]) {
            gradient[shape.row(feature)].fill(0.0);
        }
        gradient
    }

    /// Keeps the weights after the first layer within what the quantised form can hold.
    fn clip(&mut self) {
        let shape = self.network.architecture().clone();
        let start = shape.tail_range().start;
        let last = shape.tail().layers().len() - 1;
        for (index, place) in shape.tail().places().enumerate() {
            let reach = match index == last {
                true => f32::from(i16::MAX) / OUTPUT_ONE as f32,
                false => f32::from(i8::MAX) / HIDDEN_ONE as f32,
            };
            let weights = start + place.weights.start..start + place.weights.end;
            for weight in &mut self.network.parameters_mut()[weights] {
                *weight = weight.clamp(-reach, reach);
            }
        }
    }
}

impl Learner for SparseLearner {
    type Examples = SparseExamples;

    fn check(&self, examples: &SparseExamples) -> Result<()> {
        let shape = self.network.architecture();
        let wanted = (
            shape.features(),
            shape.perspectives(),
            shape.tail().output().size,
        );
        let found = (
            examples.features(),
            examples.perspectives(),
            examples.outputs(),
        );
        if found != wanted {
            return Err(LearnError::Settings(format!(
                "the examples have {} features, {} perspectives and {} targets, the network {shape} has {}, {} and {}",
                found.0, found.1, found.2, wanted.0, wanted.1, wanted.2
            )));
        }
        let (longest, most) = (examples.longest_list(), shape.most_present());
        if longest > most {
            return Err(LearnError::Settings(format!(
                "an example has {longest} features present, the network allows {most}"
            )));
        }
        Ok(())
    }

    fn learn(&mut self, examples: &SparseExamples, rows: &[u32], rate: f32) -> f64 {
        let total = self.backward(examples, rows);
        let shape = self.network.architecture().clone();
        let others = shape.biases().start..shape.parameters();
        let touched = self
            .touched
            .iter()
            .map(|feature| shape.row(*feature as usize));
        let ranges = touched.chain([others]);
        let parameters = self.network.parameters_mut();
        self.optimiser
            .step_ranges(rate, parameters, &self.gradient, ranges);
        self.clip();
        total
    }

    fn loss(&mut self, examples: &SparseExamples, rows: &[u32]) -> f64 {
        self.forward(examples, rows);
        let tail = self.network.architecture().tail();
        self.workspace.loss(tail, self.loss, &self.targets)
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
