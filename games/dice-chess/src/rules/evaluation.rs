//! How a one-die or three-dice game is likely to end, judged by the pieces on the board.
//!
//! All evaluations are a sum for White minus the same sum for Black, in hundredths of a pawn. A logistic
//! function turns this *raw* value into shares of the game: it is monotone, so the order of positions
//! stays, and bounded, so a captured king always counts for more. The kings themselves cancel out as long as
//! both are there, and a position without one is over and not evaluated.

use ludarium_game::{Evaluation, Game, Scores};

use super::attacks::{BitSquares, FILE_A};
use super::board::{Board, CASTLINGS};
use super::moves::Move;
use super::one_die::DiceChess;
use super::pieces::{Kind, Side};
use super::square_values::square_value;
use super::three_dice::ThreeDice;

/// A raw lead of this much means odds of e : 1. Pieces count little compared with the dice: the
/// results of 400 games of expectimax are likeliest near 3000, and 1600 and 3200 play alike.
const SCALE: f32 = 1600.0;

/// From this turn on the king has its late table: it need not hide any more.
pub const LATE: u32 = 50;

/// What each blocked or isolated pawn costs.
const WEAK_PAWN: i32 = 50;

/// A position with pieces on a chess board: of the one-die game or of the three-dice game.
pub trait OnBoard: Game<Move = Move> {
    #[doc(hidden)]
    fn board(&self) -> &Board;

    /// What stands on a square; a1 = 0, b1 = 1, … h8 = 63.
    fn piece_at(&self, square: u8) -> Option<(Side, Kind)> {
        self.board().piece_at(square & 63)
    }

    /// The squares with a side's pieces of a kind, in ascending order.
    #[inline]
    fn pieces_of(&self, side: Side, kind: Kind) -> impl Iterator<Item = u8> {
        BitSquares(self.squares_of(side, kind))
    }

    /// The squares with a side's pieces of a kind, one bit each.
    #[inline]
    fn squares_of(&self, side: Side, kind: Kind) -> u64 {
        let board = self.board();
        board.sides[side as usize] & board.kinds[kind as usize]
    }

    /// The squares with a side's pieces, one bit each.
    #[inline]
    fn army(&self, side: Side) -> u64 {
        self.board().sides[side as usize]
    }

    /// The squares with pieces of each kind, of both sides, one bit each.
    #[inline]
    fn kinds(&self) -> [u64; 6] {
        self.board().kinds
    }

    /// Whether a side has kept the right to castle on its short or its long side.
    fn may_castle(&self, side: Side, short: bool) -> bool {
        let castling = &CASTLINGS[side as usize][usize::from(!short)];
        self.board().rights & castling.right != 0
    }

    /// The squares that pawns passed over and can be captured on.
    fn passed_squares(&self) -> impl Iterator<Item = u8> {
        BitSquares(self.board().targets)
    }

    /// How many moves both sides have made since the last capture or pawn move.
    fn quiet_moves(&self) -> u32 {
        self.board().quiet
    }

    /// How many turns both sides have finished, by the counters of the position.
    fn turns_played(&self) -> u32 {
        self.board().plies
    }
}

impl OnBoard for DiceChess {
    #[inline]
    fn board(&self) -> &Board {
        &self.board
    }
}

impl OnBoard for ThreeDice {
    #[inline]
    fn board(&self) -> &Board {
        &self.board
    }
}

/// What the pieces of each kind are worth, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWeights([i32; 6]);

impl PieceWeights {
    /// The weights of the report's Table I.
    pub const REPORT: PieceWeights = PieceWeights([100, 350, 350, 535, 1000, 2000]);

    /// The weights in the report's program.
    pub const PROGRAM: PieceWeights = PieceWeights([100, 350, 350, 525, 1000, 20_000]);

    /// The weight of one piece.
    #[inline]
    pub const fn of(self, kind: Kind) -> i32 {
        self.0[kind as usize]
    }

