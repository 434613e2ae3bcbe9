//! The agents of Backgammon.

mod points;
mod positional;

use ludarium_agents::{Entry, NamedEvaluation, Parameters, Playable, generic};
use ludarium_game::NoGain;

use crate::rules::Backgammon;

pub use positional::Positional;

impl Playable for Backgammon {
    /// No play wins anything at once but the game.
    type Gain = NoGain;

    fn evaluations() -> Vec<NamedEvaluation<Self>> {
        vec![NamedEvaluation::weighted(
            "positional",
            "pips, blots that can be hit, and points that are held",
            read_positional,
        )]
    }

    fn entries() -> Vec<Entry<Self>> {
        generic::two_seats()
    }
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
