//! TUC-Chess: 7 × 5 squares, pawns, rooks and kings, and presents that appear by chance. The higher
//! score wins; capturing the king ends the game and is worth many points, no more.
//!
//! After every move that does not end the game one chance event follows: it decides the value of
//! a present that the move took, whether a new present appears, and where. After a move that ends the
//! game at most the value is decided.

mod board;
mod chance;
mod evaluation;
mod generate;
mod moves;
mod notation;
mod reach;
mod scene;
mod tabletop;
mod variants;

pub use board::{COLUMNS, Kind, ROWS, Square};
pub use evaluation::{
    PointsEvaluation, PointsGain, ReportEvaluation, ReportGain, ScoreEvaluation, shares_of_lead,
};
pub use moves::{Move, MoveParts};
pub use notation::{read_square, spell};
pub use variants::{Edition, Rules, Stalemate};

use board::{LAST_ROWS, ROW, Side, piece_keys, present_key, row, scatter, squares};
use ludarium_game::{ChancePlace, Game, Listing, MoveList, Rng, Scores, Seat, Turn};

/// The seat that moves first, up the board.
pub const WHITE: Seat = Seat(0);
/// The seat that moves second, down the board.
pub const BLACK: Seat = Seat(1);

/// A position of TUC-Chess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TucChess {
    /// The pieces of White and of Black.
    sides: [u64; 2],
    /// The pawns, rooks and kings of both sides.
    kinds: [u64; 3],
    presents: u64,
    /// The key of the board; what else belongs into [`Game::key`] is added there.
    board_key: u64,
    points: [u32; 2],
    /// Moves made so far; stays 0 in a game without a ply limit.
    ply: u32,
    rules: Rules,
    /// The side that moves next, also while a chance event is pending.
    side: Side,
    /// The piece counter of the server. As written it counts the pieces, a captured king included.
    parts: u8,
    pending: Pending,
    end: EndReason,
}

/// What chance has to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Nothing,
    /// Whether a new present appears.
    Arrival,
    /// The value of a present taken and whether a new one appears.
    ValueAndArrival,
    /// Only the value: the game has ended.
    Value,
}

/// Why no move follows; known as soon as the last move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndReason {
    NotYet,
    KingCaptured,
    TwoKings,
    Stalemate,
    PlyLimit,
}

/// What a step does besides moving a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The kind of the enemy piece that is captured.
    pub captured: Option<Kind>,
    /// Whether a present is taken.
    pub present: bool,
    /// The seat that gets the point for a pawn that reaches the last row; `None` if none does.
    pub last_row_point: Option<Seat>,
    /// Whether a black pawn jumps to a column out of its reach, as only the servers allow.
    pub teleport: bool,
}

impl TucChess {
    /// The start position of every edition.
    fn at_start(rules: &Rules) -> TucChess {
        let rooks = 0b01010 | 0b01010 << (6 * ROW);
        let kings = 0b00100 | 0b00100 << (6 * ROW);
        let sides = [row(5) | row(6), row(0) | row(1)];
        let mut position = TucChess {
            sides,
            kinds: [(sides[0] | sides[1]) & !(rooks | kings), rooks, kings],
            presents: row(3),
            board_key: 0,
            points: [0; 2],
            ply: 0,
            rules: *rules,
            side: Side::White,
            parts: 20,
            pending: Pending::Nothing,
            end: EndReason::NotYet,
        };
        position.board_key = position.board_key_from_scratch();
        position
    }

    /// Whether the deviations of a server are played.
    pub fn has_quirks(&self) -> bool {
        self.rules.quirks
    }

    /// The part of the moves that the limit allows; 0 in a game without a limit.
    pub fn part_played(&self) -> f32 {
        self.ply as f32 / self.rules.ply_limit.max(1) as f32
    }

    /// The points of a seat so far.
    pub fn points(&self, seat: Seat) -> u32 {
        self.points[seat.index() & 1]
    }

    /// The side that moves next, also while a chance event is pending.
    pub fn side_to_move(&self) -> Seat {
        self.side.seat()
    }

    /// What a step of the side to move does besides moving a piece; nothing for a chance outcome.
    #[inline]
    pub fn effect(&self, mv: Move) -> Effect {
        if mv.is_step() { self.effect_of_step(mv.origin(), mv.target()) } else { Effect::default() }
    }

