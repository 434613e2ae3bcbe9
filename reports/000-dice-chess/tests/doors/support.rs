//! What the tests share: clients.

use std::time::Duration;

use ludarium_arena::Interrupt;
use ludarium_bridge::door::Entrant;
use ludarium_bridge::testing;
use ludarium_dice_chess::rules::ThreeDice;
use ludarium_game::{Budget, Seed};
use ludarium_report_000::doors::message::{Invitation, PlatformClock};
use ludarium_report_000::doors::{Patience, VARIANT, Visit, VisitEvent};

/// The player that a text stands for.
pub fn entrant(text: &str) -> Entrant<ThreeDice> {
    testing::entrant(text, VARIANT)
}

pub fn patience() -> Patience {
    Patience {
        attempts: 3,
        pause: Duration::from_millis(20),
        longest: Duration::from_secs(2),
        call: Duration::from_secs(5),
    }
}

/// A guest that plays one game with the agent `random`, and challenges nobody.
pub fn guest(url: String) -> Visit {
    Visit {
        url,
        token: None,
        name: "tester".to_owned(),
        agent: entrant("random"),
        budget: Budget::default(),
        seed: Seed(1),
        opponent: None,
        at_once: 1,
        games: Some(1),
        poll: Duration::from_millis(20),
        patience: patience(),
    }
}

/// A guest that challenges `house/greedy`.
pub fn challenger(url: String) -> Visit {
    Visit {
        opponent: Some(Invitation {
            team: "house".to_owned(),
            name: "greedy".to_owned(),
            time_control: PlatformClock::default(),
        }),
        ..guest(url)
    }
}

/// Plays, and gives all news.
pub fn news_of(order: &Visit) -> Vec<VisitEvent> {
    let mut all = Vec::new();
    ludarium_report_000::doors::visit(order, &Interrupt::new(), &mut |news| all.push(news))
        .unwrap_or_else(|error| panic!("{error}; {all:?}"));
    all
}
