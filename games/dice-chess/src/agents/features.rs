//! What a value network sees of Dice Chess: pieces, what can be rolled, who attacks what, and how near the kings' ends are.

use crate::rules::{DiceChess, Kind, OnBoard, Reach, Side, Threats};
use ludarium_game::Seat;

use ludarium_agents::shipped;
use ludarium_agents::values::{FeatureSet, Features, NetworkOutput};

/// Own pieces and the enemy's, by kind and square.
const PIECES: usize = 2 * 6 * 64;

/// Where the features of a side begin: first the own ones, then the enemy's.
const OWN: usize = PIECES;
const ENEMY: usize = OWN + EACH;

/// The features of a side: kinds that attack each kind of the other side, then sets of kinds.
const ATTACKS: usize = 0;
/// They can move.
const MOVABLE: usize = 36;
/// They can go where they threaten the king, wherever that is and where nothing attacks them.
const TO_THREATEN: usize = 42;
const TO_THREATEN_SAFELY: usize = 48;
/// They attack a square beside the king.
const BESIDE: usize = 54;
/// They can capture what threatens the own king, and go between.
const DEFENDING: usize = 60;
const BLOCKING: usize = 66;
/// Pieces of these kinds are attacked and not defended.
const HANGING: usize = 72;

/// Then levels: of the chance to capture the king with a roll, of the squares that the own king can flee to, of the lines
/// towards the enemy's king, and of what four kinds reach.
const CAPTURE: usize = 78;
const SAFE: usize = CAPTURE + CHANCES.len();
const STRAIGHT: usize = SAFE + 4;
const DIAGONAL: usize = STRAIGHT + LINES.len();
const REACHED: usize = DIAGONAL + LINES.len();
const EACH: usize = REACHED + 4 * 3;

/// The chances at which the next level begins.
const CHANCES: [f32; 6] = [0.1, 0.19, 0.24, 0.32, 0.45, 0.7];

/// The numbers of squares on a king's lines at which the next level begins.
const LINES: [u32; 3] = [3, 5, 8];

/// The same for the squares that knights, bishops, rooks and queens reach.
const REACHES: [[u32; 3]; 4] = [[3, 6, 10], [3, 7, 11], [3, 8, 13], [5, 10, 16]];

impl Features for DiceChess {
    const COUNT: usize = ENEMY + EACH;

    const VERSION: u32 = 2;

    const MOST_PRESENT: usize = 64 + 2 * EACH;

    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 2, sum: 1.0 };

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        self.side().seat()
    }

    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        let own = if seat.index() == 0 {
            Side::White
        } else {
            Side::Black
        };
        // Castling is no feature, so left and right are the same: the own king always stands on the right.
        let left = self.squares_of(own, Kind::King) & 0x0F0F_0F0F_0F0F_0F0F != 0;
        // The ranks run away from the seat.
        let turned = |squares: u64| {
            let squares = match own {
                Side::White => squares,
                Side::Black => squares.swap_bytes(),
            };
            if left { mirrored(squares) } else { squares }
        };
        for kind in Kind::ALL {
            let first = 64 * kind as usize;
            present.insert_all(first, turned(self.squares_of(own, kind)));
            let enemy = self.squares_of(own.other(), kind);
            present.insert_all(PIECES / 2 + first, turned(enemy));
        }
        let [reach, enemy] = [own, own.other()].map(|side| Reach::of(self, side));
        self.side_features(OWN, own, [&reach, &enemy], present);
        self.side_features(ENEMY, own.other(), [&enemy, &reach], present);
    }
}

