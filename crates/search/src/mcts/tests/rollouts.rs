//! Roll-outs and their rewards.

use std::sync::Arc;

use ludarium_game::{Agent, Game, MoveList, Rng, Scores, Seat, Seed, Turn};

use super::support::*;
use crate::greedy::greedy_move;
use crate::mcts::*;
use crate::testing::{RandomTree, TreeShape};

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "rewards outside [0, 1]")]
fn t28_rewards_outside_the_unit_range_are_noticed() {
    let mut agent = Mcts::new(|_: &RandomTree| Scores::new(&[1.5, -0.5]), Uninformed, GameScores);
    agent.parameters.truncate = Some(0);
    let mut rng = Rng::new(Seed(0));
    agent.choose(&RandomTree::new(DUEL, 0), &iterations(10), &mut rng);
}

#[test]
fn unscaled_rewards_are_backed_up_as_they_are() {
    let reward = Unscaled(|position: &RandomTree| {
        let winner = if position.scores().of(Seat(0)).0 > 0.5 { 1.0 } else { -1.0 };
        Scores::new(&[500.0 * winner, -500.0 * winner + 7.0])
    });
    for seed in 0..50 {
        let mut agent = Mcts::new(Uninformed, Uninformed, reward);
        agent.parameters.solver = true;
        let mut rng = Rng::new(Seed(seed));
        let tree = RandomTree::new(DUEL, seed);
        let decision = agent.choose(&tree, &iterations(200), &mut rng);
        for candidate in decision.candidates.iter().filter(|c| c.visits > 0) {
            let scores = candidate.scores;
            assert!((scores.sum() - 7.0).abs() < 1e-2, "{scores:?}");
            assert!(scores.of(Seat(0)).0.abs() <= 500.0);
        }
    }
}

#[test]
fn greedy_moves_gain_most_and_ties_are_even() {
    let position = RandomTree::new(TreeShape { branching: 60, ..DUEL }, 3);
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let available = moves.len() as u8;
    assert!(available > 12);
    let frequencies = |gain: fn(&RandomTree, u8) -> f32| {
        let mut rng = Rng::new(Seed(7));
        let mut counts = vec![0u32; available.into()];
        for _ in 0..6000 {
            let mv = greedy_move(&gain, &position, &mut rng, &mut MoveList::new());
            counts[usize::from(mv)] += 1;
        }
        counts
    };
    // Three moves share the largest gain, one of them after a smaller gain.
    let ties = frequencies(|_, mv| match mv {
        2 | 5 | 9 => 3.0,
        4 => 1.0,
        7 => -1.0,
        _ => 0.0,
    });
    for (mv, &count) in ties.iter().enumerate() {
        match mv {
            2 | 5 | 9 => assert!((1750..2250).contains(&count), "{ties:?}"),
            _ => assert_eq!(count, 0, "{ties:?}"),
        }
    }
    let quiet = frequencies(|_, mv| if mv == 3 { -1.0 } else { 0.0 });
    assert!(quiet.iter().all(|&count| count > 0), "{quiet:?}");
}

/// A game that never ends by itself: two moves, of which 1 gains, and a count of each seat's gains.
#[derive(Clone, Debug, PartialEq)]
struct Endless {
    plies: u32,
    gains: u32,
}

impl Game for Endless {
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        Turn::Seat(Seat((self.plies % 2) as u8))
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        out.push(0);
        out.push(1);
    }

    fn play(&mut self, mv: u8) {
        self.plies += 1;
        self.gains += u32::from(mv);
    }

    fn scores(&self) -> Scores {
        Scores::shared(2)
    }

    fn key(&self) -> u64 {
        u64::from(self.plies) << 32 | u64::from(self.gains)
    }
}

/// The share of gaining moves in roll-outs, as the evaluation at their end sees it.
fn share_of_gains(parameters: Parameters, share: Option<Arc<RandomShare<Endless>>>) -> f32 {
    let evaluation = |position: &Endless| {
        let gains = position.gains as f32 / position.plies as f32;
        Scores::new(&[gains, 1.0 - gains])
    };
    let gain = |_: &Endless, mv: u8| f32::from(mv);
    let mut agent = Mcts::new(evaluation, gain, GameScores).with(parameters);
    agent.share = share;
    let mut rng = Rng::new(Seed(5));
    let start = Endless { plies: 0, gains: 0 };
    let decision = agent.choose(&start, &iterations(200), &mut rng);
    let sum: f32 =
        decision.candidates.iter().map(|c| c.scores.of(Seat(0)).0 * c.visits as f32).sum();
    sum / 200.0
}

#[test]
fn policies_mix_random_and_greedy_moves_as_asked() {
    let with = |rollout| Parameters { rollout, truncate: Some(1000), ..Parameters::default() };
    let close = |share: f32, expected: f32| assert!((share - expected).abs() < 0.02, "{share}");
    close(share_of_gains(with(Rollout::Random), None), 0.5);
    close(share_of_gains(with(Rollout::Greedy), None), 1.0);
    close(share_of_gains(with(Rollout::Mixed(0.15)), None), 0.925);
    // Random in the first half of the roll-out, greedy in the second.
    let fading: Arc<RandomShare<Endless>> =
        Arc::new(|position| if position.plies < 500 { 1.0 } else { 0.0 });
    close(share_of_gains(with(Rollout::Mixed(0.15)), Some(fading)), 0.75);
}

#[test]
fn the_cap_ends_roll_outs_that_would_not_end() {
    let parameters = Parameters { rollout: Rollout::Greedy, ply_cap: 300, ..Parameters::default() };
    let share = share_of_gains(parameters, None);
    assert!((share - 1.0).abs() < 0.03, "{share}");
}
