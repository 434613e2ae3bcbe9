//! α-rank: who survives where strength goes in circles.
//!
//! A population plays one agent; now and then a mutant with another appears and takes over or dies
//! out. How much time this Markov chain spends with each agent is its rank.

use ludarium_game::{Error, Result};

use super::{Results, ScoredGame};

/// Stronger selection than this changes nothing, and its exponents could not be multiplied.
const STRONGEST: f64 = 1e200;

/// How much better a newcomer does in a population of each agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Advantages(Vec<Vec<Option<f64>>>);

impl Advantages {
    /// From a function of the resident and the newcomer, which gives the newcomer's payoff minus a
    /// resident's where one newcomer plays among residents. What is not a finite number is unknown.
    pub fn new(agents: usize, advantage: impl Fn(usize, usize) -> Option<f64>) -> Advantages {
        let cell = |resident, newcomer| {
            if resident == newcomer {
                return Some(0.0);
            }
            advantage(resident, newcomer).filter(|value: &f64| value.is_finite())
        };
        let row = |resident| {
            (0..agents)
                .map(|newcomer| cell(resident, newcomer))
                .collect()
        };
        Advantages((0..agents).map(row).collect())
    }

    /// The advantage of a newcomer among residents; `None` where it is unknown.
    pub fn of(&self, resident: usize, newcomer: usize) -> Option<f64> {
        *self.0.get(resident)?.get(newcomer)?
    }
}

impl Results {
    /// How much better newcomers do: the mean points of the newcomer minus those of a resident in all line-ups with one
    /// newcomer among residents. Where there is no such line-up, the share of meetings in which the
    /// newcomer came out ahead minus the share in which it came out behind, which for two seats is the
    /// same. Unknown where the two never met.
    pub fn advantages(&self, agents: usize) -> Advantages {
        let mut sums = vec![vec![(0.0, 0u64); agents]; agents];
        for (outcome, count) in self.counted() {
            for (resident, newcomer, advantage) in invasions(outcome) {
                if resident < agents && newcomer < agents {
                    let (sum, games) = &mut sums[resident][newcomer];
                    *sum += advantage * count as f64;
                    *games += count;
                }
            }
        }
        let pairs = self.tally(agents).pairs;
        Advantages::new(agents, |resident, newcomer| {
            match sums[resident][newcomer] {
                (_, 0) => pairs[newcomer][resident]
                    .score()
                    .map(|score| 2.0 * score - 1.0),
                (sum, games) => Some(sum / games as f64),
            }
        })
    }
}

/// Each reading of a line-up as one newcomer among residents, with the newcomer's advantage. With two
/// seats each is the newcomer once.
fn invasions(outcome: &ScoredGame) -> Vec<(usize, usize, f64)> {
    let seats = outcome.seats();
    let among_residents = |(seat, newcomer): (usize, usize)| {
        let (_, resident) = outcome.seated().find(|&(other, _)| other != seat)?;
        let alone = newcomer != resident
            && outcome
                .seated()
                .all(|(other, agent)| other == seat || agent == resident);
        let points = outcome.points(seat);
        let advantage = points - (1.0 - points) / (seats - 1) as f64;
        alone.then_some((resident, newcomer, advantage))
    };
    outcome.seated().filter_map(among_residents).collect()
}

/// The process behind the ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaRank {
    population: u32,
    alpha: f64,
}

impl Default for AlphaRank {
    /// A population of 50 under strong selection, α = 100.
    fn default() -> AlphaRank {
        AlphaRank {
            population: 50,
            alpha: 100.0,
        }
    }
}

impl AlphaRank {
    /// The process in a population of that size, with selection of intensity `alpha`.
    pub fn new(population: u32, alpha: f64) -> Result<AlphaRank> {
        let refuse = |key: &str, value: String, expected: &str| {
            Err(Error::Value {
                key: key.to_owned(),
                value,
                expected: expected.to_owned(),
            })
        };
        if population < 2 {
            return refuse("population", population.to_string(), "2 or more");
        }
        if !(alpha.is_finite() && alpha >= 0.0) {
            return refuse("alpha", alpha.to_string(), "a number from 0 upwards");
        }
        Ok(AlphaRank { population, alpha })
    }

