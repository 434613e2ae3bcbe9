//! Networks from files: what a file must hold for a game, and each file read once.

use std::any::Any;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use ludarium_game::Tabletop;
use ludarium_learn::model::QuantisedFile;
use ludarium_learn::{LARGEST_MODEL, LearnError, read_file};

use super::{Features, ValueNetwork};

/// The bytes of a file, and the network of some game that they hold.
type KnownFile = (Vec<u8>, Box<dyn Any + Send>);

/// The files that were read last, the latest at the end. Equal bytes are one network, so that threads remember its sums
/// once.
static KNOWN: Mutex<Vec<KnownFile>> = Mutex::new(Vec::new());

/// The number of files that are remembered: more than play together, and few enough for a server that runs for months.
const MOST_KNOWN: usize = 16;

/// What was remembered for these bytes, now the latest.
fn recall<N: Any + Clone>(known: &mut [KnownFile], bytes: &[u8]) -> Option<N> {
    let holds = |(file, network): &KnownFile| file == bytes && network.is::<N>();
    let place = known.iter().position(holds)?;
    known[place..].rotate_left(1);
    known.last()?.1.downcast_ref().cloned()
}

/// Remembers what these bytes hold, and forgets what nobody has asked for the longest.
fn remember<N: Any + Send>(known: &mut Vec<KnownFile>, bytes: Vec<u8>, network: N) {
    if known.len() == MOST_KNOWN {
        known.remove(0);
    }
    known.push((bytes, Box::new(network)));
}

/// The name of a game's list of features, as files have it.
pub fn features_name<G: Features + Tabletop>() -> String {
    format!("{} {}", G::NAME, G::VERSION)
}

impl<G: Features + Tabletop> ValueNetwork<G> {
    /// Reads a file: the network, and the bytes of the file.
    pub fn read(path: &Path) -> Result<(ValueNetwork<G>, Vec<u8>), LearnError> {
        let bytes = read_file(path, LARGEST_MODEL)
            .map_err(|source| LearnError::Io { path: path.to_owned(), source })?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = recall(&mut known, &bytes) {
            return Ok((network, bytes));
        }
        let network = ValueNetwork::<G>::from_bytes(path, &bytes)?;
        remember(&mut known, bytes.clone(), network.clone());
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
                format!("one with {features} features and {answers} answers for {}", G::NAME),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_that_were_asked_for_last_are_remembered() {
        let mut known = Vec::new();
        for number in 0..MOST_KNOWN as u8 {
            remember(&mut known, vec![number], u16::from(number));
        }
        assert_eq!(recall(&mut known, &[0]), Some(0u16));
        assert_eq!(recall::<u32>(&mut known, &[0]), None, "of another game");
        remember(&mut known, vec![99], 99u16);
        assert_eq!(known.len(), MOST_KNOWN);
        assert_eq!(recall::<u16>(&mut known, &[1]), None, "the oldest");
        for number in [0, 2, MOST_KNOWN as u8 - 1, 99] {
            assert_eq!(recall(&mut known, &[number]), Some(u16::from(number)));
        }
    }
}
