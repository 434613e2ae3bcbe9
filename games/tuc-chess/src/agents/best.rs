//! Our strongest agent.

use crate::rules::{PointsGain, TucChess};
use ludarium_search::{AlphaBeta, AlphaBetaOptions, Chance};

use super::endings::{self, WithEndings};
use ludarium_agents::values::ShippedValue;
use ludarium_agents::{Entry, generic};

/// Plies by which captures, presents and last rows are followed beyond the horizon.
const QUIESCENCE: u32 = 8;

/// How strongly late moves are reduced: docs/strength.md.
const REDUCE: f64 = 0.7;

/// Endings with one piece besides the kings come from a table. Chance is ignored: where a present may appear on any free
/// square, expectations cost more depth than they are worth.
pub(super) fn best() -> Entry<TucChess> {
    Entry::new(
        "best",
        "our strongest: alpha-beta by the value network on the full rules, no luck expected, gains followed on",
        |p| {
            let depth = p.whole("depth", 1..=64, 8, "plies to look ahead without another budget");
            let memory = p.whole("memory", 1..=65_536, 512, "mebibytes for the table at most");
            let options = AlphaBetaOptions {
                depth: depth as u32,
                table_mebibytes: memory as usize,
                reduce: generic::read_reduce(p, REDUCE),
                threads: generic::read_threads(p),
                chance: Chance::Ignore,
                quiescence: QUIESCENCE,
                ..AlphaBetaOptions::default()
            };
            let value = ShippedValue::<TucChess>::noted(p);
            move || {
                endings::prepare();
                let mut search = AlphaBeta::new(WithEndings(value), PointsGain);
                search.options = options;
                search
            }
        },
    )
}
