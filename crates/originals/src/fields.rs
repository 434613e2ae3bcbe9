//! Reading the fields of a record. Whatever is missing or of another type makes the record unrecognised;
//! [`crate::verify`] adds the game and the place in the file.

use serde_json::Value;

use crate::Failure;

/// The record is not of a form that is known here.
pub fn unrecognised(reason: impl std::fmt::Display) -> Failure {
    Failure::Unrecognised {
        game: "",
        reason: reason.to_string(),
    }
}

/// A field, read by `read`, which is `kind` (`a text`).
pub fn field<'a, T>(
    record: &'a Value,
    key: &str,
    kind: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<T, Failure> {
    let value = record.get(key);
    let value = value.ok_or_else(|| unrecognised(format!("`{key}` is missing")))?;
    read(value).ok_or_else(|| unrecognised(format!("`{key}` is not {kind}")))
}

/// A field that is a text.
pub fn text<'a>(record: &'a Value, key: &str) -> Result<&'a str, Failure> {
    field(record, key, "a text", Value::as_str)
}

/// A field that is a whole number from 0.
pub fn whole(record: &Value, key: &str) -> Result<u64, Failure> {
    field(record, key, "a whole number", Value::as_u64)
}

/// A field that is a list.
pub fn list<'a>(record: &'a Value, key: &str) -> Result<&'a [Value], Failure> {
    field(record, key, "a list", Value::as_array).map(Vec::as_slice)
}

/// A field that is a list of texts.
pub fn texts<'a>(record: &'a Value, key: &str) -> Result<Vec<&'a str>, Failure> {
    field(record, key, "a list of texts", |value| {
        value.as_array()?.iter().map(Value::as_str).collect()
    })
}

/// A field that is a list of whole numbers.
pub fn wholes(record: &Value, key: &str) -> Result<Vec<u64>, Failure> {
    field(record, key, "a list of whole numbers", whole_list)
}

/// A list of whole numbers.
pub fn whole_list(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
}
