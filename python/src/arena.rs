//! `Contest` and `Run`: matches and tournaments with the same blocks, store and statistics as the commands.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ludarium_arena::{
    Completion, Contest, Control, GameRecord, Games, Interrupt, Plan, Progress, Schedule, Shard,
    Store, Target, Tournament, run,
};
use ludarium_report::standings::{Scope, Standings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::bots::{Alarm, PythonAgent, PythonBots};
use crate::errors::{Error, RunFailed, no_contender, no_run, no_store, wrong};
use crate::patience::patiently;
use crate::records;
use crate::threads::check_threads;
use crate::whole::whole;

/// Agents from Python by name, with a digest of each.
type PythonAgents = HashMap<String, (Py<PyAny>, String)>;

/// A match or tournament that is ready to be played.
#[pyclass(frozen, name = "Contest", module = "ludarium")]
pub struct PyContest {
    games: Games,
    module: String,
    contest: Contest,
    blocks: u64,
}

impl PyContest {
    pub fn new(games: Games, module: &str, settings: &str) -> PyResult<PyContest> {
        let tournament =
            Tournament::read(settings).map_err(|error| Error::new_err(error.to_string()))?;
        let (contest, blocks) = tournament.contest(&games).map_err(wrong)?;
        Ok(PyContest { games, module: module.to_owned(), contest, blocks })
    }

    /// Agents from Python; with an alarm their first exception ends the games.
    fn bots(&self, agents: PythonAgents, alarm: Option<&Arc<Alarm>>) -> Arc<PythonBots> {
        let agents = agents.into_iter().map(|(name, (object, digest))| {
            let agent = PythonAgent { object, digest };
            (name, Arc::new(agent))
        });
        Arc::new(PythonBots {
            games: self.games.clone(),
            module: self.module.clone(),
            agents: agents.collect(),
            alarm: alarm.cloned(),
        })
    }
}

#[pymethods]
impl PyContest {
    /// The number of blocks.
    #[getter]
    fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The number of games in all blocks.
    #[getter]
    fn total(&self) -> u64 {
        Schedule::new(&self.contest).games(self.blocks)
    }

    /// What is played, as JSON.
    #[getter]
    fn settings(&self) -> String {
        self.contest.to_json()
    }

    /// A name that equal contests share.
    #[getter]
    fn fingerprint(&self) -> String {
        self.contest.fingerprint()
    }

    /// Plays everything that is not in the file yet. `agents` are those from Python, by name, with a digest of each.
    /// With `raising` the first exception of one of them ends the games and is raised; otherwise it is a fault.
    #[pyo3(signature = (path, threads, agents, raising=false))]
    fn play(
        &self,
        py: Python<'_>,
        path: PathBuf,
        #[pyo3(from_py_with = whole)] threads: usize,
        agents: PythonAgents,
        raising: bool,
    ) -> PyResult<PyRun> {
        let interrupt = Interrupt::new();
        let stop = interrupt.clone();
        let alarm = raising.then(|| Arc::new(Alarm::new(move || stop.now())));
        let plan = Plan {
            blocks: self.blocks,
            threads: check_threads(threads.max(1))?,
            shard: Shard::WHOLE,
            bots: Some(self.bots(agents, alarm.as_ref())),
            luck: false,
        };
        let work = || {
            let mut store = Store::create(&path, &self.contest).map_err(no_store)?;
            let mut watch = |_: Progress<'_>| Control::Continue;
            run(&self.games, &self.contest, &plan, &mut store, &interrupt, &mut watch)
                .map_err(no_run)
        };
        let completion = patiently(py, || interrupt.now(), work)?;
        if let Some(error) = alarm.and_then(|alarm| alarm.heard()) {
            return Err(error);
        }
        match completion? {
            Completion::Complete => PyRun::open(self.games.clone(), path),
            Completion::Interrupted { games_left } => {
                Err(RunFailed::new_err(format!("{games_left} games are left to play")))
            }
            Completion::Stopped(reason) => Err(RunFailed::new_err(reason)),
        }
    }

    /// Plays one block and returns its games as a text, for `add`. It can be done anywhere, in any order.
    #[pyo3(signature = (number, agents, raising=false))]
    fn play_block(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] number: u64,
        agents: PythonAgents,
        raising: bool,
    ) -> PyResult<String> {
        if number >= self.blocks {
            let blocks = self.blocks;
            return Err(PyValueError::new_err(format!("there are the blocks 0 to {}", blocks - 1)));
        }
        let halt = Arc::new(AtomicBool::new(false));
        let stop = halt.clone();
        let alarm =
            raising.then(|| Arc::new(Alarm::new(move || stop.store(true, Ordering::Relaxed))));
        let bots = self.bots(agents, alarm.as_ref());
        let work = || {
            let rules =
                self.games.rules(&self.contest.game, Some(&self.contest.variant)).map_err(wrong)?;
            let games =
                rules.contest_games(&self.contest, Some(&*bots), &halt).map_err(no_contender)?;
            let block = Schedule::new(&self.contest).block(number);
            let mut worker = games.worker(false);
            let mut played = Vec::new();
            for place in 0..block.games.len() {
                match worker.play(&block, place).map_err(wrong)? {
                    Some(record) => played.push(record),
                    None => return Err(RunFailed::new_err("the block was given up")),
                }
            }
            Ok(records::write(self.contest.fingerprint(), played))
        };
        let played = patiently(py, || halt.store(true, Ordering::Relaxed), work)?;
        match alarm.and_then(|alarm| alarm.heard()) {
            Some(error) => Err(error),
            None => played,
        }
    }

    /// Adds games that `play_block` returned to a file, which is made if there is none. Games that the file has already
    /// are an error.
    fn add(
        &self,
        py: Python<'_>,
        path: PathBuf,
        results: Vec<String>,
        agents: PythonAgents,
    ) -> PyResult<PyRun> {
        let bots = self.bots(agents, None);
        py.detach(|| {
            let rules =
                self.games.rules(&self.contest.game, Some(&self.contest.variant)).map_err(wrong)?;
            let halt = Arc::new(AtomicBool::new(false));
            let games =
                rules.contest_games(&self.contest, Some(&*bots), &halt).map_err(no_contender)?;
            let identities = games.identities().map_err(no_contender)?;
            let mut store = Store::create(&path, &self.contest).map_err(no_store)?;
            store.identify(&identities, &games.names()).map_err(no_store)?;
            let target = Target { blocks: self.blocks, shard: Shard::WHOLE };
            store.raise_target(target).map_err(no_store)?;
            for result in &results {
                let fingerprint = self.contest.fingerprint();
                let records = records::read(&fingerprint, result).map_err(Error::new_err)?;
                store.add(&records).map_err(no_store)?;
            }
            Ok(())
        })
        .and_then(|()| PyRun::open(self.games.clone(), path))
    }

    fn __repr__(&self) -> String {
        let contest = &self.contest;
        format!(
            "<ludarium.Contest {} {} blocks={}>",
            contest.game,
            contest.agents.join(" "),
            self.blocks
        )
    }
}

