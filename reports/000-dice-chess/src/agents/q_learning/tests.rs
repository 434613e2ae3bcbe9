use ludarium_game::{Agent, Budget, Decision, Seed};

use super::super::tests::position;
use super::*;

/// Only the kings can move, and Black stays a pawn ahead whatever happens for some plies.
const BLOCKED: &str = "7k/8/p7/p7/P7/8/8/7K b - - 0 1 6";

/// Rewards of exactly 100 in [`BLOCKED`], so that values can be worked out by hand.
pub(in crate::agents) const LEARNING: QParameters = QParameters {
    episodes: 150,
    depth: 2,
    exploration: 1.0,
    decay: 1.0,
    least_exploration: 0.01,
    discount: 0.99,
    rate: 0.1,
    reward: PlayReward {
        pieces: 1.0,
        places: 0.0,
        king_turn: ludarium_dice_chess::rules::LATE,
        win: 200_000.0,
    },
    answering: Answering { opponent: Opponent::Random, depth: 1, iterations: 10 },
    dice: false,
};

fn learn(learning: QParameters, text: &str) -> Vec<TriedMove> {
    let budget = Budget { iterations: Some(learning.episodes), ..Budget::default() };
    let mut learner = QLearner::new(learning);
    let mut rng = Rng::new(Seed(1));
    let learnt = learner.learn(&position(text), &mut budget.meter(), &mut rng);
    learnt.to_vec()
}

fn decide(learning: QParameters, text: &str, seed: u64) -> Decision<Move> {
    let mut agent = QLearning::new(learning);
    agent.choose(&position(text), &Budget::default(), &mut Rng::new(Seed(seed)))
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-9
}

#[test]
fn a_step_moves_the_value_by_the_learning_rate() {
    let mut table = QTable::default();
    let row = table.row(7, || [Move::PASS, Move::PASS]);
    table.update(1, 0.1, 100.0);
    assert!(close(table.value(7), 10.0));
    // 0.9 · 10 + 0.1 · 50 = 14, and then 0.9 · 14 − 0.1 · 226 = −10: the other move is better again.
    table.update(1, 0.1, 50.0);
    assert!(close(table.value(7), 14.0));
    table.update(1, 0.1, -226.0);
    assert!(close(table.at(1).value, -10.0));
    assert_eq!((table.value(7), table.best(row), table.at(1).tries), (0.0, Some(0), 3));
    assert_eq!(table.value(8), 0.0);
}

#[test]
fn the_same_reward_again_and_again_is_learnt_step_by_step() {
    // After n tries 100 · (1 − 0.9^n), since nothing is known about what follows at depth 2.
    for action in learn(LEARNING, BLOCKED) {
        let expected = 100.0 * (1.0 - 0.9f64.powi(action.tries as i32));
        assert!(action.tries > 0 && close(action.value, expected), "{action:?}");
    }
}

#[test]
fn deeper_episodes_add_the_discounted_future() {
    let values = |depth, discount| {
        let learning = QParameters {
            episodes: 4000,
            depth,
            rate: 1.0,
            discount,
            least_exploration: 1.0,
            ..LEARNING
        };
        learn(learning, BLOCKED)
    };
    let all = |actions: Vec<TriedMove>, expected: f64| {
        actions.iter().all(|action| close(action.value, expected))
    };
    assert!(all(values(2, 0.5), 100.0));
    // An odd ply is not played.
    assert!(all(values(3, 0.5), 100.0));
    assert!(all(values(4, 0.5), 100.0 + 50.0));
    // From depth 6 on a position can be met after one step and after two, so that more than three steps count.
    for action in values(6, 0.5) {
        assert!((175.0..=200.0).contains(&action.value), "{action:?}");
    }
    assert!(all(values(6, 0.0), 100.0));
}