    /// The share of time with each agent, summing to 1; `None` if some advantage is unknown.
    pub fn shares(&self, advantages: &Advantages) -> Option<Vec<f64>> {
        let takeovers = |row: &Vec<Option<f64>>| {
            row.iter()
                .map(|&advantage| Some(self.takeover(advantage?)))
                .collect()
        };
        // All newcomers are equally frequent, so their frequency does not change the shares.
        let chances: Option<Vec<Vec<f64>>> = advantages.0.iter().map(takeovers).collect();
        chances.map(stationary)
    }

    /// The logarithm of the probability that one newcomer with this advantage takes over:
    /// (1 − e^−x) / (1 − e^−mx) for selection of strength x among m.
    fn takeover(&self, advantage: f64) -> f64 {
        let strength = (self.alpha * advantage.abs()).min(STRONGEST);
        let population = f64::from(self.population);
        if strength <= 0.0 {
            return -population.ln();
        }
        let ahead = ((-strength).exp_m1() / (-population * strength).exp_m1()).ln();
        if advantage > 0.0 {
            ahead
        } else {
            ahead - (population - 1.0) * strength
        }
    }
}

/// The stationary distribution of a chain with these logarithms of the chances of going from row to
/// column; those of staying do not matter. States are removed one by one (Grassmann, Taksar and Heyman),
/// which never subtracts and therefore can be done with logarithms: under strong selection the shares
/// hang on chances far below the smallest number.
fn stationary(mut chances: Vec<Vec<f64>>) -> Vec<f64> {
    for removed in (1..chances.len()).rev() {
        let (kept, others) = chances.split_at_mut(removed);
        let exits = &others[0][..removed];
        let leaving = log_sum(exits.iter().copied());
        for row in kept {
            row[removed] -= leaving;
            let through = row[removed];
            for (direct, exit) in row.iter_mut().zip(exits) {
                *direct = log_sum([*direct, through + exit].into_iter());
            }
        }
    }
    let mut shares: Vec<f64> = Vec::with_capacity(chances.len());
    for state in 0..chances.len() {
        let arriving = shares.iter().zip(&chances);
        shares.push(match state {
            0 => 0.0,
            _ => log_sum(arriving.map(|(share, row)| share + row[state])),
        });
    }
    let total = log_sum(shares.iter().copied());
    shares.iter().map(|share| (share - total).exp()).collect()
}

