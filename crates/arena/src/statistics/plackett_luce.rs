//! Ratings of agents and seats from games of any number of seats, by maximum likelihood.
//!
//! The log-strength of an agent in a seat is the agent's plus the seat's. For two seats this is
//! Bradley–Terry with a term for the first move. The maximum is found by Newton's method: it is the one
//! that the usual fixed-point iterations creep towards, and the matrix is needed for the intervals
//! anyway.
//!
//! Every agent and every seat has one win and one loss against a dummy of strength 0, so that a pool
//! with an agent that won everything still has finite ratings.
//!
//! The covariance is clustered by block: the spread is that of whole blocks' gradients, with each
//! game of the dummies as a block of its own, which keeps intervals wide where the games say little. It
//! costs one pass, where a bootstrap would cost a fit for each resample and would call an agent that won
//! everything perfectly known.

use std::collections::BTreeMap;

use super::elo::ELO_PER_LOGIT;
use super::ranking::{Likelihood, Ranking};
use super::{Estimate, FEW_BLOCKS, Results, ScoredGame, Z95};
use ludarium_learn::algebra::Matrix;

/// Newton steps; a handful is enough, and the limit keeps bad luck with rounding from going on forever.
const STEPS: usize = 100;

/// Halvings of a step that went too far.
const HALVINGS: usize = 30;

/// Strengths of agents and seats, in Elo.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Each agent's rating; the ratings have the mean 0. `None` for an agent that met no other.
    pub agents: Vec<Option<Estimate>>,
    /// What each seat adds to the rating of its player; sums to 0.
    pub seats: Vec<Estimate>,
    /// The probability that the first agent is stronger than the second, `superiority[first][second]`;
    /// `None` for an agent with itself and for two that no chain of games links.
    pub superiority: Vec<Vec<Option<f64>>>,
    /// The games that count: those with 2 to 8 seats, all held by known agents.
    pub games: usize,
    /// The blocks they form.
    pub blocks: usize,
}

impl Results {
    /// Rates `agents` agents and the seats of their games; `None` if no game counts.
    pub fn rate(&self, agents: usize) -> Option<Ratings> {
        let mut pools = Pools::new(agents);
        let (mut games, mut seats) = (0, 0);
        let mut kinds = Vec::new();
        for (outcome, count) in self.counted() {
            let ranking = Ranking::new(outcome, agents);
            if ranking.is_some() {
                pools.link(outcome);
                games += count as usize;
                seats = seats.max(outcome.seats());
            }
            kinds.push((ranking, count));
        }
        if games == 0 {
            return None;
        }
        let sample = RatedSample::new(self, &kinds);
        let fit = RatingFit::new(&sample, agents + seats)?;
        let linked = |a: usize, b: usize| pools.of(a) == pools.of(b);
        let rated: Vec<usize> = (0..agents)
            .filter(|&agent| (0..agents).any(|other| other != agent && linked(agent, other)))
            .collect();
        let seat_parameters: Vec<usize> = (agents..agents + seats).collect();
        let mut ratings = Ratings {
            agents: vec![None; agents],
            seats: fit.around_their_mean(&seat_parameters),
            superiority: vec![vec![None; agents]; agents],
            games,
            blocks: sample.number,
        };
        for (&agent, rating) in rated.iter().zip(fit.around_their_mean(&rated)) {
            ratings.agents[agent] = Some(rating);
            for &other in rated.iter().filter(|&&other| other != agent) {
                let superiority = linked(agent, other).then(|| fit.superiority(agent, other));
                ratings.superiority[agent][other] = superiority;
            }
        }
        Some(ratings)
    }
}

/// The games that are fitted.
struct RatedSample<'a> {
    /// Each kind of games, as far as it counts, with the number of its games.
    kinds: &'a [(Option<Ranking>, u64)],
    /// Each kind of blocks, as the kinds of its games, with the number of its blocks.
    blocks: BTreeMap<Vec<u32>, u64>,
    /// The number of blocks with games that count.
    number: usize,
}

