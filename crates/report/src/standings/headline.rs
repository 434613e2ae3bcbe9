//! The headline of a run: which agent is stronger, which lost by faults, and which did not keep its budget.

use ludarium_arena::{FaultNote, Overspending};
use ludarium_game::TimeKind;

use super::Standings;

/// A reason in a headline is no longer than this.
const LONGEST_REASON: usize = 160;

impl Standings {
    /// What a reader has to know first, a sentence for each line.
    pub fn headline(&self) -> Vec<String> {
        let lead = self.lead().map(|lead| lead.sentence());
        let mut lines = vec![lead.unwrap_or_else(|| "too few games for a verdict".to_owned())];
        lines.extend((0..self.labels.len()).filter_map(|agent| self.fault_line(agent)));
        lines.extend((0..self.labels.len()).filter_map(|agent| self.corrected_line(agent)));
        lines.extend((0..self.labels.len()).filter_map(|agent| self.overspending_line(agent)));
        lines.extend(self.unequal_budgets());
        lines
    }

    /// The faults of an agent with the commonest cause.
    fn fault_line(&self, agent: usize) -> Option<String> {
        let mine = self.counts.faults.iter();
        let mine: Vec<_> = mine
            .filter(|((guilty, kind), _)| *guilty == agent && FaultNote::is_fault(kind))
            .collect();
        let ((_, kind), commonest) = mine.iter().max_by_key(|(_, fault)| fault.count)?;
        let count: u64 = mine.iter().map(|(_, fault)| fault.count).sum();
        let (label, games) = (&self.labels[agent], self.counts.games[agent]);
        let lost = self.counts.lost_by_faults[agent];
        let s = if count == 1 { "" } else { "s" };
        let mut line = match lost {
            0 => format!("`{label}` committed {count} fault{s} in {games} games"),
            _ => format!("`{label}` lost {lost} of {games} games by faults"),
        };
        let mostly = if mine.len() > 1 { "mostly " } else { "" };
        let reason: String = commonest.reason.chars().take(LONGEST_REASON).collect();
        let reason = if reason.is_empty() { kind.clone() } else { reason };
        line.push_str(&format!(": {mostly}{reason}"));
        Some(line)
    }

    /// The answers of an agent that were not legal and that it put right itself.
    fn corrected_line(&self, agent: usize) -> Option<String> {
        let corrected = (agent, FaultNote::CORRECTED.to_owned());
        let count = self.counts.faults.get(&corrected)?.count;
        let (label, moves) = (&self.labels[agent], self.counts.spent[agent].moves);
        let s = if count == 1 { "" } else { "s" };
        Some(format!(
            "`{label}` corrected {count} illegal answer{s} of its own; it made {moves} moves"
        ))
    }

    /// An agent that takes much more than its budget.
    fn overspending_line(&self, agent: usize) -> Option<String> {
        let budget = self.contest.budget(agent);
        let spent = Overspending::of(&self.counts.spent[agent], &budget)?;
        let mut line =
            format!("`{}` takes {spent}: it is not compared at its budget", self.labels[agent]);
        if budget.time.is_some() && budget.time_kind == TimeKind::Wall {
            line.push_str("; on a busy machine `,cpu` counts its own time");
        }
        if !self.contest.strict_budgets {
            line.push_str("; with --strict-budgets that is a fault");
        }
        Some(line)
    }

    /// That agents have different budgets, where they have some.
    fn unequal_budgets(&self) -> Option<String> {
        let listed = self.contest.different_budgets().join("; ");
        (!listed.is_empty()).then(|| format!("the agents have different budgets: {listed}"))
    }
}
