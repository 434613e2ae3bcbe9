//! Contests: what was given is checked before the first game, and has one name however it is spelt.

use std::time::Duration;

use ludarium_arena::{Contest, Limits, Seating};

fn contest() -> Contest {
    let agents = vec!["random".to_owned(), "mcts:iterations=50".to_owned()];
    Contest {
        lineups: vec![vec![0, 1]],
        ..Contest::new("dice-chess", Some("seed"), agents, 5)
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn the_fingerprint_changes_with_every_field() {
    let base = contest().resolve().unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
    let limits = |limits| Contest {
        limits,
        ..contest()
    };
    let changed = [
        Contest {
            game: "tuc-chess".into(),
            variant: "2021".into(),
            ..contest()
        },
        Contest {
            variant: "brainking".into(),
            ..contest()
        },
        Contest {
            agents: texts(&["greedy", "mcts:iterations=50"]),
            ..contest()
        },
        Contest {
            agents: texts(&["random", "mcts:iterations=51"]),
            ..contest()
        },
        Contest {
            lineups: vec![vec![1, 0]],
            ..contest()
        },
        Contest {
            lineups: vec![vec![0, 1], vec![0, 0]],
            ..contest()
        },
        Contest {
            seating: Seating::Fixed,
            ..contest()
        },
        Contest {
            seating: Seating::Rotations,
            ..contest()
        },
        Contest {
            seating: Seating::ShuffledRotations,
            ..contest()
        },
        Contest {
            starts: texts(&[start]),
            ..contest()
        },
        Contest {
            starts: texts(&[start, start]),
            ..contest()
        },
        Contest {
            random_plies: 1,
            ..contest()
        },
        limits(Limits {
            iterations: Some(9),
            ..Limits::default()
        }),
        limits(Limits {
            nodes: Some(9),
            ..Limits::default()
        }),
        limits(Limits {
            depth: Some(9),
            ..Limits::default()
        }),
        Contest {
            clock: "move=1s".into(),
            ..contest()
        },
        Contest {
            clock: "game=1s".into(),
            ..contest()
        },
        Contest {
            margin_ms: 51,
            ..contest()
        },
        Contest {
            longest: 10,
            ..contest()
        },
        Contest {
            seed: 6,
            ..contest()
        },
    ];
    let mut names = vec![base.fingerprint()];
    for contest in changed {
        let shown = contest.to_json();
        let contest = contest
            .resolve()
            .unwrap_or_else(|error| panic!("{shown}: {error}"));
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
fn self_play(game: &str, variant: Option<&str>, agent: &str, clock: &str) -> Contest {
    let contest = Contest {
        lineups: vec![vec![0; Contest::seats(game, variant).unwrap()]],
        clock: clock.to_owned(),
        ..Contest::new(game, variant, texts(&[agent]), 5)
    };
    contest.resolve().unwrap()
}

#[test]
fn the_fingerprint_does_not_change_with_the_spelling() {
    let agent = "mcts:iterations=1000,c=0.5";
    let one = self_play("dice-chess", None, agent, "move=1s");
    assert_eq!(one.agents, [agent]);
    for (variant, agent, clock) in [
        (None, "mcts:c=0.5,iterations=1000", "move=1000ms"),
        (
            Some("seed"),
            "mcts:selection=uct,iterations=1000,c=0.5",
            "move=1.0s+0s",
        ),
        (None, "mcts:solver=off,iterations=1000,c=0.5", "move=1s+0ms"),
    ] {
        let other = self_play("dice-chess", variant, agent, clock);
        assert_eq!(one, other);
        assert_eq!(one.fingerprint(), other.fingerprint());
    }
    assert_eq!(one.clone().resolve(), Ok(one), "nothing is left to shorten");
}

#[test]
fn options_that_change_nothing_are_not_part_of_a_variant() {
    let variant = |text| self_play("dicewars", Some(text), "random", "none").variant;
    assert_eq!(
        variant("flat:players=3,order=given,areas=29"),
        "flat:players=3"
    );
    assert_eq!(
        variant("flat:areas=12,players=5"),
        "flat:players=5,areas=12"
    );
    assert_eq!(variant("orig:players=4"), "orig");
    assert_eq!(variant("flat:fixed=0"), "flat:fixed=0");
}

fn refused(contest: Contest, part: &str) {
    let error = contest.resolve().unwrap_err().to_string();
    assert!(error.contains(part), "{error}");
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    refused(
        Contest {
            game: "go".into(),
            ..contest()
        },
        "unknown game",
    );
    refused(
        Contest {
            variant: "sed".into(),
            ..contest()
        },
        "did you mean `seed`",
    );
    refused(
        Contest {
            agents: texts(&["random", "rnadom"]),
            ..contest()
        },
        "`random`",
    );
    refused(
        Contest {
            lineups: Vec::new(),
            ..contest()
        },
        "at least one line-up",
    );
    for lineup in [vec![0], vec![0, 1, 0], vec![0, 2]] {
        refused(
            Contest {
                lineups: vec![lineup],
                ..contest()
            },
            "2 of the 2 agents",
        );
    }
    refused(
        Contest {
            clock: "1s".into(),
            ..contest()
        },
        "game=60s+500ms",
    );
    let good = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
    refused(
        Contest {
            starts: texts(&[good, "nonsense"]),
            ..contest()
        },
        "bad position",
    );
    refused(
        Contest {
            random_plies: 1_000_000,
            ..contest()
        },
        "random-plies",
    );
}

#[test]
fn terms_are_those_of_the_contest() {
    let contest = Contest {
        clock: "game=2s+10ms".into(),
        margin_ms: 7,
        longest: 80,
        limits: Limits {
            iterations: Some(1),
            nodes: Some(2),
            depth: Some(3),
        },
        ..contest()
    };
    let terms = contest.terms().unwrap();
    assert_eq!(terms.control.to_string(), "game=2s+10ms");
    assert_eq!(
        (terms.margin, terms.longest),
        (Duration::from_millis(7), 80)
    );
    let budget = &terms.budget;
    assert_eq!(
        (budget.iterations, budget.nodes, budget.depth),
        (Some(1), Some(2), Some(3))
    );
    assert!(!contest.reproducible() && self::contest().reproducible());
}

#[test]
fn equal_agents_have_different_labels() {
    let contest = Contest {
        agents: texts(&["random", "greedy", "random", "random"]),
        ..contest()
    };
    assert_eq!(
        contest.labels(),
        ["random", "greedy", "random #2", "random #3"]
    );
}