#[test]
fn without_a_learning_rate_nothing_is_learnt() {
    let learning = QParameters { rate: 0.0, depth: 4, ..LEARNING };
    let learnt = learn(learning, BLOCKED);
    assert!(learnt.iter().all(|action| action.value == 0.0 && action.tries > 0));
}

#[test]
fn exploration_fades_to_its_least() {
    let shares = [0, 75, 148, 149, 1000].map(|episode| LEARNING.exploration_in(episode));
    assert_eq!(shares[..2], [1.0, 0.5]);
    assert!(close(shares[2], 2.0 / 150.0));
    assert_eq!(shares[3..], [0.01, 0.01]);
    // Without exploration the first move that brings something is the only one ever tried.
    let learning = QParameters { exploration: 0.0, least_exploration: 0.0, ..LEARNING };
    let tries: Vec<u32> = learn(learning, BLOCKED).iter().map(|action| action.tries).collect();
    assert_eq!(tries, [150, 0, 0]);
}

#[test]
fn the_die_binds_inside_the_episodes_only_where_it_should() {
    // A rook with 14 moves, a king with 3; the rook has been rolled.
    let text = "7k/8/8/8/3R4/8/8/K7 w - - 0 1 4";
    assert_eq!(learn(LEARNING, text).len(), 14 + 3);
    let learning = QParameters { dice: true, ..LEARNING };
    assert_eq!(learn(learning, text).len(), 14);
    for learning in [LEARNING, learning] {
        let decision = decide(learning, text, 1);
        assert!(decision.candidates.len() <= 14);
        assert_eq!(decision.chosen.moved(), Kind::Rook);
    }
}

#[test]
fn kings_are_captured_and_protected() {
    let learning = QParameters { dice: true, ..LEARNING };
    for seed in 0..50 {
        let capture = decide(learning, "4k3/8/8/8/4R3/8/8/4K2q w - - 0 1 4", seed);
        assert_eq!(capture.chosen.to_string(), "e4e8");
        assert!(capture.candidates[0].scores.as_slice(2)[0] > 0.99);
        // A rook watches the d-file.
        let greedy = QParameters {
            answering: Answering { opponent: Opponent::Greedy, depth: 1, iterations: 10 },
            ..learning
        };
        let escape = decide(greedy, "3r3k/8/8/8/8/8/8/R3K3 w - - 0 1 6", seed).chosen;
        assert!(!["e1d1", "e1d2"].contains(&escape.to_string().as_str()));
    }
}

#[test]
fn a_decision_shows_what_it_was_made_of_and_can_be_repeated() {
    let text = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1 4";
    let decision = decide(LEARNING, text, 3);
    assert_eq!((decision.iterations, decision.nodes, decision.depth), (150, 300, 2));
    assert_eq!(decision.chosen, decision.candidates[0].mv);
    let shares: Vec<f32> = decision.candidates.iter().map(|c| c.scores.as_slice(2)[0]).collect();
    assert!(shares.is_sorted_by(|a, b| a >= b), "{shares:?}");
    assert!(decision.candidates.iter().all(|candidate| candidate.visits > 0));
    let again = decide(LEARNING, text, 3);
    assert_eq!(again.candidates, decision.candidates);
    // Memory that has been used makes no difference.
    let mut agent = QLearning::new(LEARNING);
    for _ in 0..2 {
        let mut rng = Rng::new(Seed(3));
        let decided = agent.choose(&position(text), &Budget::default(), &mut rng);
        assert_eq!(decided.candidates, decision.candidates);
    }
}

#[test]
fn a_budget_of_episodes_replaces_the_usual_number() {
    let budget = Budget { iterations: Some(40), depth: Some(5), ..Budget::default() };
    let mut agent = QLearning::new(LEARNING);
    let decision = agent.choose(&position(BLOCKED), &budget, &mut Rng::new(Seed(1)));
    let tries: u64 = decision.candidates.iter().map(|c| c.visits).sum();
    assert_eq!((decision.iterations, decision.depth), (40, 4));
    assert!(tries >= 40);
}
