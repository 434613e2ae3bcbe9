//! The gate: a new network plays against the one before it until it is clear which is better.

use std::ops::ControlFlow;

use ludarium_agents::Recipe;
use ludarium_arena::statistics::{
    Estimate, Results, ScoredGame, Sprt, SprtDecision, blocked_share,
};
use ludarium_arena::{Openings, permutations, start};
use ludarium_game::{Error, Purpose, Rng, Seed, Spec};
use serde::{Deserialize, Serialize};

use super::games::limits_text;
use super::network::{NetworkFile, recipe};
use super::plan::{ERROR_RATE, Gate, Plan, Taught};
use super::player::terms;
use super::self_play::{Meeting, SelfPlay, SelfPlayKind};
use crate::comparison::game_under;
use crate::elsewhere::{SelfPlayer, in_order};
use crate::list::List;
use crate::workers::interrupted;
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
    [new, before]: [&NetworkFile; 2],
    tell: &mut dyn FnMut(Progress),
) -> Result<GateResult, TrainError> {
    let task = SelfPlay {
        game: G::NAME.to_owned(),
        networks: [new, before].map(Clone::clone).to_vec(),
        seed: seed.0,
        kind: SelfPlayKind::Gate(Meeting {
            variant: plan.variants[0].clone(),
            agent: gate.agent.clone(),
            limits: gate.limits,
            opening: gate.opening,
        }),
    };
    let table = GateTable::<G>::new(options, &task)?;
    let (seats, orders) = (table.seats, &table.orders);
    let sides = (seats, &orders[..]);
    meet(
        (options, plan),
        gate,
        most_games,
        (name, sides),
        (&task, &table),
        tell,
    )
}

