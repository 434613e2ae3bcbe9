//! The board on which the report's agents think.
//!
//! The report's program did not search the game but a simpler one. A pawn that reaches the last row
//! wins no point and stays there for good, no new presents appear, every present is worth 0.9, and
//! nothing ends the game but the capture of a king and a side without a move, which loses. Seen as a
//! game of its own any search can play it: there is no chance in it.

use ludarium_game::{Evaluation, Gain, Game, MoveList, Scores, Seat, Turn};
use ludarium_tuc_chess::rules::{
    BLACK, Kind, Move, MoveParts, ReportEvaluation, ReportGain, Square, TucChess, WHITE,
    shares_of_lead,
};

/// From one row to the next, in bits of a set of squares.
const ROW: u8 = 8;

/// A present in tenths of a point.
const PRESENT: i32 = 9;

/// All 35 squares. The three spare columns of each row stop a step over the left or right rim.
const BOARD: u64 = 0x001F_1F1F_1F1F_1F1F;

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

/// What the searches of a board agree on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardSettings {
    /// Which moves are listed.
    pub generator: Generator,
    /// How much of an evaluation, in per cent, comes from where the pieces stand.
    pub positional: u8,
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
    settings: BoardSettings,
    mover: Seat,
    end: BoardEnd,
}

/// Why no move follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardEnd {
    NotYet,
    KingCaptured,
    NoMove,
}

impl ReportBoard {
    /// The board with a position as the root: no present has been taken yet.
    pub fn at_root(position: &TucChess, settings: BoardSettings) -> ReportBoard {
        let lead = 10 * position.lead_in_material() as i32;
        let mut board = ReportBoard {
            sides: [0; 2],
            kinds: [0; 3],
            presents: 0,
            lead,
            head_start: 10 * position.lead_in_points() as i32 - lead,
            king_value: position.value_of_kind(Kind::King) as i32,
            settings,
            mover: position.side_to_move(),
            end: BoardEnd::NotYet,
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
        self.end == BoardEnd::NoMove
    }

    /// Whether the game has ended because a king is captured.
    pub fn is_king_captured(&self) -> bool {
        self.end == BoardEnd::KingCaptured
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
    pub(super) fn gain(&self, to: Square) -> i32 {
        if self.enemy() & bit(to) != 0 {
            self.value_of(self.kind_on(to))
        } else if self.presents & bit(to) != 0 {
            PRESENT
        } else {
            0
        }
    }

    /// The same board with a side to move.
    pub(super) fn seen_by(&self, mover: Seat) -> ReportBoard {
        ReportBoard { mover, ..*self }
    }

    /// How many rows the pawns of the side to move have come from their back row, all together.
    pub(super) fn steps_of_pawns(&self) -> i32 {
        let pawns = self.own() & self.kinds[Kind::Pawn as usize];
        let rows = (0..7).map(|row| {
            let come = if self.mover == WHITE { 6 - row } else { row };
            come * (pawns >> (8 * row) & 0x1F).count_ones() as i32
        });
        rows.sum()
    }

    /// White's lead in points as an evaluation sees it: the report's count, blended with where the pieces stand.
    fn judged_lead(&self) -> f64 {
        let share = i32::from(self.settings.positional);
        if share == 0 {
            return f64::from(self.lead) / 10.0;
        }
        let blend = (100 - share) * self.lead + share * self.standing_in_tenths();
        f64::from(blend) / 1000.0
    }

    /// Shows the moves to `visit` in the order of the game until it returns false.
    pub(super) fn visit_moves(&self, mut visit: impl FnMut(Move) -> bool) {
        let [_, rooks, kings] = self.kinds;
        let mut rest = self.own();
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let goes_on = if rooks & bit != 0 {
                self.visit_lines(bit, 3, &mut visit)
            } else if kings & bit != 0 {
                self.visit_lines(bit, 1, &mut visit)
            } else {
                self.visit_pawn(bit, &mut visit)
            };
            if !goes_on {
                return;
            }
        }
    }

    fn visit_pawn(&self, from: u64, visit: &mut impl FnMut(Move) -> bool) -> bool {
        let ahead: fn(u64) -> u64 = match self.mover {
            WHITE => |set| set >> ROW,
            _ => |set| set << ROW & BOARD,
        };
        let straight = ahead(from);
        if straight == 0 {
            return true;
        }
        let template = self.settings.generator == Generator::Template;
        if (self.sides[0] | self.sides[1]) & straight == 0 {
            if !visit(step(from, straight)) {
                return false;
            }
            if template && ahead(straight) == 0 {
                return true;
            }
        }
        for to in [straight >> 1 & BOARD, straight << 1 & BOARD] {
            // A capture beyond the left rim does not keep the client from looking to the right.
            if to == 0 {
                continue;
            }
            if self.enemy() & to == 0 {
                if template {
                    break;
                }
            } else if !visit(step(from, to)) {
                return false;
            }
        }
        true
    }

    /// Up, down, left and right: the order of all move lists.
    fn visit_lines(&self, from: u64, steps: u8, visit: &mut impl FnMut(Move) -> bool) -> bool {
        let open = BOARD & !self.own();
        let stops = self.enemy() | self.presents;
        let mut line = |next: fn(u64) -> u64| {
            let mut to = from;
            for _ in 0..steps {
                to = next(to) & open;
                if to == 0 {
                    break;
                }
                if !visit(step(from, to)) {
                    return false;
                }
                if stops & to != 0 {
                    break;
                }
            }
            true
        };
        line(|set| set >> ROW)
            && line(|set| set << ROW)
            && line(|set| set >> 1)
            && line(|set| set << 1)
    }

    fn find_end(&mut self) {
        let kings = self.kinds[Kind::King as usize];
        let mut stuck = true;
        self.visit_moves(|_| {
            stuck = false;
            false
        });
        self.end = if kings & self.sides[0] == 0 || kings & self.sides[1] == 0 {
            BoardEnd::KingCaptured
        } else if stuck {
            BoardEnd::NoMove
        } else {
            BoardEnd::NotYet
        };
    }
}

impl Game for ReportBoard {
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.end {
            BoardEnd::NotYet => Turn::Seat(self.mover),
            BoardEnd::KingCaptured | BoardEnd::NoMove => Turn::Over,
        }
    }

