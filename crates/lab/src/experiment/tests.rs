//! Files that are right, and what is said about files that are not.

use ludarium_arena::FileErrors;
use ludarium_arena::testing::games;

use super::*;

/// A small experiment; tests change what they are about.
pub(crate) const SMALL: &str = r#"
report = "001"
source = "table 9"
title = "A small one"
text = "Nothing much."
game = "sprint"
variant = "strict:players=3"
measure = "games"
metrics = ["won", "lost"]
main = "literal"

[sweep]
rollout = ["random", "greedy"]
n = [5, 10]

[[reading]]
name = "literal"
text = "As it stands."
seats = ["mcts:iterations={n},rollout={rollout}", "greedy", "greedy"]

[[reading]]
name = "other"
text = "Otherwise."
seats = ["{rollout}", "greedy", "random"]
replace.n.10 = ""
only = { rollout = ["greedy"] }

[quick]
rounds = 1
[full]
rounds = 2

[[printed]]
at = { rollout = "random", n = 5 }
games = 100
values = { won = 0.5 }
lines = [12, 14]

[[printed]]
at = { rollout = "learned", n = 5 }
values = { won = 0.9 }
missing = "needs learning"

[[claim]]
text = "More is more."
metric = "won"
more = { rollout = "random", n = 10 }
less = { rollout = "random", n = 5 }

[[claim]]
text = "It is good."
metric = "won"
at = { rollout = "greedy", n = 10 }
above = 0.5
lines = [20]
"#;

fn parse(text: &str) -> Result<Experiment, FileErrors> {
    Experiment::parse(&games(), "001/small", text)
}

/// The complaints about the small experiment after a change.
fn errors(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    parse(&SMALL.replace(from, to)).unwrap_err().to_string()
}

#[test]
fn a_right_file_is_understood() {
    let found = parse(SMALL).unwrap();
    assert_eq!(found.points.len(), 4);
    assert_eq!(found.points[1].to_string(), "rollout random, n 10");
    let texts: Vec<&str> = found.readings[0]
        .setups
        .iter()
        .map(|setup| setup.as_ref().unwrap().agents[0].as_str())
        .collect();
    assert_eq!(texts[3], "mcts:iterations=10,rollout=greedy");
    let there: Vec<bool> = found.readings[1].setups.iter().map(Option::is_some).collect();
    assert_eq!(there, [false, false, true, false], "replace and only");
    assert_eq!(found.printed[0].point, Some(0));
    assert_eq!(found.printed[1].point, None);
    let place = |point| FigurePlace { point, subject: 0, metric: 0 };
    assert_eq!(found.claims[0].statement, Statement::More { more: place(1), less: place(0) });
    assert_eq!(found.claims[1].statement, Statement::Above(place(3), 0.5));
    assert_eq!(found.printed_at(place(0)).unwrap().1, 0.5);
    assert_eq!((found.printed[0].lines.as_slice(), found.main), (&[12, 14][..], 0));
    assert_eq!(found.claims[1].lines, [20]);
    let other = parse(&SMALL.replace("main = \"literal\"", "main = \"other\"")).unwrap();
    assert_eq!((other.main, other.counted()), (1, vec![1]));
    let main = "main = \"literal\"";
    let both = parse(&SMALL.replace(main, "main = \"literal\"\nequal = \"other\"")).unwrap();
    assert_eq!(both.counted(), [0, 1]);
    let twice = errors(main, "main = \"literal\"\nequal = \"literal\"");
    assert!(twice.contains("equal: `literal` is no reading besides"), "{twice}");
}

