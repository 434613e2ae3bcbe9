//! The one-die game: a roll, then one move of the kind rolled.

use ludarium_game::{ChancePlace, Game, Listing, MoveList, Rng, Scores, Turn};

use super::board::Board;
use super::dice::DicePool;
use super::evaluation::LATE;
use super::generate::{MoveCount, MoveVisitor, Nth, Promotions};
use super::keys;
use super::moves::Move;
use super::pieces::{Kind, Side};
use super::variants::{Promotion, Rules, Stuck};

/// A position of the one-die game.
///
/// The moves come in the order that the [module](super) describes; on a roll that also lets pawns
/// promote, promotions come last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceChess {
    pub(super) board: Board,
    pub(super) rules: Rules,
    /// The kind rolled and not yet moved.
    pub(super) roll: Option<Kind>,
    /// The kinds that can move; one bit each, the pawn's lowest.
    playable: u8,
    ending: Option<Ending>,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    KingCaptured,
    BareKing,
    NoLegalRoll,
    QuietLimit,
    PlyLimit,
}

impl DiceChess {
    /// The game on a board, with nothing rolled.
    pub(super) fn new(board: Board, rules: Rules) -> DiceChess {
        let mut position = DiceChess { board, rules, roll: None, playable: 0, ending: None };
        position.settle();
        position
    }

    /// The side to move, or to roll.
    pub fn side(&self) -> Side {
        self.board.side
    }

    /// The same position with its counter of turns set so that evaluations see a late game from `turn` on instead of
    /// [`LATE`].
    pub fn late_from(mut self, turn: u32) -> DiceChess {
        let plies = &mut self.board.plies;
        *plies = if *plies >= turn { (*plies).max(LATE) } else { (*plies).min(LATE - 1) };
        self
    }

    /// The kind that has been rolled and must move now.
    pub fn rolled(&self) -> Option<Kind> {
        self.roll
    }

    /// The kinds that the die can show now, in its order; none when no roll is pending.
    #[inline]
    pub fn playable(&self) -> impl Iterator<Item = Kind> {
        let mut kinds = match self.turn() {
            Turn::Chance => self.playable,
            _ => 0,
        };
        std::iter::from_fn(move || {
            let kind = *Kind::ALL.get(kinds.trailing_zeros() as usize)?;
            kinds &= kinds - 1;
            Some(kind)
        })
    }

    /// The kinds that a side can move, one bit each, the pawn's lowest: only the kind rolled where a roll lies on the
    /// table, and for the other side what it could roll if it were its turn now.
    #[inline]
    pub fn movable(&self, side: Side) -> u8 {
        if side != self.board.side {
            let mut board = self.board;
            board.side = side;
            return self.mobile_kinds(&board);
        }
        self.roll.map_or(self.playable, |kind| 1 << kind as u8)
    }

    /// Replaces `out` by the moves of all kinds, each exactly once, as if the side to move could choose
    /// what to roll; none where no roll is pending. `play` makes them without a roll.
    pub fn moves_of_any_kind(&self, out: &mut MoveList<Move>) {
        out.clear();
        for kind in self.playable() {
            self.add_moves_of(kind, out);
        }
    }

    /// Adds all moves of the pieces of a kind, whatever was rolled.
    pub fn add_moves_of(&self, kind: Kind, out: &mut MoveList<Move>) {
        self.any_move(kind, &mut |mv: Move| {
            // A pawn that may become what was rolled is no piece of that kind.
            if mv.moved() == kind {
                out.push(mv);
            }
            false
        });
    }

    /// Makes a move and ends the turn. A function of its own, so that a roll in `play` costs almost nothing.
    fn advance(&mut self, mv: Move) {
        self.roll = None;
        if mv == Move::PASS {
            self.board.quiet += 1;
        } else {
            self.board.make(mv);
        }
        self.board.end_turn();
        self.settle();
    }

    /// Finds what can be rolled and whether the game is over.
    #[inline]
    fn settle(&mut self) {
        self.playable = self.mobile_kinds(&self.board);
        self.ending = self.judge();
    }

    /// The kinds that the side to move can use a roll of.
    #[inline(always)]
    fn mobile_kinds(&self, board: &Board) -> u8 {
        let passing = if self.rules.en_passant_roll { board.enemy_targets() } else { 0 };
        let mut kinds = board.mobile_kinds(passing);
        if self.rules.promotion == Promotion::BrainKing && board.can_promote() {
            for kind in PROMOTED {
                kinds |= 1 << *kind as u8;
            }
        }
        kinds
    }

    /// Why the game is over, if it is.
    #[inline]
    fn judge(&self) -> Option<Ending> {
        let reached = |limit: u32, count: u32| limit != 0 && count >= limit;
        if self.board.without_king().is_some() {
            Some(Ending::KingCaptured)
        } else if self.rules.bare
            && (self.board.is_bare(Side::White) || self.board.is_bare(Side::Black))
        {
            Some(Ending::BareKing)
        } else if self.playable == 0 && !self.may_pass() {
            Some(Ending::NoLegalRoll)
        } else if reached(self.rules.quiet, self.board.quiet) {
            Some(Ending::QuietLimit)
        } else if reached(self.rules.plies, self.board.plies) {
            Some(Ending::PlyLimit)
        } else {
            None
        }
    }

