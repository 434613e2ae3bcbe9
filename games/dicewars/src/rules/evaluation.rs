//! How a position will end, judged by what the players hold, and what an attack wins.

use std::sync::LazyLock;

use ludarium_game::{Evaluation, Gain, MAX_SEATS, Scores, Seat, Value};

use super::{Area, Dicewars, MAX_DICE, Move, areas_in, probability};

/// What a player holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerHoldings {
    /// The player's areas.
    pub areas: f32,
    /// The areas of the largest region.
    pub region: f32,
    /// The player's dice: those on the map, those in reserve, and a part of the next dice, in proportion to
    /// the time waited for them.
    pub dice: f32,
    /// The areas that the player can expect to keep if every armed neighbour attacks once.
    pub held: f32,
}

impl PlayerHoldings {
    /// What a player holds.
    ///
    /// New dice come once a round. They are counted as if they came evenly over the round, and all of them for the
    /// player to move: so ending a turn changes nobody's dice much.
    pub fn of(position: &Dicewars, seat: Seat) -> PlayerHoldings {
        let own = position.areas_of(seat);
        let region = position.largest_region(seat) as f32;
        let on_map = position.dice.sum(own) + own.count_ones();
        PlayerHoldings {
            areas: own.count_ones() as f32,
            region,
            dice: on_map as f32
                + f32::from(position.reserve(seat))
                + region * waited(position, seat),
            held: areas_in(own).map(|area| kept(position, area, own)).sum(),
        }
    }
}

/// The part of a round since the player's last turn: 1 for the player to move.
fn waited(position: &Dicewars, seat: Seat) -> f32 {
    let alive = position.alive.count_ones() as f32;
    let mut place = position.place as usize;
    let mut before = 0.0;
    while position.order[place] != seat.0 {
        before += f32::from(position.alive >> position.order[place] & 1);
        place = (place + 1) % position.players as usize;
    }
    1.0 - before / alive
}

/// By attacking and defending dice, less one each: the probability that the defender stays.
static STAYS: LazyLock<[[f32; MAX_DICE as usize]; MAX_DICE as usize]> = LazyLock::new(|| {
    let stays = |attacker: usize, defender: usize| {
        1.0 - probability(attacker as u8 + 1, defender as u8 + 1) as f32
    };
    std::array::from_fn(|attacker| {
        std::array::from_fn(|defender| {
            // A single die cannot attack.
            if attacker == 0 { 1.0 } else { stays(attacker, defender) }
        })
    })
});

/// The probability that an area withstands one attack of each armed neighbour that is not in `own`.
fn kept(position: &Dicewars, area: Area, own: u32) -> f32 {
    let table = &*STAYS;
    let defender = position.dice.get(area) as usize;
    let threats = position.map.neighbour_set(area) & !own & position.armed();
    areas_in(threats).map(|threat| table[position.dice.get(threat) as usize][defender]).product()
}

/// Shares that sum to 1, in proportion to a number that is 0 for players without areas.
fn shares(position: &Dicewars, weight: impl Fn(Seat) -> f32) -> Scores {
    let mut weights = [0.0; MAX_SEATS];
    let mut sum = 0.0;
    for seat in Seat::all(position.players as usize).filter(|&seat| position.is_alive(seat)) {
        weights[seat.index()] = weight(seat);
        sum += weights[seat.index()];
    }
    let mut scores = Scores::ZERO;
    for seat in Seat::all(position.players as usize) {
        scores.set(seat, Value(weights[seat.index()] / sum));
    }
    scores
}

/// The share of a product of powers of everything a player holds.
///
/// The exponents were first fitted to the winners of games of the course's programs, and then tuned by the games
/// that an agent with this evaluation won. More areas with the same dice are
/// weaker ones; this is why the exponent is negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The exponent of the areas.
    pub areas: f32,
    /// The exponent of the largest region.
    pub region: f32,
    /// The exponent of the dice.
    pub dice: f32,
    /// The exponent of the areas that can be held, and one more.
    pub held: f32,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength::USUAL
    }
}

impl Strength {
    /// The exponents that agents have if nobody gives others.
    pub const USUAL: Strength = Strength { areas: -2.0, region: 1.0, dice: 4.0, held: 0.5 };

    /// The product, for a player who owns an area.
    pub fn of(&self, position: &Dicewars, seat: Seat) -> f32 {
        self.of_holdings(&PlayerHoldings::of(position, seat))
    }

    /// The product of holdings with at least one area.
    #[inline]
    pub fn of_holdings(&self, holdings: &PlayerHoldings) -> f32 {
        let logarithm = self.areas * holdings.areas.ln()
            + self.region * holdings.region.ln()
            + self.dice * holdings.dice.ln()
            + self.held * (holdings.held + 1.0).ln();
        logarithm.exp()
    }
}

impl Evaluation<Dicewars> for Strength {
    fn evaluate(&self, position: &Dicewars) -> Scores {
        shares(position, |seat| self.of(position, seat))
    }
}

/// The share of the sum of all largest regions.
#[derive(Clone, Copy, Debug, Default)]
pub struct RegionShare;

impl Evaluation<Dicewars> for RegionShare {
    fn evaluate(&self, position: &Dicewars) -> Scores {
        shares(position, |seat| position.largest_region(seat) as f32)
    }
}

/// The share of the areas.
#[derive(Clone, Copy, Debug, Default)]
pub struct AreaShare;

impl Evaluation<Dicewars> for AreaShare {
    fn evaluate(&self, position: &Dicewars) -> Scores {
        shares(position, |seat| position.areas_of(seat).count_ones() as f32)
    }
}

