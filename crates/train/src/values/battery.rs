//! What every plan of a value network must satisfy.

use ludarium_report::sheet::Cell;

use super::*;
use crate::battery::check_reproduction;

/// A game's plan plays, makes rows, learns from them, and comes out the same again.
pub fn check_plan<G: Taught>() {
    let amounts = Amounts {
        games: 10,
        test_games: 1,
        epochs: 1,
    };
    let (_desk, trained) = check_reproduction(|order, tell| train_with::<G>(order, &amounts, tell));
    let file = QuantisedFile::read(&trained.files[0]).expect("a model file");
    assert!(ValueNetwork::<G>::new(file.network).is_some());
    assert!(file.card.examples > 0);
    assert!(trained.sheets[0].rows.len() >= 3);
}

/// The same seed gives the same bytes, and from some sixty games a little is learnt. Only for games whose first
/// positions already tell something.
pub fn check_learning<G: Taught>() {
    let amounts = Amounts {
        games: 60,
        test_games: 30,
        epochs: 40,
    };
    let (_desk, trained) = check_reproduction(|order, tell| train_with::<G>(order, &amounts, tell));
    let log_loss = |name: &str| {
        let mut rows = trained.sheets[0].rows.iter();
        let row = rows.find(|row| row[0] == Cell::text(name));
        match row.map(|row| &row[1]) {
            Some(Cell::Number(number)) => number.value,
            other => panic!("{other:?} for {name}"),
        }
    };
    let (network, blind) = (log_loss("value"), log_loss("equal shares"));
    assert!(network < blind - 0.005, "{network} and {blind}");
}
