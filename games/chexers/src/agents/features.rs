//! What a value network sees of Chexers: pieces, exits, and how far everybody's race is.

use crate::rules::evaluation::Race;
use crate::rules::{Chexers, Colour, Hex};
use ludarium_game::Seat;
use std::ops::Range;

use ludarium_agents::shipped;
use ludarium_agents::values::{FeatureSet, Features, NetworkOutput};

/// The coordinates of a hex span a square of 7 × 7; its corners stay empty.
const PLACES: usize = 49;

/// A pair of exits or more is told by levels 1, 2 and 3; four end the game.
const EXITS: usize = 3;

/// Pieces to spare, from four missing to four more than needed.
const SPARE: usize = 8;

/// Levels of three actions each that a race still takes.
const RACE: usize = 14;

/// What each of the three players adds, after the pieces.
const PER_PLAYER: usize = EXITS + SPARE + RACE;

impl Features for Chexers {
    const COUNT: usize = 3 * (PLACES + PER_PLAYER);

    /// A position that is set up by hand may have a piece on every hex.
    const MOST_PRESENT: usize = 37 + 3 * PER_PLAYER;

    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 3, sum: 1.0 };

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        self.side().seat()
    }

    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        let turns = seat.index();
        for turn in 0..3 {
            let colour = Colour::ALL[(turns + turn) % 3];
            let mut on_board = 0;
            for hex in self.pieces(colour) {
                present.insert(PLACES * turn + place(hex, turns));
                on_board += 1;
            }
            let exits = usize::from(self.exits(colour));
            let first = 3 * PLACES + PER_PLAYER * turn;
            let [left, spare, race] = ranges(first);
            present.insert_level(left, exits);
            present.insert_level(spare, exits + on_board);
            // Pieces to spare count against the actions, so that the sum can be below 0.
            let actions = (Race::actions(self, colour) + 9.0).max(0.0);
            present.insert_level(race, (actions / 3.0) as usize);
        }
    }
}

/// Where exits, pieces and the race of a player stand.
fn ranges(first: usize) -> [Range<usize>; 3] {
    let spare = first + EXITS;
    let race = spare + SPARE;
    [first..spare, spare..race, race..race + RACE]
}

/// The place of a hex on a board that is turned back by so many thirds.
#[inline]
fn place(hex: Hex, turns: usize) -> usize {
    let (q, r) = (hex.q(), hex.r());
    let (q, r) = match turns {
        0 => (q, r),
        1 => (r, -q - r),
        _ => (-q - r, q),
    };
    (7 * (q + 3) + r + 3) as usize
}

shipped!(Chexers, "models/chexers-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::*;
    use ludarium_agents::battery::{assert_turned, walk};

    /// The position after a third of a turn: Red's pieces are Green's, and so on.
    fn turned(position: &Chexers) -> Chexers {
        let next = |letter: char| match letter {
            'r' => 'g',
            'g' => 'b',
            'b' => 'r',
            other => other,
        };
        let text = position.describe();
        let fields: Vec<&str> = text.split(' ').collect();
        let letters: Vec<char> = fields[0].chars().map(next).collect();
        let mut board = vec!['.'; letters.len()];
        let all: Vec<Hex> = Hex::all().collect();
        for (hex, letter) in all.iter().zip(letters) {
            let to = Hex::new(-hex.q() - hex.r(), hex.q()).unwrap();
            board[all.iter().position(|hex| *hex == to).unwrap()] = letter;
        }
        let mut exits: Vec<&str> = fields[2].split(',').collect();
        exits.rotate_right(1);
        let side: String = fields[1].chars().map(next).collect();
        let ply = position.ply() + 1;
        let board: String = board.into_iter().collect();
        let text = format!("{board} {side} {} {ply}", exits.join(","));
        Chexers::parse(&Chexers::rules(&Spec::named("referee")).unwrap(), &text).unwrap()
    }

    #[test]
    fn a_turned_board_looks_the_same_to_the_next_seat() {
        walk::<Chexers>("referee", 10, 150, |position| {
            assert_turned(position, &turned(position));
        });
    }
}