    /// The order is that of the game itself.
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.end == BoardEnd::NotYet {
            self.visit_moves(|mv| {
                out.push(mv);
                true
            });
        }
    }

    fn play(&mut self, mv: Move) {
        let MoveParts::Step(from, to) = mv.action() else {
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

    /// The report's search knows no end by points: after the capture of a king the evaluation goes on
    /// to count, a side that cannot move has lost.
    fn scores(&self) -> Scores {
        match self.end {
            BoardEnd::NoMove => Scores::win(other(self.mover)),
            BoardEnd::KingCaptured | BoardEnd::NotYet => ReportEvaluation.evaluate(self),
        }
    }

    fn key(&self) -> u64 {
        let [pawns, rooks, kings] = self.kinds;
        let rest = u64::from(self.lead as u32) << 8 | u64::from(self.mover.0);
        [self.sides[0], self.sides[1], pawns, rooks, kings, self.presents, rest].into_iter().fold(
            0,
            |key, word| {
                let mixed = (key ^ word).wrapping_mul(0x9E6C_63D0_876A_3F6B);
                mixed ^ mixed >> 29
            },
        )
    }
}

impl Evaluation<ReportBoard> for ReportEvaluation {
    /// Exactly the report's evaluation: the value of White's pieces minus that of Black's, and 0.9 for each
    /// present taken since the root. Blended with where the pieces stand where the board's settings say so.
    fn evaluate(&self, board: &ReportBoard) -> Scores {
        shares_of_lead(board.judged_lead())
    }
}

impl Gain<ReportBoard> for ReportGain {
    fn gain(&self, board: &ReportBoard, mv: Move) -> f32 {
        match mv.action() {
            MoveParts::Step(_, to) => board.gain(to) as f32 / 10.0,
            MoveParts::Outcome { .. } => 0.0,
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

/// The step between two sets of one square each.
fn step(from: u64, to: u64) -> Move {
    Move::step(square(from), square(to))
}

/// The square of a set with one square; any other set gives no meaningful one.
fn square(set: u64) -> Square {
    let index = set.trailing_zeros() as u8;
    let corner = const { Square::new(0, 0).unwrap() };
    Square::new(index / ROW, index % ROW).unwrap_or(corner)
}
