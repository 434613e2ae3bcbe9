//! Tuning: SPSA on the numeric parameters of an agent, played in blocks, and a sequential test of what was found.

mod dimension;
mod play;
mod report;
mod spsa;
mod state;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread;

use ludarium_agents::{Parameter, without_budget};
use ludarium_arena::{
    Completion, Contest, Control, Games, Identity, Interrupt, Plan, Progress, Ruleset, RunError,
    Schedule, Seating, Sequential, Shard, Store, identities, round_robin, run,
};
use ludarium_game::{Error, Purpose, Result as GameResult, Seed, Spec};

pub use dimension::Dimension;
pub use state::TuneStep;

use crate::error::LabError;
use crate::files::make_folder;
use play::Permits;
use spsa::{TwoEnds, settled};
use state::{TOGETHER, TuneState, TuneTerms};

/// What to tune.
#[derive(Clone, Debug)]
pub struct TuneRequest {
    /// The game.
    pub game: String,
    /// Its variant, with options.
    pub variant: Option<String>,
    /// The agent at the start, perhaps with a budget of its own.
    pub agent: String,
    /// The parameters: `key` or `key=low..high`.
    pub vary: Vec<String>,
    /// How many steps.
    pub steps: u64,
    /// Blocks of each line-up in a step.
    pub rounds: u64,
    /// Random moves before the agents take over.
    pub random_plies: u64,
    /// Games with this many moves are stopped.
    pub longest: Option<u64>,
    /// The two strengths of the sequential test of what was found against the start.
    pub sprt: [f64; 2],
    /// The most games of this test; none for no test.
    pub test_games: u64,
    /// The master seed.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Where the state, the curves and the games of the test go.
    pub folder: PathBuf,
}

/// How far a tuning is.
#[derive(Clone, Debug)]
pub enum TuneNews<'a> {
    /// A step is stored.
    Step {
        /// The steps so far.
        done: u64,
        /// How many there will be.
        of: u64,
        /// The agent after this step.
        agent: &'a str,
    },
    /// A game of the test is stored.
    Tested {
        /// The games so far.
        games: u64,
        /// Where the test stands.
        test: &'a Sequential,
    },
}

/// The result of a tuning.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The agent at the start.
    pub start: String,
    /// The agent that was found: the mean of the last half of the steps.
    pub found: String,
    /// The parameters.
    pub dimensions: Vec<Dimension>,
    /// The steps.
    pub steps: Vec<TuneStep>,
    /// The test of what was found against the start; `None` where there was none.
    pub test: Option<Sequential>,
    /// Whether all steps and the test are through.
    pub complete: bool,
    places: Vec<Vec<f64>>,
}

