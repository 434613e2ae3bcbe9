//! Attacks as the course's programs see them.

use std::sync::LazyLock;

use ludarium_dicewars::rules::{Area, Dicewars, MAX_DICE, Move, rolls, wins};
use ludarium_game::{Game, MoveList};

const MOST: usize = MAX_DICE as usize;

/// By attacking and defending dice, both from 0.
static ROUNDED: LazyLock<[[f64; MOST + 1]; MOST + 1]> = LazyLock::new(|| {
    let mut table = [[0.0; MOST + 1]; MOST + 1];
    for (attacker, row) in (1..).zip(&mut table[1..]) {
        for (defender, entry) in (1..).zip(&mut row[1..]) {
            let (wins, rolls) = (wins(attacker, defender), rolls(attacker, defender));
            // Whole numbers keep the rounding exact; the quotient is the f64 nearest to the decimal.
            let digits =
                (200_000_000 * u128::from(wins) + u128::from(rolls)) / (2 * u128::from(rolls));
            *entry = digits as f64 / 1e8;
        }
    }
    table
});

/// The probability that an attack succeeds, rounded to eight digits; 1 to 8 dice each.
pub fn rounded_probability(attacker: u8, defender: u8) -> f64 {
    ROUNDED[attacker as usize % (MOST + 1)][defender as usize % (MOST + 1)]
}

/// A possible attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    pub(super) from: Area,
    pub(super) to: Area,
    /// The attacker's dice.
    pub(super) dice: u8,
    /// The defender's dice.
    pub(super) against: u8,
}

impl Attack {
    /// How many dice the attacker has more.
    pub(super) fn lead(&self) -> i8 {
        self.dice as i8 - self.against as i8
    }

    /// Whether the source cannot take another die.
    pub(super) fn has_full_source(&self) -> bool {
        self.dice == MAX_DICE
    }

    pub(super) fn probability(&self) -> f64 {
        rounded_probability(self.dice, self.against)
    }
}

impl From<Attack> for Move {
    fn from(attack: Attack) -> Move {
        Move::Attack { from: attack.from, to: attack.to }
    }
}

/// The attacks of the player to move, in the order of the rules.
pub(super) fn attacks(position: &Dicewars) -> Vec<Attack> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let attack = |&mv: &Move| match mv {
        Move::Attack { from, to } => {
            Some(Attack { from, to, dice: position.dice(from), against: position.dice(to) })
        }
        _ => None,
    };
    moves.iter().filter_map(attack).collect()
}

/// The element with the largest key, the first among equals.
pub(in crate::agents) fn first_largest<T, K: PartialOrd>(
    items: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Option<T> {
    items.into_iter().reduce(|best, item| if key(&item) > key(&best) { item } else { best })
}
