//! Ludarium for Python. The module `ludarium._native` holds a [`Laboratory`] with the games; a module of another
//! crate holds one with its own games, by [`register`].

mod agent;
mod arena;
mod bots;
mod chart;
mod course;
mod errors;
mod game;
mod laboratory;
mod listed;
mod patience;
mod position;
mod records;
mod threads;
mod vector;
mod whole;

use ludarium_bundle::Bundle;
use pyo3::prelude::*;

pub use laboratory::Laboratory;

/// Adds all classes and exceptions to a module, and a laboratory with the games of these bundles as `laboratory`.
///
/// # Errors
/// If Python has no memory for them.
pub fn register(module: &Bound<'_, PyModule>, bundles: &[Bundle]) -> PyResult<()> {
    errors::register(module)?;
    module.add_class::<Laboratory>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<agent::PyAgent>()?;
    module.add_class::<agent::PyDecision>()?;
    module.add_class::<agent::PyCandidate>()?;
    module.add_class::<vector::PyVector>()?;
    module.add_class::<arena::PyContest>()?;
    module.add_class::<arena::PyRun>()?;
    module.add_function(wrap_pyfunction!(chart::lines, module)?)?;
    let name = module.name()?.to_string();
    module.add("laboratory", Laboratory::new(ludarium_bundle::games(bundles), name))
}

/// The module of the package `ludarium`.
#[cfg(feature = "games")]
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let bundles = [
        ludarium_report_000::extend(ludarium_dice_chess::bundle()),
        ludarium_report_001::extend(ludarium_three_chess::bundle()),
        ludarium_report_002::extend(ludarium_tuc_chess::bundle()),
        ludarium_report_003::extend(ludarium_dicewars::bundle()),
        ludarium_report_004::extend(ludarium_chexers::bundle()),
        ludarium_backgammon::bundle(),
        ludarium_report_literature::extend_ur(ludarium_ur::bundle()),
    ];
    register(module, &bundles)
}
