use super::*;
use ludarium_train::battery::check_reproduction;

const TINY: NetworkAmounts = NetworkAmounts { games: 8, iterations: 10, epochs: 4, deals: 1 };

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_interruptions() {
    check_reproduction(|options, tell| train(options, &OWN, &TINY, tell));
}

#[test]
fn the_reports_way_reproduces_too_and_learns_from_seven_tenths() {
    let (test, _) = check_reproduction(|options, tell| train(options, &REPORT, &TINY, tell));
    let all = games::positions(&test.options, Teachers::White, 8, 10, &mut |_| ()).unwrap();
    let all = all.dense_examples(0.0).unwrap();
    let split = split_rows(&all, BATCH, Seed(1)).unwrap();
    assert_eq!(split.training.count(), all.count() * 7 / 10);
    let few = split_rows(&all, 14, Seed(1)).unwrap();
    let counts = [&few.training, &few.validation, &few.test].map(DenseExamples::count);
    assert_eq!(counts, [14, 3, 3]);
    // White's pieces count as its own: its king stands on one of the squares.
    let kings = |row: usize| all.input(row)[..64].iter().filter(|cell| **cell == 1.0).count();
    assert!((0..all.count()).all(|row| kings(row) == 1));
}
