//! Made-up games of known strength and known luck, for tests.

use ludarium_game::Rng;

use super::super::{BlockSum, ScoredGame};

/// Pairs of two-seat games, both results seen from one agent: a common draw decides both with
/// probability |correlation|, alike or opposite, and otherwise each is drawn for itself.
pub struct Pairs {
    win: f64,
    draw: f64,
    correlation: f64,
}

impl Pairs {
    /// Games of a mean score and a share of draws.
    pub fn new(score: f64, draws: f64, correlation: f64) -> Pairs {
        Pairs { win: score - draws / 2.0, draw: draws, correlation }
    }

    /// The mean score of a game.
    pub fn mean(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The variance of one game's score.
    pub fn game_variance(&self) -> f64 {
        self.win + self.draw / 4.0 - self.mean() * self.mean()
    }

    /// The variance of a pair's mean score, by summing over the joint distribution.
    pub fn pair_variance(&self) -> f64 {
        let lost = 1.0 - self.win - self.draw;
        let single = [(lost, 0.0), (self.draw, 0.5), (self.win, 1.0)];
        let square = |a: f64, b: f64| ((a + b) / 2.0 - self.mean()).powi(2);
        let apart: f64 =
            single.iter().flat_map(|&(p, a)| single.map(|(q, b)| p * q * square(a, b))).sum();
        // The joint draw is a common or an opposite quantile: sum over where either result changes.
        let mut cuts = [0.0, lost, lost + self.draw, self.win, self.win + self.draw, 1.0];
        cuts.sort_by(f64::total_cmp);
        let together: f64 = cuts
            .windows(2)
            .map(|cut| {
                let (first, second) = self.joint((cut[0] + cut[1]) / 2.0);
                (cut[1] - cut[0]) * square(first, second)
            })
            .sum();
        let weight = self.correlation.abs();
        weight * together + (1.0 - weight) * apart
    }

    /// Both results of a pair.
    pub fn draw(&self, rng: &mut Rng) -> (f64, f64) {
        if rng.unit() < self.correlation.abs() {
            self.joint(rng.unit())
        } else {
            (self.result(rng.unit()), self.result(rng.unit()))
        }
    }

    fn joint(&self, quantile: f64) -> (f64, f64) {
        let other = if self.correlation < 0.0 { 1.0 - quantile } else { quantile };
        (self.result(quantile), self.result(other))
    }

    fn result(&self, quantile: f64) -> f64 {
        let lost = 1.0 - self.win - self.draw;
        match quantile {
            q if q < lost => 0.0,
            q if q < lost + self.draw => 0.5,
            _ => 1.0,
        }
    }
}

/// The block of a pair of results.
pub fn pair((first, second): (f64, f64)) -> BlockSum {
    BlockSum { sum: first + second, count: 2 }
}

/// One Gumbel draw for each seat.
pub fn luck(seats: usize, rng: &mut Rng) -> Vec<f64> {
    (0..seats).map(|_| -(-(1.0 - rng.unit()).ln()).ln()).collect()
}

/// A game that is decided by the order of logit plus luck. With Gumbel draws for luck that order follows
/// Plackett–Luce exactly.
pub fn ranked(block: u64, agents: &[usize], logits: &[f64], luck: &[f64]) -> ScoredGame {
    let performance: Vec<f64> = logits.iter().zip(luck).map(|(a, b)| a + b).collect();
    let beaten = |&mine: &f64| performance.iter().filter(|&&other| other < mine).count();
    ScoredGame {
        block,
        agents: agents.to_vec(),
        scores: performance
            .iter()
            .map(|mine| beaten(mine) as f64 / (agents.len() - 1) as f64)
            .collect(),
    }
}

/// A game with luck of its own.
pub fn ranked_game(block: u64, agents: &[usize], logits: &[f64], rng: &mut Rng) -> ScoredGame {
    ranked(block, agents, logits, &luck(agents.len(), rng))
}
