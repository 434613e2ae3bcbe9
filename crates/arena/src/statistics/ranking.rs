//! One game's order of finish and how likely strengths make it.
//!
//! Plackett–Luce fills the places from the first to the last: each goes to one of the seats still
//! unplaced, with probability proportional to its strength. Of tied seats nobody knows the order, so
//! the logarithm of the likelihood is averaged over all of them. For two seats a draw is thereby half a
//! win for each, no further parameter is needed, and the function stays concave.

use ludarium_game::MAX_SEATS;

use super::ScoredGame;
use ludarium_learn::algebra::Matrix;

/// A set of seats, as bits.
type Seats = u16;

/// A game, prepared for repeated evaluation.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The two parameters of each seat, the agent's and the seat's own, whose sum is its log-strength.
    parameters: Vec<[usize; 2]>,
    /// The sets of unplaced seats from which a place was filled, each with the share of orders in which
    /// that happened.
    stages: Vec<(Seats, f64)>,
}

/// A log-likelihood with its derivatives.
#[derive(Clone, Debug)]
pub struct Likelihood {
    /// The log-likelihood.
    pub value: f64,
    /// Its gradient.
    pub gradient: Vec<f64>,
    /// Minus its second derivatives.
    pub information: Matrix,
}

impl Likelihood {
    /// That of no games.
    pub fn new(parameters: usize) -> Likelihood {
        Likelihood {
            value: 0.0,
            gradient: vec![0.0; parameters],
            information: Matrix::zero(parameters),
        }
    }
}

impl Ranking {
    /// The order of a game's seats; `None` with fewer than two seats, or more than any game has.
    /// Parameters are those of `agents` agents, then those of the seats.
    pub fn new(outcome: &ScoredGame, agents: usize) -> Option<Ranking> {
        let seats = outcome.seats();
        let known = outcome.seated().all(|(_, agent)| agent < agents);
        if !(2..=MAX_SEATS).contains(&seats) || !known {
            return None;
        }
        let mut stages = Vec::new();
        let mut behind: Seats = (1 << seats) - 1;
        for tied in outcome.order() {
            behind &= !tied.iter().fold(0, |set, seat| set | 1 << seat);
            for choice in 1..(1u32 << tied.len()) {
                let chosen = |&(index, _): &(usize, &usize)| choice >> index & 1 == 1;
                let left = tied.iter().enumerate().filter(chosen);
                let set = left.fold(behind, |set, (_, seat)| set | 1 << seat);
                let orders = binomial(tied.len() as u32, choice.count_ones());
                stages.push((set, 1.0 / orders));
            }
        }
        Some(Ranking {
            parameters: outcome.seated().map(|(seat, agent)| [agent, agents + seat]).collect(),
            stages,
        })
    }

    /// Adds the log-likelihood of `times` games like this, with its derivatives.
    pub fn add_to(&self, values: &[f64], times: f64, total: &mut Likelihood) {
        let mut gradient = [1.0; MAX_SEATS];
        let mut information = [[0.0; MAX_SEATS]; MAX_SEATS];
        total.value += times
            * self.each_stage(values, |weight, chances| {
                for (seat, chance) in chances.iter().enumerate() {
                    gradient[seat] -= weight * chance;
                    information[seat][seat] += weight * chance;
                    for (other, other_chance) in chances.iter().enumerate() {
                        information[seat][other] -= weight * chance * other_chance;
                    }
                }
            });
        for (seat, parameters) in self.parameters.iter().enumerate() {
            for &row in parameters {
                total.gradient[row] += times * gradient[seat];
                for (other, columns) in self.parameters.iter().enumerate() {
                    for &column in columns {
                        let cell = times * information[seat][other];
                        total.information.add(row, column, cell);
                    }
                }
            }
        }
    }

