//! What a value network sees of Backgammon: checkers on points, the race, blots and the rolls that hit them, and points
//! that are held. Where the players have passed each other, features of their own tell the race.

use std::ops::Range;

use ludarium_agents::shipped;
use ludarium_agents::values::{FeatureSet, Features, NetworkOutput};
use ludarium_game::Seat;

use super::points::{Points, has_contact};
use crate::rules::{BAR, Backgammon, HOME, Men, OFF};

/// Levels of checkers on a point.
const LEVELS: usize = 6;
/// The points and the bar, as their owner counts.
const SLOTS: usize = BAR as usize;
/// Levels of checkers that are off.
const BORNE: usize = 15;
/// Levels of pips that the seat is ahead.
const LEAD: usize = 28;
/// The rolls that hit, of 36, at which the next level begins.
const HITS: [u8; 10] = [1, 4, 8, 11, 12, 14, 16, 20, 24, 28];
/// Levels of points in a row that are held, of points held at home, and of checkers that are still in the other's home.
const PRIME: usize = 6;
const BACK: usize = 5;

/// What each side adds where the players can still meet: first the seat that looks.
const CHECKERS: usize = 0;
const OFF_BOARD: usize = CHECKERS + SLOTS * LEVELS;
const BLOTS: usize = OFF_BOARD + BORNE;
const DANGER: usize = BLOTS + SLOTS;
const IN_A_ROW: usize = DANGER + HITS.len();
const HELD: usize = IN_A_ROW + PRIME;
/// Points held at home while the other one is on the bar.
const CLOSED: usize = HELD + PRIME;
const BEHIND: usize = CLOSED + PRIME;
const SIDE: usize = BEHIND + BACK;

/// What each side adds in a race: checkers, those that are off, and pips in steps of [`PIP_STEP`].
const RACERS: usize = 0;
const RACED: usize = RACERS + SLOTS * RACE_LEVELS;
const PIPS: usize = RACED + BORNE;
const RUNNER: usize = PIPS + PIP_LEVELS;
const RACE_LEVELS: usize = 8;
const PIP_STEP: usize = 4;
const PIP_LEVELS: usize = 30;

/// Where the features of both kinds of positions begin.
const CONTACT: usize = 0;
const CONTACT_LEAD: usize = CONTACT + 2 * SIDE;
const RACE: usize = CONTACT_LEAD + LEAD;
const RACE_LEAD: usize = RACE + 2 * RUNNER;

impl Features for Backgammon {
    const COUNT: usize = RACE_LEAD + LEAD;

    /// Each checker adds one feature. Those of a blot add one more, those of six points 18 together, so most come from six
    /// points and three blots. A race has fewer.
    const MOST_PRESENT: usize = 2 * (15 + 3 * PRIME + 3 + HITS.len() + BACK) + LEAD;

    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 2, sum: 1.0 };

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        self.mover()
    }

    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        let men = [self.men(seat), self.men(Seat(1 - seat.0))];
        let [mine, theirs] = men;
        if has_contact(men) {
            let own_pips = add_side(mine, theirs, CONTACT, present);
            let ahead = add_side(theirs, mine, CONTACT + SIDE, present) - own_pips;
            insert(present, CONTACT_LEAD, LEAD, (ahead + 112) / 8);
        } else {
            let own_pips = add_runner(mine, RACE, present);
            let ahead = add_runner(theirs, RACE + RUNNER, present) - own_pips;
            insert(present, RACE_LEAD, LEAD, (ahead + 42) / 3);
        }
    }
}

fn insert(present: &mut FeatureSet, first: usize, levels: usize, level: i32) {
    present.insert_level(first..first + levels, level.max(0) as usize);
}

fn slots(first: usize, slot: u8, levels: usize) -> Range<usize> {
    let first = first + usize::from(slot - 1) * levels;
    first..first + levels
}

/// Adds what a side has where the players can still meet, and returns its pips.
fn add_side(men: Men, other: Men, first: usize, present: &mut FeatureSet) -> i32 {
    let (mut pips, mut behind) = (0, 0);
    for (slot, count) in men.each() {
        pips += i32::from(slot) * i32::from(count);
        if slot >= BAR - HOME {
            behind += i32::from(count);
        }
        let levels = (1 << count.min(LEVELS as u8)) - 1;
        present.insert_all(first + CHECKERS + usize::from(slot - 1) * LEVELS, levels);
    }
    insert(present, first + OFF_BOARD, BORNE, men.on(OFF).into());
    let points = Points::of(men);
    let danger = points.danger(other);
    present.insert_all(first + BLOTS, danger.direct.into());
    let level = HITS.iter().filter(|&&least| danger.rolls >= least).count();
    insert(present, first + DANGER, HITS.len(), level as i32);
    insert(present, first + IN_A_ROW, PRIME, points.longest_row());
    let home = points.held_at_home();
    insert(present, first + HELD, PRIME, home);
    if other.on(BAR) > 0 {
        insert(present, first + CLOSED, PRIME, home);
    }
    insert(present, first + BEHIND, BACK, behind);
    pips
}

/// Adds what a side has in a race, and returns its pips.
fn add_runner(men: Men, first: usize, present: &mut FeatureSet) -> i32 {
    let mut pips = 0;
    for (slot, count) in men.each() {
        pips += i32::from(slot) * i32::from(count);
        present.insert_level(slots(first + RACERS, slot, RACE_LEVELS), count.into());
    }
    insert(present, first + RACED, BORNE, men.on(OFF).into());
    insert(present, first + PIPS, PIP_LEVELS, pips / PIP_STEP as i32);
    pips
}

shipped!(Backgammon, "models/backgammon-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_agents::battery::{assert_turned, seen_by, walk};
    use ludarium_game::{Spec, Tabletop};

    use super::*;

    /// The same position with the players exchanged.
    fn exchanged(position: &Backgammon) -> Backgammon {
        let text = position.describe();
        let mut fields: Vec<String> =
            text.trim_start_matches("XGID=").split(':').map(str::to_owned).collect();
        let other = |sign: char| {
            if sign.is_ascii_uppercase() {
                sign.to_ascii_lowercase()
            } else {
                sign.to_ascii_uppercase()
            }
        };
        fields[0] = fields[0].chars().rev().map(other).collect();
        fields[3] = match fields[3].as_str() {
            "1" => "-1".to_owned(),
            "-1" => "1".to_owned(),
            nobody => nobody.to_owned(),
        };
        let rules = Backgammon::rules(&Spec::named("money")).unwrap();
        Backgammon::parse(&rules, &fields.join(":")).unwrap()
    }

    #[test]
    fn a_board_looks_the_same_to_the_other_player() {
        walk::<Backgammon>("money", 10, 400, |position| {
            if !position.is_opening() {
                assert_turned(position, &exchanged(position));
            }
        });
    }

    #[test]
    fn a_race_has_features_of_its_own() {
        let rules = Backgammon::rules(&Spec::named("money")).unwrap();
        let seen = |text: &str| seen_by(&Backgammon::parse(&rules, text).unwrap(), Seat(0));
        let meeting = seen("XGID=--a--E--------------------:0:0:1:00:0:0:0:0:10");
        let passed = seen("XGID=-----E-------a------------:0:0:1:00:0:0:0:0:10");
        assert!(meeting.iter().all(|&feature| feature < RACE as u32), "{meeting:?}");
        assert!(passed.iter().all(|&feature| feature >= RACE as u32), "{passed:?}");
    }
}