    /// Whether a side that cannot move passes, so that the game goes on.
    #[cold]
    fn may_pass(&self) -> bool {
        let mut next = self.board;
        next.end_turn();
        self.rules.stuck == Stuck::Pass && self.mobile_kinds(&next) != 0
    }

    /// The choices of a promoting pawn on a pawn roll.
    #[inline]
    pub(super) fn promotions(&self) -> Promotions {
        Promotions {
            kinds: match self.rules.promotion {
                Promotion::Queen => &[Kind::Queen],
                Promotion::Choice | Promotion::BrainKing => PROMOTED,
            },
            king_capture_is_plain: false,
        }
    }

    /// What a promoting pawn may become on the roll of another kind.
    #[inline]
    fn promotions_on(&self, roll: Kind) -> Option<Promotions> {
        if self.rules.promotion != Promotion::BrainKing {
            return None;
        }
        let at = PROMOTED.iter().position(|&kind| kind == roll)?;
        Some(Promotions { kinds: &PROMOTED[at..=at], king_capture_is_plain: false })
    }

    /// Walks through every move on a roll; returns whether the walk ended before the last.
    #[inline]
    pub(super) fn any_move(&self, roll: Kind, walk: &mut impl MoveVisitor) -> bool {
        if self.board.any_move(roll, self.promotions(), walk) {
            return true;
        }
        if roll == Kind::King {
            return self.board.any_castling(walk);
        }
        self.promotions_on(roll)
            .is_some_and(|promotions| self.board.any_promotion(promotions, walk))
    }

    /// How many moves there are on a roll, without listing them.
    #[inline]
    pub(super) fn count_moves_of(&self, roll: Kind) -> u32 {
        let mut count = MoveCount(0);
        self.any_move(roll, &mut count);
        count.0
    }

    /// The winner of a finished game, if there is one.
    pub(super) fn winner(&self) -> Option<Side> {
        let bare = |side| self.board.is_bare(side);
        match self.ending? {
            Ending::KingCaptured => self.board.without_king().map(Side::other),
            Ending::BareKing => match (bare(Side::White), bare(Side::Black)) {
                (true, false) => Some(Side::Black),
                (false, true) => Some(Side::White),
                _ => None,
            },
            _ => None,
        }
    }

    /// Why the game is over, in words.
    pub(super) fn ending_text(&self) -> &'static str {
        match self.ending {
            None => "",
            Some(Ending::KingCaptured) => "king captured",
            Some(Ending::BareKing) => "bare king",
            Some(Ending::NoLegalRoll) => "no legal roll",
            Some(Ending::QuietLimit) => "quiet limit",
            Some(Ending::PlyLimit) => "ply limit",
        }
    }

    /// The key of a pending roll.
    #[inline]
    fn roll_key(&self) -> u64 {
        self.roll.map_or(0, |kind| keys::dice(DicePool::one(kind)))
    }

    /// The key by its definition.
    pub(super) fn key_by_definition(&self) -> u64 {
        self.board.key_from_scratch() ^ self.roll_key()
    }
}

/// What a pawn can become, in the order of the die.
const PROMOTED: &[Kind] = &[Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

impl Game for DiceChess {
    type Move = Move;

    const CHANCE: ChancePlace = ChancePlace::BeforeMove;

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.ending.is_some() {
            Turn::Over
        } else if self.roll.is_some() || self.playable == 0 {
            Turn::Seat(self.board.side.seat())
        } else {
            Turn::Chance
        }
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if let Some(roll) = self.roll {
            self.any_move(roll, &mut |mv: Move| {
                out.push(mv);
                false
            });
        } else if matches!(self.turn(), Turn::Seat(_)) {
            out.push(Move::PASS);
        }
    }

    /// Counts the moves and walks to the one drawn: on average half of them, and none is written down.
    #[inline]
    fn pick(&self, rng: &mut Rng, _buffer: &mut MoveList<Move>) -> Move {
        let Some(roll) = self.roll else {
            rng.below(1);
            return Move::PASS;
        };
        let mut nth = Nth { before: rng.below(self.count_moves_of(roll)), found: Move::PASS };
        self.any_move(roll, &mut nth);
        nth.found
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if let Some(dice) = mv.dice() {
            self.roll = dice.kinds().next();
            return;
        }
        self.advance(mv);
    }

    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        let count = self.playable.count_ones();
        let rolls = self.playable().map(|kind| Move::roll(DicePool::one(kind)));
        out.extend(rolls.map(|roll| (roll, 1.0 / f64::from(count))));
        Listing::Complete
    }

    #[inline]
    fn roll(&self, rng: &mut Rng) -> Move {
        let mut kinds = self.playable;
        for _ in 0..rng.below(kinds.count_ones()) {
            kinds &= kinds - 1;
        }
        let kind = Kind::ALL[(kinds.trailing_zeros() as usize).min(5)];
        Move::roll(DicePool::one(kind))
    }

    fn scores(&self) -> Scores {
        match self.winner() {
            Some(side) => Scores::win(side.seat()),
            None => Scores::shared(2),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key ^ self.roll_key()
    }
}
