//! Models survive their files, and no damage to a file goes unnoticed.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use ludarium_game::{Purpose, Seed};

use super::*;
use crate::data::{DataSet, DenseExamples, Features, RowShape};
use crate::dense::{self, Activation, DenseLearner, Loss};
use crate::files::Scratch;
use crate::optimiser::Rule;
use crate::training::{Settings, train};
use crate::{LearnError, sparse};

fn card() -> Card {
    Card {
        what: "chances of holding a field".to_owned(),
        trained_from: "500 games of \"ste\" and others".to_owned(),
        seed: u64::MAX,
        examples: 87_194,
        metrics: BTreeMap::from([
            ("accuracy".to_owned(), 0.1 + 0.2),
            ("log loss".to_owned(), 0.467),
        ]),
    }
}

fn sparse_shape() -> sparse::Architecture {
    let shape = sparse::Architecture::new(10, 2, 4, 6).unwrap();
    shape.with_tail(&[5], 3, Activation::Softmax).unwrap()
}

fn models() -> Vec<Model> {
    let mut rng = Seed(1).stream(Purpose::Test, 0);
    let shape = dense::Architecture::layered(&[6, 5, 1], Activation::Relu, Activation::Sigmoid);
    let shape = shape.unwrap();
    let cells = shape.initial(&mut rng);
    let dense = dense::Network::new(shape, cells).unwrap();
    let shape = sparse_shape();
    let cells = shape.initial(&mut rng);
    let sparse = sparse::Network::new(shape, cells).unwrap();
    let names = ["pawn", "queen, the"].map(str::to_owned).to_vec();
    let linear = Linear::new(names, vec![1.0, 9.25]).unwrap();
    vec![Model::Dense(dense), Model::Sparse(sparse), Model::Linear(linear)]
}

fn quantised() -> QuantisedFile {
    let models = models();
    let Model::Sparse(network) = &models[1] else {
        panic!("the second model is sparse");
    };
    QuantisedFile {
        card: card(),
        features: Some("a game 1".to_owned()),
        network: network.quantise().unwrap(),
    }
}

#[test]
fn models_survive_their_files() {
    let scratch = Scratch::new("models");
    let path = scratch.file("model");
    for model in models() {
        let file = ModelFile { card: card(), model };
        file.write(&path).unwrap();
        assert_eq!(ModelFile::read(&path).unwrap(), file);
        let bytes = fs::read(&path).unwrap();
        ModelFile::read(&path).unwrap().write(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    let file = quantised();
    file.write(&path).unwrap();
    assert_eq!(QuantisedFile::read(&path).unwrap(), file);
    assert_eq!(file.to_bytes(), fs::read(&path).unwrap());
}

#[test]
fn another_kind_of_file_is_named() {
    let scratch = Scratch::new("kinds");
    let path = scratch.file("model");
    let model = models().pop().unwrap();
    let card = card();
    ModelFile { card, model }.write(&path).unwrap();
    let error = QuantisedFile::read(&path).unwrap_err().to_string();
    assert!(error.contains("is not a quantised Ludarium network"), "{error}");
    quantised().write(&path).unwrap();
    let error = ModelFile::read(&path).unwrap_err().to_string();
    assert!(error.contains("is not a Ludarium model"), "{error}");
}

#[test]
fn every_cut_and_every_changed_bit_of_a_quantised_network_is_an_error() {
    let bytes = quantised().to_bytes();
    let read = |bytes: &[u8]| QuantisedFile::from_bytes(Path::new("net"), bytes);
    assert!(read(&bytes).is_ok());
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "cut at {length}");
    }
    for place in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[place / 8] ^= 1 << (place % 8);
        assert!(read(&changed).is_err(), "bit {place}");
    }
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert!(matches!(read(&newer), Err(LearnError::Newer { found: 2, known: 1, .. })));
}