    /// White's pieces minus Black's.
    #[inline]
    fn balance(self, board: &Board) -> i32 {
        Kind::ALL.iter().map(|&kind| self.of(kind) * lead(board, kind)).sum()
    }
}

/// How many more pieces of a kind White has than Black.
#[inline]
fn lead(board: &Board, kind: Kind) -> i32 {
    let [white, black] = board.sides.map(|side| side & board.kinds[kind as usize]);
    white.count_ones() as i32 - black.count_ones() as i32
}

/// The pieces alone.
#[derive(Clone, Copy, Debug)]
pub struct Material(pub PieceWeights);

impl Material {
    /// White's pieces minus Black's.
    pub fn raw(self, position: &impl OnBoard) -> i32 {
        self.0.balance(position.board())
    }
}

impl<G: OnBoard> Evaluation<G> for Material {
    fn evaluate(&self, position: &G) -> Scores {
        shares(self.raw(position))
    }
}

/// The pieces and where they stand: variant 1 of the report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Positional {
    /// What the pieces of each kind count, in hundredths of a pawn.
    pub pieces: [f32; 6],
    /// What a hundredth of the tables of places counts.
    pub places: f32,
    /// A lead of this much means odds of e : 1.
    pub scale: f32,
}

impl Default for Positional {
    /// As the report has it.
    fn default() -> Positional {
        Positional {
            pieces: PieceWeights::REPORT.0.map(|weight| weight as f32),
            places: 1.0,
            scale: SCALE,
        }
    }
}

impl Positional {
    /// White's pieces and their places minus Black's, by the weights of the report.
    pub fn raw(position: &impl OnBoard) -> i32 {
        let board = position.board();
        PieceWeights::REPORT.balance(board) + places(board, Side::White)
            - places(board, Side::Black)
    }

    /// White's pieces and their places minus Black's.
    fn lead(&self, board: &Board) -> f32 {
        let leads = Kind::ALL.map(|kind| lead(board, kind) as f32);
        let pieces: f32 = self.pieces.iter().zip(leads).map(|(weight, lead)| weight * lead).sum();
        let places = places(board, Side::White) - places(board, Side::Black);
        pieces + self.places * places as f32
    }
}

impl<G: OnBoard> Evaluation<G> for Positional {
    fn evaluate(&self, position: &G) -> Scores {
        odds(self.lead(position.board()) / self.scale)
    }
}

/// The pieces, where they stand, and weak pawns: variant 2 of the report.
#[derive(Clone, Copy, Debug)]
pub struct Pawns {
    /// What a pawn that is blocked or isolated costs, in hundredths of a pawn.
    pub weak: f32,
}

/// Half a pawn, as in the report.
impl Default for Pawns {
    fn default() -> Self {
        Pawns { weak: WEAK_PAWN as f32 }
    }
}

impl Pawns {
    /// As [`Positional::raw`], less 50 for each pawn that is blocked or isolated.
    pub fn raw(position: &impl OnBoard) -> i32 {
        Positional::raw(position) - WEAK_PAWN * more_weak_pawns(position.board())
    }
}

impl<G: OnBoard> Evaluation<G> for Pawns {
    fn evaluate(&self, position: &G) -> Scores {
        let weak = more_weak_pawns(position.board()) as f32;
        odds((Positional::raw(position) as f32 - self.weak * weak) / SCALE)
    }
}

/// How many weak pawns White has more than Black.
fn more_weak_pawns(board: &Board) -> i32 {
    let weak = |side| weak_pawns(board, side).count_ones() as i32;
    weak(Side::White) - weak(Side::Black)
}

/// The pawns of a side that are blocked by any piece right in front of them, or have no pawn of their side on a
/// neighbouring file.
fn weak_pawns(board: &Board, side: Side) -> u64 {
    let pawns = board.kinds[Kind::Pawn as usize] & board.sides[side as usize];
    let behind_pieces = match side {
        Side::White => board.occupied() >> 8,
        Side::Black => board.occupied() << 8,
    };
    let files = (0..8).fold(0, |files, rank| files | pawns >> (8 * rank) & 0xFF);
    let neighbours = (files << 1 | files >> 1) & 0xFF;
    pawns & (behind_pieces | !(neighbours * FILE_A))
}

