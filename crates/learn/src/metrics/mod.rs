//! How good predictions are. What is not defined, such as the accuracy of nothing, is `None`, never NaN.

mod reliability;

pub use reliability::{Bin, reliability};

/// Predicted shares are kept this far from 0 and 1 in [`log_loss`], so that one confident mistake cannot
/// outweigh everything.
const SURE: f64 = 1e-7;

/// How good predicted probabilities are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// How many predictions there were.
    pub count: usize,
    /// The share of right ones.
    pub accuracy: Option<f64>,
    /// The mean squared difference.
    pub brier: Option<f64>,
    /// The mean negative logarithm.
    pub log_loss: Option<f64>,
}

impl Quality {
    /// All figures of predictions with `outputs` numbers each.
    pub fn of(predictions: &[f32], targets: &[f32], outputs: usize) -> Quality {
        Quality {
            count: targets.len() / outputs.max(1),
            accuracy: accuracy(predictions, targets, outputs),
            brier: brier(predictions, targets, outputs),
            log_loss: log_loss(predictions, targets, outputs),
        }
    }
}

/// The share of predictions on the right side: with one output, of one half; with several, the same one is
/// highest (the first, where several are).
pub fn accuracy(predictions: &[f32], targets: &[f32], outputs: usize) -> Option<f64> {
    mean(rows(predictions, targets, outputs).map(|(prediction, target)| {
        let right = match (prediction, target) {
            ([prediction], [target]) => (*prediction >= 0.5) == (*target >= 0.5),
            _ => highest(prediction) == highest(target),
        };
        f64::from(u8::from(right))
    }))
}

/// Brier's score: the squared difference, summed over several outputs, averaged over predictions.
pub fn brier(predictions: &[f32], targets: &[f32], outputs: usize) -> Option<f64> {
    mean(rows(predictions, targets, outputs).map(|(prediction, target)| {
        let cells = prediction.iter().zip(target);
        cells.map(|(p, t)| square(f64::from(*p) - f64::from(*t))).sum()
    }))
}

/// The mean negative logarithm of the probability that was given to the true outcome.
pub fn log_loss(predictions: &[f32], targets: &[f32], outputs: usize) -> Option<f64> {
    let kept = |share: f64| share.clamp(SURE, 1.0 - SURE);
    mean(rows(predictions, targets, outputs).map(|(prediction, target)| {
        if let ([prediction], [target]) = (prediction, target) {
            let (share, target) = (kept(f64::from(*prediction)), f64::from(*target));
            return -target * libm::log(share) - (1.0 - target) * libm::log(1.0 - share);
        }
        let cells = prediction.iter().zip(target);
        cells.map(|(p, t)| -f64::from(*t) * libm::log(kept(f64::from(*p)))).sum()
    }))
}

/// R²: which share of the targets' variance the predictions explain; below 0 where the mean would do better.
/// `None` if all targets are the same: then there is nothing to explain.
pub fn r_squared(predictions: &[f32], targets: &[f32]) -> Option<f64> {
    let middle = mean(targets.iter().map(|target| f64::from(*target)))?;
    let total: f64 = targets.iter().map(|t| square(f64::from(*t) - middle)).sum();
    let cells = predictions.iter().zip(targets);
    let left: f64 = cells.map(|(p, t)| square(f64::from(*p) - f64::from(*t))).sum();
    (total > 0.0).then(|| 1.0 - left / total)
}

fn rows<'a>(
    predictions: &'a [f32],
    targets: &'a [f32],
    outputs: usize,
) -> impl Iterator<Item = (&'a [f32], &'a [f32])> {
    let outputs = outputs.max(1);
    let targets = targets.chunks_exact(outputs);
    predictions.chunks_exact(outputs).zip(targets)
}

fn highest(cells: &[f32]) -> Option<usize> {
    // `max_by` prefers the last of equals, so it gets them in reverse.
    let cells = cells.iter().enumerate().rev();
    cells.max_by(|a, b| a.1.total_cmp(b.1)).map(|(index, _)| index)
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0u64, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

fn square(x: f64) -> f64 {
    x * x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Option<f64>, wanted: f64) {
        let found = found.unwrap();
        assert!((found - wanted).abs() < 1e-6, "{found} is not {wanted}");
    }

    #[test]
    fn figures_worked_out_by_hand() {
        let (predictions, targets) = ([0.9, 0.2, 0.6, 0.5], [1.0, 0.0, 0.0, 1.0]);
        let quality = Quality::of(&predictions, &targets, 1);
        assert_eq!(quality.count, 4);
        near(quality.accuracy, 0.75);
        near(quality.brier, (0.01 + 0.04 + 0.36 + 0.25) / 4.0);
        let logs = [0.9f64, 0.8, 0.4, 0.5].map(f64::ln);
        near(quality.log_loss, -logs.iter().sum::<f64>() / 4.0);
        near(r_squared(&predictions, &targets), 1.0 - 0.66);
    }

    #[test]
    fn several_outputs_are_one_prediction() {
        let (predictions, targets) =
            ([0.5, 0.3, 0.2, 0.2, 0.2, 0.6], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let quality = Quality::of(&predictions, &targets, 3);
        assert_eq!(quality.count, 2);
        near(quality.accuracy, 0.5);
        near(quality.brier, (0.25 + 0.09 + 0.04 + 0.04 + 0.64 + 0.36) / 2.0);
        near(quality.log_loss, -(0.5f64.ln() + 0.2f64.ln()) / 2.0);
    }

    #[test]
    fn nothing_has_no_figures_and_one_sided_data_has_finite_ones() {
        let nothing = Quality::of(&[], &[], 1);
        assert_eq!((nothing.count, nothing.accuracy, nothing.brier), (0, None, None));
        assert_eq!((nothing.log_loss, r_squared(&[], &[])), (None, None));
        let one_sided = Quality::of(&[1.0, 0.0], &[1.0, 1.0], 1);
        near(one_sided.accuracy, 0.5);
        assert!(one_sided.log_loss.unwrap().is_finite());
        assert_eq!(r_squared(&[0.3, 0.4], &[1.0, 1.0]), None);
        assert_eq!(Quality::of(&[], &[], 0).count, 0);
    }
}
