//! Reproductions of a small file: the same whatever the threads, continued after an interrupt, longer on demand.

use std::fs;
use std::path::{Path, PathBuf};

use ludarium_arena::Interrupt;
use ludarium_arena::testing::games;
use ludarium_lab::experiment::{Catalogue, Mode};
use ludarium_lab::{BenchNews, Conditions, ReproduceRequest, Reproduction, reproduce};

const GAMES: &str = r#"
report = "004"
source = "a test"
title = "Greedy against random"
text = "Short games."
game = "sprint"
variant = "strict:players=3,track=100"
measure = "games"
metrics = ["won", "points", "plies", "nodes-per-move", "repeated-positions"]
subjects = { one = 0, two = 1 }

[sweep]
agent = ["greedy", "random"]

[[reading]]
name = "pooled"
text = "Against a pool."
seats = ["{agent}", "random"]
opponents = { pool = ["one-ply", "mcts:iterations=3"], seats = 1 }
seating = "rotations"
longest = 60

[quick]
rounds = 2
[full]
rounds = 3

[[printed]]
at = { agent = "greedy" }
games = 100
values = { won = 0.9 }

[[claim]]
text = "Greedy does better."
metric = "points"
more = { agent = "greedy" }
less = { agent = "random" }
"#;

const DECISIONS: &str = r#"
report = "002"
source = "a test"
title = "Positions of two searches"
text = "Deeper is more."
game = "sprint"
measure = "decisions"
metrics = ["nodes", "depth"]
positions = { random-plies = 6, count = 3, start = true }

[sweep]
depth = [1, 2]

[[reading]]
name = "literal"
text = "As it stands."
agent = "maxn:depth={depth}"

[[claim]]
text = "Depth 2 looks at more."
metric = "nodes"
more = { depth = 2 }
less = { depth = 1 }
"#;

const RANDOM: &str = r#"
report = "000"
source = "a test"
title = "Random play"
text = "Nobody thinks."
game = "sprint"
measure = "random-games"
metrics = ["first-seat-won", "drawn", "plies", "ending: arrived"]

[[reading]]
name = "literal"
text = "As it stands."

[quick]
games = 60
[full]
games = 80

[[printed]]
values = { first-seat-won = 0.5 }
"#;

/// Sprint, and no experiments but those of the user.
fn catalogue() -> Catalogue {
    Catalogue::new(games(), [])
}

/// An empty folder with the three files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in [("games", GAMES), ("decisions", DECISIONS), ("random", RANDOM)] {
        fs::write(folder.join(format!("{name}.toml")), text).unwrap();
    }
    folder
}

fn request(folder: &Path, mode: Mode, threads: usize) -> ReproduceRequest {
    let file = |name: &str| folder.join(format!("{name}.toml")).display().to_string();
    ReproduceRequest {
        names: vec![file("games"), file("decisions"), file("random")],
        conditions: Conditions {
            mode,
            folder: folder.join("out"),
            threads,
            seed: 3,
            bots: None,
            elsewhere: None,
        },
        missing: false,
        machine: None,
    }
}

fn run(folder: &Path, mode: Mode, threads: usize) -> Reproduction {
    reproduce(&catalogue(), &request(folder, mode, threads), &Interrupt::new(), &mut |_| ())
        .unwrap()
}

/// Everything but the summary, which has times in it.
fn figures(reproduction: &Reproduction) -> String {
    let sheets = reproduction.document().json();
    let sheets = sheets.as_array().unwrap();
    sheets[1..].iter().map(ToString::to_string).collect()
}

#[test]
fn one_and_two_threads_give_the_same_sheets() {
    let (one, two) = (folder("one-thread"), folder("two-threads"));
    let (first, second) = (run(&one, Mode::Quick, 1), run(&two, Mode::Quick, 2));
    assert_eq!(figures(&first), figures(&second));
    assert!(first.is_complete());
    // Two points of two groups, two rounds of three rotations; two depths at four positions; random games.
    let done: Vec<u64> = first.findings.iter().map(|finding| finding.done()).collect();
    assert_eq!(done, [24, 8, 60]);
    let html = fs::read_to_string(one.join("out/selected.html")).unwrap();
    assert!(html.contains("Greedy against random") && html.ends_with("</html>\n"));
    let tables = fs::read_dir(one.join("out/csv")).unwrap().count();
    assert_eq!(tables, 6, "a summary, three of figures, two of claims");
}

