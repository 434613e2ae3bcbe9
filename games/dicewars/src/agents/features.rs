//! What a value network sees of one player of Dicewars, on any map and among any number of players.
//!
//! Everything is told by levels: the player's holdings as shares of all, the same for the strongest of the others, and
//! how many are left. Holdings count the dice that a player has waited for, so that a turn may end anywhere.

use crate::rules::{Dicewars, PlayerHoldings, Strength};
use ludarium_game::{Game, MAX_SEATS, Seat};
use std::ops::Range;

use ludarium_agents::shipped;
use ludarium_agents::values::{FeatureSet, Features, NetworkOutput};

/// Shares are told in this many steps.
const STEPS: usize = 24;

/// Shares told for the player: areas, largest region, dice, areas held; then the strength by the product of powers, of
/// the player and of the strongest other, and the strongest other's dice.
const SHARES: usize = 7;

/// Dice for each area, told in quarters of a die from one to eight.
const STACKS: usize = 28;

/// Players left besides the player, and turns until his own.
const OTHERS: usize = MAX_SEATS - 1;

const FIRST_STACK: usize = SHARES * STEPS;
const FIRST_OTHER: usize = FIRST_STACK + STACKS;
const FIRST_TURN: usize = FIRST_OTHER + OTHERS;

impl Features for Dicewars {
    const COUNT: usize = FIRST_TURN + OTHERS;

    const MOST_PRESENT: usize = Self::COUNT;

    const OUTPUT: NetworkOutput = NetworkOutput::EachChance;

    type Common = AllHoldings;

    fn common(&self) -> AllHoldings {
        AllHoldings::of(self)
    }

    fn mover(&self) -> Seat {
        self.player()
    }

    fn takes_part(&self, seat: Seat) -> bool {
        self.is_alive(seat)
    }

    fn features(&self, table: &AllHoldings, seat: Seat, present: &mut FeatureSet) {
        let (own, strength) = table.players[seat.index()];
        let (mut strongest, mut most_dice) = (0.0f32, 0.0f32);
        for (place, (holdings, power)) in table.players.iter().enumerate() {
            if place != seat.index() {
                strongest = strongest.max(*power);
                most_dice = most_dice.max(holdings.dice);
            }
        }
        let shares = [
            own.areas / table.all.areas,
            own.region / table.all.region,
            own.dice / table.all.dice,
            own.held / table.all.held.max(1.0),
            strength / table.strengths,
            strongest / table.strengths,
            most_dice / table.all.dice,
        ];
        for (place, share) in shares.into_iter().enumerate() {
            let first = STEPS * place;
            // The first level begins just above nothing, the last just below everything.
            let level = (share * STEPS as f32).ceil() as usize;
            present.insert_level(first..first + STEPS, level);
        }
        let stack = 4.0 * (own.dice / own.areas.max(1.0) - 1.0);
        present.insert_level(FIRST_STACK..FIRST_OTHER, stack.max(0.0) as usize);
        present.insert_level(range(FIRST_OTHER), table.alive.saturating_sub(1));
        present.insert_level(range(FIRST_TURN), turns_until(self, seat));
    }
}

/// What all players hold.
pub struct AllHoldings {
    /// Holdings and strengths by seat, nothing for who is out.
    players: [(PlayerHoldings, f32); MAX_SEATS],
    all: PlayerHoldings,
    strengths: f32,
    alive: usize,
}

impl AllHoldings {
    fn of(position: &Dicewars) -> AllHoldings {
        let mut table = AllHoldings {
            players: [(PlayerHoldings::default(), 0.0); MAX_SEATS],
            all: PlayerHoldings::default(),
            strengths: 0.0,
            alive: 0,
        };
        for seat in Seat::all(position.seats()).filter(|&seat| position.is_alive(seat)) {
            let holdings = PlayerHoldings::of(position, seat);
            let strength = Strength::USUAL.of_holdings(&holdings);
            table.players[seat.index()] = (holdings, strength);
            table.all.areas += holdings.areas;
            table.all.region += holdings.region;
            table.all.dice += holdings.dice;
            table.all.held += holdings.held;
            table.strengths += strength;
            table.alive += 1;
        }
        table
    }
}

/// How many players move before a player does.
fn turns_until(position: &Dicewars, seat: Seat) -> usize {
    let round = position.order().chain(position.order());
    let from_here = round.skip_while(|&other| other != position.player());
    let before = from_here.take_while(|&other| other != seat);
    before.filter(|&other| position.is_alive(other)).count()
}

const fn range(first: usize) -> Range<usize> {
    first..first + OTHERS
}

shipped!(Dicewars, "models/dicewars-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop, Turn};

    use super::*;
    use ludarium_agents::battery::{assert_turned, seen_by, walk};

    fn read(text: &str) -> Dicewars {
        let rules = Dicewars::rules(&Spec::parse("flat:players=3").unwrap()).unwrap();
        Dicewars::parse(&rules, text).unwrap()
    }

    /// The position in which every player sits one seat further.
    fn turned(position: &Dicewars) -> Dicewars {
        let next = |letter: char| match letter {
            '1' => '2',
            '2' => '3',
            _ => '1',
        };
        let text = position.describe();
        let mut fields: Vec<String> = text.split(';').map(str::to_owned).collect();
        fields[0] = fields[0].chars().map(next).collect();
        let mut reserves: Vec<&str> = fields[2].split(',').collect();
        reserves.rotate_right(1);
        fields[2] = reserves.join(",");
        fields[3] = fields[3].chars().map(next).collect();
        read(&fields.join(";"))
    }

    #[test]
    fn a_player_looks_the_same_in_any_seat() {
        walk::<Dicewars>("flat:players=3", 10, 200, |position| {
            if let Turn::Seat(_) = position.turn() {
                // Players move in the order of their seats, so it does not matter who sits where.
                let position = read(&in_order(position));
                assert_turned(&position, &turned(&position));
            }
        });
    }

    /// The text of a position without its own order of play.
    fn in_order(position: &Dicewars) -> String {
        let text = position.describe();
        let fields = text.split(';').filter(|field| !field.starts_with("order="));
        fields.collect::<Vec<&str>>().join(";")
    }

    #[test]
    fn more_dice_are_more_levels() {
        let text = |dice: &str| read(&format!("123;{dice};0,0,0;1;0;0;neighbours=2.3/1.3/1.2"));
        let few = seen_by(&text("222"), Seat(0));
        let many = seen_by(&text("822"), Seat(0));
        let dice = |list: &[u32]| {
            let range = 2 * STEPS as u32..3 * STEPS as u32;
            list.iter().filter(|feature| range.contains(feature)).count()
        };
        assert!(dice(&many) > dice(&few));
    }
}
