//! Reading the fields of a record; whatever is missing or of another type makes it unrecognised.

use ludarium_games::dicewars::{Area, MAX_AREAS};
use serde_json::Value;

use crate::Failure;

pub(super) fn malformed(reason: impl Into<String>) -> Failure {
    Failure::Unrecognised {
        game: "Dicewars",
        reason: reason.into(),
    }
}

pub(super) fn get<'a>(record: &'a Value, key: &str) -> Result<&'a Value, Failure> {
    record
        .get(key)
        .ok_or_else(|| malformed(format!("a record without `{key}`")))
}

fn expected<T>(value: Option<T>, key: &str, kind: &str) -> Result<T, Failure> {
    value.ok_or_else(|| malformed(format!("`{key}` is not {kind}")))
}

pub(super) fn text<'a>(record: &'a Value, key: &str) -> Result<&'a str, Failure> {
    expected(get(record, key)?.as_str(), key, "text")
}

pub(super) fn whole(record: &Value, key: &str) -> Result<u64, Failure> {
    expected(get(record, key)?.as_u64(), key, "a whole number")
}

pub(super) fn list<'a>(record: &'a Value, key: &str) -> Result<&'a [Value], Failure> {
    let list = get(record, key)?.as_array();
    expected(list.map(Vec::as_slice), key, "a list")
}

/// The whole numbers of a list.
pub(super) fn wholes(value: &Value) -> Result<Vec<u64>, Failure> {
    let numbers = value
        .as_array()
        .and_then(|items| items.iter().map(Value::as_u64).collect());
    expected(numbers, &value.to_string(), "a list of whole numbers")
}

/// The whole numbers of a list that is a field.
pub(super) fn numbers(record: &Value, key: &str) -> Result<Vec<u64>, Failure> {
    wholes(get(record, key)?)
}

/// The whole numbers of a list that is a field and has at least one.
pub(super) fn some_numbers(record: &Value, key: &str) -> Result<Vec<u64>, Failure> {
    let numbers = Some(numbers(record, key)?).filter(|numbers| !numbers.is_empty());
    expected(numbers, key, "a list with numbers")
}

/// A pair of whole numbers, the rest of the list left aside.
pub(super) fn pair(value: &Value) -> Result<(u64, u64), Failure> {
    let pair = || Some((value.get(0)?.as_u64()?, value.get(1)?.as_u64()?));
    expected(pair(), &value.to_string(), "a pair of whole numbers")
}

pub(super) fn decimal(value: Option<&Value>, what: &str) -> Result<f64, Failure> {
    expected(value.and_then(Value::as_f64), what, "a number")
}

pub(super) fn area(number: u64) -> Result<Area, Failure> {
    Area::numbered(number as usize, MAX_AREAS)
        .ok_or_else(|| malformed(format!("there is no area {number}")))
}
