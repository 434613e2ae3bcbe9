//! Tuning in the tiny game: more simulations are better there, and SPSA finds out.

use std::path::{Path, PathBuf};

use ludarium_arena::statistics::SprtDecision;
use ludarium_arena::testing::games;

use super::*;

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludarium-tune-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn request(folder: &Path) -> TuneRequest {
    TuneRequest {
        game: "sprint".to_owned(),
        variant: None,
        agent: "mcts:iterations=2".to_owned(),
        vary: vec!["iterations=1..256".to_owned()],
        steps: 12,
        rounds: 8,
        random_plies: 0,
        longest: None,
        sprt: [0.0, 40.0],
        test_games: 2000,
        seed: 5,
        threads: 2,
        folder: folder.to_owned(),
    }
}

fn run_it(request: &TuneRequest) -> Tuned {
    tune(&games(), request, &Interrupt::new(), &mut |_| {}).unwrap()
}

#[test]
fn the_better_number_of_simulations_is_found_and_proved() {
    let folder = scratch("found");
    let mut request = request(&folder);
    request.steps = 40;
    let tuned = run_it(&request);
    let found = tuned.found.strip_prefix("mcts:iterations=").unwrap();
    let found: u32 = found.parse().unwrap();
    assert!(found > 4, "{}", tuned.found);
    assert!(tuned.complete);
    let test = tuned.test.as_ref().unwrap();
    assert_eq!(test.state().decision, SprtDecision::AcceptH1, "{}", test.sentence());
    assert_eq!(tuned.steps.len(), 40);
    for file in ["steps.csv", "plots/iterations.svg", "plots/iterations.pdf"] {
        assert!(folder.join(file).exists(), "{file}");
    }
    let sheet = tuned.parameters();
    assert!(sheet.csv().contains("iterations,2,"), "{}", sheet.csv());
    let _ = std::fs::remove_dir_all(folder);
}

