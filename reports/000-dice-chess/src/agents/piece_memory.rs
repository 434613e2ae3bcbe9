//! What the twins of the original tree agents remember: the order of the pieces.

use crate::agents::order::list_moves;
use crate::agents::piece_list::PieceList;
use ludarium_dice_chess::rules::{DiceChess, Kind, Move};
use ludarium_game::{Agent, Budget, Decision, MoveList, Rng, Seat};

/// How a twin chooses, knowing the order of the pieces; `None` where the original program would not know
/// what to do.
pub(super) trait ListChooser: Send {
    fn choose(&self, position: &DiceChess, rolled: Kind, list: &PieceList) -> Option<Move>;
}

/// The order of the pieces as far as an agent was told of the game. Where it was not, it is the order of the
/// position text.
#[derive(Default)]
pub(super) struct OrderMemory {
    list: Option<PieceList>,
}

impl OrderMemory {
    /// The order of the pieces at a position.
    pub(super) fn recall(&mut self, position: &DiceChess) -> &PieceList {
        let known = self.list.take().filter(|list| list.fits(position));
        self.list.insert(known.unwrap_or_else(|| PieceList::new(position)))
    }

    /// A game begins.
    pub(super) fn begin(&mut self, position: &DiceChess) {
        self.list = Some(PieceList::new(position));
    }

    /// Somebody has moved.
    pub(super) fn observe(&mut self, position: &DiceChess, mv: Move) {
        if let Some(list) = &mut self.list {
            list.note(position, mv);
        }
    }
}

/// An agent that follows the game so that it knows the order of the pieces.
pub(super) struct Following<C> {
    choice: C,
    memory: OrderMemory,
}

impl<C> Following<C> {
    pub(super) fn new(choice: C) -> Self {
        Following { choice, memory: OrderMemory::default() }
    }
}

impl<C: ListChooser> Agent<DiceChess> for Following<C> {
    fn choose(&mut self, position: &DiceChess, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let list = self.memory.recall(position);
        let chosen =
            position.rolled().and_then(|rolled| self.choice.choose(position, rolled, list));
        Decision::plain(chosen.unwrap_or_else(|| first_listed(position)))
    }

    fn begin(&mut self, position: &DiceChess, _seat: Seat) {
        self.memory.begin(position);
    }

    fn observe(&mut self, position: &DiceChess, mv: Move) {
        self.memory.observe(position, mv);
    }
}

/// The first legal move in the order of the original agents.
pub(super) fn first_listed(position: &DiceChess) -> Move {
    let mut moves = MoveList::new();
    list_moves(position, &mut moves);
    moves[0]
}
