//! Budgets on the command line: `--time 1s --iterations 2000 --nodes 100000 --depth 6`.

use std::time::Duration;

use clap::Args;
use ludarium_arena::read_duration;
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
            ..Budget::default()
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

/// Reads a time for an option.
pub fn duration(text: &str) -> Result<Duration, String> {
    read_duration(text).ok_or_else(|| "expected a time such as 500ms, 2s or 1m".to_owned())
}
