//! The weights that the report's author published.

use std::sync::LazyLock;

use serde_json::Value;

use super::{FEATURES, Happ, Wpp};

static WEIGHTS: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../models/dicewars-published.json");
    serde_json::from_str(text).unwrap_or_default()
});

/// The predictor of held areas: the weights of each input, the biases, the output.
pub fn happ_parameters() -> [f32; Happ::PARAMETERS] {
    let rows = numbers("/happ/hidden");
    // The file has a row for each hidden cell, the predictor one for each input.
    let by_input = (0..FEATURES).flat_map(|input| rows.iter().skip(input).step_by(FEATURES));
    let mut all: Vec<f32> = by_input.copied().collect();
    for path in ["/happ/hidden_biases", "/happ/output", "/happ/output_bias"] {
        all.extend(numbers(path));
    }
    fixed(&all)
}

/// The predictor of the winner: the weights and the bias.
pub fn wpp_parameters() -> [f32; Wpp::PARAMETERS] {
    let mut all = numbers("/wpp/weights");
    all.extend(numbers("/wpp/bias"));
    fixed(&all)
}

pub(super) fn happ() -> Happ {
    Happ::new(&happ_parameters())
}

pub(super) fn wpp() -> Wpp {
    Wpp::new(&wpp_parameters())
}

/// All numbers at a place of the published weights.
fn numbers(path: &str) -> Vec<f32> {
    fn collect(value: &Value, into: &mut Vec<f32>) {
        into.extend(value.as_f64().map(|number| number as f32));
        let inner = value.as_array().into_iter().flatten();
        inner.for_each(|value| collect(value, into));
    }
    let mut found = Vec::new();
    if let Some(value) = WEIGHTS.pointer(path) {
        collect(value, &mut found);
    }
    found
}

/// As many numbers as a predictor has; a missing one is no number, and nothing will agree.
fn fixed<const N: usize>(numbers: &[f32]) -> [f32; N] {
    std::array::from_fn(|index| numbers.get(index).copied().unwrap_or(f32::NAN))
}
