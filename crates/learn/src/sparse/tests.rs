//! Gradients, training, and whole numbers against floats.

use std::ops::ControlFlow;

use ludarium_game::{Purpose, Rng, Seed};
use proptest::prelude::*;

use super::*;
use crate::data::SparseExamples;
use crate::dense::tests::{KEEPS_GRADIENT, gradient, numbers, plain_loss};
use crate::dense::{Activation, Loss};
use crate::files::Scratch as Folder;
use crate::optimiser::Rule;
use crate::testing::check_gradient;
use crate::training::{Learner, Settings, train};

/// A set of different features.
fn present(rng: &mut Rng, features: usize, most: usize) -> Vec<u32> {
    let mut all: Vec<u32> = (0..features as u32).collect();
    rng.shuffle(&mut all);
    all.truncate(rng.below(most as u32 + 1) as usize);
    all
}

fn examples(rng: &mut Rng, shape: &Architecture, rows: usize) -> SparseExamples {
    let mut starts = vec![0];
    let mut indices = Vec::new();
    for _ in 0..rows * shape.perspectives() {
        indices.extend(present(rng, shape.features(), shape.most_present()));
        starts.push(indices.len());
    }
    let outputs = shape.tail().output().size;
    let targets = (0..rows * outputs).map(|_| rng.unit() as f32).collect();
    SparseExamples::new(shape.features(), shape.perspectives(), outputs, starts, indices, targets)
        .unwrap()
}

fn shape(
    sizes: [usize; 4],
    hidden: &[usize],
    outputs: usize,
    activation: Activation,
) -> Architecture {
    let [features, perspectives, most, width] = sizes;
    let shape = Architecture::new(features, perspectives, most, width).unwrap();
    shape.with_tail(hidden, outputs, activation).unwrap()
}

/// The first layer written a second time, plainly and in f64, before the plain form of the rest.
fn plain_mean_loss(
    shape: &Architecture,
    parameters: &[f64],
    loss: Loss,
    examples: &SparseExamples,
    rows: usize,
) -> f64 {
    let one = |row: usize| {
        let mut inputs = Vec::new();
        for perspective in 0..shape.perspectives() {
            for column in 0..shape.width() {
                let list = examples.list(row, perspective).iter();
                let weights =
                    list.map(|feature| parameters[*feature as usize * shape.width() + column]);
                let sum =
                    parameters[shape.features() * shape.width() + column] + weights.sum::<f64>();
                inputs.push(sum.clamp(0.0, 1.0));
            }
        }
        plain_loss(
            shape.tail(),
            &parameters[shape.tail_range()],
            loss,
            &inputs,
            examples.target(row),
        )
    };
    (0..rows).map(one).sum::<f64>() / rows as f64
}

#[test]
fn the_gradient_is_the_slope_of_the_loss_and_wrong_ones_are_not() {
    let cases = [
        (shape([12, 2, 4, 5], &[4], 1, Activation::Sigmoid), Loss::BinaryCrossEntropy),
        (shape([9, 3, 3, 4], &[6, 5], 3, Activation::Softmax), Loss::CrossEntropy),
        (shape([8, 1, 3, 6], &[], 2, Activation::Linear), Loss::MeanSquare),
    ];
    for (index, (shape, loss)) in cases.into_iter().enumerate() {
        let mut rng = Seed(31).stream(Purpose::Test, index as u64);
        let examples = examples(&mut rng, &shape, 6);
        let mut learner = SparseLearner::new(shape.clone(), loss, KEEPS_GRADIENT, Seed(1)).unwrap();
        let rows: Vec<u32> = (0..6).collect();
        // The second batch shows that the first leaves nothing behind.
        gradient(&mut learner, &examples, &rows[..2]);
        let right = gradient(&mut learner, &examples, &rows);
        let parameters = learner.parameters().to_vec();
        let error = |gradient: &[f32]| {
            let mean_loss = |point: &[f64]| plain_mean_loss(&shape, point, loss, &examples, 6);
            check_gradient(mean_loss, &parameters, gradient).unwrap().worst
        };
        assert!(error(&right) < 1e-3, "{shape}: {}", error(&right));
        for range in [0..shape.biases().start, shape.biases(), shape.tail_range()] {
            for factor in [1.01, -1.0] {
                let mut wrong = right.clone();
                wrong[range.clone()].iter_mut().for_each(|slope| *slope *= factor);
                assert!(error(&wrong) > 4e-3, "{shape}: {range:?} × {factor}");
            }
        }
    }
}

