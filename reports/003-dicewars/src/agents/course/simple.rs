//! Programs that count dice at most.

use ludarium_dicewars::rules::RandomSource;

use super::DriverNotes;
use super::attack::{Attack, attacks, first_largest};

/// Attacks of [`xlogin00`] in a turn.
const XLOGIN00_ATTACKS: u32 = 2;
/// Turns that [`xlogin42`] plays at random.
const XLOGIN42_RANDOM_TURNS: u32 = 3;

/// The first attack of the shuffled list.
pub(super) fn rand(moment: &DriverNotes, random: &mut impl RandomSource) -> Option<Attack> {
    let mut attacks = attacks(moment.position);
    random.shuffle(&mut attacks);
    attacks.first().copied()
}

pub(super) fn xlogin00(moment: &DriverNotes, random: &mut impl RandomSource) -> Option<Attack> {
    if moment.attacks >= XLOGIN00_ATTACKS {
        return None;
    }
    any(&attacks(moment.position), random)
}

pub(super) fn xlogin42(moment: &DriverNotes, random: &mut impl RandomSource) -> Option<Attack> {
    let attacks = attacks(moment.position);
    if moment.turns < XLOGIN42_RANDOM_TURNS {
        return any(&attacks, random);
    }
    let region = moment.position.map().first_largest_region(moment.own());
    let inside = attacks.into_iter().filter(|attack| region & attack.from.bit() != 0);
    first_largest(inside, Attack::lead)
        .filter(|attack| attack.lead() > 0 || attack.has_full_source())
}

pub(super) fn sdc(moment: &DriverNotes) -> Option<Attack> {
    let attacks = attacks(moment.position);
    first_largest(attacks, Attack::lead).filter(|attack| attack.lead() >= 0)
}

/// The report's first version.
pub(super) fn baseline(moment: &DriverNotes) -> Option<Attack> {
    let attacks = attacks(moment.position).into_iter();
    let candidates = attacks.filter(|attack| attack.lead() >= 0);
    first_largest(candidates, Attack::probability)
}

fn any(attacks: &[Attack], random: &mut impl RandomSource) -> Option<Attack> {
    if attacks.is_empty() {
        return None;
    }
    Some(attacks[random.below(attacks.len() as u32) as usize])
}
