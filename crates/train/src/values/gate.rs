//! The gate: a new network plays a contest against the one before it, and the last one against the usual evaluation,
//! until a sequential test says which is better.

use std::fs;
use std::path::Path;

use ludarium_arena::statistics::{Estimate, Results, ScoredGame, SprtDecision, blocked_share};
use ludarium_arena::{
    Completion, Contest, Control, GameEntry, GameInfo, Games, Plan as RunPlan,
    Progress as RunProgress, RunError, Schedule, Sequential, Shard, Store, run_by,
};
use serde::{Deserialize, Serialize};

use super::plan::{Gate, Taught};
use crate::workers::interrupted;
use crate::{Progress, TrainError, TrainOptions};

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GateResult {
    pub games: u64,
    /// The share of first places of the new network, which sits once in each game.
    points: f64,
    low: f64,
    high: f64,
    /// Whether the new network is better.
    pub accepted: bool,
    /// Whether the test came to its end, or the games were used up before.
    pub decided: bool,
}

impl GateResult {
    /// Thirty games with these points.
    #[cfg(test)]
    pub fn of(points: f64, accepted: bool) -> GateResult {
        GateResult { games: 30, points, low: 0.0, high: 1.0, accepted, decided: true }
    }

    /// The share of first places with its interval.
    pub fn points(&self) -> Estimate {
        Estimate { value: self.points, low: self.low, high: self.high }
    }
}

/// What came of a test against a style.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct StyleResult {
    /// The name of the style.
    pub style: String,
    #[serde(flatten)]
    pub result: GateResult,
}

/// A test that a new network must pass.
pub(super) struct GateTest<'a> {
    pub options: &'a TrainOptions,
    pub gate: &'a Gate,
    /// The two Elo differences that the test tells apart.
    pub elo: [f64; 2],
    pub variant: &'a str,
    pub most_games: u64,
    /// What the file of the contest is called.
    pub name: String,
    pub seed: u64,
    /// The agent that asks the new network, and the one that it must beat.
    pub agents: [String; 2],
}

impl GateTest<'_> {
    /// The contest: the new network once, the other agent everywhere else.
    fn contest(&self, games: &Games, game: &str) -> Result<Contest, TrainError> {
        let agents = self.agents.to_vec();
        let seats = games.rules(game, Some(self.variant))?.seats();
        let mut lineup = vec![1; seats];
        lineup[0] = 0;
        let contest = Contest {
            lineups: vec![lineup],
            random_plies: self.gate.opening,
            limits: self.gate.limits,
            ..Contest::new(game, Some(self.variant), agents, self.seed)
        };
        Ok(contest.resolve(games)?)
    }

    /// Lets the two play until it is clear which is better. Games that are stored in the folder are not played again.
    pub fn play<G: Taught>(
        &self,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<GateResult, TrainError> {
        let info =
            GameInfo { name: G::NAME, title: G::NAME, summary: "", seats: (1, 1), chance: "" };
        let games = Games::new([GameEntry::new::<G>(info)]);
        let contest = self.contest(&games, G::NAME)?;
        let path = self.options.folder.join(format!("{}.db", self.name));
        let mut played = self.attempt(&games, &contest, &path, tell)?;
        if played.is_none() {
            // A contest of other networks, which nobody needs any more.
            fs::remove_file(&path)
                .map_err(|source| TrainError::Write { path: path.clone(), source })?;
            played = self.attempt(&games, &contest, &path, tell)?;
        }
        let Some(GateContest { test, games, ended }) = played else {
            return Err(interrupted(self.options));
        };
        let decision = test.state().decision;
        let decided = decision != SprtDecision::Continue;
        if !decided && ended != Completion::Complete {
            return Err(interrupted(self.options));
        }
        let points = Results::of(&games).points_by_block(0);
        let share = blocked_share(&points).map_or(NOTHING, |share| share.share);
        Ok(GateResult {
            games: games.len() as u64,
            points: share.value,
            low: share.low,
            high: share.high,
            // Games that are used up are settled by what they make more likely.
            accepted: match decision {
                SprtDecision::AcceptH1 => true,
                SprtDecision::AcceptH0 => false,
                SprtDecision::Continue => test.state().llr > 0.0,
            },
            decided,
        })
    }
    /// Plays what is missing of the contest; `None` where the file holds another one.
    fn attempt(
        &self,
        games: &Games,
        contest: &Contest,
        path: &Path,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Option<GateContest>, TrainError> {
        let options = self.options;
        let plan = RunPlan {
            blocks: Schedule::new(contest).blocks_for(self.most_games).max(1),
            threads: options.threads,
            shard: Shard::WHOLE,
            bots: None,
            luck: false,
        };
        let mut test = Sequential::new(self.elo, contest, 0)?;
        let mut outcomes = Vec::new();
        let (mut done, mut total) = (0, 0);
        let mut watch = |told: RunProgress<'_>| {
            match told {
                RunProgress::Started { games_total, games_done, .. } => {
                    (done, total) = (games_done, games_total)
                }
                RunProgress::Finished(_) => {
                    done += 1;
                    tell(Progress::Games { done, total });
                }
                RunProgress::Block(result) => {
                    outcomes.extend(result.games.iter().map(ScoredGame::from));
                    if test.add(result) {
                        return Control::Stop(test.sentence());
                    }
                }
            }
            Control::Continue
        };
        let elsewhere = options.elsewhere.as_deref();
        let store = Store::create(path, contest).map_err(RunError::from);
        let ended = store.and_then(|mut store| {
            let interrupt = &options.interrupt;
            run_by(games, contest, &plan, &mut store, interrupt, &mut watch, elsewhere)
        });
        match ended {
            Err(RunError::Store(error)) if error.is_refusal() => Ok(None),
            Err(error) => Err(error.into()),
            Ok(ended) => Ok(Some(GateContest { test, games: outcomes, ended })),
        }
    }
}

/// How far a contest at the gate came.
struct GateContest {
    test: Sequential,
    /// The games that the test has seen.
    games: Vec<ScoredGame>,
    ended: Completion,
}

/// What is known of a share without games.
const NOTHING: Estimate = Estimate { value: 0.0, low: 0.0, high: 1.0 };