#[test]
fn a_net_learns_which_features_win_and_whole_numbers_agree() {
    let shape = shape([20, 2, 6, 16], &[8], 1, Activation::Sigmoid);
    let mut rng = Seed(32).stream(Purpose::Test, 0);
    let plain = examples(&mut rng, &shape, 600);
    // The perspective with more of the first five features wins.
    let strength = |row, side| plain.list(row, side).iter().filter(|feature| **feature < 5).count();
    let (mut starts, mut indices, mut targets) = (vec![0], Vec::new(), Vec::new());
    for row in 0..600 {
        for side in 0..2 {
            indices.extend_from_slice(plain.list(row, side));
            starts.push(indices.len());
        }
        targets.push(f32::from(u8::from(strength(row, 0) > strength(row, 1))));
    }
    let examples = SparseExamples::new(20, 2, 1, starts, indices, targets).unwrap();
    let mut learner =
        SparseLearner::new(shape, Loss::BinaryCrossEntropy, Rule::ADAM, Seed(2)).unwrap();
    let settings = Settings::new(40, 32, 0.01, Seed(2));
    train(&mut learner, &examples, &examples, &settings, |_| ControlFlow::Continue(())).unwrap();
    let outputs = learner.predict(&examples);
    let accuracy = crate::metrics::accuracy(&outputs, examples.targets(), 1).unwrap();
    assert!(accuracy > 0.98, "{accuracy}");

    let network = learner.network().quantise().unwrap();
    let mut scratch = Scratch::default();
    let mut worst = 0f32;
    for (row, float) in outputs.iter().enumerate() {
        let sides = [0, 1].map(|side| network.accumulate(examples.list(row, side)));
        let mut output = [0.0];
        network.evaluate(&[&sides[0], &sides[1]], &mut scratch, &mut output);
        worst = worst.max((output[0] - float).abs());
    }
    assert!(worst < 0.05, "{worst}");
}

/// How far whole numbers can be from floats: every rounding at its worst, through every layer.
fn error_bound(network: &Network, units: Units, most_present: usize) -> f64 {
    let shape = network.architecture();
    let one = f64::from(units.activation);
    let mut error = 0.5 / one * (most_present as f64 + 1.0);
    let tail = &network.parameters()[shape.tail_range()];
    let count = shape.tail().layers().len();
    for (index, place) in shape.tail().places().enumerate() {
        let last = index + 1 == count;
        let unit = f64::from(if last { units.output } else { units.hidden });
        let size = place.layer.size;
        let heaviest = (0..size)
            .map(|output| {
                let weights = tail[place.weights.clone()].iter().skip(output).step_by(size);
                weights.map(|weight| f64::from(weight.abs())).sum::<f64>()
            })
            .fold(0.0, f64::max);
        let inputs = place.inputs as f64;
        error = heaviest * error + inputs * 0.5 / unit * (1.0 + error) + 0.5 / (unit * one);
        error += if last { 1e-5 } else { 0.5 / one };
    }
    error
}

fn random_network(seed: u64, sizes: [usize; 4], hidden: &[usize], outputs: usize) -> Network {
    let mut rng = Seed(seed).stream(Purpose::Test, 1);
    let shape = shape(sizes, hidden, outputs, Activation::Linear);
    let parameters = numbers(&mut rng, shape.parameters());
    Network::new(shape, parameters).unwrap()
}