impl<'a> RatedSample<'a> {
    fn new(results: &Results, kinds: &'a [(Option<Ranking>, u64)]) -> RatedSample<'a> {
        let mut blocks: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        let mut number = 0;
        let mut block = Vec::new();
        results.each_block(|games| {
            block.clear();
            let kinds_of_games = games.iter().map(|&(_, kind)| kind);
            block.extend(kinds_of_games.filter(|&kind| kinds[kind as usize].0.is_some()));
            if block.is_empty() {
                return;
            }
            block.sort_unstable();
            number += 1;
            match blocks.get_mut(block.as_slice()) {
                Some(count) => *count += 1,
                None => {
                    blocks.insert(block.clone(), 1);
                }
            }
        });
        RatedSample { kinds, blocks, number }
    }
}

/// The most likely parameters and how sure they are.
struct RatingFit {
    values: Vec<f64>,
    /// The covariance by the spread between blocks.
    clustered: Matrix,
    /// The covariance if all games were independent and the model true.
    independent: Matrix,
    few_blocks: bool,
}

impl RatingFit {
    fn new(sample: &RatedSample<'_>, parameters: usize) -> Option<RatingFit> {
        let (values, independent) = maximum(sample, parameters)?;
        let mut spread = Matrix::zero(parameters);
        // The spread around a fitted mean is too small by one block.
        let correction = match sample.number as f64 {
            number if number > 1.0 => number / (number - 1.0),
            _ => 1.0,
        };
        let mut likelihood = Likelihood::new(parameters);
        let mut gradient = |ranking: &Option<Ranking>| -> Vec<(usize, f64)> {
            let Some(ranking) = ranking else {
                return Vec::new();
            };
            likelihood.gradient.fill(0.0);
            ranking.add_to(&values, 1.0, &mut likelihood);
            // A game has few seats: most of its gradient is 0.
            let cells = likelihood.gradient.iter().copied().enumerate();
            cells.filter(|(_, cell)| *cell != 0.0).collect()
        };
        let kinds = sample.kinds.iter();
        let gradients: Vec<_> = kinds.map(|(ranking, _)| gradient(ranking)).collect();
        let mut sum = vec![0.0; parameters];
        for (block, count) in &sample.blocks {
            sum.fill(0.0);
            for &kind in block {
                for &(index, cell) in &gradients[kind as usize] {
                    sum[index] += cell;
                }
            }
            spread.add_outer(&sum, correction * *count as f64);
        }
        for (index, value) in values.iter().enumerate() {
            let win = logistic(*value);
            spread.add(index, index, win * win + (1.0 - win) * (1.0 - win));
        }
        Some(RatingFit {
            clustered: independent.product(&spread).product(&independent),
            values,
            independent,
            few_blocks: sample.number < FEW_BLOCKS,
        })
    }

    /// The standard error by a variance. Of few blocks the spread is poorly known, and the larger
    /// of the two covariances is taken.
    fn error(&self, variance: impl Fn(&Matrix) -> f64) -> f64 {
        let mut found = variance(&self.clustered);
        if self.few_blocks {
            found = found.max(variance(&self.independent));
        }
        // Rounding could leave nothing or less of a tiny variance.
        found.max(f64::MIN_POSITIVE).sqrt()
    }

    /// Some parameters relative to their mean, in Elo.
    fn around_their_mean(&self, chosen: &[usize]) -> Vec<Estimate> {
        let number = chosen.len() as f64;
        let mean = chosen.iter().map(|&index| self.values[index]).sum::<f64>() / number;
        let estimate = |&index: &usize| {
            let mut weights = vec![0.0; self.values.len()];
            chosen.iter().for_each(|&other| weights[other] = -1.0 / number);
            weights[index] += 1.0;
            let value = ELO_PER_LOGIT * (self.values[index] - mean);
            let half = ELO_PER_LOGIT * Z95 * self.error(|matrix| matrix.form(&weights));
            Estimate { value, low: value - half, high: value + half }
        };
        chosen.iter().map(estimate).collect()
    }

    fn superiority(&self, first: usize, second: usize) -> f64 {
        let error = self.error(|matrix| {
            matrix.at(first, first) + matrix.at(second, second) - 2.0 * matrix.at(first, second)
        });
        let distance = (self.values[first] - self.values[second]) / error;
        0.5 * libm::erfc(-distance / std::f64::consts::SQRT_2)
    }
}

/// The parameters of the largest likelihood, and the inverse of the information there.
fn maximum(sample: &RatedSample<'_>, parameters: usize) -> Option<(Vec<f64>, Matrix)> {
    let mut values = vec![0.0; parameters];
    let mut here = likelihood(sample, &values);
    for _ in 0..STEPS {
        let step = here.information.inverse()?.times(&here.gradient);
        let rise: f64 = step.iter().zip(&here.gradient).map(|(a, b)| a * b).sum();
        if rise < 1e-14 {
            break;
        }
        let better = (0..HALVINGS).find_map(|halvings| {
            let size = 0.5f64.powi(halvings as i32);
            let moved: Vec<f64> = values.iter().zip(&step).map(|(v, s)| v + size * s).collect();
            let there = likelihood(sample, &moved);
            (there.value > here.value).then_some((moved, there))
        });
        match better {
            Some((moved, there)) => (values, here) = (moved, there),
            // No step rises by more than rounding: this is the maximum.
            None => break,
        }
    }
    Some((values, here.information.inverse()?))
}

/// The log-likelihood of all games, those against the dummies included.
fn likelihood(sample: &RatedSample<'_>, values: &[f64]) -> Likelihood {
    let mut total = Likelihood::new(values.len());
    for (ranking, count) in sample.kinds {
        if let Some(ranking) = ranking {
            ranking.add_to(values, *count as f64, &mut total);
        }
    }
    for (index, value) in values.iter().enumerate() {
        let win = logistic(*value);
        total.value += win.ln() + logistic(-value).ln();
        total.gradient[index] += 1.0 - 2.0 * win;
        total.information.add(index, index, 2.0 * win * (1.0 - win));
    }
    total
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Which agents are linked by games, directly or through others.
struct Pools(Vec<usize>);

impl Pools {
    fn new(agents: usize) -> Pools {
        Pools((0..agents).collect())
    }

    fn of(&self, agent: usize) -> usize {
        let mut root = agent;
        while self.0[root] != root {
            root = self.0[root];
        }
        root
    }

    fn link(&mut self, outcome: &ScoredGame) {
        for pair in outcome.agents[..outcome.seats()].windows(2) {
            let (first, second) = (self.of(pair[0]), self.of(pair[1]));
            self.0[first.max(second)] = first.min(second);
        }
    }
}
