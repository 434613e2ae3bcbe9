//! What the tests of trainers share: orders with a folder of their own, and what every trainer must pass.

use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use ludarium_arena::Interrupt;

pub use crate::values::battery::{check_learning, check_plan};
use crate::{Order, Progress, Size, TrainError, Trained};

/// An order whose folder goes away at the end.
pub struct Desk {
    /// The order.
    pub order: Order,
}

impl Desk {
    /// A quick order with a number of threads.
    pub fn new(threads: usize) -> Desk {
        static DESKS: AtomicU32 = AtomicU32::new(0);
        let number = DESKS.fetch_add(1, Ordering::Relaxed);
        let folder = format!("ludarium-train-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).expect("no failure");
        Desk {
            order: Order {
                size: Size::Quick,
                games: None,
                seed: 5,
                folder,
                threads,
                interrupt: Interrupt::new(),
            },
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.order.folder);
    }
}

/// Trains with one thread, and again with two threads and stops at a quarter, half and three quarters of the way: files,
/// sheets and curves must be the same. What the first training gave is returned for a closer look, with its desk.
pub fn check_reproduction(
    train: impl Fn(&Order, &mut dyn FnMut(Progress)) -> Result<Trained, TrainError>,
) -> (Desk, Trained) {
    let first = Desk::new(1);
    let mut steps = 0;
    let plain = train(&first.order, &mut |_| steps += 1).expect("no failure");
    assert!(!plain.files.is_empty() && !plain.sheets.is_empty() && !plain.charts.is_empty());

    let second = Desk::new(2);
    for quarters in 1..=3 {
        let order = Order {
            interrupt: Interrupt::new(),
            ..second.order.clone()
        };
        let mut heard = 0;
        let stopped = train(&order, &mut |_| {
            heard += 1;
            if 4 * heard >= quarters * steps {
                order.interrupt.finish();
            }
        });
        let interrupted = matches!(stopped, Err(TrainError::Interrupted { .. }));
        // What was done before may have brought the later ones to the end.
        assert!(
            interrupted || (quarters > 1 && stopped.is_ok()),
            "{stopped:?}"
        );
    }
    let mut again = 0;
    let continued = train(&second.order, &mut |_| again += 1).expect("no failure");
    assert!(again < steps, "{again} of {steps} steps were made again");
    let repeated = train(&second.order, &mut |progress| {
        let epoch = matches!(
            progress,
            Progress::Epoch {
                validation: Some(_),
                ..
            }
        );
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
    files
        .map(|path| fs::read(path).expect("no failure"))
        .collect()
}
