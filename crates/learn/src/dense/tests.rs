//! Gradients against numerical slopes, batches against single examples, and nets that learn.

use std::ops::ControlFlow;

use ludarium_game::{Purpose, Rng, Seed};

use super::*;
use crate::data::DenseExamples;
use crate::optimiser::Rule;
use crate::testing::check_gradient;
use crate::training::{Learner, Settings, train};

pub(crate) fn numbers(rng: &mut Rng, count: usize) -> Vec<f32> {
    (0..count).map(|_| (2.0 * rng.unit() - 1.0) as f32).collect()
}

/// With this rule the running sum of the gradients is the last one.
pub(crate) const KEEPS_GRADIENT: Rule = Rule::Sgd { momentum: 1e-30 };

/// The gradient of a batch. The step is so small that no parameter changes.
pub(crate) fn gradient<L: Learner>(
    learner: &mut L,
    examples: &L::Examples,
    rows: &[u32],
) -> Vec<f32> {
    learner.learn(examples, rows, rows.len(), 1e-30);
    learner.optimiser().memory()["first"].to_vec()
}

/// The forward pass and loss written a second time, plainly and in f64.
pub(crate) fn plain_loss(
    shape: &Architecture,
    parameters: &[f64],
    loss: Loss,
    inputs: &[f64],
    targets: &[f32],
) -> f64 {
    let mut cells = inputs.to_vec();
    for place in shape.places() {
        let size = place.layer.size;
        let sums: Vec<f64> = (0..size)
            .map(|output| {
                let weights = &parameters[place.weights.clone()];
                let products = cells
                    .iter()
                    .enumerate()
                    .map(|(input, cell)| cell * weights[input * size + output]);
                parameters[place.biases.start + output] + products.sum::<f64>()
            })
            .collect();
        let total: f64 = sums.iter().map(|sum| sum.exp()).sum();
        cells = sums
            .iter()
            .map(|&sum| match place.layer.activation {
                Activation::Linear => sum,
                Activation::Relu => sum.max(0.0),
                Activation::ClippedRelu => sum.clamp(0.0, 1.0),
                Activation::Sigmoid => 1.0 / (1.0 + (-sum).exp()),
                Activation::Softmax => sum.exp() / total,
            })
            .collect();
    }
    let pairs = cells.iter().zip(targets).map(|(cell, target)| (*cell, f64::from(*target)));
    let size = cells.len() as f64;
    match loss {
        Loss::MeanSquare => pairs.map(|(cell, target)| (cell - target).powi(2)).sum::<f64>() / size,
        Loss::BinaryCrossEntropy => {
            let terms = pairs.map(|(p, t)| -t * p.ln() - (1.0 - t) * (1.0 - p).ln());
            terms.sum::<f64>() / size
        }
        Loss::CrossEntropy => pairs.map(|(p, t)| -t * p.ln()).sum(),
    }
}

/// A network, a batch, and the gradient our backward pass gives.
struct Case {
    network: Network,
    loss: Loss,
    inputs: Vec<f32>,
    targets: Vec<f32>,
    gradient: Vec<f32>,
    rows: usize,
}

impl Case {
    fn new(
        index: u64,
        sizes: &[usize],
        hidden: Activation,
        output: Activation,
        loss: Loss,
    ) -> Case {
        let mut rng = Seed(11).stream(Purpose::Test, index);
        let shape = Architecture::layered(sizes, hidden, output).unwrap();
        let parameters = numbers(&mut rng, shape.parameters());
        let network = Network::new(shape, parameters).unwrap();
        let rows = 7;
        let outputs = sizes[sizes.len() - 1];
        let inputs = numbers(&mut rng, rows * sizes[0]);
        let targets: Vec<f32> = (0..rows * outputs).map(|_| rng.unit() as f32).collect();
        let examples = DenseExamples::new(sizes[0], outputs, inputs.clone(), targets.clone());
        let mut learner = DenseLearner::of(network.clone(), loss, KEEPS_GRADIENT).unwrap();
        let gradient = gradient(&mut learner, &examples.unwrap(), &[0, 1, 2, 3, 4, 5, 6]);
        Case { network, loss, inputs, targets, gradient, rows }
    }

