//! Programs that ask whether an area can be conquered and then held for a round.

use ludarium_game::Game;

use super::DriverNotes;
use super::attack::{Attack, attacks, first_largest, rounded_probability};

/// What an attack of [`ste`] must promise.
const STE_THRESHOLD: f64 = 0.2;

pub(super) fn ste(moment: &DriverNotes) -> Option<Attack> {
    best(moment, STE_THRESHOLD, |_| 1.0)
}

/// With two players the threshold is lower and the bonus of the largest region higher.
pub(super) fn stei(moment: &DriverNotes) -> Option<Attack> {
    let (threshold, bonus) = match moment.position.seats() {
        2 => (0.2, 3.0),
        _ => (0.4, 2.0),
    };
    let region = moment.position.map().first_largest_region(moment.own());
    best(moment, threshold, |attack| if region & attack.from.bit() != 0 { bonus } else { 1.0 })
}

/// The largest promise times its weight, among those above the threshold and from full areas.
fn best(moment: &DriverNotes, threshold: f64, weight: impl Fn(&Attack) -> f64) -> Option<Attack> {
    let promised = attacks(moment.position).into_iter().map(|attack| {
        let promise = attack.probability() * hold(moment, &attack);
        (attack, promise)
    });
    let candidates =
        promised.filter(|(attack, promise)| *promise >= threshold || attack.has_full_source());
    let best = first_largest(candidates, |(attack, promise)| promise * weight(attack));
    best.map(|(attack, _)| attack)
}

/// The probability that nobody takes the conquered area at once. Neighbours count as they stand
/// now: all that the player does not own, with the defender's others among them.
fn hold(moment: &DriverNotes, attack: &Attack) -> f64 {
    let position = moment.position;
    let threats = position
        .map()
        .neighbours(attack.to)
        .iter()
        .filter(|near| moment.own() & near.bit() == 0 && position.dice(**near) >= 2);
    threats.fold(1.0, |hold, &near| {
        hold * (1.0 - rounded_probability(position.dice(near), attack.dice - 1))
    })
}
