//! `Agent`: an agent of the catalogue by its text, and what it decides.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludarium_arena::{AnyPlayer, GameContext, Ruleset};
use ludarium_game::{Budget, Candidate, Decision, Purpose, Seed, Turn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{AgentFailed, IllegalMove, no_contender, wrong};
use crate::game::PyGame;
use crate::patience::patiently;
use crate::position::PyPosition;
use crate::whole::whole;

/// A player for the games of one ruleset.
type Seated = (&'static str, String, Box<dyn AnyPlayer>);

/// An agent by its text, for instance `best` or `mcts:iterations=500`. It plays any game that knows the text.
#[pyclass(frozen, name = "Agent", module = "ludarium")]
pub struct PyAgent {
    text: String,
    players: Mutex<Vec<Seated>>,
}

impl PyAgent {
    pub fn new(text: &str) -> PyAgent {
        PyAgent { text: text.to_owned(), players: Mutex::new(Vec::new()) }
    }

    /// Takes the player for a ruleset out of the list, or makes one; two threads that ask at once have one each.
    fn take(&self, ruleset: &dyn Ruleset) -> PyResult<Box<dyn AnyPlayer>> {
        let (game, variant) = (ruleset.game(), ruleset.variant());
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let known = players.iter().position(|one| one.0 == game && one.1 == variant);
        if let Some(place) = known {
            return Ok(players.swap_remove(place).2);
        }
        let contender = ruleset.contender(&self.text, None).map_err(no_contender)?;
        Ok(contender.player(&GameContext::plain(variant, Seed(0))))
    }

    fn give_back(&self, ruleset: &dyn Ruleset, player: Box<dyn AnyPlayer>) {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players.push((ruleset.game(), ruleset.variant().to_owned(), player));
    }
}

#[pymethods]
impl PyAgent {
    /// The text of the agent.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Raises an exception if a game does not know this agent.
    fn check(&self, game: &PyGame) -> PyResult<()> {
        let known = game.rules().ruleset.canonical(&self.text);
        known.map(|_| ()).map_err(wrong)
    }

    /// Chooses a move. The limits are seconds, simulations, positions and plies; without any the agent's own count. The
    /// same seed and limits other than time give the same decision.
    #[pyo3(signature = (position, *, time=None, iterations=None, nodes=None, depth=None, seed=0))]
    #[allow(clippy::too_many_arguments)]
    fn choose(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] iterations: Option<u64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole)] depth: Option<u32>,
        #[pyo3(from_py_with = whole)] seed: u64,
    ) -> PyResult<PyDecision> {
        let Turn::Seat(seat) = position.inner.turn() else {
            return Err(IllegalMove::new_err("nobody is to move here: roll, or begin a new game"));
        };
        let stop = Arc::new(AtomicBool::new(false));
        let time = time.map(|seconds| {
            let wrong = |_| PyValueError::new_err(format!("time is {seconds}, expected seconds"));
            Duration::try_from_secs_f64(seconds).map_err(wrong)
        });
        let budget = Budget {
            iterations,
            nodes,
            depth,
            time: time.transpose()?,
            stop: Some(stop.clone()),
            ..Budget::default()
        };
        let ruleset = &*position.rules.ruleset;
        let mut player = self.take(ruleset)?;
        let mut rng = Seed(seed).stream(Purpose::Seat, seat.0.into());
        let inner = &position.inner;
        let (player, decision) = patiently(
            py,
            || stop.store(true, Ordering::Relaxed),
            move || {
                let decision = player.choose(inner, &budget, &mut rng);
                (player, decision)
            },
        )?;
        self.give_back(ruleset, player);
        let decision = decision.map_err(|failure| AgentFailed::new_err(failure.reason))?;
        Ok(PyDecision { seats: inner.seats(), inner: decision })
    }

    fn __repr__(&self) -> String {
        format!("<ludarium.Agent {}>", self.text)
    }
}

/// What an agent decided, and what it thought.
#[pyclass(frozen, name = "Decision", module = "ludarium")]
pub struct PyDecision {
    inner: Decision<String>,
    seats: usize,
}

#[pymethods]
impl PyDecision {
    /// The move to play.
    #[getter]
    fn r#move(&self) -> &str {
        &self.inner.chosen
    }

    /// What was considered, best first.
    #[getter]
    fn candidates(&self) -> Vec<PyCandidate> {
        let candidates = self.inner.candidates.iter().cloned();
        candidates.map(|inner| PyCandidate { inner, seats: self.seats }).collect()
    }

    /// Positions looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes
    }

    /// Simulations made.
    #[getter]
    fn iterations(&self) -> u64 {
        self.inner.iterations
    }

    /// Plies looked ahead.
    #[getter]
    fn depth(&self) -> u32 {
        self.inner.depth
    }

    /// Seconds spent.
    #[getter]
    fn time(&self) -> f64 {
        self.inner.time.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        let (nodes, iterations) = (self.nodes(), self.iterations());
        format!("<ludarium.Decision {} nodes={nodes} iterations={iterations}>", self.r#move())
    }
}

/// A move that an agent considered.
#[pyclass(frozen, name = "Candidate", module = "ludarium")]
pub struct PyCandidate {
    inner: Candidate<String>,
    seats: usize,
}

#[pymethods]
impl PyCandidate {
    /// The move.
    #[getter]
    fn r#move(&self) -> &str {
        &self.inner.mv
    }

    /// The expected scores of all seats.
    #[getter]
    fn scores(&self) -> Vec<f32> {
        self.inner.scores.as_slice(self.seats).to_vec()
    }

    /// How often it was tried.
    #[getter]
    fn visits(&self) -> u64 {
        self.inner.visits
    }

    /// The expected continuation, the move itself first.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.inner.line.clone()
    }

    fn __repr__(&self) -> String {
        format!("<ludarium.Candidate {} {:?}>", self.r#move(), self.scores())
    }
}