/// What the places of a side's pieces are worth.
fn places(board: &Board, side: Side) -> i32 {
    let pieces = board.sides[side as usize];
    let late = board.plies >= LATE;
    let place = |kind: Kind| -> i32 {
        BitSquares(pieces & board.kinds[kind as usize])
            .map(|square| square_value(side, kind, square, late))
            .sum()
    };
    Kind::ALL.into_iter().map(place).sum()
}

/// The shares of a raw value.
#[inline]
fn shares(raw: i32) -> Scores {
    odds(raw as f32 / SCALE)
}

/// The shares of White and Black whose odds are e to this power.
#[inline]
fn odds(logarithm: f32) -> Scores {
    let white = 1.0 / (1.0 + (-logarithm).exp());
    Scores::new(&[white, 1.0 - white])
}

#[cfg(test)]
mod tests {
    use ludarium_game::{MoveList, Rng, Seat, Seed, Spec, Tabletop, Turn};

    use super::super::attacks::square_name;
    use super::*;

    fn position(text: &str) -> DiceChess {
        let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
        DiceChess::parse(&rules, text).unwrap()
    }

    fn raws(text: &str) -> [i32; 4] {
        let position = position(text);
        [
            PieceWeights::REPORT.balance(&position.board),
            PieceWeights::PROGRAM.balance(&position.board),
            Positional::raw(&position),
            Pawns::raw(&position),
        ]
    }

    #[test]
    fn values_by_hand() {
        // A rook on d1 (+5) and the e2 pawn (−20, isolated) against a knight on f6 (+10); the kings on e1
        // and e8 cancel.
        let early = "4k3/8/5n2/8/8/8/4P3/3RK3 w - - 0 25";
        let pieces = 535 + 100 - 350;
        assert_eq!(raws(early), [pieces, pieces - 10, pieces + 5 - 20 - 10, pieces - 25 - 50]);
        // From turn 50 on the king's late table counts: White's e1 is worth 0, then −30; Black's g8 30, then −30.
        assert_eq!(raws("6k1/8/8/8/8/8/8/4K2R w - - 0 25")[2], 535 - 30);
        assert_eq!(raws("6k1/8/8/8/8/8/8/4K2R w - - 0 26")[2], 535 - 30 + 30);
        // Black's weak pawn counts for White.
        assert_eq!(raws("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1")[3], -100 + 20 + 50);
    }

    #[test]
    fn a_weak_pawn_costs_its_weight() {
        let position = position("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1");
        let white = |weak: f32| Pawns { weak }.evaluate(&position).as_slice(2)[0];
        let lead = |lead: i32| shares(lead).as_slice(2)[0];
        assert_eq!([0.0, 50.0, 75.0].map(white), [-80, -30, -5].map(lead));
        assert_eq!(white(50.0), lead(Pawns::raw(&position)));
    }

    #[test]
    fn blocked_and_isolated_pawns_are_weak() {
        let weak = |text: &str| {
            let board = position(text).board;
            [Side::White, Side::Black].map(|side| weak_pawns(&board, side).count_ones())
        };
        // White: a4 is isolated and blocked by a5; d2, d3 and e2 support each other, d2 is blocked by d3.
        assert_eq!(weak("4k3/8/8/p7/P7/3P4/3PP3/4K3 w - - 0 1"), [2, 1]);
        // The wings do not touch.
        assert_eq!(weak("4k3/7p/8/7p/P7/8/8/4K3 w - - 0 1"), [1, 2]);
        assert_eq!(weak("4k3/7p/7p/7p/P6P/8/8/4K3 w - - 0 1"), [2, 3]);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(weak(start), [0, 0]);
    }

