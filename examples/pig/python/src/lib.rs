//! Pig for Python: `import pig_python`, then `pig_python.laboratory.game("pig")` goes wherever `import ludarium` takes a
//! game.

use pyo3::prelude::*;

#[pymodule]
fn pig_python(module: &Bound<'_, PyModule>) -> PyResult<()> {
    ludarium_python::register(module, &[pig::bundle()])
}