    #[inline]
    fn effect_of_step(&self, from: Square, to: Square) -> Effect {
        let capture = self.enemy() & to.bit() != 0;
        let arrives =
            self.kinds[Kind::Pawn as usize] & from.bit() != 0 && LAST_ROWS & to.bit() != 0;
        Effect {
            captured: capture.then(|| self.kind_on(to)),
            present: self.presents & to.bit() != 0,
            last_row_point: arrives.then(|| {
                if capture && self.misplaces_point(from, to) { WHITE } else { self.side_to_move() }
            }),
            teleport: arrives && !capture && from.column() != to.column(),
        }
    }

    /// The servers credit White when a black pawn captures onto the last row; the one of 2022 only
    /// when it captures to the right.
    fn misplaces_point(&self, from: Square, to: Square) -> bool {
        let repaired = self.rules.edition == Edition::Y2022 && to.column() < from.column();
        self.rules.quirks && self.side == Side::Black && !repaired
    }

    #[inline]
    fn own(&self) -> u64 {
        self.sides[self.side as usize]
    }

    #[inline]
    fn enemy(&self) -> u64 {
        self.sides[self.side.other() as usize]
    }

    #[inline]
    fn pieces(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The kind of the piece on a square; a pawn where there is none.
    #[inline]
    fn kind_on(&self, square: Square) -> Kind {
        if self.kinds[Kind::Rook as usize] & square.bit() != 0 {
            Kind::Rook
        } else if self.kinds[Kind::King as usize] & square.bit() != 0 {
            Kind::King
        } else {
            Kind::Pawn
        }
    }

    fn value_of(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Pawn => 1,
            Kind::Rook => 3,
            Kind::King => u32::from(self.rules.king_value),
        }
    }

    #[inline(always)]
    fn step(&mut self, us: Side, from: Square, to: Square) {
        debug_assert!(self.own() & from.bit() != 0, "no own piece on {from}");
        debug_assert!(self.own() & to.bit() == 0, "own piece on {to}");
        let kind = self.kind_on(from);
        let on_last_row = kind == Kind::Pawn && LAST_ROWS & to.bit() != 0;
        if on_last_row || self.sides[us.other() as usize] & to.bit() != 0 {
            self.eventful_step(kind, from, to);
        } else {
            self.shift(us, kind, from, to);
            self.pending = Pending::Arrival;
            if self.presents & to.bit() != 0 {
                self.take_present(to);
                self.pending = Pending::ValueAndArrival;
            }
        }
        self.side = us.other();
        if self.rules.ply_limit != 0 {
            self.count_ply();
        }
        // Presents block no move, so the chance event cannot change this.
        if self.end == EndReason::NotYet && self.is_stuck(us.other()) {
            self.end = EndReason::Stalemate;
        }
    }

    /// Moves a piece onto a free square.
    #[inline]
    fn shift(&mut self, side: Side, kind: Kind, from: Square, to: Square) {
        let keys = piece_keys(side, kind);
        self.sides[side as usize] ^= from.bit() | to.bit();
        self.kinds[kind as usize] ^= from.bit() | to.bit();
        self.board_key ^= keys[from.index() as usize & 63] ^ keys[to.index() as usize & 63];
    }

    /// Takes a present off the board; its value is left to chance.
    #[inline]
    fn take_present(&mut self, square: Square) {
        self.presents ^= square.bit();
        self.board_key ^= present_key(square);
    }

    /// A step that captures or reaches the last row, so that the game may end.
    #[inline(never)]
    fn eventful_step(&mut self, kind: Kind, from: Square, to: Square) {
        let us = self.side;
        let effect = self.effect_of_step(from, to);
        if let Some(captured) = effect.captured {
            self.points[us as usize] += self.value_of(captured);
            self.remove(us.other(), captured, to);
            if captured != Kind::King {
                self.parts = self.parts.saturating_sub(1);
            }
        } else if effect.present {
            self.take_present(to);
        }
        if let Some(seat) = effect.last_row_point {
            self.points[seat.index() & 1] += 1;
            self.remove(us, kind, from);
            // The servers forget to count a pawn that leaves the board by capturing.
            if !(self.rules.quirks && effect.captured.is_some()) {
                self.parts = self.parts.saturating_sub(1);
            }
        } else {
            self.shift(us, kind, from, to);
        }
        self.end = self.end_of_material();
        self.pending = match (self.end, effect.present) {
            (EndReason::NotYet, false) => Pending::Arrival,
            (EndReason::NotYet, true) => Pending::ValueAndArrival,
            (_, true) => Pending::Value,
            (_, false) => Pending::Nothing,
        };
    }

