//! Programs with a logistic model of who wins.

use ludarium_game::{Game, Seat, sort_by};

use super::DriverNotes;
use super::attack::{Attack, attacks, first_largest};
use super::weights::{WPM_C, WPM_D, WPM_S};

/// Attacks must not cost more than this, except from full areas.
const LARGEST_LOSS: f64 = -0.05;
/// [`wpm_s`] does not even consider attacks that cost more than this.
const LARGEST_LOSS_CONSIDERED: f64 = -1.0;

/// Two features a player. The largest region is always the program's own, for every player.
pub(super) fn wpm_c(moment: &DriverNotes) -> Option<Attack> {
    by_dice(moment, |score, dice| {
        let region = (score + 1.0).ln();
        let features = dice.iter().flat_map(|dice| [region, (dice + 1.0).ln()]);
        win_chance(&WPM_C, moment, features)
    })
}

pub(super) fn wpm_d(moment: &DriverNotes) -> Option<Attack> {
    by_dice(moment, |_, dice| {
        let logarithm = |&dice: &f64| if dice > 0.0 { dice.ln() } else { 0.0 };
        win_chance(&WPM_D, moment, dice.iter().map(logarithm))
    })
}

/// Weighs attacks against ending the turn by what they do to everybody's dice; the new dice of the end of
/// the turn are counted in either case. `chance` takes the own largest region and all dice.
fn by_dice(moment: &DriverNotes, chance: impl Fn(f64, &[f64]) -> f64) -> Option<Attack> {
    let position = moment.position;
    let score = f64::from(position.largest_region(moment.player()));
    let seats = own_first(moment);
    let now: Vec<f64> = seats
        .iter()
        .map(|&seat| {
            let areas = ludarium_dicewars::rules::areas_in(position.areas_of(seat));
            areas.map(|area| f64::from(position.dice(area))).sum()
        })
        .collect();
    let before = chance(score, &now).ln();
    let after = |own: f64, loss: Option<(Seat, u8)>| {
        let mut dice = now.clone();
        dice[0] = own;
        if let Some((loser, lost)) = loss {
            for (seat, dice) in seats.iter().zip(&mut dice) {
                *dice -= if *seat == loser { f64::from(lost) } else { 0.0 };
            }
        }
        chance(score, &dice)
    };
    let full = now[0] + score;
    let end_turn = after(full, None).ln() - before;
    let mut gains: Vec<(Attack, f64)> = attacks(position)
        .into_iter()
        .map(|attack| {
            let p = attack.probability();
            let won = after(full, Some((position.owner(attack.to), attack.against)));
            let lost = after(full - f64::from(attack.dice) + 1.0, None);
            (attack, (p * won + (1.0 - p) * lost).ln() - before)
        })
        .collect();
    sort_by(&mut gains, |a, b| b.1.total_cmp(&a.1));
    let (best, gain) = *gains.first()?;
    if gain > end_turn {
        return Some(best).filter(|best| gain >= LARGEST_LOSS || best.has_full_source());
    }
    gains.into_iter().map(|(attack, _)| attack).find(Attack::has_full_source)
}

/// Only attacks that may enlarge a largest region, or come from full areas.
pub(super) fn wpm_s(moment: &DriverNotes) -> Option<Attack> {
    let position = moment.position;
    let score = position.largest_region(moment.player());
    let largest = position
        .map()
        .regions(moment.own())
        .filter(|region| region.count_ones() == score)
        .fold(0, |set, region| set | region);
    let score = f64::from(score);
    // The largest region is again the program's own for every player; only its own can grow.
    let chance = |own: f64| {
        let others = std::iter::repeat_n(score, position.seats() - 1);
        win_chance(&WPM_S, moment, std::iter::once(own).chain(others)).ln()
    };
    let before = chance(score);
    let gains = attacks(position).into_iter().filter_map(|attack| {
        let grows = position.map().neighbour_set(attack.to) & largest != 0;
        if !grows && !attack.has_full_source() {
            return None;
        }
        let own = if grows { score + 1.0 } else { score };
        let gain = chance(own) + attack.probability().ln() - before;
        (gain >= LARGEST_LOSS_CONSIDERED).then_some((attack, gain))
    });
    first_largest(gains, |(_, gain)| *gain)
        .filter(|(attack, gain)| *gain >= LARGEST_LOSS || attack.has_full_source())
        .map(|(attack, _)| attack)
}

/// The model's probability to win, for features in the order of [`own_first`].
fn win_chance(
    weights: &[&[f64]; 7],
    moment: &DriverNotes,
    features: impl Iterator<Item = f64>,
) -> f64 {
    let row = weights[moment.position.seats() - 2];
    let sum: f64 = row.iter().zip(features).map(|(weight, x)| weight * x).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// All seats in the order of play, beginning with the player to move, eliminated ones included.
fn own_first(moment: &DriverNotes) -> Vec<Seat> {
    let mut seats: Vec<Seat> = moment.position.order().collect();
    let place = seats.iter().position(|&seat| seat == moment.player());
    seats.rotate_left(place.unwrap_or(0));
    seats
}
