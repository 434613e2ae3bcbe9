//! Who answers inside an episode.

use crate::rules::{Capture, DiceChess, Move};
use ludarium_game::{Gain, Game, MoveList, Rng, Turn};

use super::super::basic;

/// The agent that plays the other side in an episode. It obeys the die as every agent of the game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Opponent {
    /// Any move.
    Random,
    /// Any of the moves that win most at once.
    Greedy,
    /// The report's Basic agent.
    Basic,
}

impl Opponent {
    /// The names in commands, the usual one first.
    pub(in super::super) const NAMES: [(&'static str, Opponent); 3] = [
        ("random", Opponent::Random),
        ("greedy", Opponent::Greedy),
        ("basic", Opponent::Basic),
    ];

    /// Rolls and moves, unless the game is over.
    pub(super) fn answer(
        self,
        position: &mut DiceChess,
        buffer: &mut MoveList<Move>,
        rng: &mut Rng,
    ) {
        if position.turn() == Turn::Chance {
            position.play(position.roll(rng));
        }
        if position.turn() == Turn::Over {
            return;
        }
        let mv = match self {
            Opponent::Random => position.pick(rng, buffer),
            Opponent::Greedy => greedy(position, buffer, rng),
            Opponent::Basic => basic::choose_clean(position, buffer),
        };
        position.play(mv);
    }
}

fn greedy(position: &DiceChess, moves: &mut MoveList<Move>, rng: &mut Rng) -> Move {
    position.moves(moves);
    let mut best = (f32::NEG_INFINITY, moves[0]);
    let mut equals = 0;
    for &mv in &*moves {
        let gain = Capture.gain(position, mv);
        if gain < best.0 {
            continue;
        }
        equals = if gain > best.0 { 1 } else { equals + 1 };
        // The n-th of the best takes the place of the others once in n times.
        if rng.below(equals) == 0 {
            best = (gain, mv);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use ludarium_game::{Seed, Tabletop};

    use super::super::super::tests::position;
    use super::*;

    /// What the pieces look like after each of many answers.
    fn answers(opponent: Opponent, text: &str) -> HashSet<String> {
        let mut rng = Rng::new(Seed(1));
        let mut buffer = MoveList::new();
        let answer = |_| {
            let mut after = position(text);
            opponent.answer(&mut after, &mut buffer, &mut rng);
            let text = after.describe();
            text.split(' ').next().unwrap_or_default().to_owned()
        };
        (0..400).map(answer).collect()
    }

    #[test]
    fn each_opponent_has_its_own_taste() {
        // Black's rook may take a queen, a pawn, or go to one of twelve other squares.
        let text = "7k/8/8/8/P2r3Q/8/8/K7 b - - 0 1 4";
        assert_eq!(answers(Opponent::Random, text).len(), 14);
        let queen = answers(Opponent::Greedy, text);
        assert_eq!(queen, ["7k/8/8/8/P6r/8/8/K7".to_owned()].into());
        // Basic takes the first capture it sees: along the rank to the left.
        let pawn = answers(Opponent::Basic, text);
        assert_eq!(pawn, ["7k/8/8/8/r6Q/8/8/K7".to_owned()].into());
    }

    #[test]
    fn a_greedy_opponent_has_no_favourite_among_equals() {
        let text = "7k/8/8/8/8/8/p7/1Q1K4 b - - 0 1 6";
        assert_eq!(answers(Opponent::Greedy, text).len(), 3);
    }

    #[test]
    fn the_opponent_rolls_the_die() {
        // Without a roll on the table it may move the pawn or the king.
        let text = "7k/8/8/8/p7/8/8/3K4 b - - 0 1";
        assert_eq!(answers(Opponent::Random, text).len(), 1 + 3);
    }
}
