//! The original program's ExpectiMiniMax agent.

use crate::agents::piece_list::{PawnTerm, PieceList, first_best};
use ludarium_dice_chess::rules::{DiceChess, Kind, Move};

use super::piece_memory::ListChooser;

/// Chooses a kind of piece by its own rule, whatever was rolled, and then the best move of that kind one ply
/// ahead; its depth has no influence.
///
/// The original program moved the kind it had chosen, and nobody objected. Here the roll binds: where the
/// chosen kind is not the one rolled, the twin plays the first best move of the kind rolled. What the program
/// would have done is [`PieceList::found_type_choice`] with [`PieceList::found_move`].
pub(super) struct ChoosesKind {
    pub(super) pawns: PawnTerm,
}

impl ListChooser for ChoosesKind {
    fn choose(&self, position: &DiceChess, rolled: Kind, list: &PieceList) -> Option<Move> {
        if list.found_type_choice(position, self.pawns) == Some(rolled) {
            return list.found_move(position, rolled, self.pawns);
        }
        first_best(&list.judge(position, rolled, self.pawns))
    }
}
