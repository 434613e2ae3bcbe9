//! The report's second version: the attack most likely to succeed and to be held.

use ludarium_dicewars::rules::{Dicewars, Move};
use ludarium_game::{Agent, Budget, Decision, Rng};

use super::{FairAttack, Happ, Territory};
use crate::agents::course::first_largest;

/// Attacks where that is worth most; ends the turn when nothing is worth enough.
#[derive(Clone, Debug)]
pub struct HappOnly {
    /// Says what attacks are worth.
    pub happ: Happ,
    /// An attack must be worth more than this.
    pub threshold: f64,
}

impl HappOnly {
    /// The decision of the player to move.
    pub fn decide(&self, position: &Dicewars) -> Move {
        let territory = Territory::of(position);
        let attacks = territory.fair_attacks(position.player());
        let valued = attacks.map(|attack| (attack, self.happ.value(&territory, &attack)));
        let best = first_largest(valued, |(_, value)| *value);
        let best = best.filter(|(_, value)| *value > self.threshold);
        best.map_or(Move::EndTurn, |(attack, _)| Move::from(attack))
    }
}

impl From<FairAttack> for Move {
    fn from(attack: FairAttack) -> Move {
        Move::Attack { from: attack.from, to: attack.to }
    }
}

impl Agent<Dicewars> for HappOnly {
    fn choose(&mut self, position: &Dicewars, _: &Budget, _: &mut Rng) -> Decision<Move> {
        Decision::plain(self.decide(position))
    }
}
