//! Contests: what was given is checked before the first game, and has one name however it is spelt.

use std::time::Duration;

use ludarium_arena::testing::{games, two_games};
use ludarium_arena::{Contest, Limits, Seating};

fn contest() -> Contest {
    let agents = vec!["random".to_owned(), "mcts:iterations=50".to_owned()];
    Contest { lineups: vec![vec![0, 1]], ..Contest::new("sprint", Some("strict"), agents, 5) }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn the_fingerprint_changes_with_every_field() {
    let base = contest().resolve(&games()).unwrap();
    let start = "3,4 1 7";
    let limits = |limits| Contest { limits, ..contest() };
    let changed = [
        Contest { game: "relay".into(), ..contest() },
        Contest { variant: "lenient".into(), ..contest() },
        Contest { variant: "strict:track=13".into(), ..contest() },
        Contest { agents: texts(&["greedy", "mcts:iterations=50"]), ..contest() },
        Contest { agents: texts(&["random", "mcts:iterations=51"]), ..contest() },
        Contest { lineups: vec![vec![1, 0]], ..contest() },
        Contest { lineups: vec![vec![0, 1], vec![0, 0]], ..contest() },
        Contest { seating: Seating::Fixed, ..contest() },
        Contest { seating: Seating::Rotations, ..contest() },
        Contest { seating: Seating::ShuffledRotations, ..contest() },
        Contest { starts: texts(&[start]), ..contest() },
        Contest { starts: texts(&[start, start]), ..contest() },
        Contest { random_plies: 1, ..contest() },
        limits(Limits { iterations: Some(9), ..Limits::default() }),
        limits(Limits { nodes: Some(9), ..Limits::default() }),
        limits(Limits { depth: Some(9), ..Limits::default() }),
        Contest { clock: "move=1s".into(), ..contest() },
        Contest { clock: "game=1s".into(), ..contest() },
        Contest { margin_ms: 51, ..contest() },
        Contest { longest: 10, ..contest() },
        Contest { seed: 6, ..contest() },
    ];
    let mut names = vec![base.fingerprint()];
    for contest in changed {
        let shown = contest.to_json();
        let contest =
            contest.resolve(&two_games()).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let name = contest.fingerprint();
        assert!(!names.contains(&name), "{shown}");
        names.push(name);
    }
}

/// A new field would be a new line of the test above.
#[test]
fn these_are_all_fields() {
    let json: serde_json::Value = serde_json::from_str(&contest().to_json()).unwrap();
    let keys: Vec<_> = json.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "game",
            "variant",
            "agents",
            "lineups",
            "seating",
            "starts",
            "random-plies",
            "limits",
            "clock",
            "margin-ms",
            "longest",
            "seed"
        ]
    );
}

/// A contest of an agent with itself.
fn self_play(variant: Option<&str>, agent: &str, clock: &str) -> Contest {
    let seats = games().rules("sprint", variant).unwrap().seats();
    let contest = Contest {
        lineups: vec![vec![0; seats]],
        clock: clock.to_owned(),
        ..Contest::new("sprint", variant, texts(&[agent]), 5)
    };
    contest.resolve(&games()).unwrap()
}

#[test]
fn the_fingerprint_does_not_change_with_the_spelling() {
    let agent = "mcts:iterations=1000,c=0.5";
    let one = self_play(None, agent, "move=1s");
    assert_eq!(one.agents, [agent]);
    for (variant, agent, clock) in [
        (None, "mcts:c=0.5,iterations=1000", "move=1000ms"),
        (Some("strict"), "mcts:selection=uct,iterations=1000,c=0.5", "move=1.0s+0s"),
        (None, "mcts:reuse=off,iterations=1000,c=0.5", "move=1s+0ms"),
    ] {
        let other = self_play(variant, agent, clock);
        assert_eq!(one, other);
        assert_eq!(one.fingerprint(), other.fingerprint());
    }
    let again = one.clone().resolve(&games());
    assert_eq!(again, Ok(one), "nothing is left to shorten");
}

#[test]
fn options_that_change_nothing_are_not_part_of_a_variant() {
    let variant = |text| self_play(Some(text), "random", "none").variant;
    assert_eq!(variant("strict:players=3,die=fair"), "strict:players=3");
    assert_eq!(variant("lenient:track=20,players=4"), "lenient:players=4,track=20");
    assert_eq!(variant("lenient:players=2"), "lenient");
    assert_eq!(variant("strict:die=loaded"), "strict:die=loaded");
}

