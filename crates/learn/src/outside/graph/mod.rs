//! Graphs in the ONNX format, computed by `tract`.
//!
//! The last bits of what it computes depend on the processor and on how many rows are asked at once.

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use tract_onnx::pb::tensor_proto::DataLocation;
use tract_onnx::pb::tensor_shape_proto::{Dimension, dimension};
use tract_onnx::pb::{ModelProto, ValueInfoProto, type_proto};
use tract_onnx::prelude::{
    DatumType, Framework, InferenceFact, InferenceModelExt, IntoRunnable, Tensor, ToDim,
    TractResult, TypedRunnableModel, tvec,
};

use super::{Answers, NetworkCard};
use crate::{LearnError, Result};

/// What the error about another file says was expected.
const EXPECTED: &str = "a network in the ONNX format";

/// The operator sets that `tract` is tested with.
const OPERATORS: RangeInclusive<i64> = 9..=18;

/// A graph that is ready for use. Its output `value` has the scores, its output `policy` the numbers of all actions.
pub(super) struct Graph {
    plan: Arc<TypedRunnableModel>,
    /// The shape of one row of the input.
    shape: Vec<usize>,
    /// Whether it answers many rows at once; otherwise it was made for one.
    batches: bool,
    /// Numbers in a row of each output: the value's, and the policy's where there is one.
    widths: Vec<usize>,
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph({:?} to {:?})", self.shape, self.widths)
    }
}

impl Graph {
    /// The card and the graph in the bytes of the file at `path`, which is only named in errors.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<(NetworkCard, Graph)> {
        let file = guarded(|| Ok(tract_onnx::onnx().proto_model_for_read(&mut &bytes[..])?));
        let file = file.map_err(|reason| LearnError::foreign(path, EXPECTED, reason))?;
        let card = card(path, &file)?;
        let wrong = |reason: String| LearnError::different(path, reason, "one that fits its card");
        check(&file, &card.input.shape).map_err(wrong)?;
        let graph = Graph::prepare(&file, &card.input.shape);
        let graph =
            graph.map_err(|reason| wrong(format!("a graph that cannot be used: {reason}")))?;
        Ok((card, graph))
    }

    /// Makes the graph ready, for any number of rows if it can be. It answers once, so that nothing is left to fail later.
    fn prepare(file: &ModelProto, shape: &[usize]) -> std::result::Result<Graph, String> {
        let many = guarded(|| Graph::planned(file, shape, true));
        many.or_else(|_| guarded(|| Graph::planned(file, shape, false)))
    }

    fn planned(file: &ModelProto, shape: &[usize], batches: bool) -> TractResult<Graph> {
        let mut model = tract_onnx::onnx()
            .with_ignore_value_info(true)
            .model_for_proto_model(file)?;
        let rows = match batches {
            true => model.symbols.sym("rows").to_dim(),
            false => 1.to_dim(),
        };
        let dimensions: Vec<_> = std::iter::once(rows)
            .chain(shape.iter().map(ToDim::to_dim))
            .collect();
        model.set_input_fact(0, InferenceFact::dt_shape(DatumType::F32, &dimensions))?;
        let named = outputs(file).filter(|name| OUTPUTS.contains(name));
        let mut named: Vec<&str> = named.collect();
        named.sort_by_key(|name| OUTPUTS.iter().position(|known| known == name));
        model.select_outputs_by_name(named)?;
        let mut graph = Graph {
            plan: model.into_optimized()?.into_runnable()?,
            shape: shape.to_vec(),
            batches,
            widths: Vec::new(),
        };
        let rows = if batches { 3 } else { 1 };
        let numbers = vec![0.0; rows * shape.iter().product::<usize>()];
        let outputs = graph.run(rows, &numbers)?;
        let uneven = outputs.iter().any(|output| output.len() % rows != 0);
        tract_onnx::tract_core::internal::ensure!(!uneven, "its answers are not one for each row");
        graph.widths = outputs.iter().map(|output| output.len() / rows).collect();
        Ok(graph)
    }

    fn run(&self, rows: usize, numbers: &[f32]) -> TractResult<Vec<Vec<f32>>> {
        let shape: Vec<usize> = std::iter::once(rows)
            .chain(self.shape.iter().copied())
            .collect();
        let input = Tensor::from_shape(&shape, numbers)?;
        let outputs = self.plan.run(tvec!(input.into()))?.into_iter();
        let numbers = outputs.map(|output| {
            let output = output.cast_to::<f32>()?;
            Ok(output.try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
        });
        numbers.collect()
    }

    /// How many scores it gives.
    pub fn values(&self) -> usize {
        self.widths[0]
    }

    /// How many actions it weighs, if it does.
    pub fn actions(&self) -> Option<usize> {
        self.widths.get(1).copied()
    }

    /// Answers for some rows, one after the other.
    ///
    /// # Panics
    /// If `tract` fails with a graph that has answered before.
    pub fn answer(&self, numbers: &[f32]) -> Answers {
        let row: usize = self.shape.iter().product();
        let at_once = if self.batches { numbers.len() } else { row };
        let mut answers = Answers::default();
        for numbers in numbers.chunks(at_once.max(1)) {
            let outputs = self.run(numbers.len() / row.max(1), numbers);
            let outputs =
                outputs.unwrap_or_else(|error| panic!("the network does not answer: {error:#}"));
            for (to, output) in [&mut answers.values, &mut answers.policy]
                .into_iter()
                .zip(outputs)
            {
                to.extend(output);
            }
        }
        answers
    }
}

