//! Training that is stopped and continued ends where it would have ended.

use std::ops::ControlFlow;

use ludarium_game::{Purpose, Seed};

use super::*;
use crate::data::DenseExamples;
use crate::dense::{Activation, Architecture, DenseLearner, Loss};
use crate::files::Scratch;
use crate::optimiser::Rule;

/// Points in a square, some of them inside a ring; every tenth label is wrong.
fn ring(index: u64, count: usize) -> DenseExamples {
    let mut rng = Seed(21).stream(Purpose::Test, index);
    let (mut inputs, mut targets) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let point = [0, 1].map(|_| 2.0 * rng.unit() - 1.0);
        let distance = (point[0] * point[0] + point[1] * point[1]).sqrt();
        let inside = (0.4..0.8).contains(&distance) != (rng.below(10) == 0);
        inputs.extend(point.map(|x| x as f32));
        targets.push(f32::from(u8::from(inside)));
    }
    DenseExamples::new(2, 1, inputs, targets).unwrap()
}

fn learner(rule: Rule) -> DenseLearner {
    learner_from(Seed(1), rule)
}

fn learner_from(seed: Seed, rule: Rule) -> DenseLearner {
    let shape = Architecture::layered(&[2, 12, 1], Activation::Relu, Activation::Sigmoid).unwrap();
    DenseLearner::new(shape, Loss::BinaryCrossEntropy, rule, seed).unwrap()
}

fn settings(epochs: u32) -> Settings {
    Settings {
        schedule: RateSchedule::Cosine { floor: 0.1 },
        ..Settings::new(epochs, 32, 0.01, Seed(9))
    }
}

