//! The attacks that a search follows in one place.

use std::ops::Deref;

use ludarium_game::Seat;

use super::{ExpectimaxN, FairAttack, Territory};

/// The most attacks that are looked at in one place.
pub(in crate::agents) const WIDEST: usize = 10;

/// A few attacks, kept without allocating.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prospects {
    attacks: [FairAttack; WIDEST],
    count: usize,
}

impl Deref for Prospects {
    type Target = [FairAttack];

    fn deref(&self) -> &[FairAttack] {
        &self.attacks[..self.count]
    }
}

impl Prospects {
    /// The attacks of a player that are worth nearly as much as his best one, the most valuable first.
    pub(super) fn similar(options: &ExpectimaxN, territory: &Territory, seat: Seat) -> Prospects {
        let probable = Prospects::probable(options, territory, seat);
        let mut sorted = Prospects::default();
        let mut values = [0.0; WIDEST];
        for &attack in probable.iter() {
            // No attack is worth more than its probability, and the best value only grows.
            let p = attack.probability;
            if p <= options.threshold || (sorted.count > 0 && p / values[0] <= options.similar) {
                break;
            }
            let value = options.happ.value(territory, &attack);
            if value > options.threshold {
                let place = values[..sorted.count].partition_point(|&other| other >= value);
                values[place..=sorted.count].rotate_right(1);
                values[place] = value;
                sorted.insert(place, attack);
            }
        }
        let kept = values[..sorted.count].iter();
        sorted.count = kept
            .filter(|&&value| value / values[0] > options.similar)
            .count();
        sorted
    }

    /// The most valuable attack of a player, if it is worth enough.
    pub(super) fn best(options: &ExpectimaxN, territory: &Territory, seat: Seat) -> Prospects {
        let mut best = Prospects::default();
        let mut bar = options.threshold;
        for &attack in Prospects::probable(options, territory, seat).iter() {
            // No attack is worth more than its probability.
            if attack.probability <= bar {
                break;
            }
            let value = options.happ.value(territory, &attack);
            if value > bar {
                bar = value;
                best.attacks[0] = attack;
                best.count = 1;
            }
        }
        best
    }

    /// The most probable attacks, the first in the order of the rules among equals.
    fn probable(options: &ExpectimaxN, territory: &Territory, seat: Seat) -> Prospects {
        let most = options.width.min(WIDEST);
        let mut probable = Prospects::default();
        for attack in territory.fair_attacks(seat) {
            let place = probable.partition_point(|other| other.probability >= attack.probability);
            if place < most {
                probable.count = probable.count.min(most - 1);
                probable.insert(place, attack);
            }
        }
        probable
    }

    /// Puts an attack in its place; there must be room.
    fn insert(&mut self, place: usize, attack: FairAttack) {
        self.attacks[place..=self.count].rotate_right(1);
        self.attacks[place] = attack;
        self.count += 1;
    }
}
