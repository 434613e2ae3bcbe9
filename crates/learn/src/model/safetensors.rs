//! Reading files in the safetensors format, from any program: eight bytes of length, a JSON header, the numbers.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};

use super::Tensor;
use crate::files::Cursor;
use crate::{LearnError, Result};

/// The longest header that is read, as in the format's own definition.
const LONGEST_HEADER: u64 = 100_000_000;

/// A file, not looked at closely yet.
pub(crate) struct Safetensors<'a> {
    path: &'a Path,
    header: Map<String, Value>,
    /// The numbers of all matrices.
    pub data: &'a [u8],
}

impl<'a> Safetensors<'a> {
    /// Whether some bytes could be such a file.
    pub fn is_one(bytes: &[u8]) -> bool {
        let length = Cursor(bytes).u64();
        length.is_some_and(|length| length <= LONGEST_HEADER) && bytes.get(8) == Some(&b'{')
    }

    /// Reads the header. `expected` says what the file should have been.
    pub fn open(path: &'a Path, bytes: &'a [u8], expected: &'static str) -> Result<Self> {
        let foreign = |reason: &str| LearnError::foreign(path, expected, reason);
        let damaged = |reason: String| LearnError::damaged(path, reason);
        let mut cursor = Cursor(bytes);
        let length = cursor.u64().ok_or_else(|| foreign("it is too short"))?;
        if !Safetensors::is_one(bytes) {
            return Err(foreign("it does not begin with a header"));
        }
        let header = cursor
            .take(length as usize)
            .ok_or_else(|| damaged("it ends within its header".to_owned()))?;
        let header = serde_json::from_slice(header)
            .map_err(|error| damaged(format!("its header cannot be read ({error})")))?;
        Ok(Safetensors { path, header, data: cursor.0 })
    }

    /// The texts about the matrices, if there are any.
    pub fn metadata(&self) -> Result<Option<BTreeMap<String, String>>> {
        let texts = self.header.get("__metadata__").cloned();
        let texts = texts.map(serde_json::from_value).transpose();
        texts.map_err(|_| LearnError::damaged(self.path, "its metadata are not texts"))
    }

    /// The matrices, in the order of their numbers.
    pub fn matrices(&self) -> Result<Vec<Tensor>> {
        let damaged = |reason: String| LearnError::damaged(self.path, reason);
        let mut places = Vec::new();
        for (name, entry) in &self.header {
            if name != "__metadata__" {
                let place = place(entry).ok_or_else(|| {
                    damaged(format!("`{name}` is not described as a matrix of F32"))
                })?;
                places.push((name, place));
            }
        }
        places.sort_by_key(|(_, (_, start, end))| (*start, *end));
        let mut tensors = Vec::new();
        let mut filled = 0;
        for (name, (shape, start, end)) in places {
            let cells = self.data.get(start..end).filter(|_| start == filled);
            let cells = cells.ok_or_else(|| {
                let has = self.data.len();
                damaged(format!(
                    "`{name}` stands at bytes {start} to {end} of {has}, expected from {filled}"
                ))
            })?;
            filled = end;
            let numbers = cells.as_chunks().0.iter();
            tensors.push(Tensor {
                name: name.clone(),
                shape,
                cells: numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect(),
            });
        }
        if filled != self.data.len() {
            let left = self.data.len() - filled;
            return Err(damaged(format!("{left} bytes follow the last matrix")));
        }
        Ok(tensors)
    }
}

/// The shape of a matrix and where its bytes begin and end.
fn place(entry: &Value) -> Option<(Vec<usize>, usize, usize)> {
    let numbers = |value: &Value| -> Option<Vec<usize>> {
        let list = value.as_array()?.iter();
        list.map(|number| number.as_u64().and_then(|number| usize::try_from(number).ok())).collect()
    };
    let shape = numbers(entry.get("shape")?)?;
    let &[start, end] = numbers(entry.get("data_offsets")?)?.as_slice() else {
        return None;
    };
    let cells = shape.iter().try_fold(4usize, |bytes, size| bytes.checked_mul(*size))?;
    let fits = entry.get("dtype")? == "F32" && end.checked_sub(start)? == cells;
    fits.then_some((shape, start, end))
}
