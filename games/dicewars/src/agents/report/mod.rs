//! The report's later versions: a predictor of held areas, one of the winner, and a search on top of them.
//!
//! Everything is as in the report's program, which differs from its text in several places; with its weights
//! they decide alike. The predictors that ship are trained from our own games.

mod expectimax_n;
mod features;
mod ground;
mod happ_only;
mod models;
mod predictors;
mod prospects;
#[cfg(test)]
mod tests;
mod tree;

pub use expectimax_n::{ExpectimaxN, Values};
pub use features::{FEATURES, area_features, player_features};
pub use ground::{FairAttack, Ground};
pub use happ_only::HappOnly;
pub use predictors::{Happ, Wpp};

use crate::rules::Dicewars;

use ludarium_agents::{Entry, Parameters};
use prospects::WIDEST;

/// The report asks for four events with these probabilities: 0.5 · 0.5 · 0.5 · 0.8.
const THRESHOLD: f64 = 0.1;

impl HappOnly {
    /// As in the report, with any predictor.
    pub fn new(happ: Happ) -> HappOnly {
        HappOnly {
            happ,
            threshold: THRESHOLD,
        }
    }
}

impl ExpectimaxN {
    /// As in the report, with any predictors.
    pub fn new(happ: Happ, wpp: Wpp) -> ExpectimaxN {
        ExpectimaxN {
            happ,
            wpp,
            threshold: THRESHOLD,
            similar: 0.95,
            width: WIDEST,
            own: 4,
            replies: 2,
        }
    }
}

/// The agents of this folder.
pub(super) fn entries() -> [Entry<Dicewars>; 2] {
    let happ = Entry::new(
        "happ",
        "report: the attack most likely to succeed and to be held, by a learnt predictor",
        |p| {
            let threshold = threshold(p);
            move || HappOnly {
                threshold,
                ..HappOnly::new(Happ::shipped())
            }
        },
    );
    let last = Entry::new(
        "final",
        "report: expectimax over the attacks that happ values most, with a learnt predictor of the winner",
        |p| {
            let threshold = threshold(p);
            let similar = p.real(
                "similar",
                0.0..=1.0,
                0.95,
                "the share of its best attack's value that others must exceed",
            );
            let widest = WIDEST as u64;
            let width = p.whole(
                "width",
                1..=widest,
                widest,
                "attacks looked at in one place",
            );
            let own = p.whole("own", 1..=8, 4, "its own levels; 2 at most below 6 s");
            let replies = p.whole("replies", 0..=4, 2, "levels of each opponent");
            move || ExpectimaxN {
                threshold,
                similar,
                width: width as usize,
                own: own as u32,
                replies: replies as u32,
                ..ExpectimaxN::new(Happ::shipped(), Wpp::shipped())
            }
        },
    );
    [happ, last]
}

fn threshold(p: &mut Parameters<'_>) -> f64 {
    p.real(
        "threshold",
        0.0..=1.0,
        THRESHOLD,
        "what an attack must be worth: that it succeeds and both areas are held",
    )
}
