//! The board on which the report's agents think.
//!
//! The report's program did not search the game but a simpler one. A pawn that reaches the last row
//! wins no point and stays there for good, no new presents appear, every present is worth 0.9, and
//! nothing ends the game but the capture of a king and a side without a move, which loses. Seen as a
//! game of its own any search can play it: there is no chance in it.

use crate::rules::{
    Action, BLACK, Kind, Move, ReportEvaluation, ReportGain, Square, TucChess, WHITE,
    shares_of_lead,
};
use ludarium_game::{
    ChancePlace, Evaluation, Gain, Game, Listing, MoveList, Rng, Scores, Seat, Turn,
};

/// From one row to the next, in bits of a set of squares.
const ROW: u8 = 8;

/// A present in tenths of a point.
const PRESENT: i32 = 9;

/// Up, down, left and right: the order of all move lists.
const DIRECTIONS: [(i8, i8); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Which moves a board lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generator {
    /// All of them.
    #[default]
    Complete,
    /// Those of the client that the course gave to its students: no captures by a pawn that can step
    /// onto the last row, and captures to the right only from column 0 or beside one to the left.
    Template,
}

/// A position as the report's program simulates it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReportBoard {
    sides: [u64; 2],
    /// The pawns, rooks and kings of both sides.
    kinds: [u64; 3],
    presents: u64,
    /// White's lead in tenths: the pieces on the board, and 9 for each present taken since the root.
    lead: i32,
    /// What to add to it for White's lead in points. The same for all positions below a root, and no
    /// part of the key: the report's search does not know the points.
    head_start: i32,
    king_value: i32,
    generator: Generator,
    mover: Seat,
    end: End,
}

/// Why no move follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    NotYet,
    KingCaptured,
    NoMove,
}

impl ReportBoard {
    /// The board with a position as the root: no present has been taken yet.
    pub fn at_root(position: &TucChess, generator: Generator) -> ReportBoard {
        let lead = 10 * position.lead_in_material() as i32;
        let mut board = ReportBoard {
            sides: [0; 2],
            kinds: [0; 3],
            presents: 0,
            lead,
            head_start: 10 * position.lead_in_points() as i32 - lead,
            king_value: position.value_of_kind(Kind::King) as i32,
            generator,
            mover: position.side_to_move(),
            end: End::NotYet,
        };
        for square in Square::all() {
            if let Some((seat, kind)) = position.piece_on(square) {
                board.sides[seat.index() & 1] |= bit(square);
                board.kinds[kind as usize] |= bit(square);
            } else if position.has_present(square) {
                board.presents |= bit(square);
            }
        }
        board.find_end();
        board
    }

    /// White's lead in tenths of a point: the value of the pieces on the board, and 9 for each present
    /// taken since the root.
    pub fn lead_in_tenths(&self) -> i32 {
        self.lead
    }

    /// White's lead in tenths of a point by the score of the root and by what was won since, with 9 for
    /// each present and nothing for the last row.
    pub fn score_in_tenths(&self) -> i32 {
        self.head_start + self.lead
    }

    /// The side that moves next; at the end of the game the one that would.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// Whether the game has ended because the side to move cannot move.
    pub fn is_stalemate(&self) -> bool {
        self.end == End::NoMove
    }

    /// Whether the game has ended because a king is captured.
    pub fn is_king_captured(&self) -> bool {
        self.end == End::KingCaptured
    }

    fn own(&self) -> u64 {
        self.sides[self.mover.index() & 1]
    }

    fn enemy(&self) -> u64 {
        self.sides[other(self.mover).index() & 1]
    }

    /// The kind of the piece on a square; a pawn where there is none.
    fn kind_on(&self, square: Square) -> Kind {
        let kinds = [Kind::Rook, Kind::King].into_iter();
        let mut found = kinds.filter(|&kind| self.kinds[kind as usize] & bit(square) != 0);
        found.next().unwrap_or(Kind::Pawn)
    }