/// Lets the two networks of a task play until it is clear which is better; `orders` is who sits where in the games of a
/// block.
fn meet(
    (options, plan): (&TrainOptions, &Plan),
    gate: &Gate,
    most_games: u64,
    (name, (seats, orders)): (&str, (usize, &[Vec<usize>])),
    (task, player): (&SelfPlay, &dyn SelfPlayer),
    tell: &mut dyn FnMut(Progress),
) -> Result<GateResult, TrainError> {
    let [new, before] = both(task)?;
    let each_block = orders.len() as u64;
    let most_blocks = most_games.div_ceil(each_block).max(1);
    let sprt = Sprt::new(gate.elo[0], gate.elo[1], ERROR_RATE, ERROR_RATE)?;
    let heading = format!(
        "game,scores by seat (seed {}; {} in {}; {}; after {} random moves; {} against {})",
        task.seed,
        gate.agent,
        plan.variants[0],
        limits_text(&gate.limits),
        gate.opening,
        new.digest,
        before.digest
    );
    let list = List::new(options, name, heading);
    let mut scores: Vec<Vec<f64>> = list.read(|cells| (cells.len() == seats).then_some(cells));
    let most = most_blocks * each_block;
    let ends: Vec<u64> = (1..=most_blocks.div_ceil(BLOCKS))
        .map(|portion| most_blocks.min(portion * BLOCKS) * each_block)
        .collect();
    let decide = |scores: &[Vec<f64>]| {
        let outcomes: Vec<ScoredGame> = scores
            .iter()
            .zip(0..)
            .map(|(scores, number): (&Vec<f64>, u64)| ScoredGame {
                block: number / each_block,
                agents: orders[(number % each_block) as usize].clone(),
                scores: scores.clone(),
            })
            .collect();
        let points = Results::of(&outcomes).points_by_block(0);
        let means: Vec<f64> = points.iter().filter_map(|sum| sum.mean()).collect();
        let state = sprt.test(seats, &means);
        let decided = state.decision != SprtDecision::Continue;
        (decided || scores.len() as u64 == most).then(|| {
            let share = blocked_share(&points).map_or(NOTHING, |share| share.share);
            GateResult {
                games: scores.len() as u64,
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
            }
        })
    };
    let known = scores.len() as u64;
    for &end in ends.iter().filter(|&&end| end <= known) {
        if let Some(result) = decide(&scores[..end as usize]) {
            return Ok(result);
        }
    }
    let mut result = None;
    in_order(
        options,
        (task, player),
        known,
        &ends,
        tell,
        &mut |portion| {
            for bytes in &portion {
                scores.push(GateGame::read(bytes, seats)?);
            }
            list.write(&scores, Vec::clone)?;
            result = decide(&scores);
            Ok(match result {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        },
    )?;
    // The last portion always decides.
    result.ok_or_else(|| interrupted(options))
}

/// Where two networks meet.
pub(super) struct GateTable<G: Taught> {
    options: TrainOptions,
    meeting: Meeting,
    seed: Seed,
    rules: G::Rules,
    seats: usize,
    /// Who sits where in the games of a block: the new network once, the other one everywhere else.
    orders: Vec<Vec<usize>>,
    recipes: [Recipe<G>; 2],
}

/// What came of a game, as it travels. The key of its last position tells games apart that have the same scores.
#[derive(Serialize, Deserialize)]
struct GateGame {
    scores: Vec<f64>,
    key: u64,
}

impl GateGame {
    fn to_bytes(&self) -> Vec<u8> {
        // Numbers always serialise.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The scores of the seats.
    fn read(bytes: &[u8], seats: usize) -> Result<Vec<f64>, TrainError> {
        let game: Option<GateGame> = serde_json::from_slice(bytes).ok();
        let scores = game.map(|game| game.scores);
        let scores = scores.filter(|scores| scores.len() == seats);
        scores.ok_or_else(|| {
            TrainError::Elsewhere("what came of a game at the gate cannot be read".to_owned())
        })
    }
}

/// The two networks of a task, the new one first.
fn both(task: &SelfPlay) -> Result<[&NetworkFile; 2], TrainError> {
    match &*task.networks {
        [new, before] => Ok([new, before]),
        _ => Err(no_gate()),
    }
}

fn no_gate() -> TrainError {
    Error::Impossible("a gate has two networks".to_owned()).into()
}

impl<G: Taught> GateTable<G> {
    /// A table for the two networks of a task.
    pub fn new(options: &TrainOptions, task: &SelfPlay) -> Result<GateTable<G>, TrainError> {
        let [new, before] = both(task)?;
        let SelfPlayKind::Gate(meeting) = &task.kind else {
            return Err(no_gate());
        };
        let seed = Seed(task.seed);
        let rules = G::rules(&Spec::parse(&meeting.variant)?)?;
        let seats = G::start(&rules, &mut Rng::new(seed)).seats();
        let mut lineup = vec![1; seats];
        lineup[0] = 0;
        Ok(GateTable {
            options: options.clone(),
            seed,
            rules,
            seats,
            orders: permutations(&lineup),
            recipes: [
                recipe(&meeting.agent, Some(new))?,
                recipe(&meeting.agent, Some(before))?,
            ],
            meeting: meeting.clone(),
        })
    }
}

impl<G: Taught> SelfPlayer for GateTable<G> {
    fn play(&self, number: u64) -> Result<Vec<u8>, TrainError> {
        let each_block = self.orders.len() as u64;
        let (block, place) = (number / each_block, number % each_block);
        let seed = self.seed.derive(Purpose::Block, block);
        let openings = Openings {
            starts: Vec::new(),
            random_plies: self.meeting.opening,
        };
        let begin: G = start(&self.rules, &openings, block, seed)?;
        let agents = self.orders[place as usize]
            .iter()
            .map(|&one| self.recipes[one].agent());
        let (terms, agents) = (terms(&self.meeting.limits), agents.collect());
        let end = game_under(
            &terms,
            &self.options,
            &self.rules,
            &begin,
            agents,
            seed,
            |_| (),
        )?;
        let scores = end.end.scores.as_slice(self.seats).iter();
        let game = GateGame {
            scores: scores.map(|&score| f64::from(score)).collect(),
            key: end.position.key(),
        };
        Ok(game.to_bytes())
    }
}

/// What is known of a share without games.
const NOTHING: Estimate = Estimate {
    value: 0.0,
    low: 0.0,
    high: 1.0,
};
