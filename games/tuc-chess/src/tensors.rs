//! TUC-Chess in numbers: the board as planes of 7 × 5 squares, and a number for every pair of squares.
//!
//! The board is turned so that the looking side begins in the first row; columns run from left to right as printed. A
//! square has the number `5 × row + column`, and a move `35 × from + to`.

use crate::rules::{COLUMNS, Kind, Move, MoveParts, ROWS, Square, TucChess, WHITE};
use ludarium_game::Seat;
use ludarium_game::tensors::{Array, Symmetry, Tensors};

const SQUARES: usize = ROWS as usize * COLUMNS as usize;
const PLANES: usize = 11;

/// Points are told in parts of this many.
const MANY_POINTS: f32 = 20.0;

/// What learners see of TUC-Chess.
pub struct TucChessTensors {
    /// Whether left and right are alike, which servers with deviations of their own do not keep to.
    mirrored: bool,
}

impl TucChessTensors {
    /// For the variant of a position.
    pub fn of(position: &TucChess) -> TucChessTensors {
        TucChessTensors { mirrored: !position.has_quirks() }
    }
}

impl Tensors<TucChess> for TucChessTensors {
    fn actions(&self) -> usize {
        SQUARES * SQUARES
    }

    fn arrays(&self) -> Vec<Array> {
        vec![Array::new(
            "board",
            &[PLANES, ROWS.into(), COLUMNS.into()],
            "own pawns, rooks, king; the other side's; presents; own points in twentieths, the other side's; whether \
             the looking side is to move; moves in parts of the limit, if there is one",
        )]
    }

    fn action(&self, position: &TucChess, mv: Move) -> usize {
        let seat = position.side_to_move();
        match mv.action() {
            MoveParts::Step(from, to) => SQUARES * place(from, seat) + place(to, seat),
            MoveParts::Outcome { .. } => 0,
        }
    }

    fn observe(&self, position: &TucChess, seat: Seat, out: &mut [f32]) {
        let mut planes = out.chunks_exact_mut(SQUARES);
        let mut next = || planes.next().unwrap_or_default();
        let sides = [seat, Seat(1 - seat.0.min(1))];
        for owner in sides {
            for kind in Kind::ALL {
                let plane = next();
                for square in position.pieces_of(owner, kind) {
                    plane[place(square, seat)] = 1.0;
                }
            }
        }
        let plane = next();
        for square in position.presents() {
            plane[place(square, seat)] = 1.0;
        }
        for owner in sides {
            next().fill(position.points(owner) as f32 / MANY_POINTS);
        }
        next().fill(f32::from(u8::from(position.side_to_move() == seat)));
        next().fill(position.part_played());
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let columns = usize::from(COLUMNS);
        let mirror = |place: usize| place - place % columns + columns - 1 - place % columns;
        let of_action = |action: usize| {
            let (from, to) = (action / SQUARES, action % SQUARES);
            (SQUARES * mirror(from) + mirror(to)) as u32
        };
        let mirrored = Symmetry {
            name: "mirror",
            actions: (0..SQUARES * SQUARES).map(of_action).collect(),
            observation: (0..PLANES * SQUARES).map(|at| mirror(at) as u32).collect(),
        };
        self.mirrored.then_some(mirrored).into_iter().collect()
    }
}

/// The place of a square on a board whose rows run away from the seat.
fn place(square: Square, seat: Seat) -> usize {
    let row = match seat {
        WHITE => ROWS - 1 - square.row(),
        _ => square.row(),
    };
    usize::from(row * COLUMNS + square.column())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_agents::battery::walk;
    use ludarium_game::{Game, MoveList, Spec, Tabletop, Turn};

    /// What a side sees, and the actions that are legal.
    fn seen(tensors: &TucChessTensors, position: &TucChess) -> (Vec<f32>, Vec<u32>) {
        let mut board = vec![0.0; PLANES * SQUARES];
        tensors.observe(position, position.side_to_move(), &mut board);
        let (mut moves, mut actions) = (MoveList::new(), Vec::new());
        position.moves(&mut moves);
        tensors.number(position, &moves, &mut actions);
        let mut actions: Vec<u32> = actions.into_iter().flatten().collect();
        actions.sort_unstable();
        (board, actions)
    }

    #[test]
    fn the_mirror_image_has_the_mirrored_numbers() {
        walk::<TucChess>("2021", 4, 60, |position| {
            if position.turn() == Turn::Chance {
                return;
            }
            let text = position.describe();
            let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let rows = fields[0].split('/');
            let rows: Vec<String> = rows.map(|row| row.chars().rev().collect()).collect();
            fields[0] = rows.join("/");
            let rules = TucChess::rules(&Spec::named("2021")).unwrap();
            let mirrored = TucChess::parse(&rules, &fields.join(" ")).unwrap();
            let tensors = TucChessTensors::of(position);
            let (board, actions) = seen(&tensors, position);
            let (other_board, other_actions) = seen(&tensors, &mirrored);
            let mirror = tensors.symmetries().remove(0);
            let gathered = |from: &Vec<f32>| -> Vec<f32> {
                mirror.observation.iter().map(|&at| from[at as usize]).collect()
            };
            assert_eq!(other_board, gathered(&board));
            let mut expected: Vec<u32> =
                actions.iter().map(|&a| mirror.actions[a as usize]).collect();
            expected.sort_unstable();
            assert_eq!(other_actions, expected);
        });
    }
}
