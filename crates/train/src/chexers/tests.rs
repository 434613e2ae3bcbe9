use std::path::Path;

use ludarium_arena::Interrupt;
use ludarium_lab::experiment::Mode;

use super::*;

const TINY: Size = Size {
    games: 12,
    tuning: 10,
    compared: 3,
    deals: 1,
};

fn order(folder: &Path, threads: usize) -> Order {
    std::fs::create_dir_all(folder).unwrap();
    Order {
        mode: Mode::Quick,
        seed: 3,
        folder: folder.to_owned(),
        threads,
        interrupt: Interrupt::new(),
    }
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ludarium-chexers-{name}-{}", std::process::id()))
}

fn bytes(trained: &Trained) -> Vec<Vec<u8>> {
    let files = trained.files.iter();
    files.map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_interruptions() {
    let folders = ["one", "two"].map(scratch);
    let first = train_with(&order(&folders[0], 1), &TINY, &mut |_| ()).unwrap();
    assert_eq!(first.files.len(), 3);
    // The second one is stopped in the middle of its games and goes on.
    let stopped = order(&folders[1], 2);
    let mut heard = 0;
    let error = train_with(&stopped, &TINY, &mut |_| {
        heard += 1;
        if heard == 7 {
            stopped.interrupt.finish();
        }
    });
    assert!(matches!(error, Err(TrainError::Interrupted { .. })));
    let list = std::fs::read_to_string(folders[1].join("weights-as-found.csv")).unwrap();
    assert_eq!(list.lines().count(), 1 + 8, "a heading and 0 to 7 games");
    let second = train_with(&order(&folders[1], 2), &TINY, &mut |_| ()).unwrap();
    assert_eq!(bytes(&first), bytes(&second));
    assert_eq!(first.sheets, second.sheets);
    assert_eq!(first.charts, second.charts);
    for folder in folders {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn half_the_weights_decide_the_same() {
    let folder = scratch("half");
    let half = Weights(Weights::INITIAL.0.map(|weight| 0.5 * weight));
    let other = Weights([-50.0, -10.0, -1.0, 30.0]);
    let found = decisions::count(&order(&folder, 1), 3, &[half, other], &mut |_| ()).unwrap();
    assert!(found.decisions > 30, "{found:?}");
    assert_eq!(found.changed[0], 0);
    assert!(found.changed[1] > 0, "the count sees what changes");
    std::fs::remove_dir_all(folder).unwrap();
}