/// The same seed gives the same bytes: on any number of threads, and in one piece or in several.
#[test]
fn the_same_seed_gives_the_same_bytes() {
    let state = |folder: &Path| std::fs::read(folder.join("state.json")).unwrap();
    let (one, two) = (scratch("one"), scratch("two"));
    let mut first = request(&one);
    // Close numbers of simulations, which decide differently.
    first.agent = "mcts:iterations=20".to_owned();
    first.vary = vec!["iterations=5..60".to_owned(), "c".to_owned()];
    first.test_games = 0;
    let whole = run_it(&first);
    let mut second = first.clone();
    second.folder = two.clone();
    second.threads = 1;
    for steps in [1, 3, 4, 7] {
        second.steps = steps;
        run_it(&second);
    }
    second.steps = 12;
    let parts = run_it(&second);
    assert_eq!(state(&one), state(&two));
    assert_eq!((whole.found, whole.test), (parts.found, None));
    // Another seed goes another way.
    first.seed = 6;
    let error = tune(&games(), &first, &Interrupt::new(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("something else"), "{error}");
    for folder in [one, two] {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Steps of yesterday's agent are not mixed with those of today's.
#[test]
fn an_agent_that_changed_does_not_go_on() {
    let folder = scratch("changed");
    let mut request = request(&folder);
    (request.steps, request.test_games) = (2, 0);
    run_it(&request);
    request.steps = 3;
    let file = folder.join("state.json");
    let before = std::fs::read_to_string(&file).unwrap();
    let mut state: serde_json::Value = serde_json::from_str(&before).unwrap();
    let mut refused = |identity: serde_json::Value, expected: &str| {
        state["identity"] = identity;
        std::fs::write(&file, state.to_string()).unwrap();
        let error = tune(&games(), &request, &Interrupt::new(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    };
    refused(
        serde_json::json!({"behaviour": "0123456789abcdef"}),
        "the agent has changed since (`mcts:iterations=2`: behaviour was 0123456789ab, is ",
    );
    let mut wild: serde_json::Value = serde_json::from_str(&before).unwrap();
    wild["steps"][0]["place"][0] = serde_json::json!(7e9);
    std::fs::write(&file, wild.to_string()).unwrap();
    let error = tune(&games(), &request, &Interrupt::new(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("out of range"), "{error}");
    std::fs::write(&file, before).unwrap();
    assert_eq!(run_it(&request).steps.len(), 3);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn an_interrupted_step_is_not_counted() {
    let folder = scratch("interrupted");
    let interrupt = Interrupt::new();
    let mut request = request(&folder);
    request.test_games = 0;
    let tuned = tune(&games(), &request, &interrupt, &mut |_| interrupt.finish()).unwrap();
    // The step that is played at the same time may be through, too.
    assert!(!tuned.complete && (1..=2).contains(&tuned.steps.len()));
    assert_eq!(run_it(&request).steps.len(), 12);
    let _ = std::fs::remove_dir_all(folder);
}

/// At tables of three both ends sit once or twice, in every seat.
#[test]
fn more_seats_and_a_budget_of_its_own() {
    let folder = scratch("three");
    let mut request = request(&folder);
    request.variant = Some("strict:players=3".to_owned());
    request.agent = "mcts:c=0.5@iterations=20".to_owned();
    request.vary = vec!["c".to_owned(), "iterations=5..50".to_owned()];
    (request.steps, request.rounds, request.test_games) = (2, 1, 6);
    let tuned = run_it(&request);
    // Two line-ups of three orders each.
    assert_eq!(tuned.steps[0].games, 6);
    assert!(tuned.found.ends_with("@iterations=20"), "{}", tuned.found);
    assert_eq!(tuned.start, "mcts:c=0.5@iterations=20");
    let _ = std::fs::remove_dir_all(folder);
}

/// The weights of the chosen evaluation are tuned like other parameters, all of them at once. On one thread or two the
/// bytes are the same.
#[test]
fn the_weights_of_an_evaluation_are_tuned() {
    let tuned = |name: &str, threads: usize| {
        let folder = scratch(name);
        let mut request = request(&folder);
        request.agent = "one-ply:eval=lead,eval.power=-0.04".to_owned();
        request.vary = vec!["eval.*".to_owned()];
        (request.steps, request.threads, request.test_games) = (30, threads, 400);
        let tuned = run_it(&request);
        let bytes = std::fs::read(folder.join("state.json")).unwrap();
        let _ = std::fs::remove_dir_all(folder);
        (tuned, bytes)
    };
    let (found, bytes) = tuned("weights", 2);
    let keys = found.dimensions.iter();
    let keys: Vec<&str> = keys.map(|dimension| &*dimension.key).collect();
    assert_eq!(keys, ["eval.power", "eval.turn"]);
    assert_eq!(found.start, "one-ply:eval=lead,eval.power=-0.04");
    // To stay behind is no good idea.
    let power = found.found.split("eval.power=").nth(1).unwrap();
    let power: f64 = power.split(',').next().unwrap().parse().unwrap();
    assert!(power > 0.0, "{}", found.found);
    let (again, same) = tuned("weights-one", 1);
    assert_eq!((found.found, bytes), (again.found, same));
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = scratch("refused");
    for (agent, vary, hint) in [
        ("mcts", "iteration", "did you mean `iterations`"),
        ("mcts", "rollout", "a parameter that is a number"),
        ("mtcs", "c", "did you mean `mcts`"),
        ("mcts", "c=5..1", "LOW..HIGH"),
        ("one-ply:eval=lead", "eval.powr", "did you mean `eval.power`"),
        ("one-ply", "eval.*", "unknown parameter `eval.*`"),
    ] {
        let mut request = request(&folder);
        (request.agent, request.vary) = (agent.to_owned(), vec![vary.to_owned()]);
        let error = tune(&games(), &request, &Interrupt::new(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains(hint), "{vary}: {error}");
    }
}
