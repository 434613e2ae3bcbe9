//! Budgets on the command line: `--time 1s --iterations 2000 --nodes 100000 --depth 6`, as at doors.

pub use ludarium_bridge::door::BudgetArgs;
