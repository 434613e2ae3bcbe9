//! `Position`: a position of any game, by texts and by numbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ludarium_draw::{Style, TerminalStyle};
use ludarium_game::tensors::Playouts;
use ludarium_game::{Fact, Facts, Position, Purpose, Rng, Seat, Seed, Turn};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::course::{Course, CourseStep};
use crate::errors::{IllegalMove, wrong};
use crate::game::Rules;
use crate::listed::Listed;
use crate::patience::patiently;
use crate::threads::check_threads;
use crate::whole::whole;

/// Columns of a board in text.
const COLUMNS: usize = 80;

/// A position. It is changed by `play` and `roll`; `copy` makes another one.
#[pyclass(name = "Position", module = "ludarium")]
pub struct PyPosition {
    pub rules: Arc<Rules>,
    pub inner: Listed,
    course: Course,
    rng: Rng,
}

impl PyPosition {
    pub fn new(rules: Arc<Rules>, inner: Position, seed: Seed) -> PyPosition {
        let course = Course::new(&inner, seed);
        PyPosition { rules, rng: course.rng(), course, inner: Listed::new(inner) }
    }

    /// Makes a move or applies an outcome, as a text.
    pub fn play_text(&mut self, text: &str) -> PyResult<()> {
        self.inner.play(text).map_err(wrong)?;
        self.course.note(CourseStep::Text(text.to_owned()));
        Ok(())
    }

    fn play_action(&mut self, action: usize) -> PyResult<()> {
        let played = self.inner.play_action(&*self.rules.tensors, action);
        played.map_err(wrong)?;
        // A legal action is below their number, which fits.
        self.course.note(CourseStep::Action(action as u32));
        Ok(())
    }

    /// Draws the pending chance event by the seed of the game; nothing where none is pending.
    fn draw(&mut self) -> Option<String> {
        let drawn = self.inner.roll(&mut self.rng)?;
        self.course.note(CourseStep::Drawn);
        Some(drawn)
    }

    /// The seat that looks: the one that is named, or the one to move.
    fn viewer(&self, seat: Option<u8>) -> Seat {
        match (seat, self.inner.turn()) {
            (Some(seat), _) => Seat(seat),
            (None, Turn::Seat(seat)) => seat,
            (None, _) => Seat(0),
        }
    }
}

