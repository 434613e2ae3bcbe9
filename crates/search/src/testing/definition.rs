//! Best play as it is defined: max^n with expectations, which is minimax where the scores of two seats sum to 1.

use ludarium_game::{Evaluation, Game, Listing, MoveList, Scores, Turn};

use crate::chance::settles_moves;

/// The scores of a position under best play, with `depth` decisions to look ahead (`u32::MAX` to look
/// to the end of the game).
///
/// A finished game is worth its scores. A seat takes the move that is best for itself, the first among
/// equals. A chance event is worth the mean over its outcomes. A position with no decisions to go is worth
/// its evaluation, also where chance draws next, unless chance settles the move just made. Nothing is
/// pruned, stored or discounted.
///
/// # Panics
/// If a chance event has too many outcomes to list.
pub fn best_scores<G: Game>(position: &G, depth: u32, evaluation: &impl Evaluation<G>) -> Scores {
    match position.turn() {
        Turn::Over => position.scores(),
        Turn::Chance if depth > 0 || settles_moves::<G>() => {
            let mut chances = Vec::new();
            let listing = position.chances(&mut chances);
            assert_eq!(listing, Listing::Complete, "every outcome must be listed");
            let mut mean = Scores::ZERO;
            for (outcome, probability) in chances {
                mean +=
                    best_scores(&after(position, outcome), depth, evaluation) * probability as f32;
            }
            mean
        }
        Turn::Seat(seat) if depth > 0 => {
            let scores = move_scores(position, depth, evaluation).into_iter();
            let best = scores.map(|(_, scores)| scores).reduce(|best, scores| {
                let better = scores.of(seat).0 > best.of(seat).0;
                if better { scores } else { best }
            });
            best.expect("a seat that is to move has a move")
        }
        _ => evaluation.evaluate(position),
    }
}

/// The moves of a position, in the game's order, each with its scores under best play, looking `depth`
/// decisions ahead from here; the move itself is the first of them. Empty where no seat is to move.
///
/// # Panics
/// If a chance event has too many outcomes to list.
pub fn move_scores<G: Game>(
    position: &G,
    depth: u32,
    evaluation: &impl Evaluation<G>,
) -> Vec<(G::Move, Scores)> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let below = depth.saturating_sub(1);
    let scores = |&mv: &G::Move| (mv, best_scores(&after(position, mv), below, evaluation));
    moves.iter().map(scores).collect()
}

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}
