//! Graphs answer as onnxruntime does; `tests/outside/make_onnx.py` has made the files and asked it.

use std::path::PathBuf;

use ludarium_game::tensors::Array;
use ludarium_game::{Rng, Seed};
use tract_onnx::prelude::Framework;

use super::super::OutsideNetwork;
use crate::LearnError;
use crate::outside::Answers;

fn file(name: &str) -> PathBuf {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.join("tests/outside").join(name)
}

/// The boards of `planes.safetensors`.
fn boards() -> Vec<f32> {
    let path = file("planes.safetensors");
    let bytes = std::fs::read(&path).unwrap();
    let found = crate::model::safetensors::Safetensors::open(&path, &bytes, "").unwrap();
    let mut matrices = found.matrices().unwrap().into_iter();
    let question = matrices.find(|matrix| matrix.name == "the question");
    question.unwrap().cells
}

/// Numbers that stand in the metadata of a file, as JSON.
fn told(name: &str, key: &str) -> Vec<f32> {
    let bytes = std::fs::read(file(name)).unwrap();
    let file = tract_onnx::onnx().proto_model_for_read(&mut &bytes[..]);
    let mut properties = file.unwrap().metadata_props.into_iter();
    let found = properties.find(|property| property.key == key).unwrap();
    let rows: Vec<Vec<f32>> = serde_json::from_str(&found.value).unwrap();
    rows.concat()
}

fn ask(network: &OutsideNetwork, boards: &[f32]) -> Answers {
    let arrays = [Array::new("board", &[3, 4, 5], "planes")];
    let fit = network.fit("testing", &arrays, 21, 3).unwrap();
    network.evaluate(&fit, boards)
}

fn close(found: &[f32], wanted: &[f32]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-4, "{found} for {wanted}");
    }
}

#[test]
fn a_graph_answers_as_onnxruntime_does() {
    let boards = boards();
    for name in ["planes.onnx", "one-board.onnx"] {
        let (network, _) = OutsideNetwork::read(&file(name)).unwrap();
        assert!(network.engine.actions().is_some());
        let answers = ask(&network, &boards);
        close(&answers.values, &told(name, "the values"));
        close(&answers.policy, &told(name, "the policy"));
        // One row at a time, and none at all.
        let mut rows = boards.chunks_exact(60).map(|row| ask(&network, row).values);
        close(&rows.next().unwrap(), &answers.values[..3]);
        assert_eq!(ask(&network, &[]), Answers::default());
    }
}

#[test]
fn a_graph_answers_as_the_same_layers_do() {
    let boards = boards();
    let (layers, _) = OutsideNetwork::read(&file("planes.safetensors")).unwrap();
    let (graph, _) = OutsideNetwork::read(&file("planes.onnx")).unwrap();
    let (layers, graph) = (ask(&layers, &boards), ask(&graph, &boards));
    close(&graph.values, &layers.values);
    close(&graph.policy, &layers.policy);
}

/// The file with some of its bytes replaced by as many others.
fn changed(from: &[u8], to: &[u8]) -> Result<OutsideNetwork, LearnError> {
    assert_eq!(from.len(), to.len());
    let mut bytes = std::fs::read(file("planes.onnx")).unwrap();
    let places: Vec<usize> = (0..bytes.len() - from.len())
        .filter(|&at| &bytes[at..at + from.len()] == from)
        .collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to);
    }
    OutsideNetwork::from_bytes(&file("planes.onnx"), &bytes)
}

#[test]
fn a_file_that_does_not_fit_says_why() {
    // The operator set is field 8 of the file.
    let opset = |version: u8| [0x42, 4, 0x0a, 0, 0x10, version];
    assert!(changed(&opset(18), &opset(17)).is_ok());
    for (from, to, reason) in [
        (
            &opset(18)[..],
            &opset(27)[..],
            "a graph with operator set 27, 9 to 18 are known: export it with `opset_version=18`",
        ),
        (&opset(18), &opset(7), "operator set 7"),
        (
            b"\x05value",
            b"\x05valve",
            "a graph without an output `value`; it has valve, policy",
        ),
        (
            b"ludarium",
            b"ludothek",
            "no card under the key `ludarium`; `ludarium.networks.add_card` of Python writes one",
        ),
        (br#""format": 1"#, br#""format": 9"#, "has format 9"),
        (br#""format""#, br#""farmat""#, "a card that cannot be read"),
        (
            br#""what": "a test""#,
            br#""policy":      []"#,
            "a card with layers beside a graph",
        ),
        (
            b"[3, 4, 5]",
            b"[3, 5, 4]",
            "a graph that reads rows of the shape [3, 4, 5], but its card says [3, 5, 4]",
        ),
        (
            b"[3, 4, 5]",
            b"[ 3, 20 ]",
            "a graph that reads rows of the shape [3, 4, 5], but its card says [3, 20]",
        ),
        (b"Softmax", b"Saftmix", "a graph that cannot be used"),
    ] {
        let error = changed(from, to).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let other = changed(b"\"testing\"", b"\"checkes\"").unwrap();
    let arrays = [Array::new("board", &[3, 4, 5], "planes")];
    let error = other.fit("testing", &arrays, 21, 3).unwrap_err();
    assert_eq!(error, "it is a network for checkes, not for testing");
    let (network, _) = OutsideNetwork::read(&file("planes.onnx")).unwrap();
    for (actions, seats) in [(22, 3), (21, 2)] {
        assert!(network.fit("testing", &arrays, actions, seats).is_err());
    }
}

#[test]
fn damaged_files_are_errors() {
    let bytes = std::fs::read(file("planes.onnx")).unwrap();
    for length in (0..bytes.len()).step_by(331) {
        let cut = OutsideNetwork::from_bytes(&file("planes.onnx"), &bytes[..length]);
        assert!(cut.is_err(), "cut at {length}");
    }
    let mut rng = Rng::new(Seed(1));
    for _ in 0..60 {
        let mut bytes = bytes.clone();
        for _ in 0..3 {
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = rng.bits() as u8;
        }
        // Most changes hit a number, and the network is another one.
        if let Ok(network) = OutsideNetwork::from_bytes(&file("planes.onnx"), &bytes) {
            assert_eq!(network.engine.values(), 3);
        }
    }
}
