//! The gate: a new network plays against the one before it until it is clear which is better.

use ludarium_agents::Recipe;
use ludarium_arena::statistics::{
    Estimate, ScoredGame, Sprt, SprtDecision, blocked_share, points_by_block,
};
use ludarium_arena::{Openings, start};
use ludarium_game::{Purpose, Rng, Seed, Spec};
use serde::{Deserialize, Serialize};

use super::games::{limits_text, terms};
use super::network::{Current, recipe};
use super::plan::{ERROR_RATE, Gate, Plan, Taught};
use crate::comparison::{game_under, seatings};
use crate::list::List;
use crate::workers::each;
use crate::{Progress, TrainError, TrainOptions};

/// So many blocks are played before the test is asked: many threads have work, and their number decides nothing.
const BLOCKS: u64 = 32;

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GateResult {
    pub games: u64,
    /// The share of first places of the new network, which sits once in each game.
    pub points: f64,
    pub low: f64,
    pub high: f64,
    /// Whether the new network is better.
    pub accepted: bool,
    /// Whether the test came to its end, or the games were used up before.
    pub decided: bool,
}

/// Plays the new network against the one before it. Games whose scores are in the folder are not played again.
pub(super) fn test<G: Taught>(
    (options, plan): (&TrainOptions, &Plan),
    gate: &Gate,
    most_games: u64,
    (name, seed): (&str, Seed),
    [new, before]: [&Current; 2],
    tell: &mut dyn FnMut(Progress),
) -> Result<GateResult, TrainError> {
    let rules = G::rules(&Spec::parse(&plan.variants[0])?)?;
    let seats = G::start(&rules, &mut Rng::new(seed)).seats();
    let mut lineup = vec![1; seats];
    lineup[0] = 0;
    let orders = seatings(&lineup);
    let each_block = orders.len() as u64;
    let most_blocks = most_games.div_ceil(each_block).max(1);
    let sprt = Sprt::new(gate.elo[0], gate.elo[1], ERROR_RATE, ERROR_RATE)?;
    let recipes: [Recipe<G>; 2] = [
        recipe(&gate.agent, Some(new))?,
        recipe(&gate.agent, Some(before))?,
    ];
    let heading = format!(
        "game,scores by seat (seed {}; {} in {}; {}; after {} random moves; {} against {})",
        seed.0,
        gate.agent,
        plan.variants[0],
        limits_text(&gate.limits),
        gate.opening,
        new.digest,
        before.digest
    );
    let openings = Openings {
        starts: Vec::new(),
        random_plies: gate.opening,
    };
    let play = |number: u64| {
        let (block, place) = (number / each_block, number % each_block);
        let seed = seed.derive(Purpose::Block, block);
        let begin: G = start(&rules, &openings, block, seed)?;
        let agents = orders[place as usize]
            .iter()
            .map(|&one| recipes[one].agent());
        let (terms, agents) = (terms(&gate.limits), agents.collect());
        let end = game_under(&terms, options, &rules, &begin, agents, seed, |_| ())?;
        let scores = end.end.scores.as_slice(seats).iter();
        Ok(scores.map(|&score| f64::from(score)).collect::<Vec<f64>>())
    };
    let list = List::new(options, name, heading);
    let mut scores: Vec<Vec<f64>> = list.read(|cells| (cells.len() == seats).then_some(cells));
    let mut blocks = 0;
    loop {
        blocks = most_blocks.min(blocks + BLOCKS);
        let wanted = blocks * each_block;
        let known = scores.len() as u64;
        if known < wanted {
            let mut heard = |progress| {
                if let Progress::Games { done, .. } = progress {
                    tell(Progress::Games {
                        done: known + done,
                        total: most_blocks * each_block,
                    });
                }
            };
            let played = each(options, wanted - known, &mut heard, |number| {
                play(known + number)
            })?;
            scores.extend(played);
            list.write(&scores, Vec::clone)?;
        }
        let outcomes: Vec<ScoredGame> = scores[..wanted as usize]
            .iter()
            .zip(0..)
            .map(|(scores, number): (&Vec<f64>, u64)| ScoredGame {
                block: number / each_block,
                agents: orders[(number % each_block) as usize].clone(),
                scores: scores.clone(),
            })
            .collect();
        let points = points_by_block(&outcomes, 0);
        let means: Vec<f64> = points.iter().filter_map(|sum| sum.mean()).collect();
        let state = sprt.test(seats, &means);
        let decided = state.decision != SprtDecision::Continue;
        if decided || blocks == most_blocks {
            let share = blocked_share(&points).map_or(NOTHING, |share| share.share);
            return Ok(GateResult {
                games: wanted,
                points: share.value,
                low: share.low,
                high: share.high,
                // Games that are used up are settled by what they make more likely.
                accepted: match state.decision {
                    SprtDecision::AcceptH1 => true,
                    SprtDecision::AcceptH0 => false,
                    SprtDecision::Continue => state.llr > 0.0,
                },
                decided,
            });
        }
    }
}

/// What is known of a share without games.
const NOTHING: Estimate = Estimate {
    value: 0.0,
    low: 0.0,
    high: 1.0,
};
