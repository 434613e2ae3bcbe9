//! The agents that come with the reference program. They draw from steps, not from moves: several steps
//! of a piece may lead to the same square, and none of them castles.

use ludarium_game::{Agent, Budget, Decision, Gain, Game, MoveList, Rng};
use ludarium_three_chess::rules::{CaptureGain, Move, Piece, Square, ThreeChess};

/// How often a sliding piece may repeat its step when the distance is drawn.
const FARTHEST: u32 = 8;

/// The pieces of the seat to move.
fn pieces(position: &ThreeChess) -> Vec<(Square, Piece)> {
    let mover = position.seat_to_move();
    Square::all()
        .filter_map(|square| Some((square, position.piece(square)?)))
        .filter(|(_, piece)| piece.seat() == mover)
        .collect()
}

/// The reference's Random: draws one of its pieces, one of the piece's steps and, for sliding pieces, a distance
/// of 1 to 8 steps, and walks until the edge of the board stops it; again and again until the result is
/// a legal move.
///
/// It always finds one: a player that can castle can also move the king or the rook.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceRandom;

impl Agent<ThreeChess> for ReferenceRandom {
    fn choose(&mut self, position: &ThreeChess, _: &Budget, rng: &mut Rng) -> Decision<Move> {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let pieces = pieces(position);
        loop {
            let (start, piece) = pieces[rng.below(pieces.len() as u32) as usize];
            let steps = piece.kind().steps();
            let step = steps[rng.below(steps.len() as u32) as usize];
            let distance = if piece.kind().slides() { 1 + rng.below(FARTHEST) as usize } else { 1 };
            if let Some(end) = piece.walk(start, step).take(distance).last()
                && moves.binary_search(&Move { start, end }).is_ok()
            {
                return Decision::plain(Move { start, end });
            }
        }
    }
}

/// The reference's Greedy, which its history holds: lists what every step of every piece leads to, and
/// draws from the entries with the largest captured value, or from all where nothing can be captured.
/// Promotions count for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceGreedy;

impl Agent<ThreeChess> for ReferenceGreedy {
    fn choose(&mut self, position: &ThreeChess, _: &Budget, rng: &mut Rng) -> Decision<Move> {
        let entries = entries(position);
        let gains = entries.iter().map(|&mv| CaptureGain.gain(position, mv));
        let largest = gains.fold(0.0, f32::max);
        let best: Vec<Move> =
            entries.into_iter().filter(|&mv| CaptureGain.gain(position, mv) == largest).collect();
        Decision::plain(best[rng.below(best.len() as u32) as usize])
    }
}

/// The legal moves, once for every step that leads there.
fn entries(position: &ThreeChess) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut entries = Vec::with_capacity(2 * moves.len());
    for (start, piece) in pieces(position) {
        let most = if piece.kind().slides() { usize::MAX } else { 1 };
        for step in piece.kind().steps() {
            let ends = piece.walk(start, step).take(most);
            let reached = ends.map(|end| Move { start, end });
            entries.extend(reached.filter(|mv| moves.binary_search(mv).is_ok()));
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;
    use ludarium_game::{Seed, Tabletop};
    use ludarium_three_chess::rules::Kind;
    use std::collections::BTreeMap;

    /// Blue can castle to both sides, and its bishop stands where diagonals split.
    const BLUE: &str = "R...K..R/......../......../...B..../....k.../......../......../......../....6.../......../......../........ B - - - 0";

    /// Blue's queen can take a knight or a rook.
    const CAPTURES: &str = "....K.../......../Q...r.../.n....../....k.../......../......../......../....6.../......../......../........ B - - - 0";

    /// How probable each move is by the definition: every draw has a weight, and those that lead to
    /// no legal move are drawn again.
    fn probabilities(position: &ThreeChess) -> BTreeMap<Move, f64> {
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        let pieces = pieces(position);
        let mut weights: BTreeMap<Move, f64> = BTreeMap::new();
        for &(start, piece) in &pieces {
            let steps = piece.kind().steps();
            let distances = if piece.kind().slides() { 8 } else { 1 };
            for step in steps {
                let ends: Vec<Square> = piece.walk(start, step).collect();
                for distance in 1..=distances {
                    let Some(&end) = ends.get(distance.min(ends.len()).wrapping_sub(1)) else {
                        continue;
                    };
                    if legal.contains(&Move { start, end }) {
                        let draws = pieces.len() * steps.len() * distances;
                        *weights.entry(Move { start, end }).or_default() += 1.0 / draws as f64;
                    }
                }
            }
        }
        let all: f64 = weights.values().sum();
        weights.into_iter().map(|(mv, weight)| (mv, weight / all)).collect()
    }

    /// How often each move is chosen in `draws` decisions.
    fn drawn(agent: &mut impl Agent<ThreeChess>, text: &str, draws: u32) -> BTreeMap<Move, u32> {
        let position = read(text);
        let mut rng = Rng::new(Seed(11));
        let mut counts = BTreeMap::new();
        for _ in 0..draws {
            let decision = agent.choose(&position, &Budget::default(), &mut rng);
            *counts.entry(decision.chosen).or_default() += 1;
        }
        counts
    }

    #[test]
    fn random_draws_moves_as_often_as_the_steps_say() {
        let draws = 40_000;
        let expected = probabilities(&read(BLUE));
        let counts = drawn(&mut ReferenceRandom, BLUE, draws);
        assert!(counts.keys().all(|mv| expected.contains_key(mv)));
        let mut chi_square = 0.0;
        for (mv, probability) in &expected {
            let mean = probability * f64::from(draws);
            let count = counts.get(mv).copied().unwrap_or(0);
            chi_square += (f64::from(count) - mean).powi(2) / mean;
        }
        // The mean of chi-square is the number of moves less one, its deviation the root of twice that.
        let freedom = (expected.len() - 1) as f64;
        let limit = freedom + 4.0 * (2.0 * freedom).sqrt();
        assert!(chi_square < limit, "{chi_square} of {freedom}");
        // Far from uniform, so that a uniform choice would not pass.
        let largest = expected.values().fold(0.0, |a: f64, &b| a.max(b));
        let smallest = expected.values().fold(1.0, |a: f64, &b| a.min(b));
        assert!(largest > 5.0 * smallest, "{largest} {smallest}");
    }

    #[test]
    fn neither_castles() {
        let position = read(BLUE);
        let castling = ["BE1-BG1", "BE1-BC1"].map(|text| position.parse_move(text).unwrap());
        let random = drawn(&mut ReferenceRandom, BLUE, 5000);
        let greedy = drawn(&mut ReferenceGreedy, BLUE, 5000);
        for mv in castling {
            assert!(!random.contains_key(&mv) && !greedy.contains_key(&mv));
        }
    }

    #[test]
    fn greedy_takes_the_most_valuable_piece() {
        let counts = drawn(&mut ReferenceGreedy, CAPTURES, 200);
        let position = read(CAPTURES);
        let taken = counts.keys().map(|mv| position.piece(mv.end).map(Piece::kind));
        assert!(taken.eq([Some(Kind::Rook)]));
    }

    #[test]
    fn greedy_counts_a_move_for_each_step_that_leads_there() {
        // A bishop reaches a square of a section by both orders of a diagonal step.
        let position = read(BLUE);
        let entries = entries(&position);
        let count = |text: &str| {
            let mv = position.parse_move(text).unwrap();
            entries.iter().filter(|&&entry| entry == mv).count()
        };
        assert_eq!((count("BD4-BC3"), count("BE1-BE2")), (2, 1));
        assert_eq!(count("BE1-BD2"), 2);
    }
}
