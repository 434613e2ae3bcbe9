//! Whether things predicted with probability p happen that often.

/// One bin of predictions, from `low` to below `high` (the last one includes 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Where the bin begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// How many predictions fell into it.
    pub count: usize,
    /// Their mean, if there were any.
    pub predicted: Option<f64>,
    /// How often it happened, if there were any.
    pub happened: Option<f64>,
}

/// Sorts predictions by size into `bins` bins of equal width. A well calibrated model has `predicted` and
/// `happened` alike in each. Predictions outside [0, 1] fall into the bin at that end.
pub fn reliability(predictions: &[f32], targets: &[f32], bins: usize) -> Vec<Bin> {
    let mut counts = vec![(0usize, 0.0, 0.0); bins];
    for (prediction, target) in predictions.iter().zip(targets) {
        let prediction = f64::from(*prediction);
        let place = (prediction * bins as f64) as usize;
        if let Some(bin) = counts.get_mut(place.min(bins.saturating_sub(1))) {
            bin.0 += 1;
            bin.1 += prediction;
            bin.2 += f64::from(*target);
        }
    }
    let width = 1.0 / bins as f64;
    let sums = counts.into_iter().enumerate();
    sums.map(|(place, (count, predicted, happened))| {
        let mean = |sum: f64| (count > 0).then(|| sum / count as f64);
        Bin {
            low: place as f64 * width,
            high: (place + 1) as f64 * width,
            count,
            predicted: mean(predicted),
            happened: mean(happened),
        }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prediction_has_its_bin() {
        let predictions = [0.0, 0.1, 0.25, 0.5, 0.99, 1.0, -3.0, 7.0];
        let targets = [0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0];
        let bins = reliability(&predictions, &targets, 4);
        let counts: Vec<usize> = bins.iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [3, 1, 1, 3]);
        assert_eq!(bins[1].predicted, Some(0.25));
        assert_eq!(bins[1].happened, Some(0.0));
        assert!((bins[0].happened.unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!((bins[0].low, bins[3].high), (0.0, 1.0));
    }

    #[test]
    fn empty_bins_have_no_means() {
        let bins = reliability(&[], &[], 3);
        assert!(bins.iter().all(|bin| bin.count == 0 && bin.predicted.is_none()));
        assert_eq!(bins.len(), 3);
        assert_eq!(reliability(&[0.5], &[1.0], 0), []);
    }
}
