//! Agents that are written in Python, as bots of a contest.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludarium_arena::protocol::{BotEvent, BotMove, BotTurn, ChosenMove, NewGame};
use ludarium_arena::{
    BotPlayer, BotProgram, BotSource, Failure, Games, Identity, Subscription, TurnTerms,
};
use ludarium_game::{Fault, Seed};
use pyo3::prelude::*;

use crate::game::Rules;
use crate::position::PyPosition;

/// How the texts of these agents begin.
const PREFIX: &str = "python ";

/// An agent from Python: something with a method `choose`, and what it is.
pub struct PythonAgent {
    pub object: Py<PyAny>,
    pub digest: String,
}

/// The agents from Python that a contest knows, by their names.
pub struct PythonBots {
    pub games: Games,
    /// The name of the module that they come from.
    pub module: String,
    pub agents: HashMap<String, Arc<PythonAgent>>,
    /// What ends the games at the first exception of an agent; without it an exception is a fault of that agent.
    pub alarm: Option<Arc<Alarm>>,
}

/// Keeps the first exception of an agent and stops the games.
pub struct Alarm {
    first: Mutex<Option<PyErr>>,
    stop: Box<dyn Fn() + Send + Sync>,
}

impl Alarm {
    pub fn new(stop: impl Fn() + Send + Sync + 'static) -> Alarm {
        Alarm { first: Mutex::new(None), stop: Box::new(stop) }
    }

    fn ring(&self, error: PyErr) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
        (self.stop)();
    }

    /// The exception, if there was one.
    pub fn heard(&self) -> Option<PyErr> {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.take()
    }
}

impl fmt::Debug for PythonBots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.agents.keys()).finish()
    }
}

impl BotSource for PythonBots {
    fn find(&self, text: &str, game: &str) -> Result<Arc<dyn BotProgram>, String> {
        let (_, line) = ludarium_arena::split_bot(text)?;
        let unknown = "only agents from Python play here: give the object itself";
        let name = line.trim().strip_prefix(PREFIX).ok_or(unknown)?;
        let agent = self.agents.get(name.trim()).ok_or(unknown)?;
        Ok(Arc::new(Program {
            name: name.trim().to_owned(),
            agent: agent.clone(),
            games: self.games.clone(),
            module: self.module.clone(),
            game: game.to_owned(),
            alarm: self.alarm.clone(),
        }))
    }
}

struct Program {
    name: String,
    agent: Arc<PythonAgent>,
    games: Games,
    module: String,
    game: String,
    alarm: Option<Arc<Alarm>>,
}

impl Program {
    /// An exception as a fault: its text in one line, and where it was raised as last words.
    fn raised(&self, py: Python<'_>, error: PyErr) -> Failure {
        let mut failure = failed(format!("raised {error}"));
        let trace = error.traceback(py).map(|trace| trace.format());
        if let Some(Ok(trace)) = trace {
            failure.last_words = format!("{trace}{error}");
        }
        if let Some(alarm) = &self.alarm {
            alarm.ring(error);
        }
        failure
    }
}

impl BotProgram for Program {
    fn join(self: Arc<Self>) -> Box<dyn BotPlayer> {
        Box::new(Seat { program: self, position: None, spent: Duration::ZERO })
    }

    fn identity(&self) -> Result<Identity, String> {
        Ok(Identity::default().with("source", self.agent.digest.clone()))
    }

    fn confinement(&self) -> Option<String> {
        Some("inside the Python program".to_owned())
    }

    fn name(&self) -> Option<String> {
        Some(self.name.clone())
    }
}

/// An agent in a seat of a game.
struct Seat {
    program: Arc<Program>,
    /// The position as the events have left it; with its history, which the text does not hold.
    position: Option<Py<PyPosition>>,
    spent: Duration,
}

fn failed(reason: impl fmt::Display) -> Failure {
    Failure::new(Fault::Failed, reason.to_string())
}

