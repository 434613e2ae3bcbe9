//! Remarks on budgets: no table compares agents of unequal budgets without saying so.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_agents::write_budget;
use ludarium_arena::{Contest, Overspending, Spent};
use ludarium_game::Budget;

/// What the agents of several contests spent, and the budgets that they had.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpendingNotes {
    /// By the agent and its budget.
    spent: BTreeMap<(String, String), (Budget, Spent)>,
    /// The different budgets of each contest that has some.
    different: BTreeSet<String>,
}

impl SpendingNotes {
    /// Adds a game of a contest, by seats.
    pub fn add(&mut self, contest: &Contest, seats: &[usize], spent: &[Spent]) {
        let different = contest.different_budgets();
        if !different.is_empty() {
            self.different.insert(different.join(" and "));
        }
        for (&agent, spent) in seats.iter().zip(spent) {
            let Some(text) = contest.agents.get(agent) else { continue };
            let budget = contest.budget(agent);
            let key = (text.clone(), write_budget(&budget));
            let sum = self.spent.entry(key).or_insert((budget, Spent::default()));
            sum.1.add(spent);
        }
    }

    /// Adds what others were told.
    pub fn join(&mut self, other: &SpendingNotes) {
        self.different.extend(other.different.iter().cloned());
        for (key, (budget, spent)) in &other.spent {
            let sum = self.spent.entry(key.clone());
            sum.or_insert((budget.clone(), Spent::default())).1.add(spent);
        }
    }

    /// A sentence for each agent that takes much more than its budget, and for budgets that differ.
    pub fn notes(&self) -> Vec<String> {
        let over = self.spent.iter().filter_map(|((agent, _), (budget, spent))| {
            let over = Overspending::of(spent, budget)?;
            Some(format!("{agent} takes {over}: it is not compared at its budget."))
        });
        let different = self.different.iter();
        let different =
            different.map(|budgets| format!("Agents with different budgets meet: {budgets}."));
        over.chain(different).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unequal_budgets_are_told_once_and_equal_ones_are_not() {
        let contest = |agents: [&str; 2]| {
            let agents = agents.map(str::to_owned).to_vec();
            Contest::new("sprint", None, agents, 1)
        };
        let spent = |iterations| Spent { moves: 10, iterations, ..Spent::default() };
        let mut notes = SpendingNotes::default();
        let fair = contest(["mcts@iterations=9", "best@iterations=9"]);
        notes.add(&fair, &[0, 1], &[spent(90), spent(100)]);
        assert_eq!(notes.notes(), [""; 0]);
        for _ in 0..2 {
            let unlike = contest(["mcts@iterations=9", "best@iterations=5"]);
            notes.add(&unlike, &[1, 0], &[spent(200), spent(90)]);
        }
        assert_eq!(
            notes.notes(),
            [
                "best@iterations=5 takes 20 simulations of a budget of 5, 4 times as much: it is not compared at its \
                 budget.",
                "Agents with different budgets meet: iterations=5 and iterations=9."
            ]
        );
    }
}