/// Tunes and writes the state after every step, so that the same request goes on after an interruption. Curves go into
/// `plots/`, the steps into `steps.csv`.
pub fn tune(
    games: &Games,
    request: &TuneRequest,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(TuneNews<'_>),
) -> Result<Tuned, LabError> {
    let rules = games.rules(&request.game, request.variant.as_deref())?;
    let text = AgentText::read(&*rules, &request.agent)?;
    let dimensions = text.dimensions(&*rules, &request.vary)?;
    let order = TuneTerms {
        game: request.game.clone(),
        variant: rules.variant().to_owned(),
        agent: rules.canonical(&request.agent)?,
        rounds: request.rounds,
        random_plies: request.random_plies,
        longest: request.longest,
        seed: request.seed,
        dimensions,
    };
    make_folder(&request.folder)?;
    let climb = Climb { games, request, rules: &*rules, text: &text, interrupt };
    let identity = climb.identity(&order.agent)?;
    // The files of models may change while we play; the program itself does not.
    let has_files = identity.parts().count() > 1;
    let mut state = TuneState::open(&request.folder, order, identity)?;
    climb.walk(&mut state, has_files, watch)?;
    let places = state.places();
    let found = climb.agent(&state.order.dimensions, &settled(&places))?;
    let walked = state.steps.len() as u64 >= request.steps;
    let mut tuned = Tuned {
        start: state.order.agent.clone(),
        found,
        dimensions: state.order.dimensions.clone(),
        steps: state.steps,
        test: None,
        complete: walked,
        places,
    };
    if walked && request.test_games > 0 && tuned.found != tuned.start {
        climb.test(&mut tuned, watch)?;
    }
    tuned.write(&request.folder)?;
    Ok(tuned)
}

/// An agent's text in parts, so that its parameters can be set.
struct AgentText {
    spec: Spec,
    /// Its own budget with the `@`, or nothing.
    budget: String,
}

impl AgentText {
    fn read(rules: &dyn Ruleset, text: &str) -> GameResult<AgentText> {
        let text = rules.canonical(text)?;
        let agent = without_budget(&text);
        Ok(AgentText { spec: Spec::parse(agent)?, budget: text[agent.len()..].to_owned() })
    }

    fn dimensions(&self, rules: &dyn Ruleset, vary: &[String]) -> GameResult<Vec<Dimension>> {
        let parameters = rules.parameters(&self.spec.to_string())?;
        let mut found: Vec<Dimension> = Vec::new();
        for text in vary.iter().flat_map(|text| written_out(text, &parameters)) {
            let dimension = Dimension::read(&text, &parameters)?;
            if found.iter().any(|known| known.key == dimension.key) {
                return Err(Error::Value {
                    key: "vary".to_owned(),
                    value: dimension.key,
                    expected: "every parameter once".to_owned(),
                });
            }
            found.push(dimension);
        }
        Ok(found)
    }

    /// The text with these parameters.
    fn with(&self, dimensions: &[Dimension], place: &[f64]) -> String {
        let varied = |key: &str| dimensions.iter().any(|dimension| dimension.key == key);
        let kept = self.spec.options().filter(|(key, _)| !varied(key));
        let mut options: Vec<String> = kept.map(|(key, value)| format!("{key}={value}")).collect();
        for (dimension, &part) in dimensions.iter().zip(place) {
            options.push(format!("{}={}", dimension.key, dimension.text(part)));
        }
        format!("{}:{}{}", self.spec.name, options.join(","), self.budget)
    }
}

/// `eval.*` as the keys of all parameters that begin like this; another text as it is.
fn written_out(text: &str, parameters: &[(Parameter, String)]) -> Vec<String> {
    let all = parameters.iter().map(|(parameter, _)| &parameter.key);
    let keys: Vec<String> = match text.strip_suffix('*') {
        Some(prefix) if prefix.ends_with('.') => {
            all.filter(|key| key.starts_with(prefix)).map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    };
    if keys.is_empty() { vec![text.to_owned()] } else { keys }
}

/// What the games of a step say.
struct StepOutcome {
    /// How much better the plus end was.
    score: f64,
    games: u64,
}

/// What steps are played with.
struct Climb<'a> {
    games: &'a Games,
    request: &'a TuneRequest,
    rules: &'a dyn Ruleset,
    text: &'a AgentText,
    interrupt: &'a Interrupt,
}

impl Climb<'_> {
    /// The agent at a place, in the shortest form of its text.
    fn agent(&self, dimensions: &[Dimension], place: &[f64]) -> Result<String, LabError> {
        Ok(self.rules.canonical(&self.text.with(dimensions, place))?)
    }

    /// What an agent is at this moment.
    fn identity(&self, agent: &str) -> Result<Identity, LabError> {
        let mut contest = self.contest(vec![agent.to_owned()], self.request.seed);
        contest.lineups = vec![vec![0; self.rules.seats()]];
        let contest = contest.resolve(self.games)?;
        let found = identities(self.games, &contest, None).map_err(|source| self.failed(source))?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// Makes the steps that are missing. The next one begins before one is through, so that no thread waits for the last
    /// game of a step: see [`TuneState::base`].
    fn walk(
        &self,
        state: &mut TuneState,
        has_files: bool,
        watch: &mut dyn FnMut(TuneNews<'_>),
    ) -> Result<(), LabError> {
        let request = self.request;
        let permits = Permits::new(request.threads);
        thread::scope(|scope| {
            let mut begun = state.steps.len() as u64;
            let mut in_play = VecDeque::new();
            loop {
                let last = request.steps.min(state.steps.len() as u64 + TOGETHER);
                while begun < last && !self.interrupt.is_finishing() {
                    let (number, probe) = (begun, self.probe(state, begun));
                    let dimensions = state.order.dimensions.clone();
                    let permits = &permits;
                    in_play.push_back(scope.spawn(move || {
                        let outcome = self.play(number, &probe, &dimensions, permits);
                        (probe, outcome)
                    }));
                    begun += 1;
                }
                let Some(first) = in_play.pop_front() else {
                    return Ok(());
                };
                let (probe, outcome) = first.join().unwrap_or_else(|panic| resume_unwind(panic));
                let Some(StepOutcome { score, games }) = outcome? else {
                    return Ok(());
                };
                let place = probe.next(&state.place(), score);
                let step = TuneStep { place, score, games };
                self.store(state, step, has_files)?;
                let agent = self.agent(&state.order.dimensions, &state.place())?;
                watch(TuneNews::Step {
                    done: state.steps.len() as u64,
                    of: request.steps,
                    agent: &agent,
                });
            }
        })
    }

    /// Adds a step to the state and writes it, if the agent is still the same.
    fn store(
        &self,
        state: &mut TuneState,
        step: TuneStep,
        has_files: bool,
    ) -> Result<(), LabError> {
        let folder = &self.request.folder;
        if has_files {
            let now = self.identity(&state.order.agent)?;
            state.check(folder, &now)?;
        }
        state.steps.push(step);
        state.write(folder)
    }

    /// The two ends of a step.
    fn probe(&self, state: &TuneState, number: u64) -> TwoEnds {
        let place = state.base(number);
        let least: Vec<f64> = state
            .order
            .dimensions
            .iter()
            .zip(&place)
            .map(|(dimension, part)| dimension.least(*part))
            .collect();
        TwoEnds::new(Seed(self.request.seed), number, &place, &least)
    }

    /// Plays a step; `None` if it was interrupted.
    fn play(
        &self,
        number: u64,
        probe: &TwoEnds,
        dimensions: &[Dimension],
        permits: &Permits,
    ) -> Result<Option<StepOutcome>, LabError> {
        let plus = self.agent(dimensions, &probe.plus)?;
        let minus = self.agent(dimensions, &probe.minus)?;
        // Where rounding makes both ends the same agent, there is nothing to compare.
        if plus == minus {
            return Ok(Some(StepOutcome { score: 0.0, games: 0 }));
        }
        let seed = Seed(self.request.seed).derive(Purpose::Block, number).0;
        let mut contest = self.contest(vec![plus, minus], seed);
        contest.lineups = round_robin(2, self.rules.seats())?;
        let contest = contest.resolve(self.games)?;
        let blocks = self.request.rounds * contest.lineups.len() as u64;
        let played = play::play(self.games, &contest, blocks, permits, self.interrupt);
        let outcomes = played.map_err(|source| self.failed(source))?;
        Ok(outcomes.map(|outcomes| StepOutcome {
            score: play::difference(&outcomes),
            games: outcomes.len() as u64,
        }))
    }

    /// Tests what was found against the start.
    fn test(&self, tuned: &mut Tuned, watch: &mut dyn FnMut(TuneNews<'_>)) -> Result<(), LabError> {
        // Other luck than that of the steps, which have chosen what is tested.
        let seed = Seed(self.request.seed).derive(Purpose::Game, 0).0;
        let mut contest = self.contest(vec![tuned.found.clone(), tuned.start.clone()], seed);
        let mut lineup = vec![1; self.rules.seats()];
        lineup[0] = 0;
        contest.lineups = vec![lineup];
        let contest = contest.resolve(self.games)?;
        let name = format!("test-{}.db", &contest.fingerprint()[..8]);
        let mut test = Sequential::new(self.request.sprt, &contest, 0)?;
        let plan = Plan {
            blocks: Schedule::new(&contest).blocks_for(self.request.test_games),
            threads: self.request.threads,
            shard: Shard::WHOLE,
            bots: None,
            luck: false,
        };
        let mut store = Store::create(&self.request.folder.join(name), &contest)
            .map_err(|source| self.failed(source.into()))?;
        let mut played = 0;
        let mut tell = |progress: Progress<'_>| {
            match progress {
                Progress::Started { games_done, .. } => played = games_done,
                Progress::Finished(_) => played += 1,
                Progress::Block(result) => {
                    if test.add(result) {
                        return Control::Stop(test.sentence());
                    }
                }
            }
            watch(TuneNews::Tested { games: played, test: &test });
            Control::Continue
        };
        let completion = run(self.games, &contest, &plan, &mut store, self.interrupt, &mut tell)
            .map_err(|source| self.failed(source))?;
        tuned.complete = !matches!(completion, Completion::Interrupted { .. });
        tuned.test = Some(test);
        Ok(())
    }

    fn contest(&self, agents: Vec<String>, seed: u64) -> Contest {
        let request = self.request;
        let mut contest = Contest::new(&request.game, request.variant.as_deref(), agents, seed);
        contest.seating = Seating::usual(self.rules.seats());
        contest.random_plies = request.random_plies;
        contest.longest = request.longest.unwrap_or(contest.longest);
        contest
    }

    fn failed(&self, source: RunError) -> LabError {
        LabError::Run {
            experiment: format!("tuning of {}", self.request.agent),
            source: Box::new(source),
        }
    }
}

/// The name of a folder for a tuning.
pub fn folder_name(game: &str, agent: &str, vary: &[String]) -> String {
    let keys: Vec<&str> = vary.iter().map(|text| text.split('=').next().unwrap_or(text)).collect();
    ludarium_report::slug(&format!("{game} {agent} {}", keys.join(" ")))
}
