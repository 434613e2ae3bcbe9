//! Contests in the arena: played into stores, and measured from what is stored.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ludarium_arena::{
    Completion, Control, Identity, Plan, Progress, RunError, Schedule, Sequential, Shard, Store,
    StoreError, identities, run_by, sha256,
};
use ludarium_report::slug;

use super::replay::{self, ReplayNeeds};
use super::{Collector, MeasuredReading, Measurement, ProgressFn};
use crate::error::LabError;
use crate::plan::{self, PlannedContest};

/// Plays what is missing and measures what is there.
pub fn measure(
    job: &Measurement<'_>,
    watch: &mut ProgressFn<'_>,
) -> Result<MeasuredReading, LabError> {
    let plans = plan::contests(
        job.bench.games,
        job.experiment,
        job.reading,
        job.amount.clone(),
        job.bench.conditions.seed,
    )?;
    let sizes: Vec<u64> = plans.iter().map(|plan| games_of(plan, plan.blocks)).collect();
    let (all, mut planned): (u64, u64) = (sizes.iter().sum(), 0);
    let mut tests = BTreeMap::new();
    let needs = ReplayNeeds::of(&job.experiment.metrics);
    let replay = match (plans.first().map(|plan| &plan.contest), needs) {
        (Some(contest), Some(needs)) => {
            Some(replay::replay(job.bench.games, &contest.game, &contest.variant, needs)?)
        }
        _ => None,
    };
    let mut collector = Collector::new(job.experiment, replay);
    for (index, plan) in plans.iter().enumerate() {
        let before: u64 = sizes[..index].iter().sum();
        let path = store_path(job, plan)?;
        let mut store = Store::create(&path, &plan.contest).map_err(|e| job.store_error(e))?;
        let mut test = tested(job, plan);
        play(job, plan, &mut store, test.as_mut(), &mut |done| watch(before + done, all))?;
        let decided = test.as_ref().and_then(Sequential::decided);
        let blocks = decided.unwrap_or(plan.blocks);
        planned += games_of(plan, blocks);
        if let (Some(test), Some(point)) = (test, plan.points.first()) {
            tests.insert(point.point, test);
        }
        // A shorter run of a longer store takes its first blocks, so that the same command says the same.
        let add = |record: ludarium_arena::GameRecord| {
            if record.block < blocks {
                collector.add(plan, &record);
            }
            Ok::<(), StoreError>(())
        };
        store.each_game(add).map_err(|e| job.store_error(e))?;
    }
    Ok(MeasuredReading {
        figures: collector.figures(),
        done: collector.games(),
        planned,
        time: collector.time(),
        notes: collector.notes(),
        tests,
        ..MeasuredReading::default()
    })
}

fn games_of(plan: &PlannedContest, blocks: u64) -> u64 {
    Schedule::new(&plan.contest).games(blocks)
}

/// The sequential test of a plan's first subject, where the experiment asks for one; none where it meets only itself.
fn tested(job: &Measurement<'_>, plan: &PlannedContest) -> Option<Sequential> {
    let subject = *plan.points.first()?.subjects.first()?;
    Sequential::new(job.experiment.sprt?, &plan.contest, subject).ok()
}

/// Where the games of a plan are stored. The contest and what its agents are belong to the name, so an experiment that
/// has changed, and one whose agents have, begins a new file instead of stopping at the old one.
fn store_path(job: &Measurement<'_>, plan: &PlannedContest) -> Result<PathBuf, LabError> {
    let bots = job.bench.conditions.bots.as_deref();
    let agents =
        identities(job.bench.games, &plan.contest, bots).map_err(|source| job.run_error(source))?;
    let agents: Vec<String> = agents.iter().map(Identity::to_string).collect();
    let experiment = slug(&job.experiment.name);
    let reading = slug(&job.experiment.readings[job.reading].name);
    let contest = plan.contest.fingerprint();
    let agents = sha256(agents.join("\n").as_bytes());
    let name = format!("{experiment}--{reading}--{}-{}.db", &contest[..8], &agents[..8]);
    Ok(job.bench.conditions.folder.join(name))
}

/// Plays the games that the store does not have.
fn play(
    job: &Measurement<'_>,
    plan: &PlannedContest,
    store: &mut Store,
    mut test: Option<&mut Sequential>,
    watch: &mut dyn FnMut(u64),
) -> Result<Completion, LabError> {
    let asked = Plan {
        blocks: plan.blocks,
        threads: job.bench.conditions.threads,
        shard: Shard::WHOLE,
        luck: false,
        bots: job.bench.conditions.bots.clone(),
    };
    let mut done = 0;
    let mut tell = |progress: Progress<'_>| {
        match progress {
            Progress::Started { games_done, .. } => done = games_done,
            Progress::Finished(_) => done += 1,
            Progress::Block(result) => {
                if let Some(test) = &mut test
                    && test.add(result)
                {
                    return Control::Stop(test.sentence());
                }
                return Control::Continue;
            }
        }
        watch(done);
        Control::Continue
    };
    let elsewhere = job.bench.conditions.elsewhere.as_deref();
    let played = run_by(
        job.bench.games,
        &plan.contest,
        &asked,
        store,
        job.bench.interrupt,
        &mut tell,
        elsewhere,
    );
    played.map_err(|source| job.run_error(source))
}

impl Measurement<'_> {
    fn store_error(&self, source: StoreError) -> LabError {
        LabError::Store { experiment: self.experiment.name.clone(), source: Box::new(source) }
    }

    fn run_error(&self, source: RunError) -> LabError {
        LabError::Run { experiment: self.experiment.name.clone(), source: Box::new(source) }
    }
}