/// Files that are whole and well signed, but say impossible things.
#[test]
fn well_signed_nonsense_is_an_error() {
    let mut rng = Seed(2).stream(Purpose::Test, 0);
    for model in models() {
        let right = ModelFile { card: card(), model }.to_tensors();
        for key in
            ["kind", "architecture", "what", "trained_from", "seed", "examples", "metric: accuracy"]
        {
            for value in ["", "[]", "{}", "nonsense", "9999999999999999999999"] {
                let mut wrong = right.clone();
                wrong.metadata.insert(key.to_owned(), value.to_owned());
                let free_text = ["what", "trained_from"].contains(&key);
                let still_a_number = key.starts_with("metric") && value.starts_with('9');
                let read = ModelFile::from_tensors(Path::new("model"), &wrong);
                assert_eq!(read.is_ok(), free_text || still_a_number, "{key} = {value}");
            }
        }
        let mut endless = right.clone();
        endless.tensors[0].cells[0] = f32::INFINITY;
        let mut missing = right.clone();
        missing.tensors.remove(rng.below(right.tensors.len() as u32) as usize);
        let mut renamed = right.clone();
        renamed.tensors[0].name.push('x');
        for wrong in [endless, missing, renamed] {
            assert!(ModelFile::from_tensors(Path::new("model"), &wrong).is_err());
        }
    }
    let mut bytes = quantised().to_bytes();
    bytes.truncate(bytes.len() - 4);
    // The first weight of the first row, as large as can be in all rows.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("\"features\":10"));
    let start = 24 + u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
    for row in 0..10 {
        bytes[start + 12 * row..][..2].copy_from_slice(&i16::MAX.to_le_bytes());
    }
    let sum = crate::files::checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    let error = QuantisedFile::from_bytes(Path::new("net"), &bytes).unwrap_err().to_string();
    assert!(error.contains("sum 0 of the first layer can reach"), "{error}");
}

fn described(path: &Path) -> String {
    let lines = describe(path).unwrap().lines.into_iter();
    let lines: Vec<String> = lines.map(|(name, fact)| format!("{name}: {fact}")).collect();
    lines.join("\n")
}

#[test]
fn numbers_are_shown_with_the_digits_that_mean_something() {
    let shown = |number: f64| Fact::from(number).to_string();
    for (number, wanted) in [
        (0.0, "0"),
        (1.0, "1"),
        (-120.0, "-120"),
        (0.8222, "0.8222"),
        (0.0023207052107479644, "0.00232071"),
        (-42.05887, "-42.0589"),
        (1234567.8, "1234568"),
    ] {
        assert_eq!(shown(number), wanted);
    }
}

#[test]
fn every_kind_of_file_is_described() {
    let scratch = Scratch::new("describe");
    let path = scratch.file("file");
    for model in models() {
        let kind = model.kind();
        ModelFile { card: card(), model }.write(&path).unwrap();
        let text = described(&path);
        assert!(text.starts_with("kind") && text.contains(kind), "{text}");
        assert!(text.contains("chances of holding a field") && text.contains("87194"), "{text}");
    }
    quantised().write(&path).unwrap();
    let text = described(&path);
    assert!(text.contains("2 × (10 → 6 clipped relu), 12 → 5 clipped relu → 3 softmax"), "{text}");

    let features = Features::Dense { width: 2 };
    let shape = RowShape { features, outcomes: 1, searched: false };
    DataSet::new(shape).unwrap().write(&path, "no games").unwrap();
    let text = described(&path);
    assert!(text.contains("no games") && text.contains("2 numbers, 1 outcomes"), "{text}");

    let examples = DenseExamples::new(1, 1, vec![0.0, 1.0], vec![0.0, 1.0]).unwrap();
    let shape =
        dense::Architecture::layered(&[1, 1], Activation::Relu, Activation::Linear).unwrap();
    let mut learner = DenseLearner::new(shape, Loss::MeanSquare, Rule::ADAM, Seed(1)).unwrap();
    let checkpoint = scratch.file("checkpoint");
    let settings =
        Settings { checkpoint: Some(checkpoint.clone()), ..Settings::new(3, 2, 0.1, Seed(1)) };
    train(&mut learner, &examples, &examples, &settings, |_| ControlFlow::Continue(())).unwrap();
    let text = described(&checkpoint);
    assert!(text.contains("checkpoint of a training") && text.contains("epochs done: 3"), "{text}");
    let error = ModelFile::read(&checkpoint).unwrap_err().to_string();
    assert!(error.contains("holds `checkpoint`, expected one of: dense network"), "{error}");

    fs::write(&path, b"PNG").unwrap();
    assert!(
        describe(&path)
            .unwrap_err()
            .to_string()
            .contains("is not a model, checkpoint or data set of Ludarium")
    );
    assert!(describe(&scratch.file("none")).is_err());
}
