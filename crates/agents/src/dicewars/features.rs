//! What a value network sees of one player of Dicewars, on any map and among any number of players.
//!
//! Everything is told by levels: the player's holdings as shares of all, the same for the strongest of the others, and
//! how many are left. Holdings count the dice that a player has waited for, so that a turn may end anywhere.

use std::ops::Range;

use ludarium_game::{Game, MAX_SEATS, Seat};
use ludarium_games::dicewars::{Dicewars, Holdings, Strength};

use crate::values::{Answer, FeatureSet, Features};

/// Shares are told in steps of one part in so many.
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

    const ANSWER: Answer = Answer::EachChance;

    type Common = Table;

    fn common(&self) -> Table {
        Table::of(self)
    }

    fn mover(&self) -> Seat {
        self.player()
    }

    fn takes_part(&self, seat: Seat) -> bool {
        self.is_alive(seat)
    }

    fn features(&self, table: &Table, seat: Seat, present: &mut FeatureSet) {
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
pub struct Table {
    /// Holdings and strengths by seat, nothing for who is out.
    players: [(Holdings, f32); MAX_SEATS],
    all: Holdings,
    strengths: f32,
    alive: usize,
}

impl Table {
    fn of(position: &Dicewars) -> Table {
        let mut table = Table {
            players: [(Holdings::default(), 0.0); MAX_SEATS],
            all: Holdings::default(),
            strengths: 0.0,
            alive: 0,
        };
        for seat in Seat::all(position.seats()).filter(|&seat| position.is_alive(seat)) {
            let holdings = Holdings::of(position, seat);
            let strength = Strength::of_holdings(&holdings);
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
