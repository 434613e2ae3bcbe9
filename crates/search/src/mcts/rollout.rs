//! Roll-outs: playing on from a leaf, quickly, to see who wins.

use ludarium_game::{Evaluation, Gain, Game, MoveList, Rng, Scores, Turn};

use super::history::History;
use super::parameters::{AtCap, Decided, Rollout};
use super::reward::Reward;
use super::search::{Search, Worker};

/// No look at the evaluation before the end.
const NEVER: Decided = Decided {
    share: f32::INFINITY,
    every: u32::MAX,
};

impl<G, E, A, R> Search<'_, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Plays on to the end of the game, the truncation or the cap, and returns the reward. Allocates
    /// nothing.
    pub(super) fn roll_out(&self, position: &mut G, worker: &mut Worker<'_, G>) -> Scores {
        let parameters = self.parameters;
        let truncate = parameters.truncate.unwrap_or(u32::MAX);
        let most = truncate.min(parameters.ply_cap);
        let Decided { share, every } = parameters.decided.unwrap_or(NEVER);
        let mut next_look = every;
        let mut plies = 0;
        let mut positions = 0;
        let reward = loop {
            match position.turn() {
                Turn::Over => break self.finished(position),
                _ if plies == most => break self.unfinished(position, plies == truncate),
                _ if plies == next_look => {
                    next_look = plies.saturating_add(every.max(1));
                    let estimate = self.evaluation.evaluate(position);
                    let values = estimate.as_slice(position.seats());
                    if values.iter().any(|&value| value >= share) {
                        break self.unfinished(position, true);
                    }
                    continue;
                }
                Turn::Chance => {
                    let outcome = position.roll(&mut worker.rng);
                    position.play(outcome);
                }
                Turn::Seat(seat) => {
                    let mv = self.roll_out_move(position, &mut worker.rng, &mut worker.buffer);
                    if parameters.rave.is_some() {
                        worker.amaf.note(History::slot(seat, mv));
                    }
                    position.play(mv);
                    plies += 1;
                }
            }
            positions += 1;
        };
        worker.nodes += positions;
        reward
    }

    #[inline]
    fn roll_out_move(
        &self,
        position: &G,
        rng: &mut Rng,
        buffer: &mut MoveList<G::Move>,
    ) -> G::Move {
        match self.parameters.rollout {
            Rollout::Random => position.pick(rng, buffer),
            Rollout::Greedy => greedy_move(self.gain, position, rng, buffer),
            Rollout::Mixed(fixed) => {
                let random = self.share.map_or(fixed, |share| share(position));
                if rng.unit() < random {
                    position.pick(rng, buffer)
                } else {
                    greedy_move(self.gain, position, rng, buffer)
                }
            }
        }
    }

    /// The reward of a finished game.
    pub(super) fn finished(&self, position: &G) -> Scores {
        checked::<G, R>(self.reward.finished(position), position.seats())
    }

    fn unfinished(&self, position: &G, truncated: bool) -> Scores {
        let reward = self.reward.unfinished(position).unwrap_or_else(|| {
            if truncated || self.parameters.at_cap == AtCap::Evaluate {
                self.evaluation.evaluate(position)
            } else {
                Scores::shared(position.seats())
            }
        });
        checked::<G, R>(reward, position.seats())
    }
}

/// Exploration constants and proofs rely on the range of rewards; a wrong one would go unnoticed.
fn checked<G: Game, R: Reward<G>>(reward: Scores, seats: usize) -> Scores {
    debug_assert!(
        !R::UNIT
            || reward
                .as_slice(seats)
                .iter()
                .all(|value| (0.0..=1.0).contains(value)),
        "rewards outside [0, 1]: {:?}",
        reward.as_slice(seats)
    );
    reward
}

/// The move of largest positive gain, ties random; a random move where nothing gains.
pub(super) fn greedy_move<G: Game>(
    gains: &impl Gain<G>,
    position: &G,
    rng: &mut Rng,
    buffer: &mut MoveList<G::Move>,
) -> G::Move {
    position.moves(buffer);
    let mut highest = 0.0;
    // The best moves so far stand at the front of the buffer, over moves already looked at.
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
