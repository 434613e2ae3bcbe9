//! Named matrices in the safetensors format: eight bytes of length, a JSON header, numbers of little-endian f32.
//!
//! Written here rather than by a library because equal models must be equal bytes, and every file must detect
//! damage: the metadata carry a checksum over themselves, all names, shapes and numbers.

use std::collections::BTreeMap;
use std::path::Path;

use flate2::Crc;
use serde_json::{Map, Value, json};

use super::safetensors::Safetensors;
use crate::files;
use crate::{LearnError, Result};

/// What the error about another file says was expected.
const EXPECTED: &str = "a Ludarium model in the safetensors format";

/// The version of what we write into the metadata.
pub(crate) const FORMAT: u32 = 1;

/// A named matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its name, for instance `layer1.weights`.
    pub name: String,
    /// Its sizes, the slowest first.
    pub shape: Vec<usize>,
    /// Its numbers.
    pub cells: Vec<f32>,
}

/// What a safetensors file of ours holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TensorFile {
    /// Texts about the matrices. `format` and `checksum` are added on writing and taken away on reading.
    pub metadata: BTreeMap<String, String>,
    /// The matrices, in the order of the file.
    pub tensors: Vec<Tensor>,
}

impl TensorFile {
    /// Adds a matrix; its cells must fill its shape.
    pub(crate) fn push(&mut self, name: impl Into<String>, shape: Vec<usize>, cells: &[f32]) {
        debug_assert_eq!(shape.iter().product::<usize>(), cells.len());
        self.tensors.push(Tensor { name: name.into(), shape, cells: cells.to_vec() });
    }

    /// The numbers of the matrix with this name.
    pub fn cells(&self, name: &str) -> Option<&[f32]> {
        let found = self.tensors.iter().find(|tensor| tensor.name == name);
        found.map(|tensor| tensor.cells.as_slice())
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut metadata = self.metadata.clone();
        metadata.insert("format".to_owned(), FORMAT.to_string());
        let mut header = Map::new();
        let mut end = 0;
        let mut data = Vec::new();
        for tensor in &self.tensors {
            let start = end;
            end += 4 * tensor.cells.len();
            let entry = json!({
                "dtype": "F32",
                "shape": tensor.shape,
                "data_offsets": [start, end],
            });
            header.insert(tensor.name.clone(), entry);
            data.extend(tensor.cells.iter().flat_map(|cell| cell.to_le_bytes()));
        }
        let checksum = self.checksum(&metadata, &data);
        metadata.insert("checksum".to_owned(), format!("{checksum:08x}"));
        header.insert("__metadata__".to_owned(), json!(metadata));
        let mut text = Value::Object(header).to_string().into_bytes();
        // The numbers begin at a multiple of eight.
        text.resize(text.len().next_multiple_of(8), b' ');
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(text);
        bytes.extend(data);
        bytes
    }

    /// Writes the file, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<()> {
        files::write(path, &self.to_bytes())
    }

    /// Reads a file that [`TensorFile::write`] wrote.
    pub fn read(path: &Path) -> Result<TensorFile> {
        TensorFile::from_bytes(path, &files::read(path)?)
    }

    /// Reads the bytes of the file at `path`, which is only named in errors.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<TensorFile> {
        let foreign = |reason: &str| LearnError::foreign(path, EXPECTED, reason);
        let file = Safetensors::open(path, bytes, EXPECTED)?;
        let mut metadata = file.metadata()?.ok_or_else(|| foreign("it has no metadata"))?;
        let format = metadata.get("format").and_then(|text| text.parse().ok());
        match format {
            Some(FORMAT) => {}
            Some(found) if found > FORMAT => {
                return Err(LearnError::Newer { path: path.to_owned(), found, known: FORMAT });
            }
            _ => return Err(foreign("its metadata do not name a format of ours")),
        }
        let checksum =
            metadata.remove("checksum").ok_or_else(|| foreign("its metadata have no checksum"))?;

        let mut found = TensorFile { metadata: BTreeMap::new(), tensors: file.matrices()? };
        let computed = found.checksum(&metadata, file.data);
        if checksum != format!("{computed:08x}") {
            let reason = format!("its checksum is {computed:08x}, expected {checksum}");
            return Err(LearnError::damaged(path, reason));
        }
        metadata.remove("format");
        found.metadata = metadata;
        Ok(found)
    }

    /// A checksum that any program can compute: lines `key=value` in the order of the keys, then lines
    /// `name [2, 3]` in the order of the file, then all numbers.
    fn checksum(&self, metadata: &BTreeMap<String, String>, data: &[u8]) -> u32 {
        let mut crc = Crc::new();
        for (key, value) in metadata {
            crc.update(format!("{key}={value}\n").as_bytes());
        }
        for tensor in &self.tensors {
            crc.update(format!("{} {:?}\n", tensor.name, tensor.shape).as_bytes());
        }
        crc.update(data);
        crc.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> TensorFile {
        let mut tensors = TensorFile::default();
        tensors.metadata.insert("what".to_owned(), "a \"test\"".to_owned());
        tensors.push("weights", vec![2, 3], &[1.0, -2.5, 0.0, 4.0, 1e-30, 6.0]);
        tensors.push("nothing", vec![0], &[]);
        tensors.push("biases", vec![2], &[0.5, f32::MAX]);
        tensors
    }

    fn read(bytes: &[u8]) -> Result<TensorFile> {
        TensorFile::from_bytes(Path::new("some.safetensors"), bytes)
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = sample().to_bytes();
        assert_eq!(read(&bytes).unwrap(), sample());
        assert_eq!(bytes, read(&bytes).unwrap().to_bytes());
    }

    #[test]
    fn every_changed_bit_and_every_cut_is_noticed() {
        let bytes = sample().to_bytes();
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "cut at {length}");
        }
        for place in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[place / 8] ^= 1 << (place % 8);
            // White space and the like may change without changing what is said.
            if let Ok(found) = read(&changed) {
                assert_eq!(found, sample(), "bit {place}");
            }
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let text = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(
            text(b"GIF89a, a picture"),
            "some.safetensors is not a Ludarium model in the safetensors format: it does not begin with a header"
        );
        assert!(text(b"").ends_with("it is too short"));
        let mut bytes = sample().to_bytes();
        *bytes.last_mut().unwrap() ^= 1;
        assert!(text(&bytes).contains("its checksum is "));
        bytes.push(0);
        assert!(text(&bytes).contains("1 bytes follow the last matrix"));
        let json = br#"{"__metadata__":{"format":"7"}}"#;
        let mut bytes = (json.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(json);
        assert_eq!(
            text(&bytes),
            "some.safetensors has format 7, this program reads format 1: use a newer program"
        );
    }
}
