use ludarium_game::Seed;

use super::super::tests::position;
use super::*;

fn learner(values: &[i32]) -> FoundLearner {
    let learnt = |&value: &i32| Learnt { step: (0, 0), value, tries: 0 };
    FoundLearner { table: values.iter().map(learnt).collect(), ..FoundLearner::default() }
}

fn decide(text: &str, seed: u64) -> Decision<Move> {
    let mut rng = Rng::new(Seed(seed));
    QLearningAsFound::default().choose(&position(text), &Budget::default(), &mut rng)
}

#[test]
fn steps_of_learning_are_cut_towards_zero() {
    // 28.6; 25.2 + 28.6; −4.5 − 0.7; 9 000 000 − 214 748 364.8.
    assert_eq!(updated(0, 286), 28);
    assert_eq!(updated(28, 286), 53);
    assert_eq!(updated(-5, -7), -5);
    assert_eq!(updated(10_000_000, i32::MIN), -205_748_364);
    // What is left of a value is lost for good: 9 · 0.9 = 8.1, … 1 · 0.9 = 0.9.
    let faded = (0..9).fold(9, |value, _| updated(value, 0));
    assert_eq!(faded, 0);
}

#[test]
fn only_positive_values_are_ever_the_best() {
    assert_eq!(first_positive([3, 7, 7, -1].into_iter()), Some(1));
    assert_eq!(first_positive([0, -7, 0].into_iter()), None);
}

#[test]
fn the_mean_leaves_zeros_out_and_wraps_around() {
    assert_eq!(learner(&[10, 0, -3]).mean(), 3);
    assert_eq!(learner(&[-10, 0, 3]).mean(), -3);
    assert_eq!(learner(&[0, 0]).mean(), 0);
    assert_eq!(learner(&[i32::MAX, 1]).mean(), i32::MIN / 2);
}

#[test]
fn a_single_answer_makes_the_values_follow_by_hand() {
    // Black has one piece with one move, h6h5, and no king, so that every reward wraps around.
    let position = position("8/8/7p/8/P7/8/6PP/6BK w - - 0 1");
    let pieces = PieceSquares::new(&position);
    let mut learner = FoundLearner::default();
    let budget = Budget { iterations: Some(EPISODES), ..Budget::default() };
    let mut rng = Rng::new(Seed(4));
    learner.learn(&pieces, Side::White, &mut budget.meter(), &mut rng);
    assert_eq!(learner.table.iter().map(|learnt| learnt.tries).sum::<u32>(), 150);
    for learnt in &learner.table {
        let mut after = pieces;
        after.play(learnt.step);
        after.play((23, 31));
        let reward = after.reward(Side::White);
        let value = (0..learnt.tries).fold(0, |value, _| updated(value, reward));
        assert_eq!(learnt.value, value, "{learnt:?}");
    }
}

#[test]
fn exploration_respects_the_rights_and_the_table_does_not() {
    // Either way the table has both castlings, and something else is always better than nothing.
    for (rights, explored) in [("-", [false, false]), ("K", [true, false]), ("KQ", [true, true])] {
        let position = position(&format!("4k3/p6p/8/8/8/8/P6P/R3K2R w {rights} - 4 30 4"));
        let budget = Budget { iterations: Some(EPISODES), ..Budget::default() };
        let mut tried = [false; 2];
        for seed in 0..10 {
            let mut learner = FoundLearner::default();
            let (mut meter, mut rng) = (budget.meter(), Rng::new(Seed(seed)));
            learner.learn(&PieceSquares::new(&position), Side::White, &mut meter, &mut rng);
            for (castling, tried) in [(60, 62), (60, 58)].into_iter().zip(&mut tried) {
                let found = learner.table.iter().find(|learnt| learnt.step == castling);
                *tried |= found.unwrap().tries > 0;
            }
        }
        assert_eq!(tried, explored, "{rights}");
    }
}

#[test]
fn the_first_of_the_largest_positive_values_is_played() {
    let decision = decide("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1", 2);
    assert_eq!((decision.iterations, decision.chosen), (150, decision.candidates[0].mv));
    assert_eq!(decision.candidates.len(), 16);
    let best = decide("4k3/8/8/8/4R3/8/8/4K2q w - - 0 1 4", 2);
    assert_eq!(best.chosen.to_string(), "e4e8");
}

#[test]
fn where_nothing_is_positive_any_legal_move_is_played() {
    // Three queens behind, no value can be positive.
    let text = "qqq1k3/8/8/8/8/8/P7/4K3 w - - 0 1 6";
    let mut seen = std::collections::HashSet::new();
    for seed in 0..60 {
        let decision = decide(text, seed);
        let best = decision.candidates[0].scores.as_slice(2)[0];
        assert!(best <= 0.5, "{best}");
        seen.insert(decision.chosen);
    }
    // Five steps; castling, which it also learns about, is not legal.
    assert_eq!(seen.len(), 5);
}

#[test]
fn unknown_moves_are_played_only_where_there_is_no_other() {
    // A pawn that can only capture in passing.
    let text = "4k3/8/2p5/1pP5/8/8/8/4K3 w - b6 0 1 1";
    assert_eq!(decide(text, 1).chosen.to_string(), "c5b6");
    assert!(decide(text, 1).candidates.is_empty());
    // A promotion is a pawn's step to it.
    assert_eq!(decide("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 1", 1).chosen.to_string(), "a7a8q");
}
