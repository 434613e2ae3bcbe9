//! The predictors that ship, trained from our own games.

use std::path::Path;
use std::sync::LazyLock;

use ludarium_learn::LearnError;
use ludarium_learn::dense::Network;
use ludarium_learn::model::{Model, ModelFile, Tensors};

use super::{Happ, Wpp};

static HAPP: LazyLock<Happ> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../models/dicewars-happ.safetensors");
    let network = network("models/dicewars-happ.safetensors", bytes);
    Happ::new(network.parameters().try_into().expect("a network 6-6-1"))
});

static WPP: LazyLock<Wpp> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../models/dicewars-wpp.safetensors");
    let network = network("models/dicewars-wpp.safetensors", bytes);
    Wpp::new(network.parameters().try_into().expect("a network 6-1"))
});

impl Happ {
    /// The one that ships.
    pub fn shipped() -> Happ {
        HAPP.clone()
    }
}

impl Wpp {
    /// The one that ships.
    pub fn shipped() -> Wpp {
        WPP.clone()
    }
}

/// The network in a file that is part of the program: a damaged one is a mistake that every test finds.
fn network(path: &str, bytes: &[u8]) -> Network {
    read(Path::new(path), bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn read(path: &Path, bytes: &[u8]) -> Result<Network, LearnError> {
    let tensors = Tensors::from_bytes(path, bytes)?;
    match ModelFile::from_tensors(path, &tensors)?.model {
        Model::Dense(network) => Ok(network),
        other => Err(LearnError::Network(format!(
            "it is a {}, expected a dense network",
            other.kind()
        ))),
    }
}
