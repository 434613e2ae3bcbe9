//! What a seed gives, whatever the number of threads.

use std::ops::ControlFlow;

use ludarium_game::Rng;
use proptest::prelude::*;

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

/// The bits of the parameters, of what the optimiser remembers and of the loss after an epoch on this many threads.
fn learned<S: NetworkKind>(
    shape: &S,
    (loss, rule): (Loss, Rule),
    examples: &S::Examples,
    batch: usize,
    threads: usize,
) -> Vec<u64> {
    let mut learner = NetworkLearner::new(shape.clone(), loss, rule, Seed(5)).unwrap();
    let rows: Vec<u32> = (0..examples.count() as u32).rev().collect();
    let total = learner.learn_on(threads, examples, &rows, batch, 0.05);
    let memory = learner.optimiser().memory();
    let cells = learner.parameters().iter().chain(memory["first"]);
    let cells = cells.chain(memory["second"]);
    let bits = cells.map(|cell| u64::from(cell.to_bits()));
    let steps = u64::from(learner.optimiser().steps());
    bits.chain([total.to_bits(), steps]).collect()
}

/// Whether an epoch leaves the same bits on every number of threads.
fn is_same_on_all<S: NetworkKind>(
    shape: &S,
    (loss, rule): (Loss, Rule),
    examples: &S::Examples,
    batch: usize,
) -> bool {
    let found = |threads| learned(shape, (loss, rule), examples, batch, threads);
    let one = found(1);
    [2, 3, 5].into_iter().all(|threads| found(threads) == one)
}

fn targets(rng: &mut Rng, rows: usize, outputs: usize) -> Vec<f32> {
    (0..rows * outputs).map(|_| rng.unit() as f32).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Sums of floats depend on the order of addition, so these batches are long, and rarely divide evenly.
    #[test]
    fn the_number_of_threads_changes_no_bit(
        seed in 0u64..1000,
        (width, hidden, perspectives) in (1usize..70, 1usize..20, 1usize..3),
        (rows, batch) in (1usize..150, 1usize..90),
        adam in any::<bool>(),
    ) {
        let mut rng = Seed(seed).stream(Purpose::Test, 0);
        let rule = if adam { Rule::ADAM } else { Rule::Sgd { momentum: 0.0 } };

        let features = 40;
        let mut starts = vec![0];
        let mut indices = Vec::new();
        for _ in 0..rows * perspectives {
            // Some features are met far more often than others, and some never.
            let list = (0..rng.below(8)).map(|_| rng.below(features) * rng.below(features) / 50);
            indices.extend(list.collect::<Vec<_>>());
            starts.push(indices.len());
        }
        let targets_of_two = targets(&mut rng, rows, 2);
        let examples = SparseExamples::new(
            features as usize, perspectives, 2, starts, indices, targets_of_two.clone(),
        );
        let shape = sparse::Architecture::new(features as usize, perspectives, 8, width).unwrap();
        let shape = shape.with_tail(&[hidden], 2, Activation::Softmax).unwrap();
        let how = (Loss::CrossEntropy, rule);
        prop_assert!(is_same_on_all(&shape, how, &examples.unwrap(), batch));

        let cells = targets(&mut rng, rows, width);
        let examples = DenseExamples::new(width, 2, cells, targets_of_two);
        let sizes = [width, hidden, 7, 2];
        let shape = dense::Architecture::layered(&sizes, Activation::Relu, Activation::Sigmoid);
        let how = (Loss::BinaryCrossEntropy, rule);
        prop_assert!(is_same_on_all(&shape.unwrap(), how, &examples.unwrap(), batch));
    }
}

/// Large enough that every thread has something to do, in learning as well as in judging.
#[test]
fn a_training_is_the_same_on_many_threads() {
    let mut rng = Seed(8).stream(Purpose::Test, 0);
    let (rows, width) = (3000, 64);
    let cells = targets(&mut rng, rows, width);
    let wanted = cells.chunks(width).map(|row| f32::from(row[3] > row[9]));
    let wanted = wanted.collect();
    let examples = DenseExamples::new(width, 1, cells, wanted).unwrap();
    let sizes = [width, 64, 16, 1];
    let shape = dense::Architecture::layered(&sizes, Activation::Relu, Activation::Sigmoid);
    let shape = shape.unwrap();
    let trained = |threads| {
        let loss = Loss::BinaryCrossEntropy;
        let learner = NetworkLearner::new(shape.clone(), loss, Rule::ADAM, Seed(5)).unwrap();
        let mut learner = learner.with_threads(threads);
        assert_eq!(learner.useful_threads(300), threads);
        let settings = Settings::new(2, 300, 0.01, Seed(6));
        let go_on = |_: &_| ControlFlow::Continue(());
        let outcome = train(&mut learner, &examples, &examples, &settings, go_on).unwrap();
        (outcome.history, learner.predict(&examples))
    };
    let one = trained(1);
    for threads in [2, 3, 5] {
        assert_eq!(trained(threads), one);
    }
}
