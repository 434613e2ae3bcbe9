//! Whole numbers from Python.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// Reads a whole number, or nothing where it may be left out. One that is below 0 or too large is a `ValueError`, like any
/// other number that cannot be meant; by itself it would be an `OverflowError`.
pub fn whole<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyAny>) -> PyResult<T> {
    given.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        if !error.is_instance_of::<PyOverflowError>(given.py()) {
            return error;
        }
        let below = given.lt(0).unwrap_or(false);
        let expected = if below { "expected 0 or more" } else { "the number is too large" };
        PyValueError::new_err(format!("{given}: {expected}"))
    })
}
