//! Spending: whether a decision, or all decisions of an agent, cost more than the budget says.

use std::fmt;
use std::time::Duration;

use ludarium_game::Budget;

use crate::store::record::Spent;

/// From this multiple of its budget on an agent is told of: a search that has begun a simulation ends it.
const TOLERATED: f64 = 1.5;

/// Decisions that cost more than their budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overspending {
    /// How many times the budget they cost.
    pub times: f64,
    /// What they cost each, and what they may cost.
    amount: Amount,
}

/// What was spent too much of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Amount {
    Time(Duration, Duration),
    Iterations(f64, u64),
    Nodes(f64, u64),
}

impl Overspending {
    /// What decisions spent beyond the budget of each: of time, simulations or positions what was exceeded most. What an
    /// agent does not count nobody knows.
    pub fn of(spent: &Spent, budget: &Budget) -> Option<Overspending> {
        let moves = (spent.moves > 0).then_some(spent.moves as f64)?;
        let time = budget.time.map(|most| {
            let each = spent.time.div_f64(moves);
            (each.as_secs_f64() / most.as_secs_f64(), Amount::Time(each, most))
        });
        let counted = |number: u64, most: Option<u64>, amount: fn(f64, u64) -> Amount| {
            let (each, most) = (number as f64 / moves, most?);
            Some((each / most as f64, amount(each, most)))
        };
        let iterations = counted(spent.iterations, budget.iterations, Amount::Iterations);
        let nodes = counted(spent.nodes, budget.nodes, Amount::Nodes);
        let found = [time, iterations, nodes].into_iter().flatten();
        let (times, amount) = found.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (times > TOLERATED).then_some(Overspending { times, amount })
    }

    /// Whether it is more than an uncertainty of the clock: of time, more than this margin.
    pub fn is_beyond(&self, margin: Duration) -> bool {
        match self.amount {
            Amount::Time(each, most) => each > most + margin,
            Amount::Iterations(..) | Amount::Nodes(..) => true,
        }
    }
}

/// `171 ms of a budget of 2 ms, 85 times as much`.
impl fmt::Display for Overspending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.amount {
            Amount::Time(each, most) => {
                let ms = |time: Duration| number(time.as_secs_f64() * 1e3);
                write!(f, "{} ms of a budget of {} ms", ms(each), ms(most))?;
            }
            Amount::Iterations(each, most) => {
                write!(f, "{} simulations of a budget of {most}", number(each))?;
            }
            Amount::Nodes(each, most) => {
                write!(f, "{} positions of a budget of {most}", number(each))?;
            }
        }
        write!(f, ", {} times as much", number(self.times))
    }
}

/// A number with the digits that matter.
fn number(value: f64) -> String {
    let digits = match value {
        _ if value < 0.995 => 2,
        _ if value < 9.95 && value.fract() > 0.05 => 1,
        _ => 0,
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn budget(time: Option<Duration>, iterations: Option<u64>) -> Budget {
        Budget { time, iterations, ..Budget::default() }
    }

    #[test]
    fn what_was_exceeded_most_is_told() {
        let spent = Spent { moves: 10, time: ms(1710), nodes: 0, iterations: 3000 };
        let slow = Overspending::of(&spent, &budget(Some(ms(2)), None)).unwrap();
        assert_eq!(slow.to_string(), "171 ms of a budget of 2 ms, 86 times as much");
        let little =
            Overspending::of(&spent, &budget(Some(Duration::from_micros(50)), None)).unwrap();
        assert_eq!(little.to_string(), "171 ms of a budget of 0.05 ms, 3420 times as much");
        assert!(slow.is_beyond(ms(50)) && !slow.is_beyond(ms(169)));
        let both = Overspending::of(&spent, &budget(Some(ms(100)), Some(100))).unwrap();
        assert_eq!(both.to_string(), "300 simulations of a budget of 100, 3 times as much");
        assert!(both.is_beyond(ms(1000)));
        assert_eq!(Overspending::of(&spent, &budget(Some(ms(2)), Some(1))).unwrap().times, 300.0);
    }

    #[test]
    fn a_little_more_is_nothing_and_no_budget_neither() {
        let spent = Spent { moves: 10, time: ms(150), ..Spent::default() };
        assert_eq!(Overspending::of(&spent, &budget(Some(ms(10)), None)), None);
        assert!(Overspending::of(&spent, &budget(Some(ms(9)), None)).is_some());
        assert_eq!(Overspending::of(&spent, &budget(None, None)), None);
        assert_eq!(Overspending::of(&spent, &budget(None, Some(1))), None, "it counts nothing");
        assert_eq!(Overspending::of(&Spent::default(), &budget(Some(ms(1)), None)), None);
    }
}
