//! `Game`: a game under one variant.

use std::sync::Arc;

use ludarium_arena::{GameEntry, GameInfo, Ruleset, seat_names, seeded_start};
use ludarium_game::tensors::AnyTensors;
use ludarium_game::{ChancePlace, Seed};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::errors::wrong;
use crate::position::PyPosition;
use crate::vector::PyVector;
use crate::whole::whole;

/// What all positions of a game share.
pub struct Rules {
    pub ruleset: Arc<dyn Ruleset>,
    pub tensors: Arc<dyn AnyTensors>,
    /// The name of the module that the game comes from.
    pub module: String,
    /// Python's objects for the actions, as far as there are few: to make them anew for each list takes longer than to
    /// find what is legal.
    numbers: PyOnceLock<Vec<Py<PyInt>>>,
}

/// How many actions have an object that stays.
const KEPT_NUMBERS: usize = 1 << 14;

impl Rules {
    pub fn new(ruleset: Arc<dyn Ruleset>, module: &str) -> Rules {
        Rules {
            tensors: ruleset.tensors(),
            ruleset,
            module: module.to_owned(),
            numbers: PyOnceLock::new(),
        }
    }

    /// Actions as a list of Python.
    pub fn list<'py>(&self, py: Python<'py>, actions: &[u32]) -> PyResult<Bound<'py, PyList>> {
        let kept = self.numbers.get_or_try_init(py, || {
            let count = self.tensors.actions().min(KEPT_NUMBERS);
            let numbers = (0..count).map(|action| Ok(action.into_pyobject(py)?.unbind()));
            numbers.collect::<PyResult<Vec<_>>>()
        })?;
        let number = |action: &u32| match kept.get(*action as usize) {
            Some(number) => number.bind(py).clone(),
            None => PyInt::new(py, *action),
        };
        PyList::new(py, actions.iter().map(number))
    }
}

/// A game under the rules of one variant.
#[pyclass(frozen, name = "Game", module = "ludarium")]
pub struct PyGame {
    info: GameInfo,
    variants: Vec<(&'static str, &'static str)>,
    rules: Arc<Rules>,
    module: String,
}

impl PyGame {
    pub fn new(entry: &GameEntry, variant: Option<&str>, module: &str) -> PyResult<PyGame> {
        let ruleset = entry.rules(variant).map_err(wrong)?;
        let variants = entry.variants().map(|one| (one.name, one.summary));
        Ok(PyGame {
            info: entry.info,
            variants: variants.collect(),
            rules: Arc::new(Rules::new(ruleset, module)),
            module: module.to_owned(),
        })
    }
}

impl PyGame {
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

/// A symmetry: its name, where actions come from, where numbers of the observation come from.
type Turned<'py> = (&'static str, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

#[pymethods]
impl PyGame {
    /// The name in commands.
    #[getter]
    fn name(&self) -> &'static str {
        self.info.name
    }

    /// The name of the module that it comes from.
    #[getter]
    fn module(&self) -> &str {
        &self.module
    }

    /// The name in sentences.
    #[getter]
    fn title(&self) -> &'static str {
        self.info.title
    }

    /// One line about the game.
    #[getter]
    fn summary(&self) -> &'static str {
        self.info.summary
    }

    /// The variant in its shortest form.
    #[getter]
    fn variant(&self) -> &str {
        self.rules.ruleset.variant()
    }

    /// All variants with a line about each.
    #[getter]
    fn variants(&self) -> Vec<(&'static str, &'static str)> {
        self.variants.clone()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.rules.ruleset.seats()
    }

    /// What the seats are called.
    #[getter]
    fn seat_names(&self) -> Vec<String> {
        seat_names(&*self.rules.ruleset)
    }

    /// Whether chance comes `before` or `after` moves, or `nowhere`.
    #[getter]
    fn chance(&self) -> &'static str {
        match self.rules.ruleset.chance() {
            ChancePlace::Nowhere => "nowhere",
            ChancePlace::BeforeMove => "before",
            ChancePlace::AfterMove => "after",
        }
    }

    /// The agents that can play, with a line about each.
    fn agents(&self) -> Vec<(String, String)> {
        let infos = self.rules.ruleset.agents().into_iter();
        infos.map(|info| (info.name.to_owned(), info.summary.to_owned())).collect()
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.rules.tensors.actions()
    }

    /// The arrays of an observation: name, shape and meaning of each.
    fn arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(&'static str, Bound<'py, PyTuple>, &'static str)>> {
        let arrays = self.rules.tensors.arrays().iter();
        arrays
            .map(|array| Ok((array.name, PyTuple::new(py, &array.shape)?, array.meaning)))
            .collect()
    }

    /// How the board can be turned without changing the game: for each way its name and two arrays. With them
    /// `mask[actions]` and `flat_observation[numbers]` are those of the turned position.
    fn symmetries<'py>(&self, py: Python<'py>) -> Vec<Turned<'py>> {
        let ways = self.rules.tensors.symmetries().into_iter();
        ways.map(|way| {
            let actions = PyArray1::from_vec(py, way.actions);
            (way.name, actions, PyArray1::from_vec(py, way.observation))
        })
        .collect()
    }

    /// The first position of a game; the seed decides what is left to chance.
    #[pyo3(signature = (seed=0))]
    fn start(&self, #[pyo3(from_py_with = whole)] seed: u64) -> PyPosition {
        let position = seeded_start(&*self.rules.ruleset, Seed(seed));
        PyPosition::new(self.rules.clone(), position, Seed(seed))
    }

    /// Reads a position in the game's notation.
    #[pyo3(signature = (text, seed=0))]
    fn parse(&self, text: &str, #[pyo3(from_py_with = whole)] seed: u64) -> PyResult<PyPosition> {
        let position = self.rules.ruleset.parse(text).map_err(wrong)?;
        Ok(PyPosition::new(self.rules.clone(), position, Seed(seed)))
    }

    /// Many games at once, stepped in threads. With `ask_for_chance` outcomes of chance are asked for like actions.
    #[pyo3(signature = (count, threads=None, ask_for_chance=false))]
    fn vector(
        &self,
        #[pyo3(from_py_with = whole)] count: usize,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
        ask_for_chance: bool,
    ) -> PyResult<PyVector> {
        let vector = PyVector::new(&self.rules, count, threads)?;
        vector.ask_for_chance(ask_for_chance);
        Ok(vector)
    }

    fn __repr__(&self) -> String {
        format!("<ludarium.Game {} {}>", self.name(), self.variant())
    }
}
