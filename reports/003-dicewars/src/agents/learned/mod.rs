//! The report's later versions: a predictor of held areas, one of the winner, and a search on top of them.
//!
//! `happ` and `final` are as in the report's program: with the weights that its author published they decide as it did
//! in every recorded position. Its text says something else in several places; `happ-text` and `final-text` are as the text
//! says. The predictors that play by default are trained from our own games.

mod expectimax_n;
mod features;
mod happ_only;
mod models;
mod predictors;
mod prospects;
pub mod published;
mod territory;
#[cfg(test)]
mod tests;
mod tree;

pub use expectimax_n::{ExpectimaxN, SeatValues};
pub use features::{FEATURES, Wording, area_features, player_features};
pub use happ_only::HappOnly;
pub use models::Predictors;
pub use predictors::{Happ, Wpp};
pub use territory::{FairAttack, Territory};

use ludarium_dicewars::rules::Dicewars;

use ludarium_agents::{Entry, Parameters};
use prospects::REPORTED_WIDTH;

/// The report asks for four events with these probabilities: 0.5 · 0.5 · 0.5 · 0.8.
const THRESHOLD: f64 = 0.1;

impl HappOnly {
    /// As in the report, with any predictor.
    pub fn new(happ: Happ) -> HappOnly {
        HappOnly { happ, threshold: THRESHOLD }
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
            width: REPORTED_WIDTH,
            all_replies: false,
            own: 4,
            replies: 2,
            most_nodes: None,
        }
    }

    /// As in the report's text: all attacks of the set A for everybody, as deep as a limit of positions allows.
    pub fn as_written(happ: Happ, wpp: Wpp, most_nodes: u64) -> ExpectimaxN {
        ExpectimaxN {
            similar: 0.0,
            width: usize::MAX,
            all_replies: true,
            most_nodes: Some(most_nodes),
            ..ExpectimaxN::new(happ, wpp)
        }
    }
}

/// What the report's program could look at in the quarter of a second that each decision adds to its clock: 38 ms for 128
/// positions were measured.
const AFFORDABLE: u64 = 1000;

/// The agents of this folder.
pub(super) fn entries() -> [Entry<Dicewars>; 4] {
    [happ(), last(), happ_as_written(), last_as_written()]
}

fn happ() -> Entry<Dicewars> {
    Entry::new(
        "happ",
        "report: the attack most likely to succeed and to be held, by a learned predictor",
        |p| {
            let threshold = threshold(p);
            let predictors = predictors(p);
            move || HappOnly { threshold, ..HappOnly::new(predictors.happ()) }
        },
    )
}

fn last() -> Entry<Dicewars> {
    Entry::new(
        "final",
        "report: expectimax over the attacks that happ values most, with a learned predictor of the winner",
        |p| {
            let threshold = threshold(p);
            let predictors = predictors(p);
            let similar = p.real(
                "similar",
                0.0..=1.0,
                0.95,
                "the share of its best attack's value that others must exceed",
            );
            let width =
                p.whole("width", 1..=1000, REPORTED_WIDTH as u64, "attacks looked at in one place");
            let all_replies = p.switch(
                "all-replies",
                false,
                "whether opponents follow all attacks worth enough, or only the best",
            );
            let (own, replies) = levels(p);
            p.added("softmax");
            let summary = "whether the chances to win are shared by softmax, so that they sum to 1";
            let softmax = p.switch("softmax", false, summary);
            move || ExpectimaxN {
                threshold,
                similar,
                width: width as usize,
                all_replies,
                own,
                replies,
                ..ExpectimaxN::new(predictors.happ(), predictors.wpp().with_softmax(softmax))
            }
        },
    )
}

fn happ_as_written() -> Entry<Dicewars> {
    Entry::new("happ-text", "report, as its text has it: happ with the features of the text", |p| {
        let threshold = threshold(p);
        move || HappOnly { threshold, ..HappOnly::new(Predictors::Text.happ()) }
    })
}

fn last_as_written() -> Entry<Dicewars> {
    Entry::new(
        "final-text",
        "report, as its text has it: all attacks worth enough for everybody, features of the text",
        |p| {
            let threshold = threshold(p);
            let (own, replies) = levels(p);
            let nodes = p.whole(
                "nodes",
                1..=1_000_000_000,
                AFFORDABLE,
                "positions to look at, level by level; what the report's machine could afford",
            );
            move || ExpectimaxN {
                threshold,
                own,
                replies,
                ..ExpectimaxN::as_written(Predictors::Text.happ(), Predictors::Text.wpp(), nodes)
            }
        },
    )
}

fn levels(p: &mut Parameters<'_>) -> (u32, u32) {
    let own = p.whole("own", 1..=8, 4, "its own levels; 2 at most below 6 s");
    let replies = p.whole("replies", 0..=4, 2, "levels of each opponent");
    (own as u32, replies as u32)
}

fn predictors(p: &mut Parameters<'_>) -> Predictors {
    p.choice(
        "predictors",
        Predictors::ALL.map(|predictors| (predictors.name(), predictors)),
        "who trained them and how: ours as the report, its author's weights, ours in another reading",
    )
}

fn threshold(p: &mut Parameters<'_>) -> f64 {
    p.real(
        "threshold",
        0.0..=1.0,
        THRESHOLD,
        "what an attack must be worth: that it succeeds and both areas are held",
    )
}
