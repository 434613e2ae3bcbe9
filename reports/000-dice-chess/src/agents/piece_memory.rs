//! What the twins of the original tree agents remember: the list of the pieces.

use crate::agents::order::list_moves;
use crate::agents::piece_list::PieceList;
use crate::agents::piece_squares::SquarePair;
use ludarium_dice_chess::rules::{DiceChess, Kind, Move, OnBoard};
use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng, Seat};

/// How one of the original tree agents chooses, knowing the list of the pieces.
pub(super) trait ListChooser: Send {
    /// The squares left and reached in the program's answer, which need not be a move of the game; `None` where the
    /// program stops.
    fn answer(&self, position: &DiceChess, rolled: Kind, list: &PieceList) -> Option<SquarePair>;

    /// The answer where the roll binds. The program's own unless it chooses what to roll.
    fn obeying(&self, position: &DiceChess, rolled: Kind, list: &PieceList) -> Option<SquarePair> {
        self.answer(position, rolled, list)
    }
}

/// The list of the pieces as far as an agent was told of the game. Where it was not, it is in the order of the
/// position text.
#[derive(Default)]
pub(super) struct ListMemory {
    /// The list and the position that it belongs to.
    told: Option<(DiceChess, PieceList)>,
}

impl ListMemory {
    /// The list at a position.
    pub(super) fn recall(&mut self, position: &DiceChess) -> &PieceList {
        let told = self.told.take().filter(|(told, _)| same_pieces(told, position));
        &self.told.insert(told.unwrap_or_else(|| (*position, PieceList::new(position)))).1
    }

    /// A game begins.
    pub(super) fn begin(&mut self, position: &DiceChess) {
        self.told = Some((*position, PieceList::new(position)));
    }

    /// Somebody has moved, or rolled.
    pub(super) fn observe(&mut self, position: &DiceChess, mv: Move) {
        let told = self.told.take().filter(|(told, _)| same_pieces(told, position));
        self.told = told.map(|(_, mut list)| {
            list.note(position, mv);
            let mut after = *position;
            after.play(mv);
            (after, list)
        });
    }
}

/// Whether the same pieces stand on the same squares.
fn same_pieces(one: &DiceChess, other: &DiceChess) -> bool {
    (0..64).all(|square| one.piece_at(square) == other.piece_at(square))
}

/// An agent that follows the game so that it knows the list of the pieces.
pub(super) struct Following<C> {
    choice: C,
    memory: ListMemory,
}

impl<C> Following<C> {
    pub(super) fn new(choice: C) -> Self {
        Following { choice, memory: ListMemory::default() }
    }
}

impl<C: ListChooser> Agent<DiceChess> for Following<C> {
    fn choose(&mut self, position: &DiceChess, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let list = self.memory.recall(position);
        let rolled = position.rolled();
        let answer = rolled.and_then(|rolled| self.choice.obeying(position, rolled, list));
        Decision::plain(listed_or_first(position, answer))
    }

    fn begin(&mut self, position: &DiceChess, _seat: Seat) {
        self.memory.begin(position);
    }

    fn observe(&mut self, position: &DiceChess, mv: Move) {
        self.memory.observe(position, mv);
    }
}

/// The legal move between two squares. Where there is none, or the program has no answer, the first legal move in the
/// order of the original agents.
pub(super) fn listed_or_first(position: &DiceChess, answer: Option<SquarePair>) -> Move {
    let mut moves = MoveList::new();
    list_moves(position, &mut moves);
    let meant = answer.map(|(from, to)| (from ^ 56, to ^ 56));
    let found = moves.iter().find(|mv| meant.is_some() && mv.squares() == meant);
    found.copied().unwrap_or(moves[0])
}

#[cfg(test)]
mod tests {
    use ludarium_game::Tabletop;

    use super::super::tests::position;
    use super::*;

    #[test]
    fn a_list_is_remembered_for_its_own_position_only() {
        let mut game = position("7k/P7/8/8/8/8/1P6/4K3 w - - 0 1 1");
        let mut memory = ListMemory::default();
        memory.begin(&game);
        for text in ["a7a8q", "6", "h8h7", "5"] {
            let mv = game.parse_move(text).unwrap();
            memory.observe(&game, mv);
            game.play(mv);
        }
        assert_ne!(*memory.recall(&game), PieceList::new(&game));
        let other = position("7k/P7/8/8/8/8/1P6/4K3 w - - 0 1 1");
        assert_eq!(*memory.recall(&other), PieceList::new(&other));
        memory.observe(&game, game.parse_move("a8b8").unwrap());
        assert_eq!(*memory.recall(&game), PieceList::new(&game));
    }

    #[test]
    fn what_is_no_move_of_the_game_gives_way_to_the_first_that_is() {
        let position = position("7k/8/8/8/8/8/PP6/4K3 w - - 0 1 1");
        let chosen = |answer| listed_or_first(&position, answer).to_string();
        assert_eq!(chosen(Some((49, 33))), "b2b4");
        assert_eq!(chosen(Some((60, 59))), "a2a3");
        assert_eq!(chosen(None), "a2a3");
    }
}
