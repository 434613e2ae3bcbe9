//! The original program's ExpectiMiniMax agent.

use crate::agents::one_look::{OneLook, first_best, found_place};
use crate::agents::piece_list::{PawnTerm, PieceList};
use crate::agents::piece_squares::SquarePair;
use ludarium_dice_chess::rules::{DiceChess, Kind};

use super::piece_memory::ListChooser;

/// Chooses a kind of piece by its own rule, whatever was rolled, and then the best move of that kind one ply
/// ahead; its depth has no influence, and it sees no captures en passant.
///
/// The original program moved the kind it had chosen, and nobody objected. Here the roll binds: where the
/// chosen kind is not the one rolled, the twin plays the first best move of the kind rolled.
pub(super) struct ChoosesKind {
    pub(super) pawns: PawnTerm,
}

impl ListChooser for ChoosesKind {
    fn answer(&self, position: &DiceChess, _: Kind, list: &PieceList) -> Option<SquarePair> {
        let look = OneLook::at_copy(position, list, self.pawns);
        let sums = look.sums();
        let (kind, _) = sums[found_place(&sums)?];
        let values = look.judge(kind).into_iter().map(|judged| judged.value);
        look.found_move(kind, first_best(values)?)
    }

    fn obeying(&self, position: &DiceChess, rolled: Kind, list: &PieceList) -> Option<SquarePair> {
        let look = OneLook::at_copy(position, list, self.pawns);
        let sums = look.sums();
        if found_place(&sums).is_some_and(|place| sums[place].0 == rolled) {
            return self.answer(position, rolled, list);
        }
        let judged = look.judge(rolled);
        let best = first_best(judged.iter().map(|judged| judged.value))?;
        Some(judged[best].mv.squares())
    }
}