fn go(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn the_same_seed_gives_the_same_bits_and_another_does_not() {
    let (training, validation) = (ring(0, 500), ring(1, 200));
    let run = |seed| {
        let mut learner = learner(Rule::ADAM);
        let settings = Settings { seed, ..settings(5) };
        let outcome = train(&mut learner, &training, &validation, &settings, go).unwrap();
        (learner.parameters().to_vec(), outcome)
    };
    assert_eq!(run(Seed(9)), run(Seed(9)));
    assert_ne!(run(Seed(9)).0, run(Seed(10)).0);
}

/// Learns nothing and records in which order it gets the examples.
struct OrderRecorder {
    met: Vec<u32>,
    optimiser: Optimiser,
}

impl Learner for OrderRecorder {
    type Examples = DenseExamples;

    fn check(&self, _: &DenseExamples) -> Result<()> {
        Ok(())
    }

    fn learn(&mut self, _: &DenseExamples, rows: &[u32], _: usize, _: f32) -> f64 {
        self.met.extend(rows);
        0.0
    }

    fn loss(&self, _: &DenseExamples, _: &[u32]) -> f64 {
        0.0
    }

    fn parameters(&self) -> &[f32] {
        &[]
    }

    fn set_parameters(&mut self, _: &[f32]) {}

    fn optimiser(&self) -> &Optimiser {
        &self.optimiser
    }

    fn optimiser_mut(&mut self) -> &mut Optimiser {
        &mut self.optimiser
    }

    fn describe(&self) -> String {
        "a recorder".to_owned()
    }
}

#[test]
fn every_epoch_meets_all_examples_in_an_order_of_its_own() {
    let mut recorder = OrderRecorder { met: Vec::new(), optimiser: Optimiser::new(Rule::ADAM, 0) };
    let examples = ring(0, 100);
    train(&mut recorder, &examples, &ring(0, 0), &settings(2), go).unwrap();
    let (first, second) = recorder.met.split_at(100);
    assert_ne!(first, second);
    for epoch in [first, second] {
        let mut sorted = epoch.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
        assert_ne!(epoch, sorted);
    }
    recorder.met.clear();
    let whole = Settings { last_batch: LastBatch::Drop, ..settings(1) };
    train(&mut recorder, &examples, &ring(0, 0), &whole, go).unwrap();
    assert_eq!(recorder.met.len(), 96, "three batches of 32");
}

/// Learners that classify report an accuracy after every epoch, others do not.
#[test]
fn the_accuracy_of_classes_is_noted() {
    let (training, validation) = (ring(0, 300), ring(1, 100));
    let mut classes = learner(Rule::ADAM);
    let outcome = train(&mut classes, &training, &validation, &settings(60), go).unwrap();
    let kept = outcome.history[outcome.best_epoch as usize - 1].accuracy;
    let predictions = classes.predict(&validation);
    let told = crate::metrics::accuracy(&predictions, validation.targets(), 1);
    assert!(kept > Some(0.6), "{kept:?}");
    assert_eq!(kept, told);
    let shape = Architecture::layered(&[2, 4, 1], Activation::Relu, Activation::Linear).unwrap();
    let mut numbers = DenseLearner::new(shape, Loss::MeanSquare, Rule::ADAM, Seed(1)).unwrap();
    let outcome = train(&mut numbers, &training, &validation, &settings(3), go).unwrap();
    assert_eq!(outcome.history[2].accuracy, None);
}

/// Stopped after every possible epoch, and once after every single one, then continued by a fresh learner.
#[test]
fn a_stopped_training_continues_to_the_same_bytes() {
    let scratch = Scratch::new("continue");
    let (training, validation) = (ring(0, 300), ring(1, 100));
    for rule in [Rule::ADAM, Rule::Sgd { momentum: 0.9 }, Rule::Sgd { momentum: 0.0 }] {
        let whole = scratch.file("whole");
        let mut unstopped = learner(rule);
        let plan =
            |path: &std::path::Path| Settings { checkpoint: Some(path.to_owned()), ..settings(6) };
        let wanted = train(&mut unstopped, &training, &validation, &plan(&whole), go).unwrap();
        for stop in 1..6 {
            let path = scratch.file("stopped");
            let mut first = learner(rule);
            let halt = |progress: &Progress| {
                if progress.epoch == stop {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let outcome = train(&mut first, &training, &validation, &plan(&path), halt).unwrap();
            assert_eq!((outcome.end, outcome.history.len()), (End::Interrupted, stop as usize));
            let mut second = learner(rule);
            let outcome = train(&mut second, &training, &validation, &plan(&path), go).unwrap();
            assert_eq!(outcome, wanted);
            assert_eq!(second.parameters(), unstopped.parameters());
            let bytes = |path| std::fs::read(path).unwrap();
            assert_eq!(bytes(&path), bytes(&whole), "stopped after {stop}");
            std::fs::remove_file(&path).unwrap();
        }
        std::fs::remove_file(&whole).unwrap();
    }
}

#[test]
fn a_finished_training_is_not_repeated() {
    let scratch = Scratch::new("finished");
    let (training, validation) = (ring(0, 100), ring(1, 50));
    let settings = Settings { checkpoint: Some(scratch.file("c")), ..settings(3) };
    let mut first = learner(Rule::ADAM);
    train(&mut first, &training, &validation, &settings, go).unwrap();
    let mut second = learner(Rule::ADAM);
    let mut calls = 0;
    let outcome = train(&mut second, &training, &validation, &settings, |_| {
        calls += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((calls, outcome.unwrap().end), (0, End::Finished));
    assert_eq!(second.parameters(), first.parameters());
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let scratch = Scratch::new("another");
    let (training, validation) = (ring(0, 100), ring(1, 50));
    let path = scratch.file("c");
    let plan = Settings { checkpoint: Some(path.clone()), ..settings(2) };
    train(&mut learner(Rule::ADAM), &training, &validation, &plan, go).unwrap();
    let other_seed = Settings { seed: Seed(4), ..plan.clone() };
    let other_start = &mut learner_from(Seed(2), Rule::ADAM);
    let attempts = [
        train(other_start, &training, &validation, &plan, go),
        train(&mut learner(Rule::ADAM), &training, &validation, &other_seed, go),
        train(&mut learner(Rule::ADAM), &ring(2, 100), &validation, &plan, go),
        train(&mut learner(Rule::Sgd { momentum: 0.5 }), &training, &validation, &plan, go),
    ];
    for attempt in attempts {
        let error = attempt.unwrap_err().to_string();
        assert!(error.contains("holds another training"), "{error}");
    }
    std::fs::write(&path, b"half a fi").unwrap();
    let error = train(&mut learner(Rule::ADAM), &training, &validation, &plan, go).unwrap_err();
    assert!(error.to_string().contains("is not a Ludarium model"), "{error}");
}

/// With few examples and many epochs the validation loss rises again: the best epoch is kept.
#[test]
fn early_stopping_keeps_the_best_epoch() {
    let (training, validation) = (ring(0, 40), ring(1, 400));
    let settings = Settings { patience: Some(8), ..Settings::new(2000, 8, 0.02, Seed(2)) };
    let mut learner = learner(Rule::ADAM);
    let outcome = train(&mut learner, &training, &validation, &settings, go).unwrap();
    assert_eq!(outcome.end, End::Patience);
    assert_eq!(outcome.history.len() as u32, outcome.best_epoch + 8);
    let lowest =
        outcome.history.iter().filter_map(|losses| losses.validation).fold(f64::INFINITY, f64::min);
    let rows: Vec<u32> = (0..400).collect();
    assert_eq!(mean_loss(&learner, &validation, &rows), Some(lowest));
}

#[test]
fn settings_without_sense_are_refused() {
    let (some, none) = (ring(0, 10), ring(0, 0));
    let plain = Settings::new(1, 4, 0.1, Seed(0));
    let attempt = |training: &DenseExamples, settings: Settings| {
        train(&mut learner(Rule::ADAM), training, &none, &settings, go)
            .map_err(|error| error.to_string())
    };
    let refused = |training: &DenseExamples, settings: Settings, reason: &str| {
        let error = attempt(training, settings).unwrap_err();
        assert!(error.contains(reason), "{error}");
    };
    refused(&none, plain.clone(), "no examples");
    refused(&some, Settings { batch: 0, ..plain.clone() }, "expected both above 0");
    refused(&some, Settings { rate: f32::NAN, ..plain.clone() }, "expected both above 0");
    refused(&some, Settings { patience: Some(1), ..plain.clone() }, "to validate on");
    let drop = Settings { batch: 11, last_batch: LastBatch::Drop, ..plain.clone() };
    refused(&some, drop, "do not fill one batch");
    let wide = DenseExamples::new(3, 1, vec![0.0; 3], vec![0.0]).unwrap();
    refused(&wide, plain.clone(), "3 inputs and 1 targets");
    let outcome = attempt(&some, plain).unwrap();
    assert_eq!((outcome.best_epoch, outcome.history[0].validation), (1, None));
}

#[test]
fn a_loss_that_explodes_is_an_error() {
    let shape = Architecture::layered(&[2, 4, 1], Activation::Relu, Activation::Linear).unwrap();
    let rule = Rule::Sgd { momentum: 0.0 };
    let mut learner = DenseLearner::new(shape, Loss::MeanSquare, rule, Seed(1)).unwrap();
    let settings = Settings::new(200, 10, 1e6, Seed(0));
    let error = train(&mut learner, &ring(0, 50), &ring(0, 0), &settings, go).unwrap_err();
    assert!(error.to_string().contains("is not a number any more"), "{error}");
}