    /// In tenths of a point.
    fn value_of(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Pawn => 10,
            Kind::Rook => 30,
            Kind::King => 10 * self.king_value,
        }
    }

    /// What a move wins, in tenths of a point.
    fn gain(&self, to: Square) -> i32 {
        if self.enemy() & bit(to) != 0 {
            self.value_of(self.kind_on(to))
        } else if self.presents & bit(to) != 0 {
            PRESENT
        } else {
            0
        }
    }

    /// Shows the moves to `visit` in the order of the game until it returns false.
    fn visit_moves(&self, mut visit: impl FnMut(Move) -> bool) {
        let mut rest = self.own();
        while rest != 0 {
            let index = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let Some(from) = Square::new(index / ROW, index % ROW) else {
                continue;
            };
            let goes_on = match self.kind_on(from) {
                Kind::Pawn => self.visit_pawn(from, &mut visit),
                Kind::Rook => self.visit_lines(from, 3, &mut visit),
                Kind::King => self.visit_lines(from, 1, &mut visit),
            };
            if !goes_on {
                return;
            }
        }
    }

    fn visit_pawn(&self, from: Square, visit: &mut impl FnMut(Move) -> bool) -> bool {
        let ahead = if self.mover == WHITE { -1 } else { 1 };
        let Some(straight) = neighbour(from, (ahead, 0)) else {
            return true;
        };
        let template = self.generator == Generator::Template;
        if (self.sides[0] | self.sides[1]) & bit(straight) == 0 {
            if !visit(Move::step(from, straight)) {
                return false;
            }
            if template && neighbour(straight, (ahead, 0)).is_none() {
                return true;
            }
        }
        for sideways in [-1, 1] {
            // A capture beyond the left rim does not keep the client from looking to the right.
            let Some(to) = neighbour(from, (ahead, sideways)) else {
                continue;
            };
            if self.enemy() & bit(to) == 0 {
                if template {
                    break;
                }
            } else if !visit(Move::step(from, to)) {
                return false;
            }
        }
        true
    }

    fn visit_lines(&self, from: Square, steps: u8, visit: &mut impl FnMut(Move) -> bool) -> bool {
        for direction in DIRECTIONS {
            let mut to = from;
            for _ in 0..steps {
                let Some(next) = neighbour(to, direction) else {
                    break;
                };
                if self.own() & bit(next) != 0 {
                    break;
                }
                if !visit(Move::step(from, next)) {
                    return false;
                }
                if (self.enemy() | self.presents) & bit(next) != 0 {
                    break;
                }
                to = next;
            }
        }
        true
    }

    fn find_end(&mut self) {
        let kings = self.kinds[Kind::King as usize];
        let mut stuck = true;
        self.visit_moves(|_| {
            stuck = false;
            false
        });
        self.end = if kings & self.sides[0] == 0 || kings & self.sides[1] == 0 {
            End::KingCaptured
        } else if stuck {
            End::NoMove
        } else {
            End::NotYet
        };
    }
}

impl Game for ReportBoard {
    type Move = Move;

    const CHANCE: ChancePlace = ChancePlace::Nowhere;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.end {
            End::NotYet => Turn::Seat(self.mover),
            End::KingCaptured | End::NoMove => Turn::Over,
        }
    }

    /// The order is that of the game itself.
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.end == End::NotYet {
            self.visit_moves(|mv| {
                out.push(mv);
                true
            });
        }
    }

    fn play(&mut self, mv: Move) {
        let Action::Step(from, to) = mv.action() else {
            debug_assert!(false, "there is no chance on this board");
            return;
        };
        let gain = self.gain(to);
        self.lead += if self.mover == WHITE { gain } else { -gain };
        let kind = self.kind_on(from);
        let (from, to) = (bit(from), bit(to));
        self.sides[other(self.mover).index() & 1] &= !to;
        self.kinds.iter_mut().for_each(|set| *set &= !to);
        self.presents &= !to;
        self.sides[self.mover.index() & 1] ^= from | to;
        self.kinds[kind as usize] ^= from | to;
        self.mover = other(self.mover);
        self.find_end();
    }

    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        Listing::Complete
    }

    fn roll(&self, _: &mut Rng) -> Move {
        unreachable!("there is no chance on this board")
    }

    /// The report's search knows no end by points: after the capture of a king the evaluation goes on
    /// to count, a side that cannot move has lost.
    fn scores(&self) -> Scores {
        match self.end {
            End::NoMove => Scores::win(other(self.mover)),
            End::KingCaptured | End::NotYet => ReportEvaluation.evaluate(self),
        }
    }

    fn key(&self) -> u64 {
        let [pawns, rooks, kings] = self.kinds;
        let rest = u64::from(self.lead as u32) << 8 | u64::from(self.mover.0);
        [
            self.sides[0],
            self.sides[1],
            pawns,
            rooks,
            kings,
            self.presents,
            rest,
        ]
        .into_iter()
        .fold(0, |key, word| {
            let mixed = (key ^ word).wrapping_mul(0x9E6C_63D0_876A_3F6B);
            mixed ^ mixed >> 29
        })
    }
}

impl Evaluation<ReportBoard> for ReportEvaluation {
    /// Exactly the report's evaluation: the value of White's pieces minus that of Black's, and 0.9 for each
    /// present taken since the root.
    fn evaluate(&self, board: &ReportBoard) -> Scores {
        shares_of_lead(f64::from(board.lead) / 10.0)
    }
}

impl Gain<ReportBoard> for ReportGain {
    fn gain(&self, board: &ReportBoard, mv: Move) -> f32 {
        match mv.action() {
            Action::Step(_, to) => board.gain(to) as f32 / 10.0,
            Action::Outcome { .. } => 0.0,
        }
    }
}

/// The opponent of a side.
pub(super) const fn other(seat: Seat) -> Seat {
    if seat.0 == WHITE.0 { BLACK } else { WHITE }
}

fn bit(square: Square) -> u64 {
    1 << (ROW * square.row() + square.column())
}

fn neighbour(square: Square, (rows, columns): (i8, i8)) -> Option<Square> {
    let row = square.row().wrapping_add_signed(rows);
    Square::new(row, square.column().wrapping_add_signed(columns))
}