/// The same shape with every weight at one end of what whole numbers hold, so that sums reach the ends of theirs.
fn at_the_limits(network: &Network, seed: u64) -> Network {
    let shape = network.architecture();
    let mut rng = Seed(seed).stream(Purpose::Test, 3);
    let mut parameters = network.parameters().to_vec();
    let mut push_out = |cells: &mut [f32], reach: f32| {
        for cell in cells {
            *cell = if rng.below(2) == 0 { reach } else { -reach };
        }
    };
    let sums = Accumulator::LARGEST as usize / (shape.most_present() + 1);
    let first = sums as f32 / f32::from(Units::BYTES.activation);
    push_out(&mut parameters[..shape.tail_range().start], first);
    let count = shape.tail().layers().len();
    for (index, place) in shape.tail().places().enumerate() {
        let reach = if index + 1 == count { Units::LARGEST_OUTPUT } else { Units::LARGEST_HIDDEN };
        let start = shape.tail_range().start + place.weights.start;
        push_out(&mut parameters[start..][..place.weights.len()], reach);
    }
    Network::new(shape.clone(), parameters).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A sequence of moves: features come and go, and after each move four ways to compute the value agree.
    #[test]
    fn incremental_fresh_wide_and_portable_are_the_same_bits(
        seed: u64,
        features in 1usize..60,
        perspectives in 1usize..4,
        width in 1usize..70,
        hidden in prop::collection::vec(1usize..40, 0..3),
        outputs in 1usize..5,
        extreme: bool,
    ) {
        let most = features.min(12);
        let mut network = random_network(seed, [features, perspectives, most, width], &hidden, outputs);
        if extreme {
            network = at_the_limits(&network, seed);
        }
        let wide = network.quantise().unwrap();
        let plain = wide.clone().with_portable_loops();
        let bound = error_bound(&network, wide.parts().units, most);
        let mut rng = Seed(seed).stream(Purpose::Test, 2);
        let mut sets: Vec<Vec<u32>> = (0..perspectives).map(|_| present(&mut rng, features, most)).collect();
        let fresh = |network: &QuantisedNetwork, sets: &[Vec<u32>]| -> Vec<Accumulator> {
            sets.iter().map(|set| network.accumulate(set)).collect()
        };
        let mut walked = fresh(&wide, &sets);
        let mut walked_plain = fresh(&plain, &sets);
        let mut scratch = Scratch::default();
        for _ in 0..6 {
            for (side, set) in sets.iter_mut().enumerate() {
                let next = present(&mut rng, features, most);
                let without = |one: &[u32], other: &[u32]| -> Vec<u32> {
                    one.iter().filter(|feature| !other.contains(feature)).copied().collect()
                };
                let (gone, come) = (without(set, &next), without(&next, set));
                wide.change(&mut walked[side], &gone, &come);
                plain.change(&mut walked_plain[side], &gone, &come);
                *set = next;
            }
            let mut value = |network: &QuantisedNetwork, sides: &[Accumulator]| {
                let mut found = vec![0.0; outputs];
                let sides: Vec<&Accumulator> = sides.iter().collect();
                network.evaluate(&sides, &mut scratch, &mut found);
                found
            };
            let found = value(&wide, &walked);
            prop_assert_eq!(&found, &value(&wide, &fresh(&wide, &sets)));
            prop_assert_eq!(&found, &value(&plain, &walked_plain));
            prop_assert_eq!(&found, &value(&plain, &fresh(&plain, &sets)));
            let mut refreshed = walked.clone();
            for (side, set) in refreshed.iter_mut().zip(&sets) {
                side.copy_from(&wide.accumulate(&[0]));
                wide.refresh(side, set);
            }
            prop_assert_eq!(&refreshed, &walked);
            let lists: Vec<&[u32]> = sets.iter().map(Vec::as_slice).collect();
            for (whole, float) in found.iter().zip(network.evaluate(&lists)) {
                let error = f64::from((whole - float).abs());
                prop_assert!(error <= bound, "{} from {}, bound {}", whole, float, bound);
            }
        }
    }
}

/// With a hundred features present the rounding of bytes is seen, and that of finer units hardly.
#[test]
fn finer_units_are_nearer_to_floats() {
    let (features, most) = (300, 100);
    let network = random_network(5, [features, 1, most, 32], &[16], 1);
    let lists = {
        let mut rng = Seed(5).stream(Purpose::Test, 4);
        Vec::from_iter((0..50).map(|_| present(&mut rng, features, most)))
    };
    let worst = |whole: QuantisedNetwork| {
        let mut scratch = Scratch::default();
        let errors = lists.iter().map(|list| {
            let mut value = [0.0];
            whole.evaluate(&[&whole.accumulate(list)], &mut scratch, &mut value);
            (value[0] - network.evaluate(&[list])[0]).abs()
        });
        errors.fold(0.0, f32::max)
    };
    let fine = network.quantise().unwrap();
    assert!(fine.parts().units.activation > Units::BYTES.activation);
    let (fine, bytes) = (worst(fine), worst(network.in_units(Units::BYTES).unwrap()));
    assert!(4.0 * fine < bytes, "{fine} and {bytes}");
}

