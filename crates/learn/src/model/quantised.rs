//! Quantised networks in files: `LUDAQNET`, a version, a fingerprint of the architecture, a JSON header, whole
//! numbers, a checksum.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Card;
use super::file::text;
use crate::files::{self, Cursor, checksum};
use crate::sparse::{Architecture, Parts, QuantisedNetwork, Units};
use crate::{LearnError, Result};

/// What the error about another file says was expected.
const EXPECTED: &str = "a quantised Ludarium network";

/// The first bytes of every quantised network.
pub(super) const MAGIC: &[u8; 8] = b"LUDAQNET";

const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Header {
    architecture: Architecture,
    card: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    features: Option<String>,
    /// None for bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    units: Option<Units>,
}

/// A quantised network with its card.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantisedFile {
    /// Where it comes from.
    pub card: Card,
    /// The name of the list of features that it judges by, such as `sprint 1`; older files do not say it.
    pub features: Option<String>,
    /// The network.
    pub network: QuantisedNetwork,
}

/// A number that networks of another shape do not share: FNV-1a over the shape's text.
pub fn fingerprint(architecture: &Architecture) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325u64;
    text(architecture)
        .bytes()
        .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl QuantisedFile {
    /// Writes the file, completely or not at all. Equal networks give equal bytes.
    pub fn write(&self, path: &Path) -> Result<()> {
        files::write(path, &self.to_bytes())
    }

    /// Reads a file that [`QuantisedFile::write`] wrote.
    pub fn read(path: &Path) -> Result<QuantisedFile> {
        QuantisedFile::from_bytes(path, &files::read(path)?)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = self.network.parts();
        let architecture = parts.architecture.clone();
        let fingerprint = fingerprint(&architecture);
        let card = self.card.to_texts();
        let features = self.features.clone();
        let units = (parts.units != Units::BYTES).then_some(parts.units);
        let header = text(&Header { architecture, card, features, units });
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend(fingerprint.to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header.as_bytes());
        let first = parts.first.iter().chain(&parts.first_biases);
        bytes.extend(first.flat_map(|weight| weight.to_le_bytes()));
        let count = parts.layers.len();
        for (index, (weights, biases)) in parts.layers.iter().enumerate() {
            if index + 1 == count || units.is_some() {
                bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()))
            } else {
                bytes.extend(weights.iter().map(|weight| *weight as i8 as u8))
            }
            bytes.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of the file at `path`, which is only named in errors. So a network can also be part of a program.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<QuantisedFile> {
        let damaged = |reason: &str| LearnError::damaged(path, reason);
        if !bytes.starts_with(MAGIC) {
            let reason = "it does not begin with `LUDAQNET`";
            return Err(LearnError::foreign(path, EXPECTED, reason));
        }
        let cut_off = || damaged("it was cut off");
        let mut cursor = Cursor(&bytes[MAGIC.len()..]);
        let format = cursor.u32().ok_or_else(cut_off)?;
        if format > FORMAT {
            return Err(LearnError::Newer { path: path.to_owned(), found: format, known: FORMAT });
        }
        let (contents, sum) = bytes.split_last_chunk().ok_or_else(cut_off)?;
        let (found, wanted) = (checksum(contents), u32::from_le_bytes(*sum));
        if found != wanted {
            let reason =
                format!("its checksum is {found:08x}, expected {wanted:08x}: changed or cut off");
            return Err(damaged(&reason));
        }
        let print = cursor.u64().ok_or_else(cut_off)?;
        let length = cursor.u32().ok_or_else(cut_off)?;
        let header = cursor.take(length as usize).ok_or_else(cut_off)?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| damaged(&format!("its header cannot be read ({error})")))?;
        let card = Card::from_texts(&header.card).map_err(|reason| damaged(&reason))?;
        let architecture = header.architecture;
        let computed = fingerprint(&architecture);
        if print != computed {
            let reason = format!(
                "its architecture has the fingerprint {computed:016x}, expected {print:016x}"
            );
            return Err(damaged(&reason));
        }
        let parts = read_parts(architecture, header.units, &mut cursor).ok_or_else(cut_off)?;
        if cursor.0.len() != size_of::<u32>() {
            return Err(damaged("something follows its last number"));
        }
        let network = QuantisedNetwork::new(parts);
        let network = network.map_err(|error| damaged(&error.to_string()))?;
        Ok(QuantisedFile { card, features: header.features, network })
    }
}

/// The numbers, `None` if there are too few.
fn read_parts(
    architecture: Architecture,
    units: Option<Units>,
    cursor: &mut Cursor<'_>,
) -> Option<Parts> {
    let first = i16s(cursor, architecture.biases().start)?;
    let first_biases = i16s(cursor, architecture.width())?;
    let count = architecture.tail().layers().len();
    let mut layers = Vec::new();
    for (index, place) in architecture.tail().places().enumerate() {
        let weights = if index + 1 == count || units.is_some() {
            i16s(cursor, place.weights.len())?
        } else {
            let bytes = cursor.take(place.weights.len())?.iter();
            bytes.map(|byte| i16::from(*byte as i8)).collect()
        };
        let biases = cursor.take(4 * place.layer.size)?.as_chunks().0.iter();
        let biases = biases.map(|bytes| i32::from_le_bytes(*bytes)).collect();
        layers.push((weights, biases));
    }
    let units = units.unwrap_or(Units::BYTES);
    Some(Parts { architecture, units, first, first_biases, layers })
}

fn i16s(cursor: &mut Cursor<'_>, count: usize) -> Option<Vec<i16>> {
    let numbers = cursor.take(2 * count)?.as_chunks().0.iter();
    Some(numbers.map(|bytes| i16::from_le_bytes(*bytes)).collect())
}
