use ludarium_report::sheet::Cell;

use super::*;
use crate::testing::check_reproduction;

const TINY: Amounts = Amounts {
    games: 60,
    test_games: 30,
    epochs: 40,
};

#[test]
fn the_same_seed_gives_the_same_bytes_and_a_little_is_learnt() {
    let (_, trained) = check_reproduction(|order, tell| train_with::<TucChess>(order, &TINY, tell));
    let log_loss = |name: &str| {
        let mut rows = trained.sheets[0].rows.iter();
        let row = rows.find(|row| row[0] == Cell::text(name)).unwrap();
        let Cell::Number(number) = &row[1] else {
            panic!("{row:?}");
        };
        number.value
    };
    let (network, blind) = (log_loss("value"), log_loss("equal shares"));
    assert!(network < blind - 0.005, "{network} and {blind}");
}

/// Every game's plan plays, makes rows, learns from them, and comes out the same again.
#[test]
fn every_plan_can_be_followed() {
    fn check<G: Taught>() {
        let amounts = Amounts {
            games: 10,
            test_games: 1,
            epochs: 1,
        };
        let (_desk, trained) =
            check_reproduction(|order, tell| train_with::<G>(order, &amounts, tell));
        let file = QuantisedFile::read(&trained.files[0]).unwrap();
        assert!(ValueNetwork::<G>::new(file.network).is_some());
        assert!(file.card.examples > 0);
        assert!(trained.sheets[0].rows.len() >= 3);
    }
    check::<DiceChess>();
    check::<ThreeChess>();
    check::<Dicewars>();
    check::<Chexers>();
}
