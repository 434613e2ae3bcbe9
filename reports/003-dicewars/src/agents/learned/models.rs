//! The predictors that ship: those trained from our own games, in every reading, and those of the report's author.

use std::path::Path;
use std::sync::LazyLock;

use ludarium_learn::LearnError;
use ludarium_learn::dense::Network;
use ludarium_learn::model::{Model, ModelFile, TensorFile};

use super::{Happ, Wording, Wpp, published};

/// Which predictors an agent asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predictors {
    /// Trained from our own games as the report did, with the learning rate 0.0001.
    Ours,
    /// The weights that the report's author published.
    Published,
    /// Trained from our own games with the learning rate 0.001, the other reading of "10e-4".
    Fast,
    /// The logistic regression that the report tried before its network; the predictor of the winner is ours.
    Logistic,
    /// Trained from our own games with the features of the report's text.
    Text,
}

impl Predictors {
    /// All of them, the usual ones first.
    pub const ALL: [Predictors; 5] = [
        Predictors::Ours,
        Predictors::Published,
        Predictors::Fast,
        Predictors::Logistic,
        Predictors::Text,
    ];

    /// The name as a parameter.
    pub const fn name(self) -> &'static str {
        match self {
            Predictors::Ours => "ours",
            Predictors::Published => "published",
            Predictors::Fast => "fast",
            Predictors::Logistic => "logistic",
            Predictors::Text => "text",
        }
    }

    /// The predictor of held areas.
    pub fn happ(self) -> Happ {
        match self {
            Predictors::Ours => HAPP.clone(),
            Predictors::Published => published::happ(),
            Predictors::Fast => HAPP_FAST.clone(),
            Predictors::Logistic => HAPP_LOGISTIC.clone(),
            Predictors::Text => HAPP_TEXT.clone(),
        }
    }

    /// The predictor of the winner.
    pub fn wpp(self) -> Wpp {
        match self {
            Predictors::Ours | Predictors::Logistic => WPP.clone(),
            Predictors::Published => published::wpp(),
            Predictors::Fast => WPP_FAST.clone(),
            Predictors::Text => WPP_TEXT.clone(),
        }
    }
}

/// The parameters of the network in a model file of this crate, as many as there must be.
macro_rules! shipped {
    ($file:literal) => {
        network($file, include_bytes!(concat!("../../../models/", $file)))
            .parameters()
            .try_into()
            .expect("as many parameters as the predictor has")
    };
}

static HAPP: LazyLock<Happ> = LazyLock::new(|| Happ::new(shipped!("dicewars-happ.safetensors")));

static HAPP_FAST: LazyLock<Happ> =
    LazyLock::new(|| Happ::new(shipped!("dicewars-happ-fast.safetensors")));

static HAPP_LOGISTIC: LazyLock<Happ> =
    LazyLock::new(|| Happ::logistic(shipped!("dicewars-happ-logistic.safetensors")));

static HAPP_TEXT: LazyLock<Happ> = LazyLock::new(|| {
    Happ::new(shipped!("dicewars-happ-text.safetensors")).with_wording(Wording::Text)
});

static WPP: LazyLock<Wpp> = LazyLock::new(|| Wpp::new(shipped!("dicewars-wpp.safetensors")));

static WPP_FAST: LazyLock<Wpp> =
    LazyLock::new(|| Wpp::new(shipped!("dicewars-wpp-fast.safetensors")));

static WPP_TEXT: LazyLock<Wpp> = LazyLock::new(|| {
    Wpp::new(shipped!("dicewars-wpp-text.safetensors")).with_wording(Wording::Text)
});

/// The network in a file that is part of the program: a damaged one is a mistake that every test finds.
fn network(path: &str, bytes: &[u8]) -> Network {
    read(Path::new(path), bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn read(path: &Path, bytes: &[u8]) -> Result<Network, LearnError> {
    let tensors = TensorFile::from_bytes(path, bytes)?;
    match ModelFile::from_tensors(path, &tensors)?.model {
        Model::Dense(network) => Ok(network),
        other => {
            Err(LearnError::Network(format!("it is a {}, expected a dense network", other.kind())))
        }
    }
}
