use super::*;
use ludarium_train::battery::{TestTraining, check_reproduction};

const TINY: WeightAmounts = WeightAmounts { games: 12, tuning: 10, compared: 3, deals: 1 };

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_interruptions() {
    let (_, trained) = check_reproduction(|options, tell| train(options, &TINY, tell));
    assert_eq!(trained.files.len(), 3);
}

#[test]
fn learning_as_described_gives_the_same_bytes_too() {
    let (_, trained) = check_reproduction(|options, tell| described::train(options, 12, 1, tell));
    assert_eq!(trained.files.len(), 1);
}

#[test]
fn half_the_weights_decide_the_same() {
    let test = TestTraining::new(1);
    let half = Weights(Weights::INITIAL.0.map(|weight| 0.5 * weight));
    let other = Weights([-50.0, -10.0, -1.0, 30.0]);
    let found = decisions::count(&test.options, 3, &[half, other], &mut |_| ()).unwrap();
    assert!(found.decisions > 30, "{found:?}");
    assert_eq!(found.changed[0], 0);
    assert!(found.changed[1] > 0, "the count sees what changes");
}
