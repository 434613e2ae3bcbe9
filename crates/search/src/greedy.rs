//! Agents that look no further than their own next move.

use ludarium_game::{
    Agent, Bound, Budget, Candidate, Decision, Evaluation, Gain, Game, MoveList, Rng, Scores, Seed,
    Turn, sort_by,
};

use crate::chance::{Chance, settles_moves, stream_at};
use crate::mover::mover;

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
        Decision::plain(greedy_move(&self.gain, position, rng, &mut moves))
    }
}

/// The move of largest positive gain, ties random; a random move where nothing gains.
pub(crate) fn greedy_move<G: Game>(
    gains: &impl Gain<G>,
    position: &G,
    rng: &mut Rng,
    buffer: &mut MoveList<G::Move>,
) -> G::Move {
    position.moves(buffer);
    let mut highest = 0.0;
    // The best moves so far are at the front of the buffer, in place of moves already looked at.
    let mut ties = 0;
    for index in 0..buffer.len() {
        let mv = buffer[index];
        let gain = gains.gain(position, mv);
        if gain > highest {
            (highest, ties) = (gain, 0);
        }
        if gain == highest && gain > 0.0 {
            buffer[ties] = mv;
            ties += 1;
        }
    }
    let choices = if ties > 0 { ties } else { buffer.len() };
    buffer[rng.below(choices as u32) as usize]
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
        let seat = mover(position);
        let mut meter = budget.meter();
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
                bound: Bound::Exact,
                line: vec![mv],
            });
        }
        sort_by(&mut candidates, |a, b| b.scores.of(seat).0.total_cmp(&a.scores.of(seat).0));
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
                self.chance.outcomes(after, || stream_at(seed, 0, 0), chances);
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
