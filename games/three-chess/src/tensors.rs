//! Three-Chess in numbers: planes of three sections with eight columns and four rows, and a number for every pair of
//! squares.
//!
//! The board is turned so that the looking player's section comes first. A square has the number
//! `32 × section + 4 × column + row`, and a move `96 × start + end`.

use crate::agents::place;
use crate::rules::{Kind, Move, ThreeChess};
use ludarium_game::Seat;
use ludarium_game::tensors::{Array, Tensors};

const SQUARES: usize = 96;
const PLANES: usize = 21;

/// The counter of plies is told up to here.
const MANY_PLIES: f32 = 1000.0;

/// What learners see of Three-Chess.
pub struct ThreeChessTensors;

impl Tensors<ThreeChess> for ThreeChessTensors {
    fn actions(&self) -> usize {
        SQUARES * SQUARES
    }

    fn arrays(&self) -> Vec<Array> {
        vec![Array::new(
            "board",
            &[PLANES, 3, 8, 4],
            "own pawns, knights, bishops, rooks, queens, king; the next player's; the last one's; whether the looking \
             player is to move, whether the next one is; plies in thousandths, at most 1",
        )]
    }

    fn action(&self, position: &ThreeChess, mv: Move) -> usize {
        let seat = position.seat_to_move();
        SQUARES * place(mv.start, seat) + place(mv.end, seat)
    }

    fn observe(&self, position: &ThreeChess, seat: Seat, out: &mut [f32]) {
        let mut planes = out.chunks_exact_mut(SQUARES);
        let mut next = || planes.next().unwrap_or_default();
        let players = [0, 1, 2].map(|later| Seat((seat.0 + later) % 3));
        for owner in players {
            for kind in Kind::ALL {
                let plane = next();
                for square in position.pieces_of(owner, kind) {
                    plane[place(square, seat)] = 1.0;
                }
            }
        }
        for player in &players[..2] {
            next().fill(f32::from(u8::from(position.seat_to_move() == *player)));
        }
        next().fill((position.plies() as f32 / MANY_PLIES).min(1.0));
    }
}
