//! Reading a record file: gzip or plain; one JSON value, JSON Lines, or text.

use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use crate::Failure;

/// The largest file that is read, after decompression.
const LARGEST: u64 = 1 << 30;

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
    pub fn read(path: &Path) -> Result<Document, Failure> {
        let unreadable = |error: std::io::Error| Failure::Unreadable(error.to_string());
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.take(LARGEST)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.starts_with(&[0x1f, 0x8b]) {
            let mut unpacked = Vec::new();
            MultiGzDecoder::new(bytes.as_slice())
                .take(LARGEST)
                .read_to_end(&mut unpacked)
                .map_err(unreadable)?;
            bytes = unpacked;
        }
        let text = String::from_utf8(bytes)
            .map_err(|error| Failure::Unreadable(format!("not UTF-8 text: {error}")))?;
        Ok(Document::parse(text))
    }

    /// Tells the form from the text. A single line of JSON counts as one value, not as one line.
    pub fn parse(text: String) -> Document {
        if let Ok(value) = serde_json::from_str(&text) {
            return Document::Json(value);
        }
        let lines: Result<Vec<Value>, _> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(serde_json::from_str)
            .collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_form_from_the_text() {
        let one = Document::parse("[1, 2]".into());
        assert_eq!(one.records().len(), 2);
        let lines = Document::parse("{\"a\":1}\n{\"a\":2}\n\n{\"a\":3}\n".into());
        assert_eq!(lines.records().len(), 3);
        let text = Document::parse("0.000 W->S 63 client8\n".into());
        assert!(matches!(text, Document::Text(_)));
    }
}