#[test]
fn a_curve_needs_four_numbers() {
    let curve =
        SMALL.replace("more = { rollout = \"random\", n = 10 }", "curve = \"linear\"").replace(
            "less = { rollout = \"random\", n = 5 }",
            "over = \"n\"\nat = { rollout = \"random\" }",
        );
    let error = parse(&curve).unwrap_err().to_string();
    assert!(error.contains("at least 4 values, all numbers"), "{error}");
    let longer = curve.replace("n = [5, 10]", "n = [5, 7, 9, 10]");
    let found = parse(&longer).unwrap();
    let Statement::Follows(Curve::Linear, along) = &found.claims[0].statement else {
        panic!("{:?}", found.claims[0]);
    };
    let along: Vec<(f64, usize)> = along.iter().map(|here| (here.at, here.place.point)).collect();
    assert_eq!(along, [(5.0, 0), (7.0, 1), (9.0, 2), (10.0, 3)]);
    let missing = longer.replace("over = \"n\"\n", "");
    let error = parse(&missing).unwrap_err().to_string();
    assert!(error.contains("`over` has to be a variable"), "{error}");
    let texts = longer.replace("over = \"n\"", "over = \"rollout\"");
    assert!(parse(&texts).is_err());
}

#[test]
fn misspelt_words_get_a_suggestion() {
    let cases = [
        ("{n}", "{m}", "unknown variable `m`"),
        ("\"won\", \"lost\"", "\"won\", \"lots\"", "did you mean `lost`?"),
        ("metric = \"won\"\nmore", "metric = \"wom\"\nmore", "did you mean `won`?"),
        ("less = { rollout", "less = { rolout", "did you mean `rollout`?"),
        ("less = { rollout = \"random\"", "less = { rollout = \"randm\"", "did you mean `random`?"),
        ("rollout={rollout}", "roll={rollout}", "did you mean `rollout`?"),
        ("\"greedy\", \"greedy\"]", "\"gredy\", \"greedy\"]", "did you mean `greedy`?"),
        ("\"sprint\"", "\"spirnt\"", "did you mean `sprint`?"),
        ("only = { rollout", "only = { rolout", "did you mean `rollout`?"),
        (
            "main = \"literal\"",
            "main = \"litral\"",
            "main: no reading is called `litral`; did you mean `literal`?",
        ),
        ("replace.n.10", "replace.n.11", "`n` has no value `11`"),
    ];
    for (from, to, hint) in cases {
        let text = errors(from, to);
        assert!(text.contains(hint), "{to}: {text}");
        assert!(text.starts_with("001/small: "), "{text}");
    }
}

#[test]
fn unknown_keys_and_broken_toml_are_refused_with_their_line() {
    let text = errors("rounds = 1", "round = 1");
    assert!(text.contains("unknown field `round`") && text.contains("line"), "{text}");
    assert!(errors("report = \"001\"", "report = ").contains("line 2"));
}

#[test]
fn a_sweep_that_would_take_the_memory_is_refused() {
    let many: Vec<String> = (1..=5001).map(|n| n.to_string()).collect();
    let text = errors("n = [5, 10]", &format!("n = [{}]", many.join(", ")));
    assert!(text.contains("sweep: has 10002 points; at most 10000"), "{text}");
}

#[test]
fn opponents_that_would_take_the_memory_are_refused() {
    // 316 groups of one at each of 632 points.
    let swept: Vec<String> = (1..=316).map(|n| n.to_string()).collect();
    let agents: Vec<String> = (1..=316).map(|n| format!("\"mcts:iterations={n}\"")).collect();
    let pool = agents.join(", ");
    let reading = "seats = [\"{rollout}\", \"greedy\", \"random\"]";
    let with = |agents: &str, points: &[String]| {
        let text = SMALL.replace("n = [5, 10]", &format!("n = [{}]", points.join(", ")));
        assert!(text.contains(reading));
        let opponents = format!(
            "seats = [\"{{rollout}}\", \"greedy\"]\nopponents = {{ pool = [{agents}], seats = 1 }}"
        );
        let text = text.replace(reading, &opponents);
        let read = Experiment::parse(&games(), "001/small", &text);
        read.err().map_or(String::new(), |error| error.to_string())
    };
    let refused = "gives 316 groups at each of 632 points; at most 100000 are possible in all";
    let text = with(&pool, &swept);
    assert!(text.contains(refused), "{text}");
    // Half of the points are possible; what else is wrong there does not matter here.
    let text = with(&pool, &swept[..158]);
    assert!(!text.contains("possible in all"), "{text}");
}