#[test]
fn a_quick_run_goes_on_while_something_is_open() {
    let longer = GAMES
        .replace("rounds = 2\n[full]\nrounds = 3", "rounds = 2\nmost = 8\n[full]\nrounds = 40");
    let done = |name: &str, text: String, threads| {
        let folder = folder(name);
        fs::write(folder.join("games.toml"), text).unwrap();
        let mut request = request(&folder, Mode::Quick, threads);
        request.names.truncate(1);
        let found = reproduce(&catalogue(), &request, &Interrupt::new(), &mut |_| ()).unwrap();
        assert!(found.is_complete());
        (found.findings[0].done(), figures(&found))
    };
    // Whether the random agent has a third of the points takes more games than there are.
    let open = longer.replace(
        "more = { agent = \"greedy\" }\nless = { agent = \"random\" }",
        "at = { agent = \"random\" }\nabove = 0.12",
    );
    let one = done("open-one", open.clone(), 1);
    assert_eq!(one.0, 60, "48 games at its point, which doubled twice, and 12 at the other");
    assert_eq!(one, done("open-two", open, 2));
    let (head, rest) = longer.split_once("[[printed]]").unwrap();
    let claim = rest.split_once("[[claim]]").unwrap().1;
    let claim = claim.split_once("more").unwrap().0;
    let decided = format!("{head}[[claim]]{claim}at = {{ agent = \"greedy\" }}\nabove = 0.01\n");
    assert_eq!(done("decided", decided, 1).0, 24, "the claim is decided at once");
}

#[test]
fn a_run_of_some_experiments_leaves_the_page_of_all_as_it_is() {
    let some = folder("some");
    let (page, summary) = (some.join("out/report.html"), some.join("out/csv/summary.csv"));
    fs::create_dir_all(some.join("out/csv")).unwrap();
    fs::write(&page, "all").unwrap();
    fs::write(&summary, "all").unwrap();
    run(&some, Mode::Quick, 1);
    assert_eq!(fs::read_to_string(&page).unwrap(), "all");
    assert_eq!(fs::read_to_string(&summary).unwrap(), "all");
    let named = request(&some, Mode::Quick, 1);
    assert_eq!(named.page(), some.join("out/selected.html"));
    let names = Vec::new();
    let all = ReproduceRequest { names, ..named };
    assert_eq!(all.page(), page);
    let missing = ReproduceRequest { missing: true, ..all };
    assert_eq!(missing.page(), some.join("out/selected.html"));
}

#[test]
fn an_interrupted_run_goes_on_and_a_longer_one_uses_its_games() {
    let (whole, halves) = (folder("whole"), folder("halves"));
    let interrupt = Interrupt::new();
    let broken =
        reproduce(&catalogue(), &request(&halves, Mode::Quick, 1), &interrupt, &mut |news| {
            if matches!(news, BenchNews::Progress(progress) if progress.done >= 3) {
                interrupt.now();
            }
        })
        .unwrap();
    assert!(!broken.is_complete());
    let html = fs::read_to_string(halves.join("out/selected.html")).unwrap();
    assert!(html.contains("This run was interrupted."));
    let mut before = None;
    reproduce(&catalogue(), &request(&halves, Mode::Quick, 1), &Interrupt::new(), &mut |news| {
        if let BenchNews::Progress(progress) = news {
            before.get_or_insert(progress.done);
        }
    })
    .unwrap();
    assert!(before.unwrap() >= 3, "stored games are not played again");
    let full = run(&halves, Mode::Full, 2);
    assert_eq!(figures(&full), figures(&run(&whole, Mode::Full, 1)));
    // And back: a quick run of a folder with more games says what a quick run says.
    assert_eq!(figures(&run(&halves, Mode::Quick, 1)), figures(&run(&whole, Mode::Quick, 1)));
}

#[test]
fn full_results_are_kept_and_not_made_again() {
    let folder = folder("kept");
    run(&folder, Mode::Quick, 2);
    assert!(!folder.join("out/results").exists(), "a quick run is no result");
    let mut request = request(&folder, Mode::Full, 2);
    request.missing = true;
    request.names.truncate(2);
    let mut told = Vec::new();
    let mut go = |request: &ReproduceRequest| {
        told.clear();
        let found = reproduce(&catalogue(), request, &Interrupt::new(), &mut |news| {
            if let BenchNews::Finished { number, of, .. } = news {
                told.push((number, of));
            }
        });
        (found.unwrap().findings.len(), told.clone())
    };
    assert_eq!(go(&request), (2, vec![(1, 2), (2, 2)]));
    let files = fs::read_dir(folder.join("out/results")).unwrap().count();
    assert_eq!(files, 2);
    assert_eq!(go(&request), (0, vec![]));
    request.conditions.seed = 4;
    assert_eq!(go(&request).0, 2, "another seed is another result");
    request.missing = false;
    assert_eq!(go(&request).0, 2);
}
