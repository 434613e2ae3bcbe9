//! Work on all threads of a training, with results in the order of their numbers.

use ludarium_arena::numbered;

use crate::{Progress, TrainError, TrainOptions};

/// Does `work` for every number below `count`; the results stand in the order of the numbers, whatever the number of
/// threads. `tell` hears of each as of a game.
pub fn each<T: Send>(
    options: &TrainOptions,
    count: u64,
    tell: &mut dyn FnMut(Progress),
    work: &(dyn Fn(u64) -> Result<T, TrainError> + Sync),
) -> Result<Vec<T>, TrainError> {
    let mut heard = |done| tell(Progress::Games { done, total: count });
    let results = numbered(options.threads, &options.interrupt, count, &mut heard, work)?;
    if (results.len() as u64) < count {
        return Err(interrupted(options));
    }
    Ok(results)
}

/// The error of a training that was asked to stop.
pub fn interrupted(options: &TrainOptions) -> TrainError {
    TrainError::Interrupted { folder: options.folder.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battery::TestTraining;

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
