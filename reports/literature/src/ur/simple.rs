//! The agents that do not look ahead.

use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng};
use ludarium_ur::rules::{Move, Ur};

/// Moves the least advanced piece.
pub(super) struct FirstMove;

/// Moves the most advanced piece.
pub(super) struct LastMove;

/// Captures if it can, else moves to a rosette if it can, else moves the most advanced piece; of several pieces that can do
/// so always the most advanced one.
pub(super) struct PreferringCaptures;

/// The moves, from that of the most advanced piece to that of the least.
fn advanced_first(position: &Ur) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.iter().rev().copied().collect()
}

impl Agent<Ur> for FirstMove {
    fn choose(&mut self, position: &Ur, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let moves = advanced_first(position);
        Decision::plain(moves[moves.len() - 1])
    }
}

impl Agent<Ur> for LastMove {
    fn choose(&mut self, position: &Ur, _: &Budget, _: &mut Rng) -> Decision<Move> {
        Decision::plain(advanced_first(position)[0])
    }
}

impl Agent<Ur> for PreferringCaptures {
    fn choose(&mut self, position: &Ur, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let moves = advanced_first(position);
        let goes_to = |wanted: &dyn Fn(u8) -> bool| {
            moves.iter().find(|mv| matches!(mv, Move::Step { to, .. } if wanted(*to)))
        };
        let rosette = |to| position.played_by().track.is_rosette(to);
        let capture = goes_to(&|to| position.captures(to));
        Decision::plain(*capture.or_else(|| goes_to(&rosette)).unwrap_or(&moves[0]))
    }
}