fn refused(contest: Contest, part: &str) {
    let error = contest.resolve(&games()).unwrap_err().to_string();
    assert!(error.contains(part), "{error}");
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    refused(Contest { game: "go".into(), ..contest() }, "unknown game");
    refused(Contest { variant: "stric".into(), ..contest() }, "did you mean `strict`");
    refused(Contest { agents: texts(&["random", "rnadom"]), ..contest() }, "`random`");
    refused(Contest { lineups: Vec::new(), ..contest() }, "at least one line-up");
    for lineup in [vec![0], vec![0, 1, 0], vec![0, 2]] {
        refused(Contest { lineups: vec![lineup], ..contest() }, "2 of the 2 agents");
    }
    refused(Contest { clock: "1s".into(), ..contest() }, "game=60s+500ms");
    let good = "3,4 1 7";
    refused(Contest { starts: texts(&[good, "nonsense"]), ..contest() }, "bad position");
    refused(Contest { random_plies: 1_000_000, ..contest() }, "random-plies");
}

#[test]
fn terms_are_those_of_the_contest() {
    let contest = Contest {
        clock: "game=2s+10ms".into(),
        margin_ms: 7,
        longest: 80,
        limits: Limits { iterations: Some(1), nodes: Some(2), depth: Some(3) },
        ..contest()
    };
    let terms = contest.terms().unwrap();
    assert_eq!(terms.control.to_string(), "game=2s+10ms");
    assert_eq!((terms.margin, terms.longest), (Duration::from_millis(7), 80));
    let budget = &terms.budget;
    assert_eq!((budget.iterations, budget.nodes, budget.depth), (Some(1), Some(2), Some(3)));
    assert!(!contest.reproducible() && self::contest().reproducible());
}

#[test]
fn only_what_time_threads_and_others_do_not_decide_is_reproducible() {
    let with = |agent: &str| Contest { agents: texts(&["random", agent]), ..contest() };
    for agent in ["mcts", "mcts@nodes=50", "mcts:threads=1@depth=2"] {
        assert!(with(agent).reproducible(), "{agent}");
    }
    for agent in [
        "mcts@50ms",
        "mcts@50ms,cpu",
        "mcts@nodes=50,1s",
        "mcts:threads=2",
        "mcts:threads=2@nodes=50",
        "bot:./mine",
        "person",
    ] {
        assert!(!with(agent).reproducible(), "{agent}");
    }
    let clock = "move=1s".to_owned();
    assert!(!Contest { clock, ..contest() }.reproducible());
}

#[test]
fn budgets_of_processor_time_are_known_by_their_kind() {
    let with = |agent: &str| Contest { agents: texts(&["random", agent]), ..contest() };
    assert!(with("mcts@50ms,cpu").has_processor_budgets());
    for agent in ["mcts@50ms", "mcts", "bot:./mine --on,cpu", "bot:./a@50ms,cpu"] {
        assert!(!with(agent).has_processor_budgets(), "{agent}");
    }
}

#[test]
fn a_depth_that_no_search_reaches_is_refused() {
    let with = |depth: u32| {
        let mut contest = contest();
        contest.limits.depth = Some(depth);
        contest.resolve(&games())
    };
    assert!(with(200).is_ok());
    let error = with(201).unwrap_err().to_string();
    assert!(error.contains("expected 1 to 200 plies"), "{error}");
}

#[test]
fn limits_of_nothing_are_refused() {
    let nothing = Contest { longest: 0, ..contest() };
    let mut idle = contest();
    idle.limits.nodes = Some(0);
    for (key, contest) in [("longest", nothing), ("nodes", idle)] {
        let error = contest.resolve(&games()).unwrap_err().to_string();
        assert!(error.contains(&format!("option `{key}`: expected at least 1")), "{error}");
    }
}

#[test]
fn equal_agents_have_different_labels() {
    let contest = Contest { agents: texts(&["random", "greedy", "random", "random"]), ..contest() };
    assert_eq!(contest.labels(), ["random", "greedy", "random #2", "random #3"]);
}
