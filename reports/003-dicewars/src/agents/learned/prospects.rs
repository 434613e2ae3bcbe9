//! The attacks that a search follows in one place.

use std::ops::Deref;

use ludarium_game::Seat;

use super::{ExpectimaxN, FairAttack, Territory};

/// How many of the most probable attacks the report's program looks at in one place.
pub(in crate::agents) const REPORTED_WIDTH: usize = 10;

/// The attacks of one player, the most valuable first.
#[derive(Clone, Debug, Default)]
pub(super) struct Prospects(Vec<FairAttack>);

impl Deref for Prospects {
    type Target = [FairAttack];

    fn deref(&self) -> &[FairAttack] {
        &self.0
    }
}

impl Prospects {
    /// The attacks of a player that are worth nearly as much as his best one.
    pub(super) fn similar(options: &ExpectimaxN, territory: &Territory, seat: Seat) -> Prospects {
        Prospects::above(options, options.similar, territory, seat)
    }

    /// The attacks of an opponent: all that are worth enough, or only the best.
    pub(super) fn replies(options: &ExpectimaxN, territory: &Territory, seat: Seat) -> Prospects {
        if options.all_replies {
            Prospects::above(options, 0.0, territory, seat)
        } else {
            Prospects::best(options, territory, seat)
        }
    }

    /// The attacks of a player that are worth enough, and more than a share of his best one.
    fn above(options: &ExpectimaxN, share: f64, territory: &Territory, seat: Seat) -> Prospects {
        let mut sorted: Vec<FairAttack> = Vec::new();
        let mut values: Vec<f64> = Vec::new();
        for attack in Prospects::probable(options, territory, seat) {
            // No attack is worth more than its probability, and the best value only grows.
            let p = attack.probability;
            if p <= options.threshold || values.first().is_some_and(|best| p / best <= share) {
                break;
            }
            let value = options.happ.value(territory, &attack);
            if value > options.threshold {
                let place = values.partition_point(|&other| other >= value);
                values.insert(place, value);
                sorted.insert(place, attack);
            }
        }
        let kept = values.iter().filter(|&value| value / values[0] > share);
        sorted.truncate(kept.count());
        Prospects(sorted)
    }

    /// The most valuable attack of a player, if it is worth enough.
    pub(super) fn best(options: &ExpectimaxN, territory: &Territory, seat: Seat) -> Prospects {
        let mut best = None;
        let mut bar = options.threshold;
        for attack in Prospects::probable(options, territory, seat) {
            // No attack is worth more than its probability.
            if attack.probability <= bar {
                break;
            }
            let value = options.happ.value(territory, &attack);
            if value > bar {
                bar = value;
                best = Some(attack);
            }
        }
        Prospects(best.into_iter().collect())
    }

    /// The most probable attacks, the first in the order of the rules among equals.
    fn probable(options: &ExpectimaxN, territory: &Territory, seat: Seat) -> Vec<FairAttack> {
        let mut probable: Vec<FairAttack> =
            Vec::with_capacity(options.width.min(REPORTED_WIDTH) + 1);
        for attack in territory.fair_attacks(seat) {
            let place = probable.partition_point(|other| other.probability >= attack.probability);
            if place < options.width {
                probable.insert(place, attack);
                probable.truncate(options.width);
            }
        }
        probable
    }
}
