//! The network that a generation plays with, and how it gets into the texts of agents.

use std::path::{Path, PathBuf};

use ludarium_agents::{Playable, Recipe};
use ludarium_arena::sha256;
use ludarium_learn::{LARGEST_MODEL, read_file};
use serde::{Deserialize, Serialize};

use super::plan::{First, NETWORK, Plan};
use crate::TrainError;

/// The bytes of the network that ships with a game.
pub(super) fn shipped<G: Playable>() -> Option<&'static [u8]> {
    let mut evaluations = G::evaluations().into_iter();
    evaluations.find(|one| one.name == "value")?.model
}

/// The name of the first evaluation that asks no network.
pub(super) fn usual_evaluation<G: Playable>() -> &'static str {
    let evaluations = G::evaluations();
    let usual = evaluations.iter().find(|one| one.read.is_none());
    usual.map_or("", |usual| usual.name)
}

/// Whether the evaluation `value` of the game can ask the network in a file.
pub(super) fn reads_files<G: Playable>() -> bool {
    G::evaluations().iter().any(|one| one.name == "value" && one.read.is_some())
}

/// A network to play with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct NetworkFile {
    /// Its file; `None` for the one that ships.
    pub file: Option<PathBuf>,
    /// What tells it from all others.
    pub digest: String,
}

impl NetworkFile {
    /// The network that a plan begins with.
    pub(super) fn first<G: Playable>(plan: &Plan) -> Result<Option<NetworkFile>, TrainError> {
        Ok(match &plan.first {
            None => None,
            Some(First::File(path)) => Some(NetworkFile::read(path)?),
            Some(First::Shipped) => {
                shipped::<G>().map(|bytes| NetworkFile { file: None, digest: sha256(bytes) })
            }
        })
    }

    /// The network in a file.
    pub(super) fn read(path: &Path) -> Result<NetworkFile, TrainError> {
        let bytes = read_file(path, LARGEST_MODEL)
            .map_err(|source| TrainError::Read { path: path.to_owned(), source })?;
        Ok(NetworkFile { file: Some(path.to_owned()), digest: sha256(&bytes) })
    }

    /// The agent of a text that plays with this network.
    pub(super) fn fill(&self, text: &str) -> Result<String, TrainError> {
        let behind = format!(":{NETWORK}");
        let Some(file) = &self.file else {
            return Ok(text.replace(&behind, ""));
        };
        let name = file.display().to_string();
        if text.contains(&behind) && name.contains(',') {
            return Err(TrainError::Comma { path: file.clone() });
        }
        Ok(text.replace(&behind, &format!(":{name}")))
    }
}

/// The agent that a text of a plan stands for, with this network where it asks one.
pub(super) fn recipe<G: Playable>(
    text: &str,
    network: Option<&NetworkFile>,
) -> Result<Recipe<G>, TrainError> {
    let text = network.map_or_else(|| Ok(text.to_owned()), |network| network.fill(text))?;
    Ok(Recipe::new(&text)?)
}
