//! Fields that only Dicewars records have.

use crate::rules::{Area, MAX_AREAS};
use serde_json::Value;

use ludarium_originals::Failure;
use ludarium_originals::fields::{unrecognised, whole_list, wholes};

/// The whole numbers of a list.
pub(super) fn numbers_of(value: &Value) -> Result<Vec<u64>, Failure> {
    whole_list(value).ok_or_else(|| unrecognised(format!("{value} is not a list of whole numbers")))
}

/// The whole numbers of a list that is a field and has at least one.
pub(super) fn some_numbers(record: &Value, key: &str) -> Result<Vec<u64>, Failure> {
    let numbers = Some(wholes(record, key)?).filter(|numbers| !numbers.is_empty());
    numbers.ok_or_else(|| unrecognised(format!("`{key}` is empty")))
}

/// A pair of whole numbers, the rest of the list left aside.
pub(super) fn pair(value: &Value) -> Result<(u64, u64), Failure> {
    let pair = || Some((value.get(0)?.as_u64()?, value.get(1)?.as_u64()?));
    pair().ok_or_else(|| unrecognised(format!("{value} is not a pair of whole numbers")))
}

pub(super) fn decimal(value: Option<&Value>, what: &str) -> Result<f64, Failure> {
    let number = value.and_then(Value::as_f64);
    number.ok_or_else(|| unrecognised(format!("`{what}` is not a number")))
}

pub(super) fn area(number: u64) -> Result<Area, Failure> {
    Area::numbered(number as usize, MAX_AREAS)
        .ok_or_else(|| unrecognised(format!("there is no area {number}")))
}