/// A contest as far as it is played, in a file.
#[pyclass(frozen, name = "Run", module = "ludarium")]
pub struct PyRun {
    games: Games,
    path: PathBuf,
    labels: Vec<String>,
    settings: String,
}

impl PyRun {
    pub fn open(games: Games, path: PathBuf) -> PyResult<PyRun> {
        let store = Store::open(&path).map_err(no_store)?;
        Ok(PyRun { games, labels: store.labels(), settings: store.contest().to_json(), path })
    }

    fn standings(&self) -> PyResult<Standings> {
        let store = Store::open(&self.path).map_err(no_store)?;
        Standings::of(&self.games, &store, Scope::default()).map_err(no_store)
    }

    fn records(&self, py: Python<'_>) -> PyResult<Vec<GameRecord>> {
        py.detach(|| {
            let store = Store::open(&self.path).map_err(no_store)?;
            let mut games = Vec::new();
            let read = store.each_game(|record| {
                games.push(record);
                Ok::<(), ludarium_arena::StoreError>(())
            });
            read.map_err(no_store)?;
            Ok(games)
        })
    }
}

#[pymethods]
impl PyRun {
    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// What the agents are called.
    #[getter]
    fn labels(&self) -> Vec<String> {
        self.labels.clone()
    }

    /// What is played, as JSON.
    #[getter]
    fn settings(&self) -> &str {
        &self.settings
    }

    /// The tables of results as JSON, the most important first.
    fn sheets_json(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let sheets = self.standings()?.sheets();
            let sheets: Vec<serde_json::Value> = sheets.iter().map(|sheet| sheet.json()).collect();
            Ok(serde_json::Value::Array(sheets).to_string())
        })
    }

    /// What a reader has to know first, a sentence on each line, as `ludarium match` prints it.
    fn headline(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| Ok(self.standings()?.headline().join("\n")))
    }

    /// The charts of the run as SVG documents, by name.
    fn charts(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        py.detach(|| {
            let charts = self.standings()?.charts().into_iter();
            let named = charts.map(|chart| (chart.name.clone(), chart.svg()));
            Ok(named.collect())
        })
    }

    /// What agents did wrong: a dict for each fault, in the order of games.
    fn faults<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut faults = Vec::new();
        for game in self.records(py)? {
            for note in game.faults {
                let fault = PyDict::new(py);
                fault.set_item("game", game.number)?;
                fault.set_item("ply", note.ply)?;
                fault.set_item("seat", note.seat)?;
                let agent = game.seats.get(usize::from(note.seat));
                fault.set_item("agent", agent.and_then(|agent| self.labels.get(*agent)))?;
                fault.set_item("kind", note.kind)?;
                fault.set_item("reason", note.reason)?;
                fault.set_item("last_words", note.last_words)?;
                faults.push(fault);
            }
        }
        Ok(faults)
    }

    /// The games as columns: a dict of lists with one entry for each game.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let games = self.records(py)?;
        let columns = PyDict::new(py);
        let seats = games.first().map_or(0, |game| game.seats.len());
        columns.set_item("game", games.iter().map(|game| game.number).collect::<Vec<_>>())?;
        columns.set_item("block", games.iter().map(|game| game.block).collect::<Vec<_>>())?;
        for seat in 0..seats {
            let agents = games.iter().map(|game| self.labels.get(game.seats[seat]));
            columns.set_item(format!("agent_{seat}"), agents.collect::<Vec<_>>())?;
        }
        for seat in 0..seats {
            let scores = games.iter().map(|game| game.scores[seat]);
            columns.set_item(format!("score_{seat}"), scores.collect::<Vec<_>>())?;
        }
        columns.set_item("plies", games.iter().map(|game| game.plies).collect::<Vec<_>>())?;
        columns.set_item("ending", games.iter().map(|game| &game.ending).collect::<Vec<_>>())?;
        let faults = games.iter().map(|game| game.faults.len());
        columns.set_item("faults", faults.collect::<Vec<_>>())?;
        columns.set_item("start", games.iter().map(|game| &game.start).collect::<Vec<_>>())?;
        columns.set_item("moves", games.iter().map(|game| &game.moves).collect::<Vec<_>>())?;
        Ok(columns)
    }

    fn __repr__(&self) -> String {
        format!("<ludarium.Run {}>", self.path.display())
    }
}
