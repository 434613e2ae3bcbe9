//! A budget of an agent's own, written after its text: `mcts@50ms`, `best@nodes=20000`, `maxn@1s,cpu`.

use ludarium_game::{
    Agent, Budget, Decision, Error, Game, Result, Rng, Seat, TimeKind, read_duration,
    write_duration,
};

/// What one decision of an agent may cost by the budget of its own; without limits where it has none.
pub fn own_budget(text: &str) -> Budget {
    let own = text.rsplit_once('@').and_then(|(_, own)| parse(own).ok());
    own.unwrap_or_default()
}

/// Whether the budget of its own counts time: then the same question may get another answer.
pub fn has_own_time(text: &str) -> bool {
    own_budget(text).time.is_some()
}

/// An agent's text without its own budget.
pub fn without_budget(text: &str) -> &str {
    match text.rsplit_once('@') {
        Some((agent, budget)) if parse(budget).is_ok() => agent,
        _ => text,
    }
}

/// Reads what stands after `@`.
pub(crate) fn parse(text: &str) -> Result<Budget> {
    let wrong = || {
        Error::value(
            "budget after @",
            text,
            "a time (0.5ms, 50ms, 2s), a time and `cpu` (50ms,cpu), nodes=N, iterations=N, depth=N, or several \
                   of them with commas",
        )
    };
    let mut own = Budget::default();
    for part in text.split(',') {
        match part.split_once('=') {
            Some(("iterations", value)) => set(&mut own.iterations, value),
            Some(("nodes", value)) => set(&mut own.nodes, value),
            Some(("depth", value)) => set(&mut own.depth, value),
            Some(_) => None,
            None if part == "cpu" && own.time.is_some() => {
                own.time_kind = TimeKind::Processor;
                Some(())
            }
            None => {
                let time = read_duration(part).filter(|time| !time.is_zero());
                let first = own.time.is_none();
                own.time = own.time.or(time);
                time.filter(|_| first).map(|_| ())
            }
        }
        .ok_or_else(wrong)?;
    }
    check_depth(own.depth)?;
    Ok(own)
}

/// The smaller of the own and the given time; the other limits take the place of those given.
fn apply(own: &Budget, given: &Budget) -> Budget {
    let mut budget = given.clone();
    budget.iterations = own.iterations.or(given.iterations);
    budget.nodes = own.nodes.or(given.nodes);
    budget.depth = own.depth.or(given.depth);
    if let Some(time) = own.time {
        budget.time = Some(given.time.map_or(time, |given| given.min(time)));
        if given.time.is_none() {
            budget.time_kind = own.time_kind;
        }
    }
    budget
}

/// Refuses a depth that no search reaches: whoever asks for it would wait for ever.
pub fn check_depth(depth: Option<u32>) -> Result<()> {
    let most = Budget::DEEPEST;
    match depth.filter(|&depth| depth > most) {
        None => Ok(()),
        Some(depth) => Err(Error::value(
            "depth",
            depth,
            format!(
                "1 to {most} plies: no search looks further ahead, and each ply takes several times as long as all before it"
            ),
        )),
    }
}

/// Sets a limit that has not been set.
fn set<N: std::str::FromStr + PartialOrd + Default>(
    limit: &mut Option<N>,
    text: &str,
) -> Option<()> {
    let value = text.parse().ok().filter(|value| *value > N::default())?;
    limit.replace(value).is_none().then_some(())
}

/// Writes a budget as it stands after `@`; nothing where it has no limit.
pub fn write_budget(own: &Budget) -> String {
    let mut parts = Vec::new();
    parts.extend(own.time.map(write_duration));
    if own.time.is_some() && own.time_kind == TimeKind::Processor {
        parts.push("cpu".to_owned());
    }
    parts.extend(own.iterations.map(|count| format!("iterations={count}")));
    parts.extend(own.nodes.map(|count| format!("nodes={count}")));
    parts.extend(own.depth.map(|count| format!("depth={count}")));
    parts.join(",")
}

/// An agent that keeps to its own budget.
pub(crate) struct Limited<G: Game> {
    pub(crate) agent: Box<dyn Agent<G>>,
    pub(crate) own: Budget,
}

