//! Work on all threads of a training, with results in the order of their numbers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use crate::{Progress, TrainError, TrainOptions};

/// Does `work` for every number below `count`; the results stand in the order of the numbers, whatever the number of
/// threads. `tell` hears of each as of a game.
pub fn each<T: Send>(
    options: &TrainOptions,
    count: u64,
    tell: &mut dyn FnMut(Progress),
    work: &(dyn Fn(u64) -> Result<T, TrainError> + Sync),
) -> Result<Vec<T>, TrainError> {
    let next = AtomicU64::new(0);
    let (sender, receiver) = channel();
    let mut results = thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !options.interrupt.is_finishing() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut results = Vec::new();
        for (number, result) in receiver {
            results.push((number, result?));
            tell(Progress::Games {
                done: results.len() as u64,
                total: count,
            });
        }
        Ok::<_, TrainError>(results)
    })?;
    if (results.len() as u64) < count {
        return Err(interrupted(options));
    }
    results.sort_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// The error of a training that was asked to stop.
pub fn interrupted(options: &TrainOptions) -> TrainError {
    TrainError::Interrupted {
        folder: options.folder.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battery::TestTraining;

    #[test]
    fn results_come_in_order() {
        for threads in [1, 3] {
            let mut heard = 0;
            let test = TestTraining::new(threads);
            let squares = each(&test.options, 50, &mut |_| heard += 1, &|n| Ok(n * n)).unwrap();
            assert_eq!(squares, (0..50).map(|n| n * n).collect::<Vec<_>>());
            assert_eq!(heard, 50);
        }
    }

    #[test]
    fn an_interruption_is_an_error() {
        let TestTraining { options } = &TestTraining::new(2);
        let stop = |n: u64| {
            if n == 5 {
                options.interrupt.finish();
            }
            Ok(n)
        };
        let error = each(options, 1000, &mut |_| (), &stop).unwrap_err();
        assert!(matches!(error, TrainError::Interrupted { .. }));
    }
}
