//! How the learning rate changes from epoch to epoch.

use serde::{Deserialize, Serialize};

use crate::{LearnError, Result};

/// How the learning rate changes from epoch to epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RateSchedule {
    /// It stays.
    Constant,
    /// It is multiplied by `factor` after every `every` epochs.
    Steps {
        /// How many epochs a step lasts.
        every: u32,
        /// By what the rate is multiplied.
        factor: f32,
    },
    /// It falls along half a wave of the cosine to `floor` times its first value in the last epoch.
    Cosine {
        /// The share that is left in the end.
        floor: f32,
    },
}

impl RateSchedule {
    /// The rate of an epoch, counted from 1, of this many.
    pub fn rate(self, first: f32, epoch: u32, epochs: u32) -> f32 {
        let done = epoch.saturating_sub(1);
        match self {
            RateSchedule::Constant => first,
            RateSchedule::Steps { every, factor } => {
                let steps = done / every.max(1);
                first * libm::powf(factor, steps as f32)
            }
            RateSchedule::Cosine { floor } => {
                let way = f64::from(done) / f64::from(epochs.saturating_sub(1).max(1));
                let height = 0.5 * (1.0 + libm::cos(std::f64::consts::PI * way.min(1.0)));
                first * (floor + (1.0 - floor) * height as f32)
            }
        }
    }

    pub(super) fn check(self) -> Result<()> {
        let wrong = match self {
            RateSchedule::Constant => return Ok(()),
            RateSchedule::Steps { every, factor }
                if every == 0 || !(factor > 0.0 && factor <= 1.0) =>
            {
                format!(
                    "{every} epochs a step and the factor {factor}, expected at least 1 and a share of 1"
                )
            }
            RateSchedule::Cosine { floor } if !(0.0..=1.0).contains(&floor) => {
                format!("the floor {floor}, expected a share of 1")
            }
            _ => return Ok(()),
        };
        Err(LearnError::Settings(format!("the schedule has {wrong}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_at_the_ends_and_between() {
        let steps = RateSchedule::Steps { every: 10, factor: 0.5 };
        assert_eq!(steps.rate(0.8, 10, 100), 0.8);
        assert_eq!(steps.rate(0.8, 11, 100), 0.4);
        assert_eq!(steps.rate(0.8, 31, 100), 0.1);
        let cosine = RateSchedule::Cosine { floor: 0.1 };
        assert_eq!(cosine.rate(1.0, 1, 21), 1.0);
        assert!((cosine.rate(1.0, 11, 21) - 0.55).abs() < 1e-6);
        assert!((cosine.rate(1.0, 21, 21) - 0.1).abs() < 1e-6);
        assert_eq!(cosine.rate(1.0, 1, 1), 1.0);
        assert_eq!(RateSchedule::Constant.rate(0.3, 7, 9), 0.3);
    }

    #[test]
    fn schedules_without_sense_are_refused() {
        assert!(RateSchedule::Cosine { floor: f32::NAN }.check().is_err());
        let steps = |every, factor| RateSchedule::Steps { every, factor }.check();
        assert!(steps(0, 0.5).is_err() && steps(3, 1.5).is_err() && steps(3, 0.5).is_ok());
    }
}
