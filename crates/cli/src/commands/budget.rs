//! Budgets on the command line: `--time 1s --iterations 2000 --nodes 100000 --depth 6`.

use std::time::Duration;

use clap::Args;
use ludarium_game::Budget;

/// What one decision may cost; the first limit that is reached counts.
#[derive(Clone, Debug, Args)]
pub struct BudgetArgs {
    /// Longest time for a decision, for instance 500ms, 2s or 1m
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,

    /// Largest number of simulations for a decision
    #[arg(long, value_name = "N")]
    iterations: Option<u64>,

    /// Largest number of positions looked at for a decision
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Largest number of plies looked ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
}

impl BudgetArgs {
    /// The budget; without any limit the agent's own default.
    pub fn budget(&self) -> Budget {
        Budget {
            time: self.time,
            iterations: self.iterations,
            nodes: self.nodes,
            depth: self.depth,
            stop: None,
        }
    }

    /// The budget divided by `parts`; `None` where the result would be no smaller or nothing.
    pub fn part(&self, parts: u32) -> Option<Budget> {
        let whole = self.budget();
        let divided = |number: Option<u64>| number.map(|number| number / u64::from(parts));
        let (iterations, nodes) = (divided(whole.iterations), divided(whole.nodes));
        let limited = whole.time.is_some() || iterations.is_some() || nodes.is_some();
        let enough = iterations.is_none_or(|n| n >= 10) && nodes.is_none_or(|n| n >= 10);
        (limited && enough).then(|| Budget {
            time: whole.time.map(|time| time / parts),
            iterations,
            nodes,
            ..whole
        })
    }
}

/// Reads `250ms`, `1.5s`, `2m`.
fn duration(text: &str) -> Result<Duration, String> {
    let number_end = text
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(number_end);
    let factor = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return Err("expected a time such as 500ms, 2s or 1m".to_owned()),
    };
    match number.parse::<f64>() {
        Ok(amount) if (0.0..=1e6).contains(&amount) => Ok(Duration::from_secs_f64(amount * factor)),
        _ => Err("expected a time such as 500ms, 2s or 1m".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_unit() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        for text in ["", "5", "s", "-1s", "NaNs", "1h", "1 s", "1e300s", "9é"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
