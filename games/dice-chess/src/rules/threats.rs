//! An evaluation that looks whether the king can be captured on the next roll.

use ludarium_game::{Evaluation, Scores, Value};

use super::evaluation::Positional;
use super::one_die::DiceChess;

/// [`Positional`], and the chance that the side to move rolls a kind of piece that captures the king.
///
/// A search that ends just before a roll does not see what the roll may bring. Captures of the king decide
/// the game, and their probability is known without a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threats {
    /// What is seen without the chance.
    pub positional: Positional,
    /// The part of the chance that counts.
    pub capture: f32,
}

impl Default for Threats {
    /// The whole chance counts.
    fn default() -> Threats {
        Threats { positional: Positional::default(), capture: 1.0 }
    }
}

impl Threats {
    /// How likely the side to move captures the king with its next move, if it wants to.
    pub fn chance_of_capture(position: &DiceChess) -> f32 {
        let side = position.side();
        let movable = position.movable(side);
        match movable.count_ones() {
            0 => 0.0,
            all => (movable & position.board.kinds_on_king(side)).count_ones() as f32 / all as f32,
        }
    }
}

impl Evaluation<DiceChess> for Threats {
    fn evaluate(&self, position: &DiceChess) -> Scores {
        let mover = position.side();
        let capture = self.capture * Threats::chance_of_capture(position);
        let mut scores = self.positional.evaluate(position);
        // The other side's share is 1 − share, so shrinking it by 1 − chance gives the rest to the mover.
        let other = scores.of(mover.other().seat()).0 * (1.0 - capture);
        scores.set(mover.other().seat(), Value(other));
        scores.set(mover.seat(), Value(1.0 - other));
        scores
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, MoveList, Rng, Seed, Spec, Tabletop, Turn};

    use super::super::moves::Move;
    use super::super::pieces::{Kind, Side};
    use super::*;

    fn position(text: &str) -> DiceChess {
        let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
        DiceChess::parse(&rules, text).unwrap()
    }

    #[test]
    fn the_chance_counts_the_kinds_that_can_move() {
        // Pawn, rook and king can move; the rook captures.
        let text = "4k3/8/8/8/4R3/8/P7/4K3 w - - 0 1";
        assert_eq!(Threats::chance_of_capture(&position(text)), 1.0 / 3.0);
        for (roll, chance) in [("1", 0.0), ("4", 1.0), ("6", 0.0)] {
            let rolled = position(&format!("{text} {roll}"));
            assert_eq!(Threats::chance_of_capture(&rolled), chance);
        }
        let black = position(&text.replace(" w ", " b "));
        assert_eq!(Threats::chance_of_capture(&black), 0.0);
        assert_eq!(black.board.kinds_on_king(Side::White), 1 << Kind::Rook as u8);
        assert_eq!(black.board.kinds_on_king(Side::Black), 0);
        assert_eq!(Threats::default().evaluate(&black), Positional::default().evaluate(&black));
    }

    #[test]
    fn the_mover_gains_what_the_chance_takes_from_the_other() {
        let white = position("4k3/8/8/8/4R3/8/P7/4K3 w - - 0 1");
        let [before, after] =
            [Positional::default().evaluate(&white), Threats::default().evaluate(&white)];
        let other = |scores: &Scores| scores.as_slice(2)[1];
        assert!((other(&after) - other(&before) * 2.0 / 3.0).abs() < 1e-6);
        let half = Threats { capture: 0.5, ..Threats::default() };
        let half = half.evaluate(&white);
        assert!((other(&half) - other(&before) * 5.0 / 6.0).abs() < 1e-6);
    }

    /// The chance is that of a move that ends the game, found by trying.
    #[test]
    fn the_chance_agrees_with_the_moves_of_random_games() {
        let mut moves = MoveList::new();
        for seed in 0..30 {
            let mut rng = Rng::new(Seed(seed));
            let mut position = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
            while position.turn() != Turn::Over {
                let mut capturing = 0;
                for side in [Side::White, Side::Black] {
                    let mut board = position.board;
                    board.side = side;
                    for kind in Kind::ALL {
                        let listed =
                            board.any_move(kind, position.promotions(), &mut |mv: Move| {
                                board.enemy_king() & 1 << mv.to() != 0
                            });
                        let found = position.board.kinds_on_king(side) >> kind as u8 & 1 != 0;
                        assert_eq!(found, listed, "{kind:?} of {side:?} in {board:?}");
                        if side == position.side() {
                            capturing +=
                                u32::from(position.movable(side) >> kind as u8 & 1 != 0 && listed);
                        }
                    }
                }
                let all = position.movable(position.side()).count_ones().max(1);
                let chance = Threats::chance_of_capture(&position);
                assert_eq!(chance, capturing as f32 / all as f32);
                if let Some(roll) = position.rolled() {
                    let captures = position.any_move(roll, &mut |mv: Move| {
                        let mut after = position;
                        after.play(mv);
                        after.board.without_king().is_some()
                    });
                    assert_eq!(chance > 0.0, captures);
                }
                let scores = Threats::default().evaluate(&position);
                assert!(scores.as_slice(2).iter().all(|share| (0.0..=1.0).contains(share)));
                assert!((scores.sum() - 1.0).abs() < 1e-6);
                let mv = match position.turn() {
                    Turn::Chance => position.roll(&mut rng),
                    _ => position.pick(&mut rng, &mut moves),
                };
                position.play(mv);
            }
        }
    }
}
