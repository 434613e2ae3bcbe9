//! @TITLE@ for Python: `import @CRATE@_python`, then `@CRATE@_python.laboratory.game("@NAME@")` goes wherever `ludarium`
//! takes a game.

use pyo3::prelude::*;

#[pymodule]
fn @CRATE@_python(module: &Bound<'_, PyModule>) -> PyResult<()> {
    ludarium_python::register(module, &[@CRATE@::bundle()])
}