/// The outputs that are used.
const OUTPUTS: [&str; 2] = ["value", "policy"];

fn outputs(file: &ModelProto) -> impl Iterator<Item = &str> {
    let graph = file.graph.iter();
    graph.flat_map(|graph| graph.output.iter().map(|output| &*output.name))
}

/// The card of a file.
fn card(path: &Path, file: &ModelProto) -> Result<NetworkCard> {
    let mut properties = file.metadata_props.iter().rev();
    let card = properties.find(|property| property.key == "ludarium");
    let card = card.ok_or_else(|| {
        let reason = "its metadata have no card under the key `ludarium`; \
                      `ludarium.networks.add_card` of Python writes one";
        LearnError::foreign(path, EXPECTED, reason)
    })?;
    let card = NetworkCard::read(path, &card.value)?;
    let has_layers = !card.body.is_empty() || !card.value.is_empty() || card.policy.is_some();
    match has_layers {
        false => Ok(card),
        true => Err(LearnError::different(
            path,
            "a card with layers beside a graph",
            "a card with game, input and range of scores alone",
        )),
    }
}

/// What is wrong with a file before anything is computed.
fn check(file: &ModelProto, shape: &[usize]) -> std::result::Result<(), String> {
    let versions = file.opset_import.iter();
    let mut versions = versions.filter(|one| one.domain.is_empty() || one.domain == "ai.onnx");
    let version = versions.next().map_or(0, |one| one.version);
    if !OPERATORS.contains(&version) {
        let (first, last) = OPERATORS.into_inner();
        return Err(format!(
            "a graph with operator set {version}, {first} to {last} are known: \
             export it with `opset_version={last}`"
        ));
    }
    let graph = file.graph.as_ref().ok_or("no graph")?;
    let constant = |name: &str| graph.initializer.iter().any(|one| one.name == name);
    let inputs = graph.input.iter().filter(|input| !constant(&input.name));
    let inputs: Vec<&ValueInfoProto> = inputs.collect();
    let [input] = inputs[..] else {
        return Err(format!("a graph with {} inputs, not one", inputs.len()));
    };
    check_row(input, shape)?;
    let outside = graph
        .initializer
        .iter()
        .find(|one| one.data_location == Some(DataLocation::External.into()));
    if let Some(one) = outside {
        return Err(format!(
            "no numbers for `{}`, which lie in another file: export it with `external_data=False`",
            one.name
        ));
    }
    let known: Vec<&str> = outputs(file).collect();
    match known.contains(&OUTPUTS[0]) {
        true => Ok(()),
        false => Err(format!(
            "a graph without an output `value`; it has {}",
            known.join(", ")
        )),
    }
}

/// Whether the rows that a graph says it reads have the shape of its card.
fn check_row(input: &ValueInfoProto, shape: &[usize]) -> std::result::Result<(), String> {
    let kind = input.r#type.as_ref().and_then(|kind| kind.value.as_ref());
    let Some(type_proto::Value::TensorType(tensor)) = kind else {
        return Ok(());
    };
    // The first dimension counts rows.
    let Some([_, row @ ..]) = tensor.shape.as_ref().map(|shape| &shape.dim[..]) else {
        return Ok(());
    };
    // A length that is no number may be any.
    let length = |told: &Dimension| match told.value {
        Some(dimension::Value::DimValue(length)) => usize::try_from(length).ok(),
        _ => None,
    };
    let row: Vec<Option<usize>> = row.iter().map(length).collect();
    let mut pairs = row.iter().zip(shape);
    if row.len() == shape.len()
        && pairs.all(|(told, wanted)| told.is_none_or(|told| told == *wanted))
    {
        return Ok(());
    }
    let row: Vec<String> = row
        .iter()
        .map(|told| told.map_or("any".to_owned(), |told| told.to_string()))
        .collect();
    let row = row.join(", ");
    Err(format!(
        "a graph that reads rows of the shape [{row}], but its card says {shape:?}"
    ))
}

/// Does something with a file from outside. `tract` says most of what is wrong by errors, and some of it by panics.
fn guarded<T>(work: impl FnOnce() -> TractResult<T>) -> std::result::Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| format!("{error:#}")),
        Err(_) => Err("it cannot be understood".to_owned()),
    }
}
