//! What the tests of trainers share: options with a folder of their own, and what every trainer must pass.

use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use ludarium_arena::Interrupt;

pub use crate::values::battery::{
    check_all_rolls, check_draw, check_fading, check_learning, check_line_ups, check_plan,
    check_plan_of, check_styles,
};
use crate::{Progress, Size, TrainError, TrainOptions, Trained};

/// Options whose folder goes away at the end.
pub struct TestTraining {
    /// The options.
    pub options: TrainOptions,
}

impl TestTraining {
    /// Quick options with a number of threads.
    pub fn new(threads: usize) -> TestTraining {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("ludarium-train-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).expect("no failure");
        TestTraining {
            options: TrainOptions {
                size: Size::Quick,
                games: None,
                seed: 5,
                folder,
                threads,
                interrupt: Interrupt::new(),
                elsewhere: None,
            },
        }
    }
}

impl Drop for TestTraining {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.options.folder);
    }
}

/// Trains with one thread, and again with two threads and stops at a quarter, half and three quarters of the way: files,
/// sheets and curves must be the same. What the first training gave is returned for a closer look, with its folder.
pub fn check_reproduction(
    train: impl Fn(&TrainOptions, &mut dyn FnMut(Progress)) -> Result<Trained, TrainError>,
) -> (TestTraining, Trained) {
    let first = TestTraining::new(1);
    let mut steps = 0;
    let plain = train(&first.options, &mut |_| steps += 1).expect("no failure");
    assert!(!plain.files.is_empty() && !plain.sheets.is_empty() && !plain.charts.is_empty());

    let second = TestTraining::new(2);
    for quarters in 1..=3 {
        let options = TrainOptions { interrupt: Interrupt::new(), ..second.options.clone() };
        let mut heard = 0;
        let stopped = train(&options, &mut |_| {
            heard += 1;
            if 4 * heard >= quarters * steps {
                options.interrupt.finish();
            }
        });
        let interrupted = matches!(stopped, Err(TrainError::Interrupted { .. }));
        // What was done before may have brought the later ones to the end.
        assert!(interrupted || (quarters > 1 && stopped.is_ok()), "{stopped:?}");
    }
    let mut again = 0;
    let continued = train(&second.options, &mut |_| again += 1).expect("no failure");
    assert!(again < steps, "{again} of {steps} steps were made again");
    let repeated = train(&second.options, &mut |progress| {
        let epoch = matches!(progress, Progress::Epoch { validation: Some(_), .. });
        assert!(!epoch, "what was learnt is not learnt again");
    });
    assert_eq!(bytes(&repeated.expect("no failure")), bytes(&plain));
    assert_eq!(bytes(&plain), bytes(&continued));
    assert_eq!(plain.sheets, continued.sheets);
    assert_eq!(plain.charts, continued.charts);
    (first, plain)
}

fn bytes(trained: &Trained) -> Vec<Vec<u8>> {
    let files = trained.files.iter();
    files.map(|path| fs::read(path).expect("no failure")).collect()
}