    /// The log-likelihood; passes each stage's weight and the chances of the seats to get the place.
    fn each_stage(&self, values: &[f64], mut visit: impl FnMut(f64, &[f64])) -> f64 {
        let mut value = 0.0;
        let mut logits = [0.0; MAX_SEATS];
        for (logit, parameters) in logits.iter_mut().zip(&self.parameters) {
            *logit = parameters.iter().map(|&parameter| values[parameter]).sum();
        }
        let logits = &logits[..self.parameters.len()];
        // Only differences matter; without the largest logit no exponential can overflow.
        let largest = logits.iter().copied().fold(f64::MIN, f64::max);
        let mut chances = [0.0; MAX_SEATS];
        for &(set, weight) in &self.stages {
            for (seat, logit) in logits.iter().enumerate() {
                let unplaced = set >> seat & 1 == 1;
                chances[seat] = if unplaced { (logit - largest).exp() } else { 0.0 };
            }
            let chances = &mut chances[..logits.len()];
            let sum: f64 = chances.iter().sum();
            chances.iter_mut().for_each(|chance| *chance /= sum);
            value -= weight * sum.ln();
            visit(weight, chances);
        }
        value + logits.iter().map(|logit| logit - largest).sum::<f64>()
    }
}

fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(scores: &[f64], logits: &[f64]) -> f64 {
        let outcome =
            ScoredGame { block: 0, agents: (0..scores.len()).collect(), scores: scores.to_vec() };
        let ranking = Ranking::new(&outcome, scores.len()).unwrap();
        let mut values = logits.to_vec();
        values.resize(2 * scores.len(), 0.0);
        let mut total = Likelihood::new(values.len());
        ranking.add_to(&values, 1.0, &mut total);
        total.value
    }

    #[test]
    fn orders_have_the_probability_of_the_definition() {
        let w = [0.3f64, -0.7, 1.1].map(f64::exp);
        let expected = w[1] / (w[0] + w[1] + w[2]) * (w[2] / (w[0] + w[2]));
        let found = value(&[0.0, 1.0, 0.5], &[0.3, -0.7, 1.1]).exp();
        assert!((found - expected).abs() < 1e-12);
    }

    #[test]
    fn ties_are_the_mean_over_their_orders() {
        let logits = [0.4, -0.2, 0.9, 0.1];
        let orders = [[3, 2, 1], [3, 1, 2], [2, 3, 1], [2, 1, 3], [1, 3, 2], [1, 2, 3]];
        let mean = orders
            .iter()
            .map(|o| value(&[o[0].into(), 0.0, o[1].into(), o[2].into()], &logits) / 6.0)
            .sum::<f64>();
        assert!((value(&[1.0, 0.0, 1.0, 1.0], &logits) - mean).abs() < 1e-12);
        // All of eight tied: the sum of 8! orders, in 255 stages.
        let all = value(&[0.0; 8], &[0.0; 8]);
        assert!((all + libm::lgamma(9.0)).abs() < 1e-9, "{all}");
    }

    #[test]
    fn derivatives_are_those_of_the_value() {
        let outcome =
            ScoredGame { block: 0, agents: vec![0, 1, 0, 2], scores: vec![0.5, 1.0, 0.5, 0.0] };
        let ranking = Ranking::new(&outcome, 3).unwrap();
        let at = |values: &[f64]| {
            let mut total = Likelihood::new(7);
            ranking.add_to(values, 1.0, &mut total);
            total
        };
        let values = [0.5, -0.3, 0.2, 0.1, -0.4, 0.0, 0.3];
        let exact = at(&values);
        for row in 0..7 {
            let moved = |by: f64| {
                let mut values = values;
                values[row] += by;
                at(&values)
            };
            let (up, down) = (moved(1e-5), moved(-1e-5));
            let slope = (up.value - down.value) / 2e-5;
            assert!((slope - exact.gradient[row]).abs() < 1e-8);
            for column in 0..7 {
                let slope = (up.gradient[column] - down.gradient[column]) / 2e-5;
                assert!((slope + exact.information.at(row, column)).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn impossible_games_are_left_out() {
        let game =
            |agents: Vec<usize>| ScoredGame { block: 0, scores: vec![0.0; agents.len()], agents };
        assert!(Ranking::new(&game(vec![0]), 1).is_none());
        assert!(Ranking::new(&game(vec![0; MAX_SEATS + 1]), 1).is_none());
        assert!(Ranking::new(&game(vec![0, 2]), 2).is_none());
        assert!(Ranking::new(&game(vec![0; MAX_SEATS]), 1).is_some());
    }
}
