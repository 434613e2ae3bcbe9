//! JSON as the original's language writes it: a blank after commas and colons, and only ASCII.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The bytes of a value.
pub fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Messages are made of numbers, texts and maps with texts as keys: they always serialise.
    let written = value.serialize(&mut Serializer::with_formatter(&mut bytes, Python));
    debug_assert!(written.is_ok());
    bytes
}

struct Python;

impl Formatter for Python {
    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        separate(out, first)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        separate(out, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for c in fragment.chars() {
            // The delete character is ASCII and stays.
            if c.is_ascii() {
                out.write_all(&[c as u8])?;
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }
}

fn separate<W: Write + ?Sized>(out: &mut W, first: bool) -> io::Result<()> {
    if first { Ok(()) } else { out.write_all(b", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_escapes_are_the_original_s() {
        let value = serde_json::json!({"a": [1, 2], "b": {}, "c": "é😀\"\n"});
        let expected = r#"{"a": [1, 2], "b": {}, "c": "\u00e9\ud83d\ude00\"\n"}"#;
        assert_eq!(String::from_utf8(to_bytes(&value)).unwrap(), expected);
    }
}
