//! The agents of Backgammon.

mod features;
mod points;
mod positional;

use std::sync::Arc;

use ludarium_agents::values::ShippedValue;
use ludarium_agents::{Entry, NamedEvaluation, Parameters, Playable, generic};
use ludarium_game::NoGain;
use ludarium_search::solve::Indexed;
use ludarium_search::{AlphaBeta, AlphaBetaOptions};

use crate::rules::{Backgammon, CheckerIndex};

pub use positional::Positional;

impl Playable for Backgammon {
    /// No play wins anything at once but the game.
    type Gain = NoGain;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![
            NamedEvaluation::weighted(
                "positional",
                "pips, blots that can be hit, and points that are held",
                read_positional,
            ),
            NamedEvaluation::shipped(
                "value",
                "a value network, trained on games in which it looked at each play",
            ),
        ]
    }

    fn index(position: &Self) -> Option<Arc<dyn Indexed<Self>>> {
        CheckerIndex::new(position).map(|index| Arc::new(index) as Arc<dyn Indexed<Self>>)
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::complete(vec![best()], generic::two_seats())
    }
}

/// How strongly late plays are reduced.
const REDUCE: f64 = 0.6;

/// One look at each play, and more where there is time.
fn best() -> Entry<Backgammon> {
    let summary = "our strongest: judges every play by the value network, and looks further ahead by Star2 search \
                   where there is time";
    Entry::new("best", summary, |p| {
        let value = ShippedValue::<Backgammon>::noted(p);
        let depth = p.whole("depth", 1..=64, 1, "turns to look ahead without another budget");
        let options = AlphaBetaOptions {
            depth: depth as u32,
            reduce: generic::read_reduce(p, REDUCE),
            threads: generic::read_threads(p),
            ..AlphaBetaOptions::default()
        };
        move || {
            let mut search = AlphaBeta::new(value, NoGain);
            search.options = options;
            search
        }
    })
}

fn read_positional(p: &mut Parameters<'_>) -> Positional {
    let Positional { home, row, blot, scale } = Positional::default();
    Positional {
        home: p.weight("home", 0.0..=50.0, home, "the pips that a point at home is worth"),
        row: p.weight("row", 0.0..=50.0, row, "the pips that a point of the longest row is worth"),
        blot: p.weight(
            "blot",
            0.0..=200.0,
            blot,
            "the pips that a blot costs which every throw hits",
        ),
        scale: p.weight("scale", 1.0..=200.0, scale, "the pips that mean odds of e : 1"),
    }
}
