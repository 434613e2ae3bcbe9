//! What the twins of the original tree agents remember: the order of the men.

use ludarium_game::{Agent, Budget, Decision, MoveList, Rng, Seat};
use ludarium_games::dice_chess::original::{PieceList, list_moves};
use ludarium_games::dice_chess::{DiceChess, Kind, Move};

/// How a twin chooses, knowing the order of the men; `None` where the original program would not know
/// what to do.
pub(super) trait Choice: Send {
    fn choose(&self, position: &DiceChess, rolled: Kind, list: &PieceList) -> Option<Move>;
}

/// An agent that follows the game so that it knows the order of the men. Where it was not told of the
/// game, it takes the order of the position text.
pub(super) struct Following<C> {
    choice: C,
    list: Option<PieceList>,
}

impl<C> Following<C> {
    pub(super) fn new(choice: C) -> Self {
        Following { choice, list: None }
    }
}

impl<C: Choice> Agent<DiceChess> for Following<C> {
    fn choose(&mut self, position: &DiceChess, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let known = self.list.take().filter(|list| list.fits(position));
        let list = known.unwrap_or_else(|| PieceList::new(position));
        let chosen = position
            .rolled()
            .and_then(|rolled| self.choice.choose(position, rolled, &list));
        self.list = Some(list);
        Decision::plain(chosen.unwrap_or_else(|| first_listed(position)))
    }

    fn begin(&mut self, position: &DiceChess, _seat: Seat) {
        self.list = Some(PieceList::new(position));
    }

    fn observe(&mut self, position: &DiceChess, mv: Move) {
        if let Some(list) = &mut self.list {
            list.note(position, mv);
        }
    }
}

/// The first legal move in the order of the original agents.
pub(super) fn first_listed(position: &DiceChess) -> Move {
    let mut moves = MoveList::new();
    list_moves(position, &mut moves);
    moves[0]
}