#[test]
fn what_is_missing_or_too_much_is_said() {
    let cases = [
        ("rounds = 1", "", "quick: `rounds` is missing"),
        ("main = \"literal\"", "", "main: is missing"),
        ("rounds = 1", "rounds = 0", "at least 1"),
        ("rounds = 1", "rounds = 1\ngames = 2", "`games` means nothing for games"),
        (", \"greedy\", \"greedy\"]", ", \"greedy\"]", "has 2 agents for 3 seats"),
        ("lines = [20]", "lines = [0]", "claim 2: `lines` count from 1"),
        ("lines = [12, 14]", "lines = [0]", "printed 1: `lines` count"),
        ("above = 0.5", "", "`above` or `below`"),
        ("above = 0.5", "times = [1, 2]", "`times` needs `more`"),
        ("more = { rollout", "times = [3, 2]\nmore = { rollout", "the smaller one first"),
        ("values = { won = 0.5 }", "", "neither `values` nor"),
        ("less = { rollout = \"random\", n = 5 }", "less = { n = 5 }", "fits several points"),
        ("name = \"other\"", "name = \"Literal\"", "another reading has the same name"),
        ("[sweep]", "positions = { start = true }\n[sweep]", "positions: are of decisions"),
        ("n = [5, 10]", "n = []", "has no values"),
        ("n = [5, 10]", "n = [5, 10, 5.0]", "the value `5` twice"),
        ("n = [5, 10]", "n = [[5], [10]]", "expected a text or a number"),
        (
            "seats = [\"{rollout}\"",
            "limits = { depth = \"deep\" }\nseats = [\"{rollout}\"",
            "limits.depth: `deep`",
        ),
        (
            "seats = [\"{rollout}\", \"greedy\", \"random\"]",
            "seats = [\"{rollout}\"]\nopponents = { pool = [\"random\"], seats = 2 }",
            "needs a pool",
        ),
        (
            "seats = [\"{rollout}\", \"greedy\", \"random\"]",
            "seats = [\"{rollout}\"]\nopponents = { pool = [\"random\", \"greedy\"], seats = 2 }",
            "too few agents besides",
        ),
    ];
    for (from, to, hint) in cases {
        let text = errors(from, to);
        assert!(text.contains(hint), "{to}: {text}");
    }
}

#[test]
fn all_errors_of_a_file_come_together() {
    let text = SMALL.replace("won = 0.5", "wn = 0.5").replace("rounds = 2", "games = 2");
    let found = parse(&text).unwrap_err();
    assert_eq!(found.to_string().lines().count(), 3, "{found}");
}

#[test]
fn claims_may_compare_subjects() {
    let text = SMALL.replace("[sweep]", "subjects = { me = 0, you = 1 }\n[sweep]").replace(
        "more = { rollout = \"random\", n = 10 }",
        "more = { rollout = \"random\", n = 5, of = \"you\" }",
    );
    let found = parse(&text).unwrap();
    let Statement::More { more, less } = found.claims[0].statement else {
        panic!("{:?}", found.claims[0]);
    };
    assert_eq!((more.subject, less.subject, more.point), (1, 0, less.point));
    let text = text.replace("of = \"you\"", "of = \"yo\"");
    assert!(parse(&text).unwrap_err().to_string().contains("did you mean `you`?"));
}

#[test]
fn decisions_need_an_agent_and_positions() {
    let text = r#"
report = "1"
source = "s"
title = "t"
text = "x"
game = "sprint"
measure = "decisions"
metrics = ["nodes"]
positions = { list = ["nonsense"] }
[[reading]]
name = "r"
text = "x"
agent = "maxn:depth=2"
"#;
    let error = parse(text).unwrap_err().to_string();
    assert!(error.contains("positions: bad position"), "{error}");
    let right = text.replace("list = [\"nonsense\"]", "start = true");
    assert!(parse(&right).is_ok());
    let error = parse(&right.replace("agent = ", "# ")).unwrap_err().to_string();
    assert!(error.contains("`agent` is missing"), "{error}");
    let error = parse(&right.replace("positions = ", "# ")).unwrap_err().to_string();
    assert!(error.contains("positions: are missing"), "{error}");
}
