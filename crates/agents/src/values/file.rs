//! Networks from files: what a file must hold for a game, and each file read once.

use std::any::Any;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use ludarium_game::Tabletop;
use ludarium_learn::LearnError;
use ludarium_learn::model::QuantisedFile;

use super::{Features, ValueNetwork};

/// The bytes of a file, and the network of some game that they hold.
type Known = (Vec<u8>, Box<dyn Any + Send>);

/// What was read from files so far. Equal bytes are one network, so that threads remember its sums once.
static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// The name of a game's list of features, as files have it.
pub fn features_name<G: Features + Tabletop>() -> String {
    format!("{} {}", G::NAME, G::VERSION)
}

impl<G: Features + Tabletop> ValueNetwork<G> {
    /// Reads a file: the network, and the bytes of the file.
    pub fn read(path: &Path) -> Result<(ValueNetwork<G>, Vec<u8>), LearnError> {
        let bytes = std::fs::read(path).map_err(|source| LearnError::Io {
            path: path.to_owned(),
            source,
        })?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known
            .iter()
            .filter(|(file, _)| *file == bytes)
            .find_map(|(_, network)| network.downcast_ref::<ValueNetwork<G>>());
        if let Some(network) = found {
            return Ok((network.clone(), bytes));
        }
        let network = ValueNetwork::<G>::from_bytes(path, &bytes)?;
        known.push((bytes.clone(), Box::new(network.clone())));
        Ok((network, bytes))
    }

    /// The network in the bytes of the file at `path`, which is only named in errors. A file that is damaged, of a later
    /// version of this program, of another game or of other features of this game is refused.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<ValueNetwork<G>, LearnError> {
        let file = QuantisedFile::from_bytes(path, bytes)?;
        let wanted = features_name::<G>();
        let different = |found: String, expected: String| LearnError::Different {
            path: path.to_owned(),
            found,
            expected,
        };
        // Files of before do not say it.
        if let Some(found) = file.features.filter(|found| *found != wanted) {
            let found = format!("a network for the features `{found}`");
            return Err(different(found, format!("one for `{wanted}`")));
        }
        let shape = file.network.architecture().to_string();
        ValueNetwork::new(file.network).ok_or_else(|| {
            let (features, answers) = (G::COUNT, G::OUTPUT.outputs());
            different(
                format!("a network {shape} ({})", file.card.what),
                format!(
                    "one with {features} features and {answers} answers for {}",
                    G::NAME
                ),
            )
        })
    }
}
