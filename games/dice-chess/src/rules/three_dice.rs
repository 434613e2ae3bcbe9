//! The three-dice game: three dice a turn, each used by one move.

use ludarium_game::{ChancePlace, Game, Listing, MoveList, Rng, Scores, Turn};

use super::board::Board;
use super::dice::DicePool;
use super::keys;
use super::moves::Move;
use super::pieces::{Kind, Side};
use super::turns::PartialTurn;
use super::variants::ThreeDiceRules;

/// A turn that leaves this many moves without capture or pawn move ends the game.
const QUIET_LIMIT: u32 = 100;

/// A position of the three-dice game.
///
/// A player makes one move at a time and stays to move until the turn is complete; a side that has
/// rolled and cannot move has one move, the pass. The moves come kind by kind in the order of the die,
/// within a kind as the [module](super) describes, and castling last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreeDice {
    pub(super) board: Board,
    pub(super) rules: ThreeDiceRules,
    /// The dice rolled and not yet used.
    dice: DicePool,
    /// Only the capture of the king can make the moves of this turn legal any more.
    must_capture: bool,
    ending: Option<Ending>,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    KingCaptured,
    QuietLimit,
    PlyLimit,
}

impl ThreeDice {
    /// The game on a board before a roll.
    pub(super) fn new(board: Board, rules: ThreeDiceRules) -> ThreeDice {
        let mut position =
            ThreeDice { board, rules, dice: DicePool::NONE, must_capture: false, ending: None };
        position.ending = position.judge();
        position
    }

    /// The game on a board in the middle of a turn, if it is not over.
    pub(super) fn with_dice(board: Board, rules: ThreeDiceRules, dice: DicePool) -> ThreeDice {
        let mut position = ThreeDice::new(board, rules);
        position.dice = dice;
        position.ending = position.judge();
        position
    }

    /// The same position, in which only a capture of the king is left; `None` if there is no such capture.
    pub(super) fn capturing_only(mut self) -> Option<ThreeDice> {
        self.must_capture = true;
        self.partial_turn().can_capture_king().then_some(self)
    }

    /// The side to move, or to roll.
    pub fn side(&self) -> Side {
        self.board.side
    }

    /// The dice rolled and not yet used.
    pub fn dice(&self) -> DicePool {
        self.dice
    }

    /// Whether the moves made this turn are legal only if it ends with the capture of the king.
    ///
    /// That is so after a move that leaves fewer dice to be used than another would have left.
    pub fn must_capture(&self) -> bool {
        self.must_capture
    }

    #[inline]
    pub(super) fn partial_turn(&self) -> PartialTurn {
        PartialTurn { board: self.board, dice: self.dice }
    }

    /// Why the game is over, if it is. The limits wait for the end of a turn.
    fn judge(&self) -> Option<Ending> {
        if self.board.without_king().is_some() {
            Some(Ending::KingCaptured)
        } else if !self.dice.is_empty() {
            None
        } else if self.board.quiet >= QUIET_LIMIT {
            Some(Ending::QuietLimit)
        } else if self.rules.plies != 0 && self.board.plies >= self.rules.plies {
            Some(Ending::PlyLimit)
        } else {
            None
        }
    }

    fn finish_turn(&mut self) {
        self.dice = DicePool::NONE;
        self.must_capture = false;
        // The winner stays the side to move: no turn begins that would drop targets.
        if self.board.without_king().is_none() {
            self.board.end_turn();
        }
        self.ending = self.judge();
    }

    /// The winner of a finished game, if there is one.
    pub(super) fn winner(&self) -> Option<Side> {
        self.board.without_king().map(Side::other)
    }

    /// Why the game is over, in words.
    pub(super) fn ending_text(&self) -> &'static str {
        match self.ending {
            None => "",
            Some(Ending::KingCaptured) => "king captured",
            Some(Ending::QuietLimit) => "quiet limit",
            Some(Ending::PlyLimit) => "ply limit",
        }
    }

    fn dice_key(&self) -> u64 {
        keys::dice(self.dice) ^ keys::capture_only(self.must_capture)
    }

    /// The key by its definition.
    pub(super) fn key_by_definition(&self) -> u64 {
        self.board.key_from_scratch() ^ self.dice_key()
    }
}

impl Game for ThreeDice {
    type Move = Move;

    const CHANCE: ChancePlace = ChancePlace::BeforeMove;

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.ending.is_some() {
            Turn::Over
        } else if self.dice.is_empty() {
            Turn::Chance
        } else {
            Turn::Seat(self.board.side.seat())
        }
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if !matches!(self.turn(), Turn::Seat(_)) {
            return;
        }
        let now = self.partial_turn();
        let goal = (!self.must_capture).then(|| now.most_dice());
        now.any_move(|mv| {
            let legal = now.captures_king(mv) || {
                let next = now.after(mv);
                let used = self.dice.len() - next.dice.len();
                goal.is_some_and(|goal| next.can_use(goal.saturating_sub(used)))
                    || next.can_capture_king()
            };
            if legal {
                out.push(mv);
            }
            false
        });
        if out.is_empty() {
            out.push(Move::PASS);
        }
    }

    fn play(&mut self, mv: Move) {
        if let Some(dice) = mv.dice() {
            self.dice = dice;
            return;
        }
        if mv == Move::PASS {
            self.finish_turn();
            return;
        }
        let before = self.partial_turn();
        let now = before.after(mv);
        self.board = now.board;
        if before.captures_king(mv) || !now.can_move() {
            self.finish_turn();
            return;
        }
        let used = before.dice.len() - now.dice.len();
        // Most moves let all dice be used, which is quicker to see than the maximum before the move.
        self.must_capture |=
            !now.can_use(now.dice.len()) && !now.can_use(before.most_dice().saturating_sub(used));
        self.dice = now.dice;
    }

    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        if self.turn() == Turn::Chance {
            let chance = |roll: DicePool| (Move::roll(roll), f64::from(roll.throws()) / 216.0);
            out.extend(DicePool::ROLLS.into_iter().map(chance));
        }
        Listing::Complete
    }

    fn roll(&self, rng: &mut Rng) -> Move {
        let mut die = || Kind::ALL[rng.below(6) as usize];
        Move::roll(DicePool::one(die()).with(die()).with(die()))
    }

    fn scores(&self) -> Scores {
        match self.winner() {
            Some(side) => Scores::win(side.seat()),
            None => Scores::shared(2),
        }
    }

    fn key(&self) -> u64 {
        self.board.key ^ self.dice_key()
    }
}
