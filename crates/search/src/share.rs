//! The parts of a budget for the workers of one decision.

use ludarium_game::{Budget, TimeKind};

/// The part of a budget for one of several workers; the parts add up exactly. Time as people see it passes for all of
/// them at once; the processor's time is used up by each.
pub(crate) fn share(budget: &Budget, index: u64, workers: u64) -> Budget {
    let part = |whole: u64| whole / workers + u64::from(index < whole % workers);
    Budget {
        iterations: budget.iterations.map(part),
        nodes: budget.nodes.map(part),
        time: match budget.time_kind {
            TimeKind::Wall => budget.time,
            TimeKind::Processor => budget.time.map(|time| time.div_f64(workers as f64)),
        },
        ..budget.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn workers_share_counts_and_the_processor_but_not_the_wall_clock() {
        let whole = Budget {
            iterations: Some(10),
            time: Some(Duration::from_millis(60)),
            ..Budget::default()
        };
        let parts: Vec<_> = (0..3).map(|index| share(&whole, index, 3)).collect();
        assert_eq!(parts.iter().filter_map(|part| part.iterations).sum::<u64>(), 10);
        assert!(parts.iter().all(|part| part.time == whole.time));
        let processor = Budget { time_kind: TimeKind::Processor, ..whole };
        let part = share(&processor, 0, 3);
        assert_eq!(part.time, Some(Duration::from_millis(20)));
    }
}
