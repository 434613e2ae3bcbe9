//! Networks from outside answer as PyTorch does; `tests/outside/make.py` has made the files and asked it.

use std::path::{Path, PathBuf};

use ludarium_game::tensors::Array;
use serde_json::{Value, json};

use super::*;
use crate::model::Tensor;

fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.join("tests/outside").join(name)
}

/// A matrix of a file: PyTorch's answers stand beside the weights.
fn matrix(name: &str, wanted: &str) -> Tensor {
    let (path, bytes) = (file(name), std::fs::read(file(name)).unwrap());
    let found = Safetensors::open(&path, &bytes, EXPECTED).unwrap();
    let mut matrices = found.matrices().unwrap().into_iter();
    matrices.find(|matrix| matrix.name == wanted).unwrap()
}

/// The observation of a game that does not exist: something else stands before the board.
fn arrays() -> Vec<Array> {
    vec![Array::new("table", &[2], "nothing"), Array::new("board", &[3, 4, 5], "planes")]
}

fn close(found: &[f32], wanted: &[f32]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 2e-6, "{found} for {wanted}");
    }
}

/// Asks about the questions of the file of planes, each after two numbers that do not concern the network.
fn ask_planes(network: &OutsideNetwork) -> Answers {
    let fit = network.fit("testing", &arrays(), 21, 3).unwrap();
    let question = matrix("planes.safetensors", "the question");
    let rows = question.cells.chunks_exact(60);
    let observations: Vec<f32> =
        rows.flat_map(|row| [9.0, -9.0].into_iter().chain(row.iter().copied())).collect();
    network.evaluate(&fit, &observations)
}

#[test]
fn convolutions_answer_as_pytorch_does() {
    let (network, bytes) = OutsideNetwork::read(&file("planes.safetensors")).unwrap();
    assert!(network.policy.is_some() && bytes.len() > 5000);
    let answers = ask_planes(&network);
    close(&answers.values, &matrix("planes.safetensors", "the values").cells);
    close(&answers.policy, &matrix("planes.safetensors", "the policy").cells);
}

#[test]
fn dense_layers_answer_as_pytorch_does_and_values_are_brought_to_scores() {
    let (network, _) = OutsideNetwork::read(&file("row.safetensors")).unwrap();
    let arrays = [Array::new("a", &[3, 3], ""), Array::new("b", &[8], "")];
    let fit = network.fit("testing", &arrays, 5, 2).unwrap();
    let question = matrix("row.safetensors", "the question");
    let answers = network.evaluate(&fit, &question.cells);
    let wanted = matrix("row.safetensors", "the values").cells;
    let wanted: Vec<f32> = wanted.iter().map(|value| (value + 1.0) / 2.0).collect();
    close(&answers.values, &wanted);
    assert!(answers.policy.is_empty());
}

#[test]
fn a_batch_says_the_same_to_the_last_bit_as_its_rows() {
    let (network, _) = OutsideNetwork::read(&file("row.safetensors")).unwrap();
    let arrays = [Array::new("a", &[17], "")];
    let fit = network.fit("testing", &arrays, 5, 2).unwrap();
    let question = matrix("row.safetensors", "the question").cells;
    let whole = network.evaluate(&fit, &question);
    let rows = question.chunks_exact(17);
    let rows: Vec<f32> = rows.flat_map(|row| network.evaluate(&fit, row).values).collect();
    assert_eq!(whole.values, rows);
}

#[test]
fn a_network_of_another_game_or_shape_says_so() {
    let (network, _) = OutsideNetwork::read(&file("planes.safetensors")).unwrap();
    let fit = |game: &str, arrays: &[Array], actions, seats| {
        network.fit(game, arrays, actions, seats).unwrap_err()
    };
    let all = arrays();
    for (reason, error) in [
        ("a network for testing, not for chess", fit("chess", &all, 21, 3)),
        ("it gives 3 scores, expected 2", fit("testing", &all, 21, 2)),
        ("it weighs 21 actions, the game has 22", fit("testing", &all, 22, 3)),
        ("`board` is no array of the game: table", fit("testing", &all[..1], 21, 3)),
        (
            "has the shape [3, 4, 5], expected [3, 5, 4]",
            fit("testing", &[Array::new("board", &[3, 5, 4], "")], 21, 3),
        ),
    ] {
        assert!(error.contains(reason), "{error}");
    }
}

/// A file with one matrix of 2 × 3 and a card.
fn made(card: &Value) -> Vec<u8> {
    let header = json!({
        "__metadata__": { "ludarium": card.to_string() },
        "w": { "dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24] },
    });
    let header = header.to_string();
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend((0..6u8).flat_map(|cell| f32::from(cell).to_le_bytes()));
    bytes
}

#[test]
fn cards_that_do_not_fit_say_which_layer_is_wrong() {
    let good = json!({
        "format": 1, "game": "x", "input": { "shape": [3] },
        "value": [{ "kind": "linear", "weight": "w" }],
    });
    let read = |card: &Value| OutsideNetwork::from_bytes(Path::new("n.safetensors"), &made(card));
    assert!(read(&good).is_ok());
    let with = |key: &str, value: Value| {
        let mut card = good.clone();
        card[key] = value;
        read(&card).unwrap_err().to_string()
    };
    let linear = json!({ "kind": "linear", "weight": "w" });
    for (key, value, reason) in [
        ("format", json!(2), "has format 2, this program reads format 1"),
        ("layers", json!([]), "unknown field `layers`"),
        ("value", json!([]), "`value` has no layers"),
        ("value", json!([{ "kind": "dense" }]), "unknown variant `dense`"),
        (
            "value",
            json!([{ "kind": "linear", "weight": "v" }]),
            "layer 1 of `value` (linear): the file has no matrix `v`; it has w",
        ),
        (
            "value",
            json!([{ "kind": "relu" }, linear, linear]),
            "layer 3 of `value` (linear): `w` has the shape [2, 3], expected [any, 2]",
        ),
        ("input", json!({ "shape": [3, 1] }), "put `flatten` before it"),
        ("body", json!([{ "kind": "reshape", "shape": [2, 2] }]), "[3] cannot become [2, 2]"),
        ("body", json!([{ "kind": "conv", "weight": "w" }]), "expected planes, height and width"),
        (
            "body",
            json!([{ "kind": "residual", "layers": [linear] }]),
            "its layers make [2] of [3], expected the same shape",
        ),
        ("value_range", json!([1, 0]), "expected the smaller number first"),
        ("input", json!({ "shape": [u64::MAX, 3] }), "expected"),
    ] {
        let error = with(key, value);
        assert!(error.contains(reason), "{error}");
    }
    let bytes = made(&good);
    for length in 0..bytes.len() {
        let cut = OutsideNetwork::from_bytes(Path::new("n"), &bytes[..length]);
        assert!(cut.is_err(), "cut at {length}");
    }
    let bytes = crate::model::TensorFile::default().to_bytes();
    let error = OutsideNetwork::from_bytes(Path::new("n"), &bytes).unwrap_err();
    assert!(error.to_string().contains("no card under the key `ludarium`"));
}