    #[test]
    fn shares_grow_with_the_lead_and_are_even_at_the_start() {
        let even = Positional::default()
            .evaluate(&position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        assert_eq!(even.as_slice(2), [0.5, 0.5]);
        let mut last = 0.0;
        for raw in (-30_000..=30_000).step_by(100) {
            let scores = shares(raw);
            assert!(scores.as_slice(2).iter().all(|share| (0.0..=1.0).contains(share)));
            assert_eq!(scores.sum(), 1.0);
            assert!(scores.of(Seat(0)).0 >= last);
            last = scores.of(Seat(0)).0;
        }
    }

    #[test]
    fn the_weights_of_the_report_are_the_usual_ones() {
        walk::<DiceChess>("seed", 20, |position| {
            let usual = Positional::default().evaluate(position);
            assert_eq!(usual, shares(Positional::raw(position)));
        });
    }

    #[test]
    fn a_changed_weight_counts_as_the_formula_says() {
        // A rook on d1 (+5) and the e2 pawn (−20) against a knight on f6 (+10).
        let position = position("4k3/8/5n2/8/8/8/4P3/3RK3 w - - 0 25");
        let changed = Positional {
            pieces: [120.0, 300.0, 350.0, 500.0, 1000.0, 0.0],
            places: 0.5,
            scale: 800.0,
        };
        let lead: f32 = 500.0 + 120.0 - 300.0 + 0.5 * (5.0 - 20.0 - 10.0);
        let white = 1.0 / (1.0 + (-lead / 800.0).exp());
        assert_eq!(changed.evaluate(&position).of(Seat(0)).0, white);
    }

    /// The position with the colours exchanged and the board turned round.
    fn turned(position: &DiceChess) -> DiceChess {
        let mut board = Board::EMPTY;
        for square in 0..64 {
            if let Some((side, kind)) = position.piece_at(square) {
                board.put(side.other(), kind, square ^ 56);
            }
        }
        board.plies = position.board.plies;
        DiceChess::new(board, position.rules)
    }

    /// Walks through random games of a kind.
    fn walk<G: OnBoard + Tabletop>(variant: &str, games: u64, mut look: impl FnMut(&G)) {
        let rules = G::rules(&Spec::named(variant)).unwrap();
        for seed in 0..games {
            let mut rng = Rng::new(Seed(seed));
            let mut position = G::start(&rules, &mut rng);
            let mut moves = MoveList::new();
            loop {
                let mv = match position.turn() {
                    Turn::Over => break,
                    Turn::Chance => position.roll(&mut rng),
                    Turn::Seat(_) => position.pick(&mut rng, &mut moves),
                };
                look(&position);
                position.play(mv);
            }
        }
    }

    fn check_bounds<G: OnBoard>(position: &G) {
        let evaluations: [&dyn Evaluation<G>; 3] =
            [&Material(PieceWeights::PROGRAM), &Positional::default(), &Pawns::default()];
        for evaluation in evaluations {
            let scores = evaluation.evaluate(position);
            assert!((scores.sum() - 1.0).abs() < 1e-6);
            assert!(scores.as_slice(2).iter().all(|share| (0.0..=1.0).contains(share)));
        }
    }

    #[test]
    fn every_position_has_shares_within_bounds() {
        walk::<DiceChess>("seed", 20, check_bounds);
        walk::<ThreeDice>("three-dice", 5, check_bounds);
    }

    #[test]
    fn colours_are_treated_alike() {
        walk::<DiceChess>("seed", 20, |position| {
            let other = turned(position);
            assert_eq!(Positional::raw(position), -Positional::raw(&other));
            assert_eq!(Pawns::raw(position), -Pawns::raw(&other));
        });
    }

    #[test]
    fn the_pieces_can_be_looked_at() {
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let queens = (0..64)
            .filter(|&square| start.piece_at(square).is_some_and(|(_, kind)| kind == Kind::Queen));
        assert_eq!(queens.map(square_name).collect::<Vec<_>>(), ["d1", "d8"]);
        assert!(start.pieces_of(Side::Black, Kind::Knight).eq([57, 62]));
        assert_eq!(start.squares_of(Side::White, Kind::Pawn), 0xFF00);
        assert_eq!(start.turns_played(), 0);
    }
}