impl DiceChess {
    /// Adds the features of a side, whose reach is the first.
    #[inline]
    fn side_features(
        &self,
        first: usize,
        side: Side,
        [reach, other]: [&Reach; 2],
        present: &mut FeatureSet,
    ) {
        let movable = self.movable(side);
        let attacks = reach.on_kinds();
        let on_king = (attacks >> (6 * Kind::King as usize)) as u8;
        let chance = Threats::chance_among(movable, on_king);
        let capture = CHANCES.iter().filter(|least| chance >= **least).count();
        let [threatening, lines] = other.threatening();
        let mut bits = u128::from(attacks) << ATTACKS;
        let sets = [
            (MOVABLE, movable),
            (TO_THREATEN, reach.to_threaten(!0)),
            (TO_THREATEN_SAFELY, reach.to_threaten(!other.squares())),
            (BESIDE, reach.beside_king()),
            (DEFENDING, reach.on(threatening)),
            (BLOCKING, reach.to(lines)),
            (HANGING, other.hanging(reach)),
            (CAPTURE, ones(capture)),
            (SAFE, ones(other.left_to_king().min(4))),
            (STRAIGHT, level(reach.towards_king(Kind::Rook), &LINES)),
            (DIAGONAL, level(reach.towards_king(Kind::Bishop), &LINES)),
        ];
        for (place, set) in sets {
            bits |= u128::from(set) << place;
        }
        let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
        for (index, kind) in kinds.into_iter().enumerate() {
            let reached = level(reach.reached(kind), &REACHES[index]);
            bits |= u128::from(reached) << (REACHED + 3 * index);
        }
        present.insert_all(first, bits as u64);
        present.insert_all(first + 64, (bits >> 64) as u64);
    }
}

/// So many bits.
#[inline]
fn ones(count: usize) -> u8 {
    (1 << count) - 1
}

/// A bit for each of these steps that a count reaches.
#[inline]
fn level(count: u32, steps: &[u32]) -> u8 {
    ones(steps.iter().filter(|least| count >= **least).count())
}

/// A set of squares with left and right exchanged.
#[inline]
fn mirrored(squares: u64) -> u64 {
    squares.swap_bytes().reverse_bits()
}

shipped!(DiceChess, "models/dice-chess-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::*;
    use ludarium_agents::battery::{assert_turned, seen_by, walk, with_colours_exchanged};

    /// The position with the colours exchanged and the board turned round.
    fn turned(position: &DiceChess) -> DiceChess {
        let mut fields = with_colours_exchanged(&position.describe());
        // Castling and en passant are no features.
        (fields[2], fields[3]) = ("-".to_owned(), "-".to_owned());
        let rules = DiceChess::rules(&Spec::named("seed")).unwrap();
        DiceChess::parse(&rules, &fields.join(" ")).unwrap()
    }

    /// The position with left and right exchanged.
    fn other_way_round(position: &DiceChess) -> DiceChess {
        let text = position.describe();
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let rows = fields[0].split('/');
        let rows: Vec<String> = rows.map(|row| row.chars().rev().collect()).collect();
        fields[0] = rows.join("/");
        // Castling and en passant are no features.
        (fields[2], fields[3]) = ("-".to_owned(), "-".to_owned());
        let rules = DiceChess::rules(&Spec::named("seed")).unwrap();
        DiceChess::parse(&rules, &fields.join(" ")).unwrap()
    }

    /// Sets of squares become features word by word; here is what they mean, square by square.
    #[test]
    fn every_piece_is_a_feature_of_its_square() {
        walk::<DiceChess>("seed", 10, 120, |position| {
            for (own, turn) in [(Side::White, 0), (Side::Black, 56)] {
                let mut wanted = Vec::new();
                // The own king stands on the right.
                let king = position.pieces_of(own, Kind::King).next();
                let turn = turn
                    ^ if king.is_some_and(|king| king % 8 < 4) {
                        7
                    } else {
                        0
                    };
                for kind in Kind::ALL {
                    for (side, first) in [(own, 0), (own.other(), 6)] {
                        let first = 64 * (first + kind as u32);
                        let squares = position.pieces_of(side, kind);
                        wanted.extend(squares.map(|square| first + u32::from(square ^ turn)));
                    }
                }
                wanted.sort_unstable();
                let mut found = seen_by(position, own.seat());
                found.retain(|&feature| feature < PIECES as u32);
                assert_eq!(found, wanted);
            }
        });
    }

    #[test]
    fn a_mirrored_board_looks_the_same() {
        walk::<DiceChess>("seed", 10, 120, |position| {
            let kings =
                [Side::White, Side::Black].map(|side| position.squares_of(side, Kind::King));
            // A roll may need a right that is left out here.
            if position.rolled().is_none() && !kings.contains(&0) {
                let other = other_way_round(position);
                for seat in [Seat(0), Seat(1)] {
                    assert_eq!(seen_by(position, seat), seen_by(&other, seat));
                }
            }
        });
    }

    #[test]
    fn a_turned_board_looks_the_same_to_the_other_side() {
        walk::<DiceChess>("seed", 10, 120, |position| {
            // A roll may need a right that is left out here.
            if position.rolled().is_none() {
                assert_turned(position, &turned(position));
            }
        });
    }
}
