//! What a value network sees of Chexers: pieces, exits, how far everybody's way home is and who is ahead, and what can
//! be captured.

use crate::rules::evaluation::Race;
use crate::rules::{Chexers, Colour};
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

/// The actions of a way home: at the start of the game four pieces need seven each.
const WAY: usize = 28;

/// The actions that a way home is longer for each piece that is missing.
const MISSING: usize = 8;

/// Actions that one player is ahead of another, from ten less to ten more.
const LEAD: usize = 20;

/// The players that are compared: the mover is number 0.
const PAIRS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

/// Levels of pieces that can be captured with the next action.
const NOW: usize = 3;

/// Levels of pieces that can be captured with the action after it.
const SOON: usize = 4;

/// What each attacker adds for each of its two victims: how many, and which.
const PER_VICTIM: usize = NOW + SOON + PLACES;

/// Where the ways, the leads and the captures begin.
const WAYS: usize = 3 * (PLACES + PER_PLAYER);
const LEADS: usize = WAYS + 3 * WAY;
const CAPTURES: usize = LEADS + PAIRS.len() * LEAD;

impl Features for Chexers {
    const COUNT: usize = CAPTURES + 6 * PER_VICTIM;

    const VERSION: u32 = 2;

    /// A position that is set up by hand may have a piece on every hex, and two others may attack each.
    const MOST_PRESENT: usize =
        3 * 37 + 3 * PER_PLAYER + 3 * WAY + PAIRS.len() * LEAD + 6 * (NOW + SOON);

    const OUTPUT: NetworkOutput = NetworkOutput::Shares { seats: 3, sum: 1.0 };

    type Common = ();

    fn common(&self) {}

    fn mover(&self) -> Seat {
        self.side().seat()
    }

    fn features(&self, (): &(), seat: Seat, present: &mut FeatureSet) {
        let turns = seat.index();
        let colours = [0, 1, 2].map(|turn| Colour::ALL[(turns + turn) % 3]);
        let mut ways = [0; 3];
        for (turn, colour) in colours.into_iter().enumerate() {
            let mut on_board = 0;
            for hex in self.pieces(colour) {
                present.insert(PLACES * turn + hex.place(turns));
                on_board += 1;
            }
            let exits = usize::from(self.exits(colour));
            let first = 3 * PLACES + PER_PLAYER * turn;
            let [left, spare, race] = ranges(first);
            present.insert_level(left, exits);
            present.insert_level(spare, exits + on_board);
            // Pieces to spare count against the actions, so that the sum can be below 0.
            let actions = (Race::USUAL.actions(self, colour) + 9.0).max(0.0);
            present.insert_level(race, (actions / 3.0) as usize);
            let way = self.way_home(colour);
            ways[turn] = way.actions as usize + MISSING * way.missing as usize;
            let first = WAYS + WAY * turn;
            present.insert_level(first..first + WAY, ways[turn]);
        }
        for (pair, [one, other]) in PAIRS.into_iter().enumerate() {
            let first = LEADS + LEAD * pair;
            let ahead = (LEAD / 2 + ways[other]).saturating_sub(ways[one]);
            present.insert_level(first..first + LEAD, ahead);
        }
        for (attacker, colour) in colours.into_iter().enumerate() {
            let reach = self.reach(colour);
            for further in 0..2 {
                let victim = colours[(attacker + 1 + further) % 3];
                let first = CAPTURES + PER_VICTIM * (2 * attacker + further);
                let [now, soon] = reach.counts(self, victim);
                present.insert_level(first..first + NOW, now);
                present.insert_level(first + NOW..first + NOW + SOON, soon);
                for hex in reach.now(self, victim) {
                    present.insert(first + NOW + SOON + hex.place(turns));
                }
            }
        }
    }
}

/// Where exits, pieces and the race of a player stand.
fn ranges(first: usize) -> [Range<usize>; 3] {
    let spare = first + EXITS;
    let race = spare + SPARE;
    [first..spare, spare..race, race..race + RACE]
}

shipped!(Chexers, "models/chexers-value.qnet");

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::*;
    use crate::rules::Hex;
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
