//! Roll-outs: playing on from a leaf, quickly, to see who wins.

use ludarium_game::{Evaluation, Gain, Game, Scores, Turn};

use crate::greedy::greedy_move;

use super::parameters::Rollout;
use super::reward::Reward;
use super::search::{Search, Worker};

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
        let cap = parameters.ply_cap;
        let most = parameters.truncate.map_or(cap, |most| most.min(cap));
        if parameters.rollout == Rollout::Random {
            random_moves(position, most, worker);
        } else {
            self.guided_moves(position, most, worker);
        }
        if position.turn() == Turn::Over {
            self.finished(position)
        } else {
            self.unfinished(position)
        }
    }

    /// Makes up to `most` moves by the policy; ends earlier with the game.
    fn guided_moves(&self, position: &mut G, most: u32, worker: &mut Worker<'_, G>) {
        let mut plies = 0;
        while plies < most {
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = position.roll(&mut worker.rng);
                    position.play(outcome);
                }
                Turn::Seat(_) => {
                    let mv = self.roll_out_move(position, worker);
                    position.play(mv);
                    plies += 1;
                }
            }
            worker.nodes += 1;
        }
    }

    #[inline]
    fn roll_out_move(&self, position: &G, worker: &mut Worker<'_, G>) -> G::Move {
        let (rng, buffer) = (&mut worker.rng, &mut worker.buffer);
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

    fn unfinished(&self, position: &G) -> Scores {
        let reward = self.reward.unfinished(position);
        let reward = reward.unwrap_or_else(|| self.evaluation.evaluate(position));
        checked::<G, R>(reward, position.seats())
    }
}

/// Makes up to `most` random moves; ends earlier with the game. Most searches spend nearly all their time in this loop.
fn random_moves<G: Game>(position: &mut G, most: u32, worker: &mut Worker<'_, G>) {
    let (mut plies, mut events) = (0, 0);
    while plies < most {
        match position.turn() {
            Turn::Seat(_) => {
                let mv = position.pick(&mut worker.rng, &mut worker.buffer);
                position.play(mv);
                plies += 1;
            }
            Turn::Chance => {
                let outcome = position.roll(&mut worker.rng);
                position.play(outcome);
                events += 1;
            }
            Turn::Over => break,
        }
    }
    worker.nodes += u64::from(plies) + events;
}

/// Exploration constants and proofs rely on the range of rewards; a wrong one would go unnoticed.
pub(super) fn checked<G: Game, R: Reward<G>>(reward: Scores, seats: usize) -> Scores {
    debug_assert!(
        !R::UNIT || reward.as_slice(seats).iter().all(|value| (0.0..=1.0).contains(value)),
        "rewards outside [0, 1]: {:?}",
        reward.as_slice(seats)
    );
    reward
}
