use std::fs;

use ludarium_arena::Interrupt;

use super::*;

const TINY: Size = Size {
    games: 60,
    test_games: 30,
    epochs: 40,
};

fn order(name: &str, threads: usize) -> Order {
    let folder = format!("ludarium-values-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    fs::create_dir_all(&folder).unwrap();
    Order {
        mode: Mode::Quick,
        seed: 5,
        folder,
        threads,
        interrupt: Interrupt::new(),
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_a_little_is_learnt() {
    let first = order("one", 1);
    let (plain, qualities) = train_with::<TucChess>(&first, &TINY, &mut |_| ()).unwrap();
    let log_loss = |name: &str| {
        let quality = qualities.iter().find(|quality| quality.name == name);
        quality.unwrap().log_loss.unwrap()
    };
    let (network, blind) = (log_loss("value"), log_loss("equal shares"));
    assert!(network < blind - 0.005, "{network} and {blind}");

    // The second one is stopped within its epochs and goes on.
    let mut second = order("two", 2);
    let stopped = second.clone();
    let mut epochs = 0;
    let error = train_with::<TucChess>(&stopped, &TINY, &mut |progress| {
        if let Progress::Epoch { .. } = progress {
            epochs += 1;
            if epochs == 2 {
                stopped.interrupt.finish();
            }
        }
    });
    assert!(matches!(error, Err(TrainError::Interrupted { .. })));
    second.interrupt = Interrupt::new();
    let (continued, _) = train_with::<TucChess>(&second, &TINY, &mut |_| ()).unwrap();
    let bytes = |trained: &Trained| fs::read(&trained.files[0]).unwrap();
    assert_eq!(bytes(&plain), bytes(&continued));
    assert_eq!(plain.sheets, continued.sheets);
    assert_eq!(plain.charts, continued.charts);
    for order in [first, second] {
        fs::remove_dir_all(order.folder).unwrap();
    }
}

/// Every game's plan plays, makes rows and learns from them.
#[test]
fn every_plan_can_be_followed() {
    fn check<G: Taught>() {
        let order = order(G::NAME, 1);
        let size = Size {
            games: 10,
            test_games: 1,
            epochs: 1,
        };
        let (trained, qualities) = train_with::<G>(&order, &size, &mut |_| ()).unwrap();
        let file = QuantisedFile::read(&trained.files[0]).unwrap();
        assert!(ValueNetwork::<G>::new(file.network).is_some());
        assert!(file.card.examples > 0);
        assert!(qualities.len() >= 3 && qualities.iter().all(|one| one.brier.is_some()));
        fs::remove_dir_all(order.folder).unwrap();
    }
    check::<DiceChess>();
    check::<ThreeChess>();
    check::<Dicewars>();
}
