//! Our strongest agent.

use crate::rules::{ScoreGain, TucChess};
use ludarium_search::{AlphaBeta, AlphaBetaOptions, Chance};

use ludarium_agents::values::ShippedValue;
use ludarium_agents::{Entry, Parameter};

/// Plies by which captures, presents and last rows are followed beyond the horizon.
const QUIESCENCE: u32 = 8;

/// Chance is ignored: where a present may appear on any free square, expectations cost more depth than they
/// are worth.
pub(super) fn best() -> Entry<TucChess> {
    let parameters = vec![
        Parameter::whole(
            "depth",
            (1, 64),
            8,
            "plies to look ahead without another budget",
        ),
        Parameter::whole(
            "memory",
            (1, 65_536),
            512,
            "mebibytes for the table at most",
        ),
    ];
    Entry::new(
        "best",
        "our strongest: alpha-beta by the value network on the full rules, no luck expected, gains followed on",
        parameters,
        |settings| {
            let mut search = AlphaBeta::new(ShippedValue::<TucChess>::default(), ScoreGain);
            search.options = AlphaBetaOptions {
                depth: settings.whole("depth") as u32,
                table_mebibytes: settings.whole("memory") as usize,
                chance: Chance::Ignore,
                quiescence: QUIESCENCE,
                ..AlphaBetaOptions::default()
            };
            search
        },
    )
}
