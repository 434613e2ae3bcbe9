//! The client that the course gave to its students.

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng};
use ludarium_tuc_chess::rules::{Move, TucChess};

/// Plays any move of the incomplete list that the course's client makes, each equally likely. Where that
/// list is empty, which stops the client, it plays any legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct TemplateRandom;

impl Agent<TucChess> for TemplateRandom {
    fn choose(&mut self, position: &TucChess, _: &Budget, rng: &mut Rng) -> Decision<Move> {
        let mut moves = MoveList::new();
        position.template_moves(&mut moves);
        if moves.is_empty() {
            position.moves(&mut moves);
        }
        Decision::plain(moves[rng.below(moves.len() as u32) as usize])
    }
}
