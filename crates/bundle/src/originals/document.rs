//! Reading a record file: gzip or plain; one JSON value, JSON Lines, or text.

use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use ludarium_arena::open_file;
use serde_json::Value;

use super::VerifyError;

/// The largest text that is read, packed or unpacked: twenty times the largest record file that we know.
const LARGEST: u64 = 64 << 20;

/// More JSON values than any record file has. Each takes tens of bytes of memory, but only two of text.
const MOST_VALUES: usize = 4_000_000;

/// The content of a record file.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// The whole file is one JSON value.
    Json(Value),
    /// Every line is a JSON value.
    Lines(Vec<Value>),
    /// Anything else that is UTF-8.
    Text(String),
}

impl Document {
    /// Reads a file, unpacking gzip by its magic bytes.
    pub fn read(path: &Path) -> Result<Document, VerifyError> {
        let file = open_file(path)
            .map_err(|error: std::io::Error| VerifyError::Unreadable(error.to_string()))?;
        let mut bytes = bounded(file)?;
        if bytes.starts_with(&[0x1f, 0x8b]) {
            bytes = bounded(MultiGzDecoder::new(bytes.as_slice()))?;
        }
        if most_values(&bytes) > MOST_VALUES {
            return Err(VerifyError::Unreadable(format!(
                "it holds more than {MOST_VALUES} values: split it"
            )));
        }
        let text = String::from_utf8(bytes)
            .map_err(|error| VerifyError::Unreadable(format!("not UTF-8 text: {error}")))?;
        Ok(Document::parse(text))
    }

    /// Recognises the form by the text. A single line of JSON counts as one value, not as one line.
    pub fn parse(text: String) -> Document {
        if let Ok(value) = serde_json::from_str(&text) {
            return Document::Json(value);
        }
        let lines: Result<Vec<Value>, _> =
            text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect();
        match lines {
            Ok(lines) if !lines.is_empty() => Document::Lines(lines),
            _ => Document::Text(text),
        }
    }

    /// The records of the file: the elements of an array, the lines, or the one value itself; none
    /// for text.
    pub fn records(&self) -> &[Value] {
        match self {
            Document::Json(Value::Array(items)) => items,
            Document::Json(value) => std::slice::from_ref(value),
            Document::Lines(lines) => lines,
            Document::Text(_) => &[],
        }
    }
}

/// Everything that a reader gives; more than [`LARGEST`] is an error.
fn bounded(reader: impl Read) -> Result<Vec<u8>, VerifyError> {
    let mut bytes = Vec::new();
    let read = reader.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| VerifyError::Unreadable(error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        let mebibytes = LARGEST >> 20;
        let problem = format!("it holds more than {mebibytes} MiB of text: split it");
        return Err(VerifyError::Unreadable(problem));
    }
    Ok(bytes)
}

/// At least the number of JSON values in a text: each begins the text, a line or a list, or follows a comma.
fn most_values(text: &[u8]) -> usize {
    let begins = |byte: &&u8| matches!(byte, b',' | b'[' | b'{' | b'\n');
    1 + text.iter().filter(begins).count()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// Reads a packed file that repeats a text a number of times.
    fn packed(name: &str, text: &str, times: usize) -> Result<Document, VerifyError> {
        let name = format!("ludarium-{name}-{}.gz", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut packer = GzEncoder::new(std::fs::File::create(&path).unwrap(), Compression::fast());
        packer.write_all(text.repeat(times).as_bytes()).unwrap();
        packer.finish().unwrap();
        let read = Document::read(&path);
        std::fs::remove_file(&path).unwrap();
        read
    }

    #[test]
    fn small_files_cannot_become_large() {
        let large = packed("large", " ", (LARGEST + 1) as usize).unwrap_err();
        assert!(large.to_string().contains("more than 64 MiB"), "{large}");
        let many = packed("many", "[1,\n", MOST_VALUES / 2).unwrap_err();
        assert!(many.to_string().contains("more than 4000000 values"), "{many}");
        let fair = packed("fair", "[1, 2]\n", 1000).unwrap();
        assert_eq!(fair.records().len(), 1000);
    }

    #[test]
    fn the_form_is_recognised_by_the_text() {
        let one = Document::parse("[1, 2]".into());
        assert_eq!(one.records().len(), 2);
        let lines = Document::parse("{\"a\":1}\n{\"a\":2}\n\n{\"a\":3}\n".into());
        assert_eq!(lines.records().len(), 3);
        let text = Document::parse("0.000 W->S 63 client8\n".into());
        assert!(matches!(text, Document::Text(_)));
    }
}
