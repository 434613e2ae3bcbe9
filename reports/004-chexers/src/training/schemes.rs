//! Ways in which the weights move after a game: as the report's program does it, by a correct regression in the
//! program's features, and as the report's text says.

use ludarium_learn::regression::least_squares;

use super::game::GameTrace;
use crate::agents::Version;
use ludarium_train::TrainError;

/// How far the weights move towards those a game asks for.
const RATE: f64 = 0.001;

/// What the reward of an action is multiplied by for each action of the same player before it.
const DISCOUNT: f64 = 0.99;

/// How the weights are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// As the report's program: from zero, five steps in which every weight alone is to explain the target, and that
    /// target is the fourth feature with a small reward.
    AsFound,
    /// Least squares of the evaluation and the reward, in all features together, once a game; games and features of
    /// the program.
    Regression,
    /// As the report's text says: the same three times a game, with games and features of the text.
    Described,
}

/// How often the text regresses after each game.
const REGRESSIONS: usize = 3;

impl Scheme {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::AsFound => "as-found",
            Scheme::Regression => "regression",
            Scheme::Described => "described",
        }
    }

    /// The version that plays the games.
    pub fn version(self) -> Version {
        match self {
            Scheme::AsFound | Scheme::Regression => Version::AsFound,
            Scheme::Described => Version::Described { edge: 0 },
        }
    }

    /// The weights after a game.
    pub fn learn(self, weights: [f64; 4], game: &GameTrace) -> Result<[f64; 4], TrainError> {
        let (wanted, times) = match self {
            Scheme::AsFound => (as_found(game), 1),
            Scheme::Regression => (regression(weights, game)?, 1),
            // The new evaluation values stay the same all three times, so what explains them does too.
            Scheme::Described => (regression(weights, game)?, REGRESSIONS),
        };
        let mut next = weights;
        for _ in 0..times {
            for (weight, wanted) in next.iter_mut().zip(wanted) {
                *weight += RATE * (wanted - *weight);
            }
        }
        Ok(next)
    }
}

/// The mean over the three players of five steps of size 0.001 from zero. The program multiplies features and weights
/// without adding the products up, so each weight is fitted alone.
fn as_found(game: &GameTrace) -> [f64; 4] {
    let mut mean = [0.0; 4];
    for (actions, won) in game.actions.iter().zip(game.won) {
        let reward = if won { 0.1 } else { -0.1 };
        let target = |(k, features): (usize, &[f64; 4])| features[3] + reward * discount(k);
        let targets: Vec<f64> = actions.iter().enumerate().map(target).collect();
        for (place, mean) in mean.iter_mut().enumerate() {
            let mut weight = 0.0;
            for _ in 0..5 {
                let rows = actions.iter().zip(&targets);
                let slope: f64 = rows
                    .map(|(features, target)| (features[place] * weight - target) * features[place])
                    .sum();
                weight -= 0.001 * slope / actions.len().max(1) as f64;
            }
            *mean += weight / 3.0;
        }
    }
    mean
}

/// The least squares of evaluation and reward over the actions of all three players.
///
/// The evaluation is itself a sum of the features with the old weights, so only the reward is fitted and the old
/// weights are added: the same answer, and a feature that never showed up keeps its weight.
fn regression(weights: [f64; 4], game: &GameTrace) -> Result<[f64; 4], TrainError> {
    let (mut cells, mut targets) = (Vec::new(), Vec::new());
    for (actions, won) in game.actions.iter().zip(game.won) {
        let reward = if won { 1.0 } else { -1.0 };
        for (k, features) in actions.iter().enumerate() {
            cells.extend(features.map(|feature| feature as f32));
            targets.push(reward * discount(k));
        }
    }
    let step = least_squares(&cells, 4, &targets, 1e-6)?;
    let mut next = weights;
    for (weight, step) in next.iter_mut().zip(step) {
        *weight += step;
    }
    Ok(next)
}

/// What the reward of a player's action is multiplied by, the first action being number 0.
fn discount(k: usize) -> f64 {
    (0..k).fold(1.0, |product, _| product * DISCOUNT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameTrace {
        GameTrace {
            actions: [
                vec![[0.0, 4.0, 36.0, 0.0], [0.0, 3.0, 9.0, -1.0]],
                vec![[1.0, 4.0, 25.0, -1.0]],
                vec![[2.0, 4.0, 30.0, -2.0], [2.0, 4.0, 16.0, 0.0]],
            ],
            won: [true, false, false],
            positions: Vec::new(),
        }
    }

    /// The arithmetic of the program, written down once more for one player and one weight.
    #[test]
    fn weights_are_fitted_alone() {
        let mut lonely = game();
        lonely.actions[1].clear();
        lonely.actions[2].clear();
        let found = as_found(&lonely);
        let targets = [0.1, -1.0 + 0.1 * 0.99];
        let mut second: f64 = 0.0;
        for _ in 0..5 {
            let slope = (4.0 * second - targets[0]) * 4.0 + (3.0 * second - targets[1]) * 3.0;
            second -= 0.001 * slope / 2.0;
        }
        assert!((found[1] - second / 3.0).abs() < 1e-15, "{found:?}");
        // The fourth feature is nearly its own target, so its weight alone moves up.
        assert!(found[3] > 0.0 && found[0] == 0.0);
    }

    #[test]
    fn five_hundred_games_leave_six_tenths() {
        let empty = GameTrace::default();
        let mut weights = [-1.0, -10.0, -10.0, 1.0];
        for _ in 0..500 {
            weights = Scheme::AsFound.learn(weights, &empty).unwrap();
        }
        assert!((weights[1] / -10.0 - 0.60638).abs() < 1e-5, "{weights:?}");
    }

    /// With rewards that are a sum of features, least squares finds that sum and adds it to the weights.
    #[test]
    fn regression_adds_what_explains_the_rewards() {
        let mut played = GameTrace { won: [true, false, false], ..GameTrace::default() };
        // Rewards of the winner fall as 0.99^k; so does its second feature, and the losers' rises from below.
        for (actions, sign) in played.actions.iter_mut().zip([1.0, -1.0, -1.0]) {
            *actions = (0..20)
                .map(|k| [(k % 3) as f64, sign * 2.0 * discount(k), (k % 5) as f64, 0.0])
                .collect();
        }
        let found = regression([-1.0, -10.0, -10.0, 1.0], &played).unwrap();
        assert!((found[1] - (-10.0 + 0.5)).abs() < 1e-4, "{found:?}");
        assert!((found[0] + 1.0).abs() < 1e-4 && (found[2] + 10.0).abs() < 1e-4);
        // The fourth feature is always zero: its weight stays.
        assert_eq!(found[3], 1.0);
        let next = Scheme::Regression.learn([-1.0, -10.0, -10.0, 1.0], &played).unwrap();
        assert!((next[1] - (-10.0 + 0.0005)).abs() < 1e-6);
        let thrice = Scheme::Described.learn([-1.0, -10.0, -10.0, 1.0], &played).unwrap();
        assert!((thrice[1] - (-10.0 + 0.0015)).abs() < 1e-5, "{thrice:?}");
    }
}
