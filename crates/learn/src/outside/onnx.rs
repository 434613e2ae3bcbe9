//! Networks in ONNX files, computed by `tract`.

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Deserialize;
use tract_onnx::pb::tensor_shape_proto::dimension::Value as Dimension;
use tract_onnx::pb::type_proto::Value as Kind;
use tract_onnx::pb::{ModelProto, ValueInfoProto};
use tract_onnx::prelude::*;

use super::card::{InputCard, unit};
use super::{Answers, Engine, Fit, OutsideNetwork, checked_range, size};

/// A model that is ready to run: its outputs are the values and, if there are two, the policy.
pub(super) struct Onnx {
    plan: Arc<TypedRunnableModel>,
    shapes: Vec<Vec<usize>>,
}

impl fmt::Debug for Onnx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Onnx({:?})", self.shapes)
    }
}

/// What the metadata of an ONNX file may say about it, under the key `ludarium`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnnxCard {
    game: String,
    #[serde(default)]
    #[expect(dead_code, reason = "it is for readers")]
    what: String,
    #[serde(default = "unit")]
    value_range: [f32; 2],
}

/// Reads a file. What is wrong with it is a sentence: the reader itself panics at some files.
pub(super) fn read(bytes: &[u8]) -> Result<OutsideNetwork, String> {
    let read = catch_unwind(AssertUnwindSafe(|| parse(bytes)));
    read.unwrap_or_else(|_| Err("its graph cannot be read".to_owned()))
}

fn parse(bytes: &[u8]) -> Result<OutsideNetwork, String> {
    let wrong = |error: TractError| {
        let reasons: Vec<String> = error.chain().map(ToString::to_string).collect();
        reasons.join(": ")
    };
    let onnx = tract_onnx::onnx();
    let model = onnx.proto_model_for_read(&mut &*bytes);
    let proto = model.map_err(|_| "it is neither of the two".to_owned())?;
    let card = card(&proto)?;
    let inputs = inputs(&proto)?;
    let outputs = outputs(&proto)?;
    // Nothing is read beside the file: there is no folder to find it in.
    let mut model = onnx.model_for_proto_model(&proto).map_err(wrong)?;
    let rows = model.symbols.sym("rows");
    for (place, input) in inputs.iter().enumerate() {
        let mut shape: TVec<TDim> = tvec!(rows.clone().into());
        shape.extend(input.shape.iter().map(|&one| one.into()));
        let fact = f32::fact(&*shape);
        model = model.with_input_fact(place, fact.into()).map_err(wrong)?;
    }
    let model = model.with_outputs_by_name(&outputs).map_err(wrong)?;
    let model = model.into_optimized().map_err(wrong)?;
    let mut widths = Vec::new();
    for (place, name) in outputs.iter().enumerate() {
        let fact = model.output_fact(place).map_err(wrong)?;
        let width: TDim = fact.shape.iter().skip(1).product();
        let per_row = fact.shape.first() == Some(&rows.clone().into());
        let width = width.to_usize().ok().filter(|_| per_row);
        widths.push(width.ok_or_else(|| {
            format!(
                "its output `{name}` has the shape {:?}, expected one row for each position",
                fact.shape
            )
        })?);
    }
    let plan = model.into_runnable().map_err(wrong)?;
    let network = OutsideNetwork {
        game: card.as_ref().map(|card| card.game.clone()),
        values: widths[0],
        actions: widths.get(1).copied(),
        range: checked_range(card.map_or_else(unit, |card| card.value_range))?,
        engine: Engine::Onnx(Onnx {
            plan,
            shapes: inputs.iter().map(|input| input.shape.clone()).collect(),
        }),
        inputs,
    };
    network.try_out()?;
    Ok(network)
}

fn card(proto: &ModelProto) -> Result<Option<OnnxCard>, String> {
    let mut texts = proto.metadata_props.iter();
    let Some(text) = texts.find(|text| text.key == "ludarium") else {
        return Ok(None);
    };
    let card = serde_json::from_str(&text.value);
    card.map(Some)
        .map_err(|error| format!("its card cannot be read ({error})"))
}

