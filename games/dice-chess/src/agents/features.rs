//! What a value network sees of Dice Chess: pieces, what can be rolled, and who threatens whose king.

use crate::rules::{DiceChess, Kind, OnBoard, Side, Threats};
use ludarium_game::Seat;

use ludarium_agents::shipped;
use ludarium_agents::values::{FeatureSet, Features, NetworkOutput};

/// Own pieces and the enemy's, by kind and square.
const PIECES: usize = 2 * 6 * 64;

/// Where the kinds stand that can move, those that threaten the enemy's king, and those that threaten the own.
const MOVABLE: usize = PIECES;
const THREATS: usize = MOVABLE + 6;
const DANGERS: usize = THREATS + 6;

/// Where levels of the chance to capture the king stand.
const CAPTURE: usize = DANGERS + 6;

/// The chances at which the next level begins.
const LEVELS: [f32; 6] = [0.1, 0.19, 0.24, 0.32, 0.45, 0.7];

impl Features for DiceChess {
    const COUNT: usize = CAPTURE + LEVELS.len();

    const MOST_PRESENT: usize = 64 + 3 * 6 + LEVELS.len();

    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 2, sum: 1.0 };

    /// Castling is no feature, so left and right are the same.
    const MIRROR: Option<fn(usize) -> usize> = Some(|feature| match feature < PIECES {
        true => feature ^ 7,
        false => feature,
    });

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
        // The ranks run away from the seat.
        let turned = |squares: u64| match own {
            Side::White => squares,
            Side::Black => squares.swap_bytes(),
        };
        for kind in Kind::ALL {
            let first = 64 * kind as usize;
            present.insert_all(first, turned(self.squares_of(own, kind)));
            let enemy = self.squares_of(own.other(), kind);
            present.insert_all(PIECES / 2 + first, turned(enemy));
        }
        let threats = Threats::on_king(self, own);
        present.insert_all(THREATS, threats.into());
        present.insert_all(DANGERS, Threats::on_king(self, own.other()).into());
        // What can be rolled, and what then captures the king, is known for the side to move alone.
        if own == self.side() {
            for kind in self.playable().chain(self.rolled()) {
                present.insert(MOVABLE + kind as usize);
            }
            let chance = Threats::chance_with(self, threats);
            let level = LEVELS.iter().filter(|least| chance >= **least).count();
            present.insert_level(CAPTURE..CAPTURE + LEVELS.len(), level);
        }
    }
}

shipped!(DiceChess, "models/dice-chess-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::*;
    use ludarium_agents::battery::{
        assert_mirrored, assert_turned, seen_by, walk, with_colours_exchanged,
    };

    /// The position with the colours exchanged and the board turned round.
    fn turned(position: &DiceChess) -> DiceChess {
        let mut fields = with_colours_exchanged(&position.describe());
        // Castling and en passant are no features.
        (fields[2], fields[3]) = ("-".to_owned(), "-".to_owned());
        let rules = DiceChess::rules(&Spec::named("seed")).unwrap();
        DiceChess::parse(&rules, &fields.join(" ")).unwrap()
    }

    /// The position with left and right exchanged.
    fn mirrored(position: &DiceChess) -> DiceChess {
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
    fn a_mirrored_board_has_the_mirrored_features() {
        walk::<DiceChess>("seed", 10, 120, |position| {
            // A roll may need a right that is left out here.
            if position.rolled().is_none() {
                assert_mirrored(position, &mirrored(position));
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