/// The share of the dice, as [`PlayerHoldings`] counts them.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiceShare;

impl Evaluation<Dicewars> for DiceShare {
    fn evaluate(&self, position: &Dicewars) -> Scores {
        shares(position, |seat| PlayerHoldings::of(position, seat).dice)
    }
}

/// The dice that an attack wins on average: those of the defender and one for the area when it
/// succeeds, less those of the attacker when it fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exchange;

impl Exchange {
    /// Ending the turn brings dice, but they come anyway: better than attacks that lose, no more.
    const END_TURN: f32 = 1e-3;
}

impl Gain<Dicewars> for Exchange {
    fn gain(&self, position: &Dicewars, mv: Move) -> f32 {
        match mv {
            Move::Attack { from, to } => {
                let (attacker, defender) = (position.dice(from), position.dice(to));
                let wins = probability(attacker, defender) as f32;
                wins * (f32::from(defender) + 1.0) - (1.0 - wins) * (f32::from(attacker) - 1.0)
            }
            Move::EndTurn => Exchange::END_TURN,
            Move::Won | Move::Lost | Move::Reinforced(_) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, Reseat, Spec, Tabletop, Turn};

    use super::*;

    /// Three players on five areas in a row; player 2 is to move and owns the middle.
    fn middle() -> Dicewars {
        let rules = Dicewars::rules(&Spec::parse("flat:players=3").unwrap()).unwrap();
        let text = "11233;13241;0,0,5;2;0;0;neighbours=2/1.3/2.4/3.5/4";
        Dicewars::parse(&rules, text).unwrap()
    }

    #[test]
    fn holdings_count_reserves_and_what_has_been_waited_for() {
        let position = middle();
        let to_move = PlayerHoldings::of(&position, Seat(1));
        assert_eq!((to_move.areas, to_move.region, to_move.dice), (1.0, 1.0, 3.0));
        // Three dice attack two, and four attack two.
        let held = (1.0 - probability(3, 2)) * (1.0 - probability(4, 2));
        assert!((f64::from(to_move.held) - held).abs() < 1e-6);
        // Player 3 moves next and has waited for two thirds of a round, player 1 for one third.
        let next = PlayerHoldings::of(&position, Seat(2));
        assert!((next.dice - (5.0 + 5.0 + 2.0 * 2.0 / 3.0)).abs() < 1e-6);
        let last = PlayerHoldings::of(&position, Seat(0));
        assert!((last.dice - (4.0 + 2.0 / 3.0)).abs() < 1e-6);
        let held = 2.0 - probability(2, 3);
        assert!((f64::from(last.held) - held).abs() < 1e-6);
    }

    #[test]
    fn shares_follow_what_they_count() {
        let position = middle();
        assert_eq!(AreaShare.evaluate(&position).as_slice(3), [0.4, 0.2, 0.4]);
        assert_eq!(RegionShare.evaluate(&position).as_slice(3), [0.4, 0.2, 0.4]);
        let dice = DiceShare.evaluate(&position);
        assert!(dice.of(Seat(2)) > dice.of(Seat(0)) && dice.of(Seat(0)) > dice.of(Seat(1)));
        let strength = Strength::USUAL.evaluate(&position);
        assert!((strength.sum() - 1.0).abs() < 1e-6);
        assert!(strength.of(Seat(2)) > strength.of(Seat(0)));
    }

    #[test]
    fn a_changed_exponent_counts_as_the_formula_says() {
        let position = middle();
        let changed = Strength { dice: 2.5, held: -0.5, ..Strength::USUAL };
        let [first, last] = [0, 2].map(|seat| PlayerHoldings::of(&position, Seat(seat)));
        let found = changed.evaluate(&position);
        let ratio = found.of(Seat(2)).0 / found.of(Seat(0)).0;
        // Both have two areas in one region.
        let held = (last.held + 1.0) / (first.held + 1.0);
        let expected = (last.dice / first.dice).powf(2.5) * held.powf(-0.5);
        assert!((ratio - expected).abs() < 1e-4, "{ratio} {expected}");
    }

    #[test]
    fn players_without_areas_have_no_share() {
        let rules = Dicewars::rules(&Spec::parse("flat:players=3").unwrap()).unwrap();
        let text = "11133;13241;0,0,5;1;0;0;neighbours=2/1.3/2.4/3.5/4";
        let position = Dicewars::parse(&rules, text).unwrap();
        for scores in [Strength::USUAL.evaluate(&position), DiceShare.evaluate(&position)] {
            assert_eq!(scores.of(Seat(1)), Value(0.0));
            assert!((scores.sum() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn an_exchange_weighs_both_outcomes() {
        let position = middle();
        let gain = |text| Exchange.gain(&position, position.parse_move(text).unwrap());
        let wins = probability(2, 3) as f32;
        assert!((gain("3>2") - (4.0 * wins - (1.0 - wins))).abs() < 1e-6);
        assert!(gain("3>2") > gain("3>4"));
        assert!(gain("E") > gain("3>2"));
    }

    #[test]
    fn another_player_sees_its_own_attacks() {
        let position = middle();
        assert_eq!(position.reseat(Seat(1)).as_ref(), Some(&position));
        let other = position.reseat(Seat(2)).unwrap();
        assert_eq!(other.turn(), Turn::Seat(Seat(2)));
        assert_eq!(other.describe_move(other.parse_move("4>3").unwrap()), "4>3");
        assert_eq!(other.key(), other.key_from_scratch());
    }
}
