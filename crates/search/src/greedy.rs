//! Players that look no further than their own next move.

use ludarium_game::{
    Agent, Budget, Candidate, Decision, Evaluation, Gain, Game, MoveList, Rng, Scores, Seed, Turn,
};

use crate::Meter;
use crate::chance::{Chance, settles_moves, stream_at};

/// Plays any legal move, each equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, position: &G, _budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        Decision::plain(position.pick(rng, &mut MoveList::new()))
    }
}

/// Takes what wins most at once; a random one among equals, and a random move where nothing can be won.
#[derive(Clone, Debug)]
pub struct Greedy<N> {
    /// What a move wins.
    pub gain: N,
}

impl<G: Game, N: Gain<G>> Agent<G> for Greedy<N> {
    fn choose(&mut self, position: &G, _budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        Decision::plain(greediest(position, &moves, &self.gain, rng))
    }
}

/// The move with the largest gain, drawn from the equally good ones; of all moves where no gain is
/// above 0.
pub(crate) fn greediest<G: Game>(
    position: &G,
    moves: &MoveList<G::Move>,
    gain: &impl Gain<G>,
    rng: &mut Rng,
) -> G::Move {
    let (mut best, mut equal, mut chosen) = (0.0, 0, None);
    for &mv in moves {
        let wins = gain.gain(position, mv);
        if wins > best {
            (best, equal, chosen) = (wins, 1, Some(mv));
        } else if wins == best && best > 0.0 {
            // The k-th equal takes the place with probability 1/k, so all are equally likely.
            equal += 1;
            if rng.below(equal) == 0 {
                chosen = Some(mv);
            }
        }
    }
    chosen.unwrap_or_else(|| moves[rng.below(moves.len() as u32) as usize])
}

/// Plays the move after which the evaluation is best for the mover, the first one among equals.
#[derive(Clone, Debug)]
pub struct OnePly<E> {
    /// Judges the positions after each move.
    pub evaluation: E,
    /// What happens where chance settles a move.
    pub chance: Chance,
}

impl<G: Game, E: Evaluation<G>> Agent<G> for OnePly<E> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let Turn::Seat(seat) = position.turn() else {
            unreachable!("agents are only asked at a seat's turn");
        };
        let mut meter = Meter::new(budget);
        let (mut moves, mut chances) = (MoveList::new(), Vec::new());
        position.moves(&mut moves);
        let seed = Seed(rng.bits());
        let mut candidates = Vec::with_capacity(moves.len());
        for &mv in &moves {
            if !meter.node() && !candidates.is_empty() {
                break;
            }
            let mut after = position.clone();
            after.play(mv);
            candidates.push(Candidate {
                mv,
                scores: self.judge(&after, seed, &mut chances),
                visits: 0,
                line: vec![mv],
            });
        }
        candidates.sort_by(|a, b| b.scores.of(seat).0.total_cmp(&a.scores.of(seat).0));
        Decision {
            chosen: candidates[0].mv,
            nodes: candidates.len() as u64,
            candidates,
            iterations: 0,
            depth: 1,
            time: meter.time(),
        }
    }
}

impl<E> OnePly<E> {
    fn judge<G: Game>(&self, after: &G, seed: Seed, chances: &mut Vec<(G::Move, f64)>) -> Scores
    where
        E: Evaluation<G>,
    {
        match after.turn() {
            Turn::Over => after.scores(),
            Turn::Chance if settles_moves::<G>() => {
                self.chance
                    .outcomes(after, || stream_at(seed, 0, 0), chances);
                let mut sum = Scores::ZERO;
                for &(outcome, probability) in chances.iter() {
                    let mut settled = after.clone();
                    settled.play(outcome);
                    let scores = match settled.turn() {
                        Turn::Over => settled.scores(),
                        _ => self.evaluation.evaluate(&settled),
                    };
                    sum += scores * probability as f32;
                }
                sum
            }
            Turn::Seat(_) | Turn::Chance => self.evaluation.evaluate(after),
        }
    }
}
