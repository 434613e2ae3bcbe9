use super::*;
use ludarium_train::battery::check_reproduction;

const TINY: Amounts = Amounts {
    games: 8,
    iterations: 10,
    epochs: 4,
    deals: 1,
};

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_interruptions() {
    check_reproduction(|order, tell| train(order, &TINY, tell));
}