    fn error(&self, gradient: &[f32]) -> f64 {
        let shape = self.network.architecture();
        let inputs: Vec<f64> = self.inputs.iter().map(|x| f64::from(*x)).collect();
        let mean_loss = |parameters: &[f64]| {
            let examples =
                inputs.chunks(shape.inputs()).zip(self.targets.chunks(shape.output().size));
            let losses = examples.map(|(x, t)| plain_loss(shape, parameters, self.loss, x, t));
            losses.sum::<f64>() / self.rows as f64
        };
        check_gradient(mean_loss, self.network.parameters(), gradient).unwrap().worst
    }
}

fn cases() -> Vec<Case> {
    use Activation::{ClippedRelu, Linear, Relu, Sigmoid, Softmax};
    use Loss::{BinaryCrossEntropy, CrossEntropy, MeanSquare};
    [
        (&[6, 6, 1][..], Sigmoid, Sigmoid, BinaryCrossEntropy),
        (&[5, 9, 4, 1], Relu, Sigmoid, MeanSquare),
        (&[4, 17, 3], Relu, Softmax, CrossEntropy),
        (&[4, 6, 5, 3], ClippedRelu, Softmax, MeanSquare),
        (&[3, 5, 4, 2], Softmax, Linear, MeanSquare),
        (&[7, 2], Linear, Linear, MeanSquare),
        (&[4, 8, 3], Linear, Sigmoid, BinaryCrossEntropy),
    ]
    .into_iter()
    .enumerate()
    .map(|(index, (sizes, hidden, output, loss))| {
        Case::new(index as u64, sizes, hidden, output, loss)
    })
    .collect()
}

#[test]
fn every_gradient_is_the_slope_of_its_loss() {
    for case in cases() {
        let error = case.error(&case.gradient);
        assert!(error < 1e-3, "{}, {:?}: {error}", case.network.architecture(), case.loss);
    }
}

/// The same check sees a single layer that is 1 % off, a sign that is swapped, and a layer that is left out.
#[test]
fn wrong_gradients_fail_the_same_check() {
    for case in cases() {
        for place in case.network.architecture().places() {
            for range in [place.weights.clone(), place.biases.clone()] {
                for factor in [1.01, -1.0, 0.0] {
                    let mut wrong = case.gradient.clone();
                    wrong[range.clone()].iter_mut().for_each(|slope| *slope *= factor);
                    // A layer whose slopes are tiny compared with the others' cannot be judged.
                    let size =
                        |cells: &[f32]| cells.iter().fold(0.0f32, |most, x| most.max(x.abs()));
                    if size(&wrong[range.clone()]) + size(&case.gradient[range.clone()])
                        < 0.02 * size(&case.gradient)
                    {
                        continue;
                    }
                    assert!(case.error(&wrong) > 4e-3, "{}, {factor}", case.network.architecture());
                }
            }
        }
    }
}

#[test]
fn one_example_and_a_batch_give_the_same_bits() {
    for case in cases() {
        let shape = case.network.architecture();
        let mut workspace = Workspace::default();
        let batch = case.network.forward(&case.inputs, &mut workspace);
        let single: Vec<f32> = case
            .inputs
            .chunks(shape.inputs())
            .flat_map(|inputs| case.network.evaluate(inputs))
            .collect();
        assert_eq!(batch, single);
    }
}

/// Exclusive or: no linear function can compute it.
#[test]
fn a_small_net_learns_exclusive_or() {
    let corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
    let examples = DenseExamples::new(2, 1, corners.concat(), vec![0.0, 1.0, 1.0, 0.0]).unwrap();
    for (rule, rate) in [(Rule::ADAM, 0.05), (Rule::Sgd { momentum: 0.9 }, 0.3)] {
        let shape =
            Architecture::layered(&[2, 8, 1], Activation::Relu, Activation::Sigmoid).unwrap();
        let mut learner =
            DenseLearner::new(shape, Loss::BinaryCrossEntropy, rule, Seed(3)).unwrap();
        let settings = Settings::new(300, 4, rate, Seed(3));
        train(&mut learner, &examples, &examples, &settings, |_| ControlFlow::Continue(()))
            .unwrap();
        let outputs = learner.predict(&examples);
        let right = outputs.iter().zip(examples.targets()).all(|(p, t)| (p - t).abs() < 0.1);
        assert!(right, "{rule:?}: {outputs:?}");
    }
}