/// The inputs that are asked for: names, and shapes without the number of rows.
fn inputs(proto: &ModelProto) -> Result<Vec<InputCard>, String> {
    let graph = proto.graph.as_ref().ok_or("it has no graph")?;
    let given: BTreeSet<&str> = graph.initializer.iter().map(|one| &*one.name).collect();
    let asked = graph.input.iter().filter(|one| !given.contains(&*one.name));
    let inputs: Vec<InputCard> = asked
        .map(|input| {
            let shape = shape(input).ok_or_else(|| {
                let name = &input.name;
                format!("its input `{name}` has no known shape after the first dimension")
            })?;
            Ok(InputCard {
                name: Some(input.name.clone()),
                shape,
            })
        })
        .collect::<Result<_, String>>()?;
    match inputs.is_empty() {
        true => Err("it has no inputs".to_owned()),
        false => Ok(inputs),
    }
}

fn shape(input: &ValueInfoProto) -> Option<Vec<usize>> {
    let Kind::TensorType(tensor) = input.r#type.as_ref()?.value.as_ref()?;
    let mut dimensions = tensor.shape.as_ref()?.dim.iter();
    dimensions.next()?;
    let length = |dimension: &tract_onnx::pb::tensor_shape_proto::Dimension| match dimension
        .value
        .as_ref()?
    {
        Dimension::DimValue(value) => usize::try_from(*value).ok(),
        Dimension::DimParam(_) => None,
    };
    dimensions.map(length).collect()
}

/// `value`, and `policy` if it is there.
fn outputs(proto: &ModelProto) -> Result<Vec<&'static str>, String> {
    let graph = proto.graph.as_ref().ok_or("it has no graph")?;
    let has = |name: &str| graph.output.iter().any(|output| output.name == name);
    if !has("value") {
        let known: Vec<&str> = graph.output.iter().map(|output| &*output.name).collect();
        let known = known.join(", ");
        return Err(format!("it has no output `value`; its outputs are {known}"));
    }
    Ok(match has("policy") {
        true => vec!["value", "policy"],
        false => vec!["value"],
    })
}

impl OutsideNetwork {
    /// Asks once about two rows of zeros: a graph that its engine cannot run is refused when it is read.
    fn try_out(&self) -> Result<(), String> {
        let sizes = self.inputs.iter();
        let sizes: Vec<usize> = sizes
            .map(|input| size(&input.shape).ok_or("its input is too large"))
            .collect::<Result<_, _>>()?;
        let mut width = 0;
        let ranges = sizes.iter().map(|size| {
            width += size;
            width - size..width
        });
        let fit = Fit {
            ranges: ranges.collect(),
            width,
        };
        let Engine::Onnx(onnx) = &self.engine else {
            return Ok(());
        };
        onnx.run(&fit, &vec![0.0; 2 * width]).map(|_| ())
    }
}

impl Onnx {
    /// # Panics
    /// If the engine cannot do with this input what it could when the file was read.
    pub(super) fn evaluate(&self, fit: &Fit, observations: &[f32]) -> Answers {
        let answers = self.run(fit, observations);
        answers.unwrap_or_else(|reason| panic!("the network cannot be computed: {reason}"))
    }

    fn run(&self, fit: &Fit, observations: &[f32]) -> Result<Answers, String> {
        let wrong = |error: TractError| error.to_string();
        let rows = observations.len() / fit.width.max(1);
        let mut inputs = tvec!();
        for (range, shape) in fit.ranges.iter().zip(&self.shapes) {
            let cells = observations.chunks_exact(fit.width);
            let cells: Vec<f32> = cells.flat_map(|row| &row[range.clone()]).copied().collect();
            let mut whole = vec![rows];
            whole.extend(shape);
            let input = Tensor::from_shape(&whole, &cells).map_err(wrong)?;
            inputs.push(input.into());
        }
        let outputs = self.plan.run(inputs).map_err(wrong)?;
        let numbers = |place: usize| -> Result<Vec<f32>, String> {
            let Some(output) = outputs.get(place) else {
                return Ok(Vec::new());
            };
            let output = output.cast_to::<f32>().map_err(wrong)?;
            let numbers = output.to_plain_array_view::<f32>().map_err(wrong)?;
            Ok(numbers.iter().copied().collect())
        };
        Ok(Answers {
            values: numbers(0)?,
            policy: numbers(1)?,
        })
    }
}