#[test]
fn numbers_that_could_overflow_are_refused() {
    let change = |place: fn(&Architecture) -> usize, value: f32| {
        let network = random_network(1, [30, 1, 10, 4], &[3], 1);
        let mut parameters = network.parameters().to_vec();
        parameters[place(network.architecture())] = value;
        let changed = Network::new(network.architecture().clone(), parameters).unwrap();
        changed.quantise().map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(change(|_| 0, 100.0), Ok(()));
    assert!(change(|_| 0, 127.9).unwrap_err().contains("sum 0 of the first layer can reach"));
    assert!(change(|_| 0, 200.0).unwrap_err().contains("a weight of a feature is 200"));
    assert!(change(|_| 0, f32::NAN).unwrap_err().contains("a weight of a feature is NaN"));
    assert!(
        change(|shape| shape.tail_range().start, 2.5)
            .unwrap_err()
            .contains("expected at most 1.984")
    );
    assert!(
        change(|shape| shape.parameters() - 2, 9.0)
            .unwrap_err()
            .contains("a weight of an output is 9")
    );
    assert!(change(|shape| shape.parameters() - 1, 1e6).unwrap_err().contains("a bias is 1000000"));
}

/// Trained weights stay within what whole numbers hold, however long and fast the training.
#[test]
fn training_keeps_weights_quantisable() {
    let shape = shape([6, 1, 3, 4], &[3], 1, Activation::Linear);
    let starts = vec![0, 1, 2, 3, 4];
    let examples =
        SparseExamples::new(6, 1, 1, starts, vec![0, 1, 2, 3], vec![20.0, -20.0, 20.0, -20.0])
            .unwrap();
    let mut learner = SparseLearner::new(shape, Loss::MeanSquare, Rule::ADAM, Seed(3)).unwrap();
    let settings = Settings::new(300, 4, 0.1, Seed(3));
    train(&mut learner, &examples, &examples, &settings, |_| ControlFlow::Continue(())).unwrap();
    assert!(learner.network().quantise().is_ok());
}

/// What a step leaves behind in the learner besides parameters and moments must not matter.
#[test]
fn a_stopped_training_continues_to_the_same_bits() {
    let scratch = Folder::new("sparse-continue");
    let shape = shape([30, 2, 5, 8], &[4], 3, Activation::Softmax);
    let mut rng = Seed(33).stream(Purpose::Test, 0);
    let (training, validation) = (examples(&mut rng, &shape, 90), examples(&mut rng, &shape, 30));
    let run = |name: &str, stop: u32| {
        let mut learner =
            SparseLearner::new(shape.clone(), Loss::CrossEntropy, Rule::ADAM, Seed(4)).unwrap();
        let plain = Settings::new(5, 8, 0.01, Seed(4));
        let settings = Settings { checkpoint: Some(scratch.file(name)), ..plain };
        let outcome = train(&mut learner, &training, &validation, &settings, |progress| {
            if progress.epoch == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (outcome.unwrap(), learner.parameters().to_vec())
    };
    let whole = run("whole", 0);
    run("stopped", 2);
    assert_eq!(run("stopped", 0), whole);
    let bytes = |name: &str| std::fs::read(scratch.file(name)).unwrap();
    assert_eq!(bytes("stopped"), bytes("whole"));
}

#[test]
fn a_network_that_could_overflow_is_lowered_as_little_as_is_needed() {
    let network = random_network(1, [30, 1, 10, 4], &[3], 1);
    assert_eq!(network.lowered().unwrap(), network);
    let mut parameters = network.parameters().to_vec();
    // Ten of the eleven can be present: 12.8 each is just too much, in one column and sign.
    for row in 0..11 {
        parameters[4 * row + 1] = -14.0 - row as f32;
        parameters[4 * row + 2] = 12.0;
    }
    let large = Network::new(network.architecture().clone(), parameters).unwrap();
    assert!(large.quantise().is_err());
    let lowered = large.lowered().unwrap();
    assert!(lowered.quantise().is_ok());
    for (place, (before, after)) in large.parameters().iter().zip(lowered.parameters()).enumerate()
    {
        if place % 4 == 1 && place < 44 {
            assert!((-12.9..-12.7).contains(after), "{after}")
        } else {
            assert_eq!(before, after)
        }
    }
}
