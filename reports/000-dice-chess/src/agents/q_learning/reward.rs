//! What an episode rewards.

use ludarium_dice_chess::rules::{DiceChess, Material, PieceWeights, Positional, Side};
use ludarium_game::{Game, Turn};

/// How much each part of a position counts. Pieces and squares are counted in hundredths of a pawn.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct PlayReward {
    /// The weight of the pieces.
    pub(in super::super) pieces: f64,
    /// The weight of the squares they stand on.
    pub(in super::super) places: f64,
    /// From this turn on the king has its late table.
    pub(in super::super) king_turn: u32,
    /// The reward of a won game, and the loss of a lost one: large but finite.
    pub(in super::super) win: f64,
}

impl PlayReward {
    /// What a position is worth to a side.
    pub(super) fn of(&self, position: &DiceChess, side: Side) -> f64 {
        let own = |white: f64| match side {
            Side::White => white,
            Side::Black => -white,
        };
        let pieces = Material(PieceWeights::REPORT).raw(position);
        let places = Positional::raw(&position.late_from(self.king_turn)) - pieces;
        let places = f64::from(places);
        let won = match position.turn() {
            Turn::Over => 2.0 * f64::from(position.scores().of(side.seat()).0) - 1.0,
            _ => 0.0,
        };
        self.pieces * own(f64::from(pieces)) + self.places * own(places) + self.win * won
    }

    /// The largest of the two weights: what a hundredth of a pawn is, in rewards.
    pub(in super::super) fn unit(&self) -> f64 {
        self.pieces.max(self.places).max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::position;
    use super::*;

    const REWARD: PlayReward = PlayReward {
        pieces: 10.0,
        places: 0.5,
        king_turn: ludarium_dice_chess::rules::LATE,
        win: 1000.0,
    };

    #[test]
    fn pieces_and_places_count_by_their_own_weights() {
        // White has a rook on d1 (+5) and a pawn on e2 (−20), Black a knight on f6 (+10).
        let standing = position("4k3/8/5n2/8/8/8/4P3/3RK3 w - - 0 1");
        let pieces = 535.0 + 100.0 - 350.0;
        let expected = 10.0 * pieces + 0.5 * (5.0 - 20.0 - 10.0);
        assert_eq!(REWARD.of(&standing, Side::White), expected);
        assert_eq!(REWARD.of(&standing, Side::Black), -expected);
    }

    #[test]
    fn winning_is_rewarded_and_losing_costs_as_much() {
        let mut won = position("4k3/8/8/8/4R3/8/8/4K2q w - - 0 1 4");
        let capture = ludarium_game::Tabletop::parse_move(&won, "e4e8").unwrap();
        won.play(capture);
        let after = REWARD.of(&won, Side::White);
        let modest = PlayReward { win: 0.0, ..REWARD };
        assert_eq!(after, modest.of(&won, Side::White) + 1000.0);
        assert_eq!(REWARD.of(&won, Side::Black), -after);
    }
}
