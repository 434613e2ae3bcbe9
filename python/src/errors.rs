//! Errors of Ludarium as exceptions of Python, with the same words.

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use ludarium_arena::{ContenderError, RunError, StoreError};

create_exception!(ludarium, Error, PyValueError, "Something that was given is wrong.");
create_exception!(ludarium, IllegalMove, Error, "A move or action that is not legal here.");
create_exception!(
    ludarium,
    BadPosition,
    Error,
    "A text that is no position, or one of another game."
);
create_exception!(ludarium, UnknownName, Error, "A name that nobody knows.");
create_exception!(ludarium, AgentFailed, PyRuntimeError, "An agent gave no answer.");
create_exception!(ludarium, RunFailed, PyOSError, "A run could not be read, written or played.");

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("IllegalMove", py.get_type::<IllegalMove>())?;
    module.add("BadPosition", py.get_type::<BadPosition>())?;
    module.add("UnknownName", py.get_type::<UnknownName>())?;
    module.add("AgentFailed", py.get_type::<AgentFailed>())?;
    module.add("RunFailed", py.get_type::<RunFailed>())
}

/// What is wrong with a text or a number.
pub fn wrong(error: ludarium_game::Error) -> PyErr {
    let text = error.to_string();
    exception(&error, text)
}

/// The exception of the kind that an error has.
fn exception(error: &ludarium_game::Error, text: String) -> PyErr {
    use ludarium_game::Error as Wrong;
    match error {
        Wrong::Illegal { .. } | Wrong::Notation { .. } => IllegalMove::new_err(text),
        Wrong::Position { .. } | Wrong::Impossible(_) => BadPosition::new_err(text),
        Wrong::Unknown { .. } => UnknownName::new_err(text),
        Wrong::Agent { reason, .. } => exception(reason, text),
        Wrong::Value { .. } | Wrong::Spec { .. } => Error::new_err(text),
    }
}

/// Why nobody plays.
pub fn no_contender(error: ContenderError) -> PyErr {
    match error {
        ContenderError::Text(error) => wrong(error),
        other => AgentFailed::new_err(other.to_string()),
    }
}

/// Why a run cannot go on.
pub fn no_run(error: RunError) -> PyErr {
    match error {
        RunError::Contest(error) => wrong(error),
        RunError::Contender(error) => no_contender(error),
        other => RunFailed::new_err(other.to_string()),
    }
}

/// Why a file cannot be read or written.
pub fn no_store(error: StoreError) -> PyErr {
    RunFailed::new_err(error.to_string())
}
