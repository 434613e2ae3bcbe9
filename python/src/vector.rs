//! `Vector`: many games at once, written into arrays of NumPy without the interpreter.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludarium_game::Seed;
use ludarium_game::tensors::{AnyVector, Buffers};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::wrong;
use crate::game::Rules;
use crate::threads::{KeptThreads, check_threads};

/// More games than anybody steps at once: they take some gigabytes.
const MOST_GAMES: usize = 1_000_000;

/// Many games of one kind. Every game has a row in each array.
#[pyclass(frozen, name = "Vector", module = "ludarium")]
pub struct PyVector {
    inner: Mutex<Box<dyn AnyVector>>,
    threads: KeptThreads,
    /// Whether the games have begun.
    begun: AtomicBool,
    count: usize,
    seats: usize,
    actions: usize,
    size: usize,
}

/// The arrays of a step: observations, masks, seats, scores, ended.
type Arrays<'py> = (
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, bool>,
);

impl PyVector {
    pub fn new(rules: &Arc<Rules>, count: usize, threads: Option<usize>) -> PyResult<PyVector> {
        if !(1..=MOST_GAMES).contains(&count) {
            let text = format!("{count} games: expected 1 to {MOST_GAMES}");
            return Err(PyValueError::new_err(text));
        }
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = check_threads(threads.unwrap_or(available))?;
        let inner = rules.tensors.vector(count, threads);
        Ok(PyVector {
            count,
            threads: KeptThreads::default(),
            begun: AtomicBool::new(false),
            seats: inner.seats(),
            inner: Mutex::new(inner),
            actions: rules.tensors.actions(),
            size: rules.tensors.size(),
        })
    }

    /// Whether outcomes of chance are asked for like actions.
    pub fn ask_for_chance(&self, asked: bool) {
        self.games().ask_for_chance(asked);
    }

    fn check_begun(&self) -> PyResult<()> {
        if self.begun.load(Ordering::Relaxed) {
            Ok(())
        } else {
            Err(PyValueError::new_err("the games have not begun: call reset first"))
        }
    }

    /// The games. Two threads that use them at once wait for each other, without the interpreter.
    fn games(&self) -> MutexGuard<'_, Box<dyn AnyVector>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, arrays: &Arrays<'_>) -> PyResult<()> {
        let (count, seats) = (self.count, self.seats);
        let (observations, masks, movers, scores, ended) = arrays;
        let shapes = [
            ("masks", masks.shape(), vec![count, self.actions]),
            ("seats", movers.shape(), vec![count]),
            ("scores", scores.shape(), vec![count, seats]),
            ("ended", ended.shape(), vec![count]),
        ];
        for (name, found, wanted) in shapes {
            if found != wanted {
                let text = format!("{name} has the shape {found:?}, expected {wanted:?}");
                return Err(PyValueError::new_err(text));
            }
        }
        let orders = [
            ("observations", observations.is_c_contiguous()),
            ("masks", masks.is_c_contiguous()),
            ("scores", scores.is_c_contiguous()),
        ];
        if let Some((name, _)) = orders.iter().find(|(_, in_order)| !in_order) {
            let text = format!("{name} is not in C order: numpy.ascontiguousarray makes it so");
            return Err(PyValueError::new_err(text));
        }
        let found = observations.shape();
        if found != [count, self.size] && found != [count, 0] {
            let text =
                format!("observations has the shape {found:?}, expected [{count}, {}]", self.size);
            return Err(PyValueError::new_err(text));
        }
        Ok(())
    }
}

/// What a step writes to, as slices.
macro_rules! buffers {
    ($arrays:ident) => {
        Buffers {
            observations: $arrays.0.as_slice_mut()?,
            masks: $arrays.1.as_slice_mut()?,
            seats: $arrays.2.as_slice_mut()?,
            scores: $arrays.3.as_slice_mut()?,
            ended: $arrays.4.as_slice_mut()?,
        }
    };
}

#[pymethods]
impl PyVector {
    /// How many games there are.
    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    /// Starts all games again and writes how they begin.
    fn reset(&self, py: Python<'_>, seed: u64, arrays: Arrays<'_>) -> PyResult<()> {
        self.check(&arrays)?;
        let mut arrays = arrays;
        let out = buffers!(arrays);
        py.detach(|| self.games().reset(Seed(seed), out, &self.threads));
        self.begun.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Plays one action in each game and writes what came of it; the reward is the score of the seat that has moved, if
    /// its move ended the game. Who moves is read from the seats in the arrays.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        arrays: Arrays<'_>,
        mut rewards: PyReadwriteArray1<'_, f32>,
    ) -> PyResult<()> {
        self.check_begun()?;
        self.check(&arrays)?;
        for (what, found) in [("actions", actions.len()), ("rewards", rewards.len())] {
            if found != self.count {
                let wanted = self.count;
                let text = format!("{found} {what} for {wanted} games");
                return Err(PyValueError::new_err(text));
            }
        }
        let mut arrays = arrays;
        let (actions, rewards) = (actions.as_slice()?, rewards.as_slice_mut()?);
        let movers = arrays.2.as_slice()?.to_vec();
        let out = buffers!(arrays);
        py.detach(|| self.games().step(actions, out, &self.threads)).map_err(wrong)?;
        let rows = arrays.3.as_slice()?.chunks(self.seats);
        for ((reward, scores), mover) in rewards.iter_mut().zip(rows).zip(movers) {
            let score = usize::try_from(mover).ok().and_then(|mover| scores.get(mover));
            *reward = score.copied().unwrap_or_default();
        }
        Ok(())
    }

    /// The outcomes of the pending chance event of a game with their probabilities; an action is the place of one of them.
    fn outcomes(&self, game: usize) -> Vec<(String, f64)> {
        self.games().outcomes(game)
    }

    /// Writes a random legal action for each game.
    fn sample(&self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        self.check_begun()?;
        let actions = actions.as_slice_mut()?;
        py.detach(|| self.games().sample(actions));
        Ok(())
    }
}