#[pymethods]
impl PyPosition {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.game()
    }

    /// The variant.
    #[getter]
    fn variant(&self) -> &str {
        self.rules.ruleset.variant()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.inner.seats()
    }

    /// The seat to move, or `"chance"`, or `"over"`.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.inner.turn() {
            Turn::Seat(seat) => seat.0.into_pyobject(py)?.into_any(),
            Turn::Chance => intern!(py, "chance").clone().into_any(),
            Turn::Over => intern!(py, "over").clone().into_any(),
        })
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.turn() == Turn::Over
    }

    /// Whether chance is next.
    #[getter]
    fn is_chance(&self) -> bool {
        self.inner.turn() == Turn::Chance
    }

    /// The legal moves of the seat to move, sorted; none where nobody is to move.
    fn moves(&self) -> Vec<String> {
        self.inner.moves()
    }

    /// The outcomes of the pending chance event with their probabilities; empty where none is pending or there are too
    /// many to list.
    fn chances(&self) -> Vec<(String, f64)> {
        let choices = self.inner.choices().into_iter();
        choices.filter_map(|choice| Some((choice.text, choice.probability?))).collect()
    }

    /// Makes a move in the game's notation, or the move of an action, or applies an outcome.
    fn play(&mut self, choice: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = choice.cast::<PyString>() {
            return self.play_text(&text.to_cow()?);
        }
        self.play_action(number(choice)?)
    }

    /// Another position: this one after a move, an action or an outcome. It stays as it is.
    fn child(&self, choice: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let mut child = self.copy();
        child.play(choice)?;
        Ok(child)
    }

    /// What happened since the position was started or read, as `(by, text)`: a seat or `"chance"`, and its move or outcome.
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, String)>> {
        let history = self.course.history(&*self.rules.tensors).map_err(wrong)?;
        let told = history.into_iter().map(|(by, text)| {
            let by = match by {
                Some(seat) => seat.0.into_pyobject(py)?.into_any(),
                None => intern!(py, "chance").clone().into_any(),
            };
            Ok((by, text))
        });
        told.collect()
    }

    /// How another process makes this position: from its start, by the same steps, so that history and dice are the same.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps = PyList::empty(py);
        for step in self.course.steps() {
            match step {
                CourseStep::Text(text) => steps.append(text)?,
                CourseStep::Action(action) => steps.append(action)?,
                CourseStep::Drawn => steps.append(py.None())?,
                // No move has this text.
                CourseStep::Settled => steps.append("")?,
            }
        }
        let (module, game, variant) = (&self.rules.module, self.game(), self.variant());
        let start = self.course.start().describe();
        let arguments = (module, game, variant, self.course.seed().0, start, steps);
        let restore = py.import("ludarium._restored")?.getattr("restored")?;
        (restore, arguments).into_pyobject(py)
    }

    /// Does again what `__reduce__` has told.
    fn _repeat(&mut self, steps: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
        for step in steps {
            if step.is_none() {
                self.roll(None)?;
            } else if step.eq("")? {
                self.settle(step.py())?;
            } else {
                self.play(&step)?;
            }
        }
        Ok(())
    }

    /// Makes a move as `play` does, then draws chance events as `settle` does; whose turn it is then.
    fn step<'py>(&mut self, choice: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.play(choice)?;
        self.settle(choice.py())
    }

    /// Draws chance events by the seed of the game until a seat is to move or the game is over; whose turn it is then.
    fn settle<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.inner.turn() == Turn::Chance {
            self.inner.settle(&mut self.rng);
            self.course.note(CourseStep::Settled);
        }
        self.turn(py)
    }

    /// Draws the pending chance event, applies it and returns its text. Without `rng` the numbers come from the seed of
    /// the game; otherwise from a whole number, a `random.Random` or a generator of NumPy.
    #[pyo3(signature = (rng=None))]
    fn roll(&mut self, rng: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let drawn = match rng {
            None => self.draw(),
            Some(source) => {
                let drawn = self.inner.roll(&mut Rng::new(Seed(bits(source)?)));
                drawn.iter().for_each(|text| self.course.note(CourseStep::Text(text.clone())));
                drawn
            }
        };
        drawn.ok_or_else(|| IllegalMove::new_err("no chance event is pending here"))
    }

    /// The scores of all seats; `None` while the game goes on.
    fn scores(&self) -> Option<Vec<f32>> {
        let over = self.inner.turn() == Turn::Over;
        over.then(|| self.inner.scores().as_slice(self.inner.seats()).to_vec())
    }

    /// Why the game is over; empty while it is not.
    #[getter]
    fn ending(&self) -> &'static str {
        self.inner.ending()
    }

    /// The position in the game's notation.
    #[getter]
    fn text(&self) -> String {
        self.inner.describe()
    }

    /// A number that is equal for positions from which the same can follow.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// What the position tells programs beyond its pieces.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        facts(py, &self.inner.facts())
    }

    /// Another position that is equal to this one.
    pub fn copy(&self) -> PyPosition {
        PyPosition {
            rules: self.rules.clone(),
            inner: self.inner.clone(),
            course: self.course.clone(),
            rng: self.rng.clone(),
        }
    }

    /// The same as `copy`, as other libraries call it.
    fn clone(&self) -> PyPosition {
        self.copy()
    }

    fn __copy__(&self) -> PyPosition {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.copy()
    }

    /// The board as text.
    fn board(&self) -> String {
        let style = TerminalStyle { colour: false, width: COLUMNS };
        ludarium_draw::terminal(&self.inner.scene(), &style)
    }

    /// The board as an SVG document.
    fn svg(&self) -> String {
        ludarium_draw::svg(&self.inner.scene(), &Style::default())
    }

    /// The picture for a cell of a notebook, never wider than the cell.
    fn _repr_svg_(&self) -> String {
        let fitted = r#"<svg style="max-width: min(100%, 720px); height: auto" "#;
        self.svg().replacen("<svg ", fitted, 1)
    }

    /// The board as pixels: height, width and three colours.
    #[pyo3(signature = (width=480))]
    fn pixels<'py>(&self, py: Python<'py>, width: u32) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let failed = |error: String| PyValueError::new_err(error);
        let png = ludarium_draw::png(&self.inner.scene(), &Style::default(), width);
        let png = png.map_err(|error| failed(error.to_string()))?;
        let picture =
            tiny_skia::Pixmap::decode_png(&png).map_err(|error| failed(error.to_string()))?;
        let colours = picture.pixels().iter();
        let flat: Vec<u8> =
            colours.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        let shape = [picture.height() as usize, picture.width() as usize, 3];
        PyArray1::from_vec(py, flat).reshape(shape)
    }

    /// The legal actions, ascending.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let actions = self.inner.legal(&*self.rules.tensors).map_err(wrong)?;
        self.rules.list(py, &actions)
    }

    /// 1 for each legal action, 0 for all others.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let tensors = &*self.rules.tensors;
        let mask = PyArray1::zeros(py, tensors.actions(), false);
        let mut numbers = mask.readwrite();
        let numbers = numbers.as_slice_mut()?;
        for action in self.inner.legal(tensors).map_err(wrong)? {
            numbers[action as usize] = 1;
        }
        Ok(mask)
    }

    /// The action of a legal move.
    fn action(&self, text: &str) -> PyResult<usize> {
        let tensors = &self.rules.tensors;
        tensors.action(&self.inner, text).map_err(wrong)
    }

    /// The move of a legal action.
    fn move_of(&self, action: usize) -> PyResult<String> {
        let tensors = &self.rules.tensors;
        tensors.text(&self.inner, action).map_err(wrong)
    }

    /// What a seat sees, all arrays one after the other; without `seat`, what the seat to move sees.
    #[pyo3(signature = (seat=None))]
    fn flat_observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let tensors = &self.rules.tensors;
        let seen = PyArray1::zeros(py, tensors.size(), false);
        let viewer = self.viewer(seat);
        let mut numbers = seen.readwrite();
        let numbers = numbers.as_slice_mut()?;
        tensors.observe(&self.inner, viewer, numbers).map_err(wrong)?;
        Ok(seen)
    }

    /// What a seat sees: a dict of arrays by their names.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyDict>> {
        let mut seen = vec![0.0; self.rules.tensors.size()];
        let viewer = self.viewer(seat);
        let tensors = &self.rules.tensors;
        tensors.observe(&self.inner, viewer, &mut seen).map_err(wrong)?;
        let arrays = PyDict::new(py);
        let mut rest = &seen[..];
        for array in tensors.arrays() {
            let (numbers, later) = rest.split_at(array.size());
            let shaped = PyArray1::from_slice(py, numbers).reshape(array.shape.clone())?;
            arrays.set_item(array.name, shaped)?;
            rest = later;
        }
        Ok(arrays)
    }

    /// What the game's usual evaluation says: the expected score of each seat.
    fn evaluate(&self) -> Option<Vec<f32>> {
        let scores = self.rules.ruleset.evaluate(&self.inner)?;
        Some(scores.as_slice(self.inner.seats()).to_vec())
    }

    /// Plays random games on to their end: the mean scores of all seats, and the number of plies of all games.
    #[pyo3(signature = (games, seed=0, threads=1))]
    fn playouts(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] games: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] threads: usize,
    ) -> PyResult<(Vec<f64>, u64)> {
        if games == 0 {
            return Err(PyValueError::new_err("0 games: expected at least 1"));
        }
        let threads = check_threads(threads)?;
        let halt = AtomicBool::new(false);
        let share = |thread: usize| {
            games / threads as u64 + u64::from((thread as u64) < games % threads as u64)
        };
        let work = |thread: usize| {
            let seed = Seed(seed).derive(Purpose::Search, thread as u64);
            self.rules.tensors.playouts(&self.inner, share(thread), seed, &halt)
        };
        let played: Vec<Playouts> = patiently(
            py,
            || halt.store(true, Ordering::Relaxed),
            || {
                thread::scope(|scope| {
                    let work = &work;
                    let begin = |number| {
                        let thread = thread::Builder::new();
                        thread.spawn_scoped(scope, move || work(number)).map_err(|_| number)
                    };
                    let begun: Vec<_> = (1..threads).map(begin).collect();
                    let mine = work(0);
                    let others = begun.into_iter().filter_map(|begun| match begun {
                        Ok(thread) => thread.join().ok(),
                        // The system had no thread for it.
                        Err(number) => Some(work(number)),
                    });
                    std::iter::once(mine).chain(others).collect::<Result<Vec<_>, _>>()
                })
            },
        )?
        .map_err(wrong)?;
        let mean = |seat: usize| {
            let sums = played.iter().map(|one| f64::from(one.scores.as_slice(seat + 1)[seat]));
            sums.sum::<f64>() / games as f64
        };
        let means = (0..self.inner.seats()).map(mean).collect();
        Ok((means, played.iter().map(|one| one.plies).sum()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyPosition>().ok().and_then(|other| other.try_borrow().ok());
        other.is_some_and(|other| *self.inner == *other.inner)
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    fn __repr__(&self) -> String {
        format!("<ludarium.Position {} {}>", self.game(), self.text())
    }
}

/// A whole number from Python or NumPy; anything else is a mistake of the caller.
fn number(choice: &Bound<'_, PyAny>) -> PyResult<usize> {
    let whole: PyResult<i64> = choice.extract();
    let whole = whole.map_err(|_| {
        let kind = choice.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        PyTypeError::new_err(format!(
            "expected a move as a text or an action as a whole number, not {kind}"
        ))
    })?;
    usize::try_from(whole).map_err(|_| IllegalMove::new_err(format!("action {whole} is below 0")))
}

/// 64 bits from a seed or a generator of numbers.
fn bits(source: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(seed) = source.extract::<u64>() {
        return Ok(seed);
    }
    if source.hasattr("getrandbits")? {
        return source.call_method1("getrandbits", (64,))?.extract();
    }
    if source.hasattr("integers")? {
        return source.call_method1("integers", (0, i64::MAX))?.extract();
    }
    Err(PyTypeError::new_err(
        "expected a whole number, a random.Random or a numpy.random.Generator",
    ))
}

fn facts<'py>(py: Python<'py>, list: &Facts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, one) in list {
        dict.set_item(name, fact(py, one)?)?;
    }
    Ok(dict)
}

fn fact<'py>(py: Python<'py>, one: &Fact) -> PyResult<Bound<'py, PyAny>> {
    Ok(match one {
        Fact::Number(number) => number.into_pyobject(py)?.into_any(),
        Fact::Word(word) => word.into_pyobject(py)?.into_any(),
        Fact::Flag(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Fact::List(list) => {
            let list = list.iter().map(|one| fact(py, one)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, list)?.into_any()
        }
        Fact::Record(record) => facts(py, record)?.into_any(),
    })
}