impl Seat {
    fn position(&self, py: Python<'_>, text: &str) -> Result<Py<PyPosition>, Failure> {
        let Some(position) = &self.position else {
            return Err(failed("was asked before the game began"));
        };
        let same = position.borrow(py).inner.describe() == text;
        if same {
            return Ok(position.clone_ref(py));
        }
        let rules = position.borrow(py).rules.clone();
        let read = rules.ruleset.parse(text).map_err(failed)?;
        let position = Py::new(py, PyPosition::new(rules, read, Seed(0)));
        position.map_err(|error| self.program.raised(py, error))
    }

    fn follow(&mut self, py: Python<'_>, events: &[BotEvent]) {
        if let Some(position) = &self.position {
            let mut position = position.borrow_mut(py);
            for event in events {
                // If one does not fit, the text of the position counts.
                let _ = position.play_text(&event.event);
            }
        }
    }
}

impl BotPlayer for Seat {
    fn begin(&mut self, game: &NewGame) -> Result<Subscription, Failure> {
        let ruleset = self.program.games.rules(&self.program.game, Some(&game.variant));
        let ruleset = ruleset.map_err(failed)?;
        let start = ruleset.parse(&game.state).map_err(failed)?;
        let rules = Arc::new(Rules::new(ruleset, &self.program.module));
        Python::attach(|py| {
            let raised = |error| self.program.raised(py, error);
            let position =
                Py::new(py, PyPosition::new(rules, start, Seed(game.seed))).map_err(raised)?;
            let agent = self.program.agent.object.bind(py);
            if agent.hasattr("begin").map_err(raised)? {
                let copy = position.borrow(py).copy();
                agent.call_method1("begin", (copy, game.seat)).map_err(raised)?;
            }
            self.position = Some(position);
            Ok(Subscription { no_legal: true, each_event: false })
        })
    }

    fn choose(&mut self, turn: BotTurn, _: TurnTerms<'_>) -> Result<BotMove, Failure> {
        let started = Instant::now();
        let answer = Python::attach(|py| {
            self.follow(py, &turn.events);
            let position = self.position(py, &turn.state)?;
            let raised = |error| self.program.raised(py, error);
            let shown = Py::new(py, position.borrow(py).copy()).map_err(raised)?;
            let agent = self.program.agent.object.bind(py);
            let answer = if agent.hasattr("choose").map_err(raised)? {
                agent.call_method1("choose", (&shown,))
            } else {
                agent.call1((&shown,))
            };
            let answer = answer.map_err(raised)?;
            if let Ok(text) = answer.extract::<String>() {
                return Ok(text);
            }
            // A decision of one of our agents.
            if let Ok(chosen) = answer.getattr("move") {
                return chosen.extract::<String>().map_err(raised);
            }
            let illegal = |error: String| Failure::new(Fault::Illegal, error);
            let action = answer.extract::<usize>().map_err(|_| {
                let kind = answer
                    .get_type()
                    .name()
                    .map_or_else(|_| String::new(), |name| name.to_string());
                illegal(format!("answered with {kind}, expected a text, an action or a decision"))
            })?;
            let position = position.borrow(py);
            let tensors = &position.rules.tensors;
            let text = tensors.text(&position.inner, action);
            text.map_err(|error| illegal(error.to_string()))
        });
        self.spent = started.elapsed();
        Ok(BotMove { pick: Some(ChosenMove::Text(answer?)), ..BotMove::default() })
    }

    fn observe(&mut self, _: &BotEvent) -> Result<(), Failure> {
        Ok(())
    }

    fn finish(&mut self, scores: &[f32], ending: &str) {
        Python::attach(|py| {
            let agent = self.program.agent.object.bind(py);
            if agent.hasattr("finish").unwrap_or(false)
                && let Err(error) = agent.call_method1("finish", (scores.to_vec(), ending))
            {
                error.write_unraisable(py, Some(agent));
            }
        });
    }

    fn spent(&self) -> Duration {
        self.spent
    }
}
