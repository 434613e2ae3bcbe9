//! Dice Chess in numbers: the board as planes of 8 × 8 squares, and a number for every way of a piece.
//!
//! The board is turned so that the looking side begins in the first row; columns run from a to h. Both games, with one
//! die and with three, have the same numbers.

use crate::rules::{DiceChess, Kind, Move, OnBoard, Side, ThreeDice};
use ludarium_game::Seat;
use ludarium_game::tensors::{Array, Tensors};

const SQUARES: usize = 64;

/// Ways of queens and knights between squares.
const WAYS: usize = 1792;

/// Ways of a pawn to the last rank, and what it can become.
const LAST_STEPS: usize = 22;
const PROMOTED: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

const PASS: usize = WAYS + PROMOTED.len() * LAST_STEPS;

const PLANES: usize = 27;

/// The counters that these planes tell end there.
const MANY_QUIET: f32 = 100.0;
const MANY_TURNS: f32 = 1000.0;

/// What learners see of Dice Chess.
pub struct DiceChessTensors {
    /// The number of each way by the squares left and reached, 64 × left + reached.
    ways: Vec<u16>,
}

impl Default for DiceChessTensors {
    fn default() -> Self {
        let mut next = 0;
        let number = |pair: usize| {
            let (from, to) = (pair / SQUARES, pair % SQUARES);
            let across = (from % 8).abs_diff(to % 8);
            let along = (from / 8).abs_diff(to / 8);
            let queen = across == 0 || along == 0 || across == along;
            if from == to || !(queen || across * along == 2) {
                return 0;
            }
            next += 1;
            next - 1
        };
        let ways: Vec<u16> = (0..SQUARES * SQUARES).map(number).collect();
        DiceChessTensors { ways }
    }
}

impl DiceChessTensors {
    fn of_move(&self, side: Side, mv: Move) -> usize {
        let Some((from, to)) = mv.squares() else {
            return PASS;
        };
        let turn = turn(side);
        let (from, to) = (usize::from(from ^ turn), usize::from(to ^ turn));
        match mv.promoted() {
            Some(kind) => {
                // From the column left: 0 straight on, and to the next columns; the a-file has no left.
                let column = from % 8;
                let step = 3 * column + to % 8 - column;
                let kind = PROMOTED.iter().position(|&one| one == kind);
                WAYS + LAST_STEPS * kind.unwrap_or(0) + step
            }
            None => self.ways[SQUARES * from + to].into(),
        }
    }
}

/// What the two games tell differently.
trait Rolled: OnBoard {
    fn mover(&self) -> Side;
    /// How many dice show a kind, as a share of those that are rolled.
    fn shown(&self, kind: Kind) -> f32;
    fn must_take(&self) -> bool;
}

impl Rolled for DiceChess {
    fn mover(&self) -> Side {
        self.side()
    }
    fn shown(&self, kind: Kind) -> f32 {
        f32::from(u8::from(self.rolled() == Some(kind)))
    }
    fn must_take(&self) -> bool {
        false
    }
}

impl Rolled for ThreeDice {
    fn mover(&self) -> Side {
        self.side()
    }
    fn shown(&self, kind: Kind) -> f32 {
        self.dice().count(kind) as f32 / 3.0
    }
    fn must_take(&self) -> bool {
        self.must_capture()
    }
}

impl<G: Rolled + ludarium_game::Tabletop> Tensors<G> for DiceChessTensors {
    fn actions(&self) -> usize {
        PASS + 1
    }

    fn arrays(&self) -> Vec<Array> {
        vec![Array::new(
            "board",
            &[PLANES, 8, 8],
            "own pawns, knights, bishops, rooks, queens, king; the other side's; the right to castle, own short and \
             long, the other's; squares of capture en passant; for each kind the part of the dice that show it; \
             whether the looking side is to move; moves without capture or pawn move in hundredths, at most 1; turns \
             in thousandths, at most 1; whether only the capture of the king is left",
        )]
    }

    fn action(&self, position: &G, mv: Move) -> usize {
        self.of_move(position.mover(), mv)
    }

    fn number(&self, position: &G, moves: &[Move], out: &mut Vec<Option<u32>>) {
        let side = position.mover();
        out.clear();
        out.extend(moves.iter().map(|&mv| Some(self.of_move(side, mv) as u32)));
    }

    fn observe(&self, position: &G, seat: Seat, out: &mut [f32]) {
        let own = match seat.index() {
            0 => Side::White,
            _ => Side::Black,
        };
        let turn = turn(own);
        let mut planes = out.chunks_exact_mut(SQUARES);
        let mut next = || planes.next().unwrap_or_default();
        for side in [own, own.other()] {
            for kind in Kind::ALL {
                let plane = next();
                for square in position.pieces_of(side, kind) {
                    plane[usize::from(square ^ turn)] = 1.0;
                }
            }
        }
        for side in [own, own.other()] {
            for short in [true, false] {
                next().fill(flag(position.may_castle(side, short)));
            }
        }
        let plane = next();
        for square in position.passed_squares() {
            plane[usize::from(square ^ turn)] = 1.0;
        }
        for kind in Kind::ALL {
            next().fill(position.shown(kind));
        }
        next().fill(flag(position.mover() == own));
        next().fill((position.quiet_moves() as f32 / MANY_QUIET).min(1.0));
        next().fill((position.turns_played() as f32 / MANY_TURNS).min(1.0));
        next().fill(flag(position.must_take()));
    }
}

fn flag(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

/// What turns a square so that a side begins in the first row.
fn turn(side: Side) -> u8 {
    match side {
        Side::White => 0,
        Side::Black => 56,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_game::{Spec, Tabletop};

    #[test]
    fn queens_and_knights_have_1792_ways() {
        let ways = DiceChessTensors::default().ways;
        assert_eq!(ways.iter().max(), Some(&(WAYS as u16 - 1)));
    }

    /// The actions of some moves of a position.
    fn actions(text: &str, moves: &[&str]) -> Vec<usize> {
        let rules = DiceChess::rules(&Spec::parse("seed:promo=choice,bare=off").unwrap()).unwrap();
        let position = DiceChess::parse(&rules, text).unwrap();
        let read =
            |text: &&str| position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        let tensors = DiceChessTensors::default();
        let action = |text| Tensors::<DiceChess>::action(&tensors, &position, read(text));
        moves.iter().map(action).collect()
    }

    #[test]
    fn both_sides_have_the_same_actions() {
        let white =
            actions("4k3/P7/8/8/8/8/P7/4K3 w - - 0 1 p", &["a7a8q", "a7a8n", "a2a3", "a2a4"]);
        let black =
            actions("4k3/p7/8/8/8/8/p7/4K3 b - - 0 1 p", &["a2a1q", "a2a1n", "a7a6", "a7a5"]);
        assert_eq!(white, black);
        assert_eq!(white[..2], [WAYS + 3 * LAST_STEPS, WAYS]);
        let corner = actions("r3k2r/1P4P1/8/8/8/8/8/4K3 w - - 0 1 p", &["g7h8q", "b7a8q"]);
        assert_eq!(corner, [PASS - 3, WAYS + 3 * LAST_STEPS + 2]);
    }
}
