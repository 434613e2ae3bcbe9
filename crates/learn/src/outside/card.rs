//! `NetworkCard`: what a network from outside says about itself.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{LearnError, Result};

/// The version of cards that this program reads.
pub const FORMAT: u32 = 1;

/// What a network from outside is: for which game, what it reads, and its layers. It stands as JSON among the metadata of
/// a safetensors file, under the key `ludarium`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkCard {
    /// The version of the card: [`FORMAT`].
    pub format: u32,
    /// The name of the game.
    pub game: String,
    /// What it is and where it comes from, in words.
    #[serde(default)]
    pub what: String,
    /// What the smallest and the largest possible score are for this network: `[-1, 1]` where it was trained on these.
    #[serde(default = "unit")]
    pub value_range: [f32; 2],
    /// What it reads.
    pub input: InputCard,
    /// The layers that both answers share.
    #[serde(default)]
    pub body: Vec<LayerCard>,
    /// The layers to the expected scores: one number for each seat, the mover's first and then in the order of turns. In
    /// games with two seats the mover's alone is enough.
    #[serde(default)]
    pub value: Vec<LayerCard>,
    /// The layers to one number for each action of the game, before the softmax; without them all moves count alike.
    pub policy: Option<Vec<LayerCard>>,
}

impl NetworkCard {
    /// The card in a text among the metadata of the file at `path`, which is only named in errors.
    pub(super) fn read(path: &Path, text: &str) -> Result<NetworkCard> {
        let card = serde_json::from_str::<serde_json::Value>(text).ok();
        let format = card.and_then(|card| card.get("format")?.as_u64());
        if let Some(found) = format.filter(|found| *found > u64::from(FORMAT)) {
            return Err(LearnError::Newer {
                path: path.to_owned(),
                found: u32::try_from(found).unwrap_or(u32::MAX),
                known: FORMAT,
            });
        }
        serde_json::from_str(text).map_err(|error| {
            let found = format!("a card that cannot be read ({error})");
            LearnError::different(path, found, format!("a card of format {FORMAT}"))
        })
    }
}

fn unit() -> [f32; 2] {
    [0.0, 1.0]
}

/// What a network reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputCard {
    /// The name of an array of the observation; without it the whole observation in one row.
    pub name: Option<String>,
    /// Its shape.
    pub shape: Vec<usize>,
}

/// A layer. Matrices are named as in the file, and have the shapes that PyTorch gives them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum LayerCard {
    /// A dense layer: `weight` is outputs × inputs.
    Linear {
        /// The name of the weights.
        weight: String,
        /// The name of the biases; none if it is left out.
        bias: Option<String>,
    },
    /// A convolution of planes with step 1: `weight` is outputs × inputs × height × width.
    Conv {
        /// The name of the weights.
        weight: String,
        /// The name of the biases; none if it is left out.
        bias: Option<String>,
        /// How many zeros are put around the planes.
        #[serde(default)]
        padding: usize,
    },
    /// A batch normalisation as it is after training, one number for each plane.
    Norm {
        /// The name of the running means.
        mean: String,
        /// The name of the running variances.
        variance: String,
        /// The name of the scales; 1 if it is left out.
        weight: Option<String>,
        /// The name of the shifts; 0 if it is left out.
        bias: Option<String>,
        /// What is added to the variances.
        #[serde(default = "epsilon")]
        epsilon: f32,
    },
    /// Adds what goes in to what some layers make of it.
    Residual {
        /// The layers.
        layers: Vec<LayerCard>,
    },
    /// The larger of a number and 0.
    Relu,
    /// The hyperbolic tangent.
    Tanh,
    /// 1 / (1 + e^−x).
    Sigmoid,
    /// Makes all numbers positive with the sum 1.
    Softmax,
    /// Planes become one row.
    Flatten,
    /// The same numbers in another shape.
    Reshape {
        /// The shape.
        shape: Vec<usize>,
    },
}

fn epsilon() -> f32 {
    1e-5
}

impl LayerCard {
    /// What it is called in errors.
    pub(super) fn name(&self) -> &'static str {
        match self {
            LayerCard::Linear { .. } => "linear",
            LayerCard::Conv { .. } => "conv",
            LayerCard::Norm { .. } => "norm",
            LayerCard::Residual { .. } => "residual",
            LayerCard::Relu => "relu",
            LayerCard::Tanh => "tanh",
            LayerCard::Sigmoid => "sigmoid",
            LayerCard::Softmax => "softmax",
            LayerCard::Flatten => "flatten",
            LayerCard::Reshape { .. } => "reshape",
        }
    }
}
