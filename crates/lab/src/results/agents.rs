//! What the agents of a full run were, so that a figure of yesterday's agent does not pass for one of today's.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_arena::{BotSource, Contest, Games, identities};

use crate::error::LabError;
use crate::experiment::{Experiment, Measure, Mode};
use crate::plan;

/// The agents of a reading by their texts, each with the digests of what it is.
pub type Agents = BTreeMap<String, String>;

/// What the agents of each reading of an experiment are at this moment. Random games have none.
pub fn agents(
    games: &Games,
    bots: Option<&dyn BotSource>,
    experiment: &Experiment,
    seed: u64,
) -> Result<Vec<Agents>, LabError> {
    let of_reading = |reading: usize| {
        let mut agents = Agents::new();
        for contest in contests(games, experiment, reading, seed)? {
            let found = identities(games, &contest, bots).map_err(|source| LabError::Run {
                experiment: experiment.name.clone(),
                source: Box::new(source),
            })?;
            let found = found.iter().map(ToString::to_string);
            agents.extend(contest.agents.into_iter().zip(found));
        }
        Ok(agents)
    };
    (0..experiment.readings.len()).map(of_reading).collect()
}

/// Contests with everybody who plays or is asked in a full run.
fn contests(
    games: &Games,
    experiment: &Experiment,
    reading: usize,
    seed: u64,
) -> Result<Vec<Contest>, LabError> {
    match experiment.measure {
        Measure::RandomGames => Ok(Vec::new()),
        Measure::Games => {
            let plans = plan::contests(games, experiment, reading, Mode::Full, seed)?;
            Ok(plans.into_iter().map(|plan| plan.contest).collect())
        }
        Measure::Decisions => {
            let reading = &experiment.readings[reading];
            let variant = (!reading.variant.is_empty()).then_some(reading.variant.as_str());
            let setups = reading.setups.iter().flatten();
            let contest = setups.map(|setup| Contest {
                limits: setup.limits,
                ..Contest::new(&experiment.game, variant, setup.agents.clone(), seed)
            });
            Ok(contest.collect())
        }
    }
}

/// The agents that are not what they were, or of which nobody knows what they were.
pub fn changed(stored: &Agents, now: &Agents) -> Vec<String> {
    let all: BTreeSet<&String> = stored.keys().chain(now.keys()).collect();
    let changed = all.into_iter().filter(|text| stored.get(*text) != now.get(*text));
    changed.cloned().collect()
}
