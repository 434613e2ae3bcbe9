//! What a value network sees of Chexers: pieces, exits, and how far everybody's race is.

use std::ops::Range;

use ludarium_game::Seat;
use ludarium_games::chexers::evaluation::Race;
use ludarium_games::chexers::{Chexers, Colour, Hex};

use crate::values::{Answer, FeatureSet, Features};

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

    const MOST_PRESENT: usize = 12 + 3 * PER_PLAYER;

    const ANSWER: Answer = Answer::Shares { seats: 3, sum: 1.0 };

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