    /// Takes a piece off the board.
    fn remove(&mut self, side: Side, kind: Kind, square: Square) {
        self.sides[side as usize] ^= square.bit();
        self.kinds[kind as usize] ^= square.bit();
        self.board_key ^= piece_keys(side, kind)[square.index() as usize & 63];
    }

    /// Counts a move and ends the game at the limit. Then no new present appears.
    fn count_ply(&mut self) {
        self.ply += 1;
        if self.end == EndReason::NotYet && self.ply >= self.rules.ply_limit {
            self.end = EndReason::PlyLimit;
            self.pending = if self.pending.has_value() { Pending::Value } else { Pending::Nothing };
        }
    }

    /// Whether the pieces left end the game.
    fn end_of_material(&self) -> EndReason {
        let kings = self.kinds[Kind::King as usize];
        if kings & self.sides[0] == 0 || kings & self.sides[1] == 0 {
            return EndReason::KingCaptured;
        }
        let only_kings = if self.rules.quirks { self.parts <= 2 } else { self.pieces() == kings };
        if only_kings { EndReason::TwoKings } else { EndReason::NotYet }
    }

    /// The result when the score decides.
    fn by_score(&self) -> Scores {
        match self.points[0].cmp(&self.points[1]) {
            std::cmp::Ordering::Greater => Scores::win(WHITE),
            std::cmp::Ordering::Less => Scores::win(BLACK),
            std::cmp::Ordering::Equal => Scores::shared(2),
        }
    }

    /// The board's part of the key, computed from the board.
    fn board_key_from_scratch(&self) -> u64 {
        let presents = squares(self.presents).map(present_key);
        let pieces = Side::BOTH.into_iter().flat_map(|side| {
            squares(self.sides[side as usize]).map(move |square| {
                piece_keys(side, self.kind_on(square))[square.index() as usize & 63]
            })
        });
        presents.chain(pieces).fold(0, |key, part| key ^ part)
    }

    /// Adds to the board's key the side to move, the pending event, and of the scores what matters:
    /// their difference. The piece counter belongs to it where it ends the game.
    #[inline]
    fn complete_key(&self, board_key: u64) -> u64 {
        let difference = self.points[0].wrapping_sub(self.points[1]);
        let counter = if self.rules.quirks { self.parts } else { 0 };
        let rest = u64::from(difference)
            | u64::from(counter) << 32
            | (self.side as u64) << 40
            | (self.pending as u64) << 41;
        board_key ^ scatter(rest << 8)
    }
}

impl Game for TucChess {
    type Move = Move;

    const CHANCE: ChancePlace = ChancePlace::AfterMove;

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.pending != Pending::Nothing {
            Turn::Chance
        } else if self.end != EndReason::NotYet {
            Turn::Over
        } else {
            Turn::Seat(self.side_to_move())
        }
    }

    /// The order is that of the course's client: origins row by row from row 0; a pawn's step ahead,
    /// then its captures to the left and to the right (then the jumps of the server rules,
    /// by column); a rook's and a king's moves up, down, left, right, near before far.
    #[inline]
    fn moves(&self, out: &mut MoveList<Move>) {
        self.list_moves(out);
    }

    #[inline(always)]
    fn pick(&self, rng: &mut Rng, buffer: &mut MoveList<Move>) -> Move {
        self.pick_move(rng, buffer)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        if mv.is_step() {
            // Two copies of the code, each with its side as a constant.
            match self.side {
                Side::White => self.step(Side::White, mv.origin(), mv.target()),
                Side::Black => self.step(Side::Black, mv.origin(), mv.target()),
            }
        } else {
            self.settle(mv);
        }
    }

    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        self.list_chances(out)
    }

    #[inline(always)]
    fn roll(&self, rng: &mut Rng) -> Move {
        self.draw(rng)
    }

    fn scores(&self) -> Scores {
        match (self.end, self.rules.stalemate) {
            (EndReason::Stalemate, Stalemate::Loss) => Scores::win(self.side.other().seat()),
            (EndReason::Stalemate, Stalemate::Draw) => Scores::shared(2),
            _ => self.by_score(),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.complete_key(self.board_key)
    }
}
