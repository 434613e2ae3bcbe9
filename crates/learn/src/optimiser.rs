//! How a gradient changes parameters.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::kernels::{AdamStep, adam};

/// The rule by which a gradient changes parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Steps along a running sum of the gradients: v ← m·v + g, θ ← θ − rate·v.
    Sgd {
        /// How much of the running sum is kept, from 0 (none) to below 1.
        momentum: f32,
    },
    /// Adam: steps along the running mean of the gradient, divided by the root of that of its square.
    Adam {
        /// How much of the mean is kept.
        keep_first: f32,
        /// How much of the mean of the square is kept.
        keep_second: f32,
        /// Keeps the quotient finite.
        epsilon: f32,
    },
}

impl Rule {
    /// Adam with the constants of its authors.
    pub const ADAM: Rule = Rule::Adam { keep_first: 0.9, keep_second: 0.999, epsilon: 1e-8 };
}

/// A rule and what it remembers of earlier gradients.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimiser {
    rule: Rule,
    steps: u32,
    first: Vec<f32>,
    second: Vec<f32>,
}

impl Optimiser {
    /// An optimiser that has seen nothing yet.
    pub fn new(rule: Rule, parameters: usize) -> Optimiser {
        let (first, second) = match rule {
            Rule::Sgd { momentum: 0.0 } => (0, 0),
            Rule::Sgd { .. } => (parameters, 0),
            Rule::Adam { .. } => (parameters, parameters),
        };
        Optimiser { rule, steps: 0, first: vec![0.0; first], second: vec![0.0; second] }
    }

    /// Changes all parameters by one gradient.
    pub fn step(&mut self, rate: f32, parameters: &mut [f32], gradient: &[f32]) {
        let step = self.step_ahead(rate, 1);
        self.count_steps(1);
        step.apply(parameters, gradient, &mut self.first, &mut self.second);
    }

    /// The step that comes after this many more, itself counted.
    pub(crate) fn step_ahead(&self, rate: f32, ahead: u32) -> ParameterStep {
        match self.rule {
            Rule::Sgd { momentum } => ParameterStep::Sgd { momentum, rate },
            Rule::Adam { keep_first, keep_second, epsilon } => {
                let steps = self.steps.saturating_add(ahead);
                let started = |keep: f32| 1.0 - libm::pow(f64::from(keep), f64::from(steps));
                ParameterStep::Adam(AdamStep {
                    keep_first,
                    keep_second,
                    rate: (f64::from(rate) / started(keep_first)) as f32,
                    correction: (1.0 / started(keep_second)) as f32,
                    epsilon,
                })
            }
        }
    }

    /// Notes that this many steps were done.
    pub(crate) fn count_steps(&mut self, count: u32) {
        self.steps = self.steps.saturating_add(count);
    }

    /// What it remembers of each parameter, to change: both are empty where nothing is remembered.
    pub(crate) fn memory_mut(&mut self) -> [&mut [f32]; 2] {
        [&mut self.first, &mut self.second]
    }

    /// Everything it remembers, by name, for a checkpoint.
    pub(crate) fn memory(&self) -> BTreeMap<&'static str, &[f32]> {
        BTreeMap::from([("first", &*self.first), ("second", &*self.second)])
    }

    /// The number of steps so far.
    pub(crate) fn steps(&self) -> u32 {
        self.steps
    }

    /// Puts back what [`Optimiser::memory`] and [`Optimiser::steps`] gave; `false` if it does not fit.
    pub(crate) fn restore(&mut self, steps: u32, first: &[f32], second: &[f32]) -> bool {
        if first.len() != self.first.len() || second.len() != self.second.len() {
            return false;
        }
        self.steps = steps;
        self.first.copy_from_slice(first);
        self.second.copy_from_slice(second);
        true
    }
}

/// One step: the same for every parameter, so that some can be changed here and others elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ParameterStep {
    Sgd { momentum: f32, rate: f32 },
    Adam(AdamStep),
}

impl ParameterStep {
    /// Changes some parameters by their gradient and what is remembered of them.
    pub(crate) fn apply(
        self,
        parameters: &mut [f32],
        gradient: &[f32],
        first: &mut [f32],
        second: &mut [f32],
    ) {
        match self {
            ParameterStep::Adam(step) => adam(step, parameters, gradient, first, second),
            ParameterStep::Sgd { rate, .. } if first.is_empty() => {
                descend(rate, parameters, gradient)
            }
            ParameterStep::Sgd { momentum, rate } => {
                for (sum, slope) in first.iter_mut().zip(gradient) {
                    *sum = momentum * *sum + slope;
                }
                descend(rate, parameters, first);
            }
        }
    }
}

fn descend(rate: f32, parameters: &mut [f32], direction: &[f32]) {
    for (parameter, slope) in parameters.iter_mut().zip(direction) {
        *parameter -= rate * slope;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand: the first step of Adam is the rate, against the sign of each slope.
    #[test]
    fn first_steps_are_the_textbook_ones() {
        let gradient = [0.5, -3.0];
        let mut parameters = [1.0, 1.0];
        Optimiser::new(Rule::ADAM, 2).step(0.1, &mut parameters, &gradient);
        assert!((parameters[0] - 0.9).abs() < 1e-6 && (parameters[1] - 1.1).abs() < 1e-6);

        let mut parameters = [1.0, 1.0];
        let mut sgd = Optimiser::new(Rule::Sgd { momentum: 0.5 }, 2);
        sgd.step(0.1, &mut parameters, &gradient);
        sgd.step(0.1, &mut parameters, &gradient);
        assert!((parameters[0] - (1.0 - 0.05 - 0.075)).abs() < 1e-6);
        assert!((parameters[1] - (1.0 + 0.3 + 0.45)).abs() < 1e-6);
    }

    /// The second step of Adam after slopes 1 and −1, with the means and corrections written out.
    #[test]
    fn the_second_step_of_adam_uses_corrected_means() {
        let mut parameters = [0.0];
        let mut adam = Optimiser::new(Rule::ADAM, 1);
        adam.step(0.1, &mut parameters, &[1.0]);
        adam.step(0.1, &mut parameters, &[-1.0]);
        let first = (0.9 * 0.1 - 0.1) / (1.0 - 0.81);
        assert!((parameters[0] - (-0.1 - 0.1 * first)).abs() < 1e-6);
    }

    #[test]
    fn both_rules_find_the_minimum_of_a_quadratic() {
        for rule in [Rule::ADAM, Rule::Sgd { momentum: 0.9 }, Rule::Sgd { momentum: 0.0 }] {
            let mut point = [4.0f32, -3.0];
            let mut optimiser = Optimiser::new(rule, 2);
            for _ in 0..600 {
                let slopes = [2.0 * (point[0] - 1.0), 8.0 * (point[1] - 2.0)];
                optimiser.step(0.03, &mut point, &slopes);
            }
            assert!(
                (point[0] - 1.0).abs() < 1e-2 && (point[1] - 2.0).abs() < 1e-2,
                "{rule:?}: {point:?}"
            );
        }
    }
}
