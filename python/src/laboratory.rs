//! `Laboratory`: the games of this module.

use ludarium_arena::Games;
use pyo3::prelude::*;

use crate::agent::PyAgent;
use crate::arena::{PyContest, PyRun};
use crate::errors::wrong;
use crate::game::PyGame;

/// The games of a module, and everything that can be done with them.
#[pyclass(frozen, module = "ludarium")]
pub struct Laboratory {
    games: Games,
    module: String,
}

impl Laboratory {
    /// A laboratory with these games, in the module with this name.
    pub fn new(games: Games, module: String) -> Laboratory {
        Laboratory { games, module }
    }
}

#[pymethods]
impl Laboratory {
    /// The name of the module that it stands in.
    #[getter]
    fn module(&self) -> &str {
        &self.module
    }

    /// The names of the games.
    fn games(&self) -> Vec<&'static str> {
        self.games.iter().map(|game| game.info.name).collect()
    }

    /// A game under the rules of a variant, the usual one without.
    #[pyo3(signature = (name, variant=None))]
    fn game(&self, name: &str, variant: Option<&str>) -> PyResult<PyGame> {
        let entry = self.games.find(name).map_err(wrong)?;
        PyGame::new(entry, variant, &self.module)
    }

    /// An agent by its text. It is looked up when it sees a position.
    fn agent(&self, text: &str) -> PyAgent {
        PyAgent::new(text)
    }

    /// A match or tournament; `settings` is what a tournament file holds, as TOML.
    fn contest(&self, settings: &str) -> PyResult<PyContest> {
        PyContest::new(self.games.clone(), &self.module, settings)
    }

    /// A run from the disk.
    fn open(&self, path: std::path::PathBuf) -> PyResult<PyRun> {
        PyRun::open(self.games.clone(), path)
    }

    fn __repr__(&self) -> String {
        format!("<ludarium.Laboratory {}>", self.games().join(", "))
    }
}