/// The logarithm of a sum of numbers that are given by their logarithms.
fn log_sum(logarithms: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = logarithms.clone().fold(f64::MIN, f64::max);
    largest
        + logarithms
            .map(|value| (value - largest).exp())
            .sum::<f64>()
            .ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(payoffs: &[&[f64]]) -> Vec<f64> {
        let advantages = Advantages::new(payoffs.len(), |resident, newcomer| {
            Some(payoffs[newcomer][resident] - payoffs[resident][newcomer])
        });
        AlphaRank::default().shares(&advantages).unwrap()
    }

    #[test]
    fn toy_games_have_their_known_ranks() {
        let circle = shares(&[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]]);
        assert!(
            circle.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-12),
            "{circle:?}"
        );
        let ruler = shares(&[&[0.5, 0.4, 0.1], &[0.6, 0.5, 0.3], &[0.9, 0.7, 0.5]]);
        assert!(ruler[2] > 1.0 - 1e-9, "{ruler:?}");
        // A circle that rules over a fourth: the fourth dies out.
        let four = shares(&[
            &[0.5, 0.0, 1.0, 1.0],
            &[1.0, 0.5, 0.0, 1.0],
            &[0.0, 1.0, 0.5, 1.0],
            &[0.0, 0.0, 0.0, 0.5],
        ]);
        assert!(
            (four[0] - 1.0 / 3.0).abs() < 1e-9 && four[3] < 1e-9,
            "{four:?}"
        );
    }

    /// Where neither can invade the other, all time is spent with the one that is harder to invade, even
    /// if both chances are far below the smallest number.
    #[test]
    fn the_deeper_of_two_traps_holds_the_population() {
        let advantages = Advantages::new(2, |resident, _| Some([-0.3, -0.4][resident]));
        let found = AlphaRank::default().shares(&advantages).unwrap();
        assert!(found[1] > 1.0 - 1e-9, "{found:?}");
    }

    /// The chain of two agents is solved by hand: shares are in the ratio of the takeovers.
    #[test]
    fn weak_selection_is_exact() {
        let process = AlphaRank::new(10, 0.3).unwrap();
        let (x, m) = (0.3 * 0.5f64, 10.0);
        let ahead = (1.0 - (-x).exp()) / (1.0 - (-m * x).exp());
        let behind = (1.0 - x.exp()) / (1.0 - (m * x).exp());
        let advantages = Advantages::new(2, |_, newcomer| Some([-0.5, 0.5][newcomer]));
        let found = process.shares(&advantages).unwrap();
        assert!(
            (found[1] - ahead / (ahead + behind)).abs() < 1e-12,
            "{found:?}"
        );
        let none = AlphaRank::new(10, 0.0)
            .unwrap()
            .shares(&advantages)
            .unwrap();
        assert!((none[0] - 0.5).abs() < 1e-12, "{none:?}");
    }

    #[test]
    fn extremes_stay_finite() {
        let process = AlphaRank::new(u32::MAX, 1e300).unwrap();
        for agents in 0..40 {
            let ladder = Advantages::new(agents, |resident, newcomer| {
                Some(newcomer as f64 - resident as f64)
            });
            let found = process.shares(&ladder).unwrap();
            assert!(
                found.iter().all(|share| (0.0..=1.0).contains(share)),
                "{found:?}"
            );
            if agents > 0 {
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(found[agents - 1] > 0.99, "{agents}");
            }
        }
        assert!(AlphaRank::new(1, 1.0).is_err());
        for alpha in [-1.0, f64::NAN, f64::INFINITY] {
            let error = AlphaRank::new(50, alpha).unwrap_err().to_string();
            assert!(
                error.contains("`alpha`: expected a number from 0 upwards"),
                "{error}"
            );
        }
    }

    #[test]
    fn advantages_come_from_invasions_and_else_from_meetings() {
        let game = |agents: &[usize], scores: &[f64]| ScoredGame {
            block: 0,
            agents: agents.to_vec(),
            scores: scores.to_vec(),
        };
        let games = [
            game(&[0, 1, 1], &[1.0, 0.0, 0.0]),
            game(&[1, 0, 1], &[1.0, 0.0, 0.0]),
            game(&[0, 1, 2], &[0.0, 0.5, 1.0]),
        ];
        let found = Results::of(&games).advantages(4);
        // One among two: points 1 and 0 against a mean of 0 and ½.
        assert_eq!(found.of(1, 0), Some(0.25));
        // Nobody was alone among agents 0: of five meetings agent 1 was above in two, level in one.
        assert_eq!(found.of(0, 1), Some(2.0 * 2.5 / 5.0 - 1.0));
        assert_eq!(found.of(0, 2), Some(1.0));
        assert_eq!(
            (found.of(0, 3), found.of(9, 0), found.of(2, 2)),
            (None, None, Some(0.0))
        );
        assert_eq!(AlphaRank::default().shares(&found), None);
        let two = [game(&[0, 1], &[1.0, 0.0]), game(&[1, 0], &[0.5, 0.5])];
        let duel = Results::of(&two).advantages(2);
        assert_eq!((duel.of(1, 0), duel.of(0, 1)), (Some(0.5), Some(-0.5)));
        assert_eq!(Results::of(&[]).advantages(1).of(0, 0), Some(0.0));
    }
}
