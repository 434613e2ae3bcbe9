//! What a value network sees of Three-Chess: every piece by its square, kind and owner, and everybody's material.

use crate::rules::{Kind, Square, ThreeChess};
use ludarium_game::Seat;

use ludarium_agents::shipped;
use ludarium_agents::values::{FeatureSet, Features, NetworkOutput};

const SQUARES: usize = 96;

/// The squares of one player's section.
const SECTION: usize = 32;

/// Every piece of every player by its square.
const PIECES: usize = 3 * 6 * SQUARES;

/// A player's material is told in levels of two points; there are 39 at the start.
const LEVELS: usize = 24;

impl Features for ThreeChess {
    const COUNT: usize = PIECES + 3 * LEVELS;

    const MOST_PRESENT: usize = 48 + 3 * LEVELS;

    /// A king captured gives 1, ½ and 0, a draw ½ each. Where a seat without a move loses and both others win, the sum
    /// is 2; no position shows that before.
    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 3, sum: 1.5 };

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        self.seat_to_move()
    }

    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        for turn in 0..3 {
            let owner = Seat((seat.0 + turn) % 3);
            for kind in Kind::ALL {
                let first = (6 * usize::from(turn) + kind as usize) * SQUARES;
                for square in self.pieces_of(owner, kind) {
                    present.insert(first + place(square, seat));
                }
            }
            let first = PIECES + LEVELS * usize::from(turn);
            let level = self.material(owner).max(0) as usize / 2;
            present.insert_level(first..first + LEVELS, level);
        }
    }
}

/// The place of a square on a board that is turned so that the seat's own section comes first.
#[inline]
pub(crate) fn place(square: Square, seat: Seat) -> usize {
    let turned = square.index() + (3 - seat.index()) * SECTION;
    if turned < SQUARES { turned } else { turned - SQUARES }
}

shipped!(ThreeChess, "models/three-chess-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::*;
    use ludarium_agents::battery::{assert_turned, walk};

    /// The position with every army moved on to the next section.
    fn turned(position: &ThreeChess) -> ThreeChess {
        const LETTERS: &str = "PNBRQKpnbrqk123456";
        let next = |letter: char| {
            let place = LETTERS.find(letter).map(|place| (place + 6) % LETTERS.len());
            place.and_then(|place| LETTERS.chars().nth(place)).unwrap_or(letter)
        };
        let text = position.describe();
        let fields: Vec<&str> = text.split(' ').collect();
        let mut rows: Vec<String> =
            fields[0].split('/').map(|row| row.chars().map(next).collect()).collect();
        rows.rotate_right(4);
        let turn = ["G", "R", "B"][position.seat_to_move().index()];
        let mut captured: Vec<String> =
            fields[2..5].iter().map(|list| list.chars().map(next).collect()).collect();
        captured.rotate_right(1);
        let (rows, captured) = (rows.join("/"), captured.join(" "));
        let text = format!("{rows} {turn} {captured} {}", position.plies() + 1);
        ThreeChess::parse(&ThreeChess::rules(&Spec::named("reference")).unwrap(), &text).unwrap()
    }

    #[test]
    fn a_turned_board_looks_the_same_to_the_next_seat() {
        walk::<ThreeChess>("reference", 10, 150, |position| {
            assert_turned(position, &turned(position));
        });
    }
}