impl<G: Game> Agent<G> for Limited<G> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        self.agent.choose(position, &apply(&self.own, budget), rng)
    }

    fn begin(&mut self, position: &G, seat: Seat) {
        self.agent.begin(position, seat);
    }

    fn observe(&mut self, position: &G, mv: G::Move) {
        self.agent.observe(position, mv);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use ludarium_game::sprint::{Sprint, SprintMove};
    use ludarium_game::{Seed, Spec, Tabletop};

    use super::*;

    #[test]
    fn budgets_read_back_what_they_print() {
        for text in ["50ms", "2s", "50ms,cpu", "nodes=20000", "50ms,iterations=10,nodes=20,depth=3"]
        {
            assert_eq!(write_budget(&parse(text).unwrap()), text);
        }
        for text in [
            "",
            "50",
            "cpu",
            "0ms",
            "nodes=0",
            "nodes=",
            "nodes=-1",
            "nodes=1,nodes=2",
            "1s,2s",
            "1s,50",
            "cpu,1s",
            "depth=1,depth=2",
            "iterations=1,iterations=2",
            "width=3",
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains("nodes=N"), "{text}: {error}");
        }
    }

    #[test]
    fn the_smaller_time_and_the_own_limits_hold() {
        let own = parse("50ms,cpu,nodes=7").unwrap();
        let alone = apply(&own, &Budget::default());
        assert_eq!(alone.time, Some(Duration::from_millis(50)));
        assert_eq!((alone.time_kind, alone.nodes), (TimeKind::Processor, Some(7)));
        let clock = Budget {
            time: Some(Duration::from_millis(20)),
            nodes: Some(1000),
            depth: Some(2),
            ..Budget::default()
        };
        let both = apply(&own, &clock);
        assert_eq!(both.time, Some(Duration::from_millis(20)));
        assert_eq!(both.time_kind, TimeKind::Wall, "the clock says which time it counts");
        assert_eq!((both.nodes, both.depth), (Some(7), Some(2)));
    }

    #[test]
    fn a_limit_that_the_agent_has_not_is_taken_as_given() {
        let clock = Budget {
            time: Some(Duration::from_millis(90)),
            time_kind: TimeKind::Processor,
            iterations: Some(1),
            nodes: Some(2),
            depth: Some(3),
            ..Budget::default()
        };
        let limits = |own: &str, given: &Budget| {
            let both = apply(&parse(own).unwrap(), given);
            let time = both.time.map(|time| time.as_millis());
            let counts = (both.iterations, both.nodes, both.depth);
            (time, both.time_kind, counts)
        };
        let given = (Some(1), Some(2), Some(3));
        let (wall, processor) = (TimeKind::Wall, TimeKind::Processor);
        assert_eq!(limits("50ms", &clock), (Some(50), processor, given));
        let own = limits("iterations=7", &clock);
        assert_eq!(own, (Some(90), processor, (Some(7), Some(2), Some(3))));
        let own = limits("depth=7", &clock);
        assert_eq!(own, (Some(90), processor, (Some(1), Some(2), Some(7))));
        let alone = limits("1s", &Budget::default());
        assert_eq!(alone, (Some(1000), wall, (None, None, None)));
    }

    /// Counts the games and moves that it hears of.
    struct Listener(Arc<AtomicU32>);

    impl Agent<Sprint> for Listener {
        fn choose(&mut self, _: &Sprint, budget: &Budget, _: &mut Rng) -> Decision<SprintMove> {
            assert_eq!(budget.nodes, Some(7));
            Decision::plain(SprintMove::Walk)
        }

        fn begin(&mut self, _: &Sprint, _: Seat) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }

        fn observe(&mut self, _: &Sprint, _: SprintMove) {
            self.0.fetch_add(10, Ordering::Relaxed);
        }
    }

    #[test]
    fn an_agent_with_a_budget_keeps_to_it_and_hears_of_games_and_moves() {
        let heard = Arc::default();
        let mut limited = Limited {
            agent: Box::new(Listener(Arc::clone(&heard))),
            own: parse("nodes=7").unwrap(),
        };
        let rules = Sprint::rules(&Spec::parse("strict").unwrap()).unwrap();
        let start = Sprint::start(&rules, &mut Rng::new(Seed(1)));
        limited.begin(&start, Seat(0));
        limited.choose(&start, &Budget::default(), &mut Rng::new(Seed(1)));
        limited.observe(&start, SprintMove::Walk);
        assert_eq!(heard.load(Ordering::Relaxed), 11);
    }

    #[test]
    fn a_depth_that_no_search_reaches_is_refused() {
        assert!(parse("depth=200").is_ok());
        for text in ["depth=201", "50ms,depth=9999"] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains("expected 1 to 200 plies"), "{error}");
        }
    }

    #[test]
    fn only_a_budget_is_cut_off() {
        assert_eq!(without_budget("mcts:c=2@50ms"), "mcts:c=2");
        assert_eq!(without_budget("best:eval=value:a@b.qnet"), "best:eval=value:a@b.qnet");
        assert_eq!(without_budget("mcts"), "mcts");
        assert!(has_own_time("mcts@50ms") && !has_own_time("mcts@nodes=50"));
        let own = own_budget("mcts:c=2@1s,cpu,nodes=50");
        assert_eq!((own.nodes, own.iterations), (Some(50), None));
        assert_eq!((own.time, own.time_kind), (Some(Duration::from_secs(1)), TimeKind::Processor));
        assert_eq!(own_budget("mcts").time, None);
    }
}
