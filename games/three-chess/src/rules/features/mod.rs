//! What a linear evaluation sees of each seat: its pieces, what attacks and defends what, and where the pieces are.
//!
//! Features are passed on one by one and nothing is stored, so that an evaluation only adds weights. The order of turns
//! decides what an attack is worth: a seat that is to move takes the king it attacks.

mod attacks;
#[cfg(test)]
mod tests;

use ludarium_game::Seat;

use self::attacks::Attacks;
pub use self::attacks::{AttackWeights, Sight};
use super::board::Square;
use super::piece::Kind;
use super::reach::LEAPS;
use super::{Squares, ThreeChess};

/// How much a linear evaluation sees; each stage sees all that the one before sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The pieces of each kind, kings not counted.
    Material,
    /// Also what attacks and defends what.
    Attack,
    /// Also where the pieces are.
    Placement,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 3] = [Stage::Material, Stage::Attack, Stage::Placement];

    /// The name in tables and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Material => "material",
            Stage::Attack => "attack",
            Stage::Placement => "placement",
        }
    }

    /// How many features it sees: those with smaller numbers.
    pub const fn features(self) -> usize {
        match self {
            Stage::Material => MATERIAL,
            Stage::Attack => MATERIAL + ATTACK.len(),
            Stage::Placement => FEATURES,
        }
    }
}

/// One feature for each kind but the king.
const MATERIAL: usize = 5;

/// The features of attacks, in the order of [`Attacks::tell`]. Model files hold these names.
const ATTACK: [&str; 17] = [
    "takes a king now",
    "takes a king next",
    "attacks a king",
    "king is taken now",
    "king is taken next",
    "king is attacked",
    "wins men now",
    "wins men next",
    "wins men last",
    "loses men before moving",
    "loses men after moving",
    "value attacked",
    "value under attack",
    "value defended",
    "squares at other kings",
    "squares at the king lost",
    "squares reached",
];

/// Rows from the own back rank to another one.
const RANKS: usize = 8;

/// Columns from the edge to the middle.
const RINGS: usize = 4;

/// How many features there are: the last one is how many own pieces stand next to the king.
pub const FEATURES: usize = SHELTER + 1;

const PLACEMENT: usize = MATERIAL + ATTACK.len();
const SHELTER: usize = PLACEMENT + Kind::ALL.len() * (RANKS + RINGS);

/// The name of a feature; empty for a number that no feature has.
pub fn feature_name(feature: usize) -> String {
    if feature < MATERIAL {
        return format!("{}s", Kind::ALL[feature].name());
    }
    if feature < PLACEMENT {
        return ATTACK[feature - MATERIAL].to_owned();
    }
    let (kind, place) =
        ((feature - PLACEMENT) / (RANKS + RINGS), (feature - PLACEMENT) % (RANKS + RINGS));
    match Kind::ALL.get(kind) {
        Some(kind) if place < RANKS => format!("{} on rank {}", kind.name(), place + 1),
        Some(kind) => format!("{} on ring {}", kind.name(), place - RANKS + 1),
        None if feature == SHELTER => "men next to the king".to_owned(),
        None => String::new(),
    }
}

/// Calls `tell` with the features of all seats that a stage sees: the seat, the number of the feature, and its amount.
/// Several amounts of one feature are summed; a feature without a call is 0.
#[inline]
pub fn features(position: &ThreeChess, stage: Stage, mut tell: impl FnMut(Seat, usize, f32)) {
    if stage >= Stage::Attack {
        Attacks::of(position).tell(position, &mut tell);
    } else {
        for seat in Seat::all(3) {
            let own = position.colours[seat.index()];
            for (kind, pieces) in position.kinds[..MATERIAL].iter().enumerate() {
                tell(seat, kind, (*pieces & own).count() as f32);
            }
        }
    }
    if stage >= Stage::Placement {
        placement(position, tell);
    }
}

/// The weighted features of each seat up to the stage of attack.
pub fn attack_sums(position: &ThreeChess, weights: &AttackWeights) -> [f32; 3] {
    Attacks::of(position).sums(position, position.turn.index(), weights)
}

fn placement(position: &ThreeChess, mut tell: impl FnMut(Seat, usize, f32)) {
    for seat in Seat::all(3) {
        let own = position.colours[seat.index()];
        for (kind, pieces) in position.kinds.iter().enumerate() {
            let table = PLACEMENT + kind * (RANKS + RINGS);
            for square in *pieces & own {
                tell(seat, table + rank(square, seat), 1.0);
                tell(seat, table + RANKS + ring(square), 1.0);
            }
        }
        for king in position.kinds[Kind::King as usize] & own {
            let around: Squares = LEAPS.king[king.index()];
            tell(seat, SHELTER, (around & own).count() as f32);
        }
    }
}

/// How many rows a square is from the back rank of a seat.
fn rank(square: Square, seat: Seat) -> usize {
    if square.section() == seat.index() { square.row() } else { RANKS - 1 - square.row() }
}

/// How many columns a square is from the edge.
fn ring(square: Square) -> usize {
    square.column().min(7 - square.column())
}
