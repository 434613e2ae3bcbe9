//! Chexers in numbers: the board as planes of 7 × 7 hexes, and a number for every step, jump and exit.
//!
//! The board is turned by thirds so that the looking colour goes where Red goes. A hex `q,r` of the turned board stands
//! in row `q + 3` and column `r + 3`; the corners of the square are no hexes.

use crate::rules::{Chexers, Colour, Hex, LAST_PLY, Move};
use ludarium_game::Seat;
use ludarium_game::tensors::{Array, Tensors};

/// The hexes of a plane, corners included.
const PLACES: usize = 49;

/// Six steps, six jumps and the exit.
const KINDS: usize = 13;

const PASS: usize = KINDS * PLACES;

const PLANES: usize = 11;

/// What learners see of Chexers.
pub struct ChexersTensors {
    /// The action of each move by its colour and its code.
    actions: Vec<[u16; Move::CODES]>,
}

impl Default for ChexersTensors {
    fn default() -> Self {
        let mut actions = vec![[PASS as u16; Move::CODES]; 3];
        for (turns, actions) in actions.iter_mut().enumerate() {
            for hex in Hex::all() {
                for kind in 0..KINDS {
                    let code = Move::of_kind(hex, kind).code();
                    let kind = turned_kind(kind, turns);
                    actions[code] = (kind * PLACES + hex.place(turns)) as u16;
                }
            }
        }
        ChexersTensors { actions }
    }
}

impl Tensors<Chexers> for ChexersTensors {
    fn actions(&self) -> usize {
        PASS + 1
    }

    fn arrays(&self) -> Vec<Array> {
        vec![Array::new(
            "board",
            &[PLANES, 7, 7],
            "own pieces, the next player's, the last one's; hexes of the board; exits of the three in quarters; \
             whether the looking player is to move, whether the next one is; plies in parts of 768; \
             earlier occurrences in thirds",
        )]
    }

    fn action(&self, position: &Chexers, mv: Move) -> usize {
        self.actions[position.side() as usize][mv.code()].into()
    }

    fn number(&self, position: &Chexers, moves: &[Move], out: &mut Vec<Option<u32>>) {
        let actions = &self.actions[position.side() as usize];
        out.clear();
        out.extend(moves.iter().map(|mv| Some(actions[mv.code()].into())));
    }

    fn observe(&self, position: &Chexers, seat: Seat, out: &mut [f32]) {
        let turns = seat.index() % 3;
        let mut planes = out.chunks_exact_mut(PLACES);
        let mut next = || planes.next().unwrap_or_default();
        let players = [0, 1, 2].map(|later| Colour::ALL[(turns + later) % 3]);
        for colour in players {
            let plane = next();
            for hex in position.pieces(colour) {
                plane[hex.place(turns)] = 1.0;
            }
        }
        let board = next();
        for hex in Hex::all() {
            board[hex.place(turns)] = 1.0;
        }
        for colour in players {
            next().fill(f32::from(position.exits(colour)) / 4.0);
        }
        for colour in &players[..2] {
            next().fill(f32::from(u8::from(position.side() == *colour)));
        }
        next().fill(f32::from(position.ply()) / f32::from(LAST_PLY));
        next().fill(position.occurrences().saturating_sub(1) as f32 / 3.0);
    }
}

/// A third of a turn back is four of the six directions.
fn turned_kind(kind: usize, turns: usize) -> usize {
    match kind {
        0..6 => (kind + 4 * turns) % 6,
        6..12 => 6 + (kind + 4 * turns) % 6,
        exit => exit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_game::{Game, MoveList, Spec, Tabletop};

    /// The coordinates of a hex on a board that is turned back by 0 to 2 thirds.
    fn turned(q: i32, r: i32, turns: usize) -> (i32, i32) {
        match turns {
            0 => (q, r),
            1 => (r, -q - r),
            _ => (-q - r, q),
        }
    }

    #[test]
    fn directions_turn_with_the_board() {
        for turns in 0..3 {
            for hex in Hex::all() {
                for direction in 0..6 {
                    if let Some(next) = hex.towards(direction, 1) {
                        let (q, r) = turned(hex.q(), hex.r(), turns);
                        let kind = turned_kind(direction, turns);
                        let there = Hex::new(q, r).and_then(|hex| hex.towards(kind, 1));
                        let there = there.map(|hex| (hex.q(), hex.r()));
                        assert_eq!(there, Some(turned(next.q(), next.r(), turns)));
                    }
                }
            }
        }
    }

    #[test]
    fn every_colour_sees_the_start_alike() {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        let tensors = ChexersTensors::default();
        // The same board with another colour to move; only the plane of plies differs.
        let seen = ["r 0,0,0 3", "g 0,0,0 4", "b 0,0,0 5"].map(|rest| {
            let text = format!("rrrr...........g.....bg....bg...bg..b {rest}");
            let position = Chexers::parse(&rules, &text).unwrap();
            let mut board = vec![0.0; PLANES * PLACES];
            tensors.observe(&position, position.side().seat(), &mut board);
            let (mut moves, mut actions) = (MoveList::new(), Vec::new());
            position.moves(&mut moves);
            tensors.number(&position, &moves, &mut actions);
            actions.sort();
            board.truncate(9 * PLACES);
            (board, actions)
        });
        assert!(seen[0] == seen[1] && seen[1] == seen[2]);
        assert_eq!(seen[0].0[3..7], [1.0; 4]);
    }
}
