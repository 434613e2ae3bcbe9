//! Weights by name: those of the report, and those that come with this program.

use std::path::Path;
use std::sync::LazyLock;

use ludarium_chexers::rules::evaluation::Weights;
use ludarium_learn::model::{Model, ModelFile, TensorFile};

/// The names of all sets of weights for the program's features, the usual one first.
pub(super) const NAMES: [&str; 5] = ["learned", "initial", "as-found", "regression", "logistic"];

/// The weights with a name of [`NAMES`], or `described`, for the features of the text: `learned` and `initial` are
/// printed in the report, the others are learned again from our own games.
pub(super) fn named(name: &str) -> Weights {
    static SHIPPED: LazyLock<[Weights; 4]> = LazyLock::new(|| {
        let files: [&[u8]; 4] = [
            include_bytes!("../../models/chexers-as-found.safetensors"),
            include_bytes!("../../models/chexers-regression.safetensors"),
            include_bytes!("../../models/chexers-logistic.safetensors"),
            include_bytes!("../../models/chexers-described.safetensors"),
        ];
        files.map(|bytes| read(bytes).expect("weights that come with this program"))
    });
    match name {
        "initial" => Weights::INITIAL,
        "as-found" => SHIPPED[0],
        "regression" => SHIPPED[1],
        "logistic" => SHIPPED[2],
        "described" => SHIPPED[3],
        _ => Weights::LEARNED,
    }
}

fn read(bytes: &[u8]) -> Option<Weights> {
    let path = Path::new("models/chexers.safetensors");
    let tensors = TensorFile::from_bytes(path, bytes).ok()?;
    let Model::Linear(linear) = ModelFile::from_tensors(path, &tensors).ok()?.model else {
        return None;
    };
    let mut weights = [0.0; 4];
    for (weight, name) in weights.iter_mut().zip(FEATURES) {
        *weight = linear.weight(name)?.into();
    }
    Some(Weights(weights))
}

/// The names of the features in model files, in order.
pub(crate) const FEATURES: [&str; 4] = ["missing", "left", "distance", "others missing"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_learns_is_what_the_report_prints() {
        let found = named("as-found").0;
        for (found, printed) in found.iter().zip(Weights::LEARNED.0) {
            assert!((found / printed - 1.0).abs() < 0.01, "{found} and {printed}");
        }
    }

    #[test]
    fn the_evaluation_logistic_has_the_weights_of_the_file() {
        assert_eq!(named("logistic"), Weights::LOGISTIC);
    }

    #[test]
    fn files_of_another_kind_are_refused() {
        assert_eq!(read(b"nothing of ours"), None);
    }

    #[test]
    fn every_name_has_weights_of_its_own() {
        let names: Vec<&str> = NAMES.into_iter().chain(["described"]).collect();
        let all: Vec<Weights> = names.iter().map(|name| named(name)).collect();
        for (place, weights) in all.iter().enumerate() {
            assert!(weights.0.iter().all(|weight| weight.is_finite()));
            assert!(!all[..place].contains(weights), "{}", names[place]);
        }
    }
}
