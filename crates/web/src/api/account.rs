//! What people are told about an event.

use ludarium_game::Account;
use serde::Serialize;

use super::{PieceView, piece};

/// What an event did; what does not apply is left out.
#[derive(Clone, Debug, Serialize)]
pub struct AccountView {
    #[serde(skip_serializing_if = "String::is_empty")]
    words: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<PieceView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<PieceView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    becomes: Option<PieceView>,
    #[serde(skip_serializing_if = "is_zero")]
    turned: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dice: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<[ThrowView; 2]>,
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    appears: Vec<(PieceView, String)>,
}

/// The dice of one side of a battle.
#[derive(Clone, Debug, Serialize)]
pub struct ThrowView {
    seat: u8,
    faces: Vec<u8>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl From<Account> for AccountView {
    fn from(account: Account) -> AccountView {
        let piece_view = |standing: Option<ludarium_game::Piece>| standing.as_ref().map(piece);
        let appears = account.appears.into_iter();
        AccountView {
            words: account.words,
            cells: account.cells,
            piece: piece_view(account.piece),
            target: piece_view(account.target),
            becomes: piece_view(account.becomes),
            turned: account.turned,
            dice: account.dice,
            battle: account
                .battle
                .map(|sides| sides.map(|side| ThrowView { seat: side.seat.0, faces: side.faces })),
            more: account.more,
            appears: appears.map(|(one, cell)| (piece(&one), cell)).collect(),
        }
    }
}
