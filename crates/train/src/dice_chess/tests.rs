use ludarium_arena::Interrupt;

use super::*;

const TINY: Size = Size {
    games: 8,
    iterations: 10,
    epochs: 4,
    deals: 1,
};

fn order(name: &str, threads: usize) -> Order {
    let folder = format!("ludarium-dice-chess-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    Order {
        mode: Mode::Quick,
        seed: 5,
        folder,
        threads,
        interrupt: Interrupt::new(),
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_interruptions() {
    let first = order("one", 1);
    let plain = train_with(&first, &TINY, &mut |_| ()).unwrap();
    // The second one is stopped within its epochs and goes on.
    let mut second = order("two", 2);
    let stopped = second.clone();
    let mut epochs = 0;
    let error = train_with(&stopped, &TINY, &mut |progress| {
        if let Progress::Epoch { .. } = progress {
            epochs += 1;
            if epochs == 2 {
                stopped.interrupt.finish();
            }
        }
    });
    assert!(matches!(error, Err(TrainError::Interrupted { .. })));
    second.interrupt = Interrupt::new();
    let continued = train_with(&second, &TINY, &mut |_| ()).unwrap();
    let bytes = |trained: &Trained| std::fs::read(&trained.files[0]).unwrap();
    assert_eq!(bytes(&plain), bytes(&continued));
    assert_eq!(plain.sheets, continued.sheets);
    assert_eq!(plain.charts, continued.charts);
    for order in [first, second] {
        std::fs::remove_dir_all(order.folder).unwrap();
    }
}
