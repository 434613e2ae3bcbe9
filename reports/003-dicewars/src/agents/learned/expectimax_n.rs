//! The report's third version: expectimax for several players over the attacks that are worth most.
//!
//! First come some levels of the player's own, then some of each opponent in the order of play. A level is
//! one attack, with both outcomes, or none; new dice do not fall. In the report's program the player follows all attacks
//! that are worth nearly as much as his best, his opponents only the best; in its text everybody follows all that are
//! worth enough. Who has an attack does not consider to leave it.

use std::time::Duration;

use ludarium_dicewars::rules::{Dicewars, Move};
use ludarium_game::{
    Agent, Bound, Budget, Candidate, Decision, Game, MAX_SEATS, Rng, Scores, sort_by,
};

use super::prospects::Prospects;
use super::tree::TurnTree;
use super::{Happ, HappOnly, Territory, Wpp};

/// With less on the clock the player looks less far into his own turn.
const HURRY: Duration = Duration::from_secs(6);
/// Own levels then.
const HURRIED_OWN: u32 = 2;
/// With less than this there is no search at all.
const PANIC: Duration = Duration::from_secs(2);

/// What each seat can expect.
pub type SeatValues = [f64; MAX_SEATS];

/// The report's final version.
#[derive(Clone, Debug)]
pub struct ExpectimaxN {
    /// Says what attacks are worth.
    pub happ: Happ,
    /// Says what players can expect where the search ends.
    pub wpp: Wpp,
    /// An attack must be worth more than this.
    pub threshold: f64,
    /// The player's attacks must be worth more than this share of his best.
    pub similar: f64,
    /// How many of the most probable attacks are looked at in one place.
    pub width: usize,
    /// Whether opponents follow all attacks that are worth enough; otherwise only the best.
    pub all_replies: bool,
    /// Levels of the player.
    pub own: u32,
    /// Levels of each opponent.
    pub replies: u32,
    /// With a limit it looks one level deeper after the other until it has looked at this many positions, and decides by
    /// the last level that was finished.
    pub most_nodes: Option<u64>,
}

impl ExpectimaxN {
    /// The levels of the player himself that a budget leaves time for; none without time for a search.
    fn own_levels(&self, budget: &Budget) -> Option<u32> {
        match budget.left {
            Some(left) if left < PANIC => None,
            Some(left) if left < HURRY => Some(self.own.min(HURRIED_OWN)),
            _ => Some(self.own),
        }
    }

    /// Whether the player to move has several attacks to follow: otherwise there is no search.
    pub fn has_choice(&self, position: &Dicewars) -> bool {
        Prospects::similar(self, &Territory::of(position), position.player()).len() > 1
    }

    /// All levels with `own` of the player to move, as far as the budget allows.
    fn levels(&self, position: &Dicewars, own: u32, budget: &Budget) -> u32 {
        let levels = own + self.replies * (position.seats() as u32 - 1);
        budget.depth.map_or(levels, |most| levels.min(most.max(1)))
    }

    /// The budget with the limit of its own.
    fn limited(&self, budget: &Budget) -> Budget {
        let limits = budget.nodes.into_iter().chain(self.most_nodes);
        Budget { nodes: limits.min(), ..budget.clone() }
    }

    /// What everybody can expect with `own` levels of the player to move; `None` when the budget was used up.
    pub fn expectation(
        &self,
        position: &Dicewars,
        own: u32,
        budget: &Budget,
    ) -> Option<SeatValues> {
        let mut meter = budget.meter();
        let levels = self.levels(position, own, budget);
        let mut tree = TurnTree::new(self, position, own, levels, &mut meter);
        tree.value(&Territory::of(position), 0)
    }
}

impl Agent<Dicewars> for ExpectimaxN {
    fn choose(&mut self, position: &Dicewars, budget: &Budget, _: &mut Rng) -> Decision<Move> {
        let mut meter = self.limited(budget).meter();
        let Some(own) = self.own_levels(budget) else {
            let happ_only = HappOnly { happ: self.happ.clone(), threshold: self.threshold };
            return Decision::plain(happ_only.decide(position));
        };
        let territory = Territory::of(position);
        let seat = position.player();
        let prospects = Prospects::similar(self, &territory, seat);
        let (Some(&first), true) = (prospects.first(), prospects.len() > 1) else {
            let only = prospects.first();
            return Decision::plain(only.map_or(Move::EndTurn, |&only| Move::from(only)));
        };
        let last = self.levels(position, own, budget);
        let first_round = if self.most_nodes.is_some() { 1 } else { last };
        let mut finished = None;
        for levels in first_round..=last {
            let mut tree = TurnTree::new(self, position, own, levels, &mut meter);
            let valued = prospects
                .iter()
                .map(|&attack| Some((attack, tree.attack(&territory, &attack, 0)?)));
            let Some(valued) = valued.collect::<Option<Vec<_>>>() else {
                break;
            };
            finished = Some((levels, valued));
        }
        // Without a finished search the most valuable attack is the answer.
        let Some((depth, mut valued)) = finished else {
            return Decision {
                nodes: meter.nodes(),
                time: meter.time(),
                ..Decision::plain(first.into())
            };
        };
        sort_by(&mut valued, |(_, a), (_, b)| b[seat.index()].total_cmp(&a[seat.index()]));
        let candidates = valued.iter().map(|&(attack, values)| Candidate {
            mv: attack.into(),
            scores: Scores::new(&values.map(|value| value as f32)),
            visits: 0,
            bound: Bound::Exact,
            line: vec![attack.into()],
        });
        Decision {
            chosen: valued[0].0.into(),
            candidates: candidates.collect(),
            nodes: meter.nodes(),
            iterations: 0,
            depth,
            time: meter.time(),
        }
    }
}
