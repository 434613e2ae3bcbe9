//! Tournaments as a user meets them: killed, interrupted, split, refused, and the same in the end.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use ludarium::{Purpose, Rng, Seed};

use crate::program::{command, empty_folder, ludarium, printed, refusal};

/// Everything that a run holds but times: all rows, the tables, and both forms of CSV.
fn contents(folder: &Path, run: &str) -> [String; 4] {
    [
        printed(folder, &format!("export {run} --jsonl --no-times")),
        printed(folder, &format!("report {run}")),
        printed(folder, &format!("export {run} --csv games --no-times")),
        printed(folder, &format!("export {run} --csv moves --no-times")),
    ]
}

const TOURNAMENT: &str =
    "tournament chexers maxn greedy random --games 300 --random-plies 6 --seed 5";

/// Starts a tournament and kills it without warning after some games. Gives whether it was killed before its end.
fn kill_after(folder: &Path, run: &str, threads: u32, games: u32, rng: &mut Rng) -> bool {
    let arguments = format!("{TOURNAMENT} --run {run} --threads {threads} --json");
    let mut child =
        command(folder, &arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let finished = (0..=games).any(|_| match lines.next() {
        Some(Ok(line)) => line.contains("\"event\":\"finished\""),
        _ => true,
    });
    // Somewhere in the middle of a game, of a write, or of a commit.
    std::thread::sleep(Duration::from_micros(u64::from(rng.below(3000))));
    child.kill().unwrap();
    child.wait().unwrap();
    !finished
}

#[test]
fn a_tournament_killed_thirty_times_ends_like_one_that_was_not() {
    let folder = empty_folder("arena-killed");
    printed(&folder, &format!("{TOURNAMENT} --run whole"));
    let whole = contents(&folder, "whole");
    assert_eq!(whole[0].lines().count(), 300);
    for threads in [1, 2, 4] {
        let run = format!("killed-{threads}");
        let mut rng = Seed(threads.into()).stream(Purpose::Test, 0);
        for kill in 0..30 {
            let games = rng.below(7);
            assert!(kill_after(&folder, &run, threads, games, &mut rng), "over after {kill} kills");
        }
        let rows = printed(&folder, &format!("export {run} --jsonl --no-times"));
        let kept = rows.lines().count();
        assert!((30..300).contains(&kept), "{kept} games survived the kills");
        printed(&folder, &format!("{TOURNAMENT} --run {run} --threads {threads}"));
        assert!(contents(&folder, &run) == whole, "{threads} threads");
    }
}

#[test]
fn games_that_were_reported_survive_a_kill() {
    let folder = empty_folder("arena-reported");
    let arguments = format!("{TOURNAMENT} --run kept --threads 2 --json");
    let mut child = command(&folder, &arguments).stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let reported: Vec<u64> = lines
        .map_while(Result::ok)
        .filter_map(|line| {
            let event: serde_json::Value = serde_json::from_str(&line).unwrap();
            event["number"].as_u64()
        })
        .take(25)
        .collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(reported.len(), 25);
    let rows = printed(&folder, "export kept --jsonl");
    let stored: Vec<u64> = rows
        .lines()
        .filter_map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["number"].as_u64()
        })
        .collect();
    for game in reported {
        assert!(stored.contains(&game), "game {game} was reported and is lost");
    }
}

#[test]
fn a_split_tournament_joins_into_the_whole() {
    let folder = empty_folder("arena-split");
    printed(&folder, &format!("{TOURNAMENT} --run whole"));
    for part in 1..=3 {
        printed(&folder, &format!("{TOURNAMENT} --run part --shard {part}/3"));
    }
    let most = printed(&folder, "merge most part-3of3 part-1of3");
    assert!(most.contains("missing: part 2/3 is missing"), "{most}");
    let report = printed(&folder, "report most");
    assert!(report.contains("part 2/3 is missing"), "{report}");
    let report = printed(&folder, "report part-2of3");
    assert!(report.contains("only part 2/3 of the run"), "{report}");
    let joined = printed(&folder, "merge joined part-3of3 part-1of3 part-2of3 part-1of3");
    assert!(!joined.contains("missing"), "{joined}");
    assert!(contents(&folder, "joined") == contents(&folder, "whole"));
}

#[test]
fn a_sequential_test_is_not_split() {
    let folder = empty_folder("arena-sprt-shard");
    let output = ludarium(&folder, "match tuc-chess random greedy --sprt 0,20 --shard 1/2");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("looks at all blocks in order"), "{error}");
}

#[test]
fn another_contest_is_refused_with_the_difference() {
    let folder = empty_folder("arena-refused");
    printed(&folder, "match tuc-chess random greedy -n 4 --run mine");
    let output = ludarium(&folder, "match tuc-chess random one-ply -n 4 --seed 2 --run mine");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("greedy") && error.contains("one-ply") && error.contains("seed"),
        "{error}"
    );
    let more = printed(&folder, "match tuc-chess random greedy -n 8 --run mine");
    assert!(more.contains("8 games"), "more games are no other contest: {more}");
    printed(&folder, "match tuc-chess random one-ply -n 4 --run mine --fresh");
}

/// Sends signals after a number of lines and waits for the end.
fn interrupted(folder: &Path, arguments: &str, after: u32, signals: u32) -> (Option<i32>, String) {
    let mut child =
        command(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..after {
        lines.next();
    }
    for _ in 0..signals {
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        std::thread::sleep(Duration::from_millis(50));
    }
    // Everything is read, so that the child never waits for us.
    for line in lines {
        line.unwrap();
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn ctrl_c_stops_and_says_how_to_go_on() {
    let folder = empty_folder("arena-interrupted");
    let slow = "match three-chess mcts:iterations=30 greedy -n 60 --run slow --json";
    for signals in [1, 2] {
        let (code, error) = interrupted(&folder, slow, 3, signals);
        assert_eq!(code, Some(130), "{error}");
        assert!(error.contains("run the same command again to go on"), "{error}");
    }
    printed(&folder, slow);
    printed(&folder, "match three-chess mcts:iterations=30 greedy -n 60 --run whole --json");
    assert!(contents(&folder, "slow") == contents(&folder, "whole"));
}

#[test]
fn two_runners_do_not_write_one_run() {
    let folder = empty_folder("arena-locked");
    let long = "match three-chess mcts:iterations=300 greedy -n 6000 --run long --json";
    let mut first = command(&folder, long).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(first.stdout.take().unwrap()).lines();
    lines.next();
    let second = ludarium(&folder, long);
    let id = first.id();
    first.kill().unwrap();
    first.wait().unwrap();
    let error = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(1), "{error}");
    assert!(error.contains(&format!("in use by process {id}")), "{error}");
}

#[test]
fn a_game_can_be_replayed_and_played_again() {
    let folder = empty_folder("arena-again");
    printed(&folder, "match dicewars ste sdc rand -n 8 --run dice");
    let shown = printed(&folder, "replay dice 3 --fast");
    assert!(shown.contains("over: conquest") && shown.contains("chance: "), "{shown}");
    printed(&folder, "match tuc-chess greedy random -n 2 --run tuc");
    let shown = printed(&folder, "replay tuc 0 --fast");
    assert!(shown.contains("chance: changes nothing"), "{shown}");
    assert!(!shown.contains("chance: 99") && !shown.contains("0 nodes"), "{shown}");
    let reviewed = printed(&folder, "review tuc 0");
    for word in ["accuracy ", "luck ", "own mistakes ", "mistakes of others ", "by best"] {
        assert!(reviewed.contains(word), "no {word}: {reviewed}");
    }
    let told: serde_json::Value =
        serde_json::from_str(&printed(&folder, "review tuc 0 --json")).unwrap();
    let players = told["review"]["players"].as_array();
    assert_eq!(players.map(Vec::len), Some(2), "{told}");
    let same = printed(&folder, "rerun dice 3");
    assert!(same.starts_with("identical: game 3"), "{same}");
    let missing = ludarium(&folder, "replay dice 999");
    assert_eq!(missing.status.code(), Some(2));
    let lost = ludarium(&folder, "report dise");
    let error = String::from_utf8_lossy(&lost.stderr);
    assert!(lost.status.code() == Some(2) && error.contains("did you mean `dice.db`"), "{error}");
}

#[test]
fn a_run_is_reviewed_by_a_judge_of_ones_choice() {
    let folder = empty_folder("arena-reviewed");
    printed(&folder, "match dice-chess greedy random -n 6 --run dice");
    let review = "review dice --by generic-mcts@iterations=40 --sample 3";
    let one = printed(&folder, &format!("{review} --threads 1"));
    for words in [
        "judged by generic-mcts@iterations=40",
        "6 games in 3 blocks",
        "What mistakes cost",
        "LUCK A GAME",
        "Between agents",
    ] {
        assert!(one.contains(words), "no {words}: {one}");
    }
    assert_eq!(one, printed(&folder, &format!("{review} --threads 3")));
    let told = printed(&folder, &format!("{review} -n 1 --json"));
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["games"], &told["blocks"]), (&2.into(), &1.into()));
    let rows = told["sheets"][0]["rows"].as_array().unwrap();
    let judged: f64 = rows.iter().filter_map(|row| row["judged"].as_f64()).sum();
    assert_eq!((rows.len(), judged), (2, 6.0), "{told}");
    let single = printed(&folder, "review dice 0 --by generic-mcts@iterations=5");
    assert!(single.contains("by generic-mcts@iterations=5"), "{single}");
    for (words, reason) in [
        ("review dice --by random", "gives no shares of a win"),
        ("review dice --by bests", "did you mean"),
        ("review dice 0 --sample 3", "cannot be used with"),
        ("review dice --sample 0", "expected a whole number from 1"),
    ] {
        let error = refusal(&folder, words, 2);
        assert!(error.contains(reason), "{words}: {error}");
    }
}

#[test]
fn a_review_that_is_stopped_says_how_far_it_came() {
    let folder = empty_folder("arena-review-stopped");
    printed(&folder, "match tuc-chess greedy random -n 4 --run tuc");
    let endless = "review tuc --by generic-mcts@iterations=1000000000";
    let (code, error) = interrupted(&folder, endless, 1, 2);
    assert_eq!(code, Some(130), "{error}");
    assert!(error.contains("0 of 4 games were reviewed"), "{error}");
}

#[test]
fn a_sequential_test_decides_the_same_on_any_number_of_threads() {
    let folder = empty_folder("arena-sprt");
    let run = |threads: u32| {
        let arguments = format!(
            "match tuc-chess one-ply random -n 4000 --sprt 0,50 --run t{threads} --threads {threads}"
        );
        let text = printed(&folder, &arguments);
        let kept =
            text.lines().filter(|line| !line.contains("stored in") && !line.contains("more:"));
        let tables = kept.collect::<Vec<_>>().join("\n");
        let tests = text.lines().filter(|line| line.starts_with("sequential test"));
        (tables, tests.map(str::to_owned).collect::<Vec<_>>())
    };
    let one = run(1);
    assert!(one.1[0].ends_with("decided as soon as the games say so"), "{}", one.1[0]);
    assert!(one.1[1].contains("the first agent is stronger (50 Elo accepted)"), "{}", one.1[1]);
    assert_eq!(one, run(4));
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let folder = empty_folder("arena-pipe");
    printed(&folder, "match dicewars ste sdc rand -n 8 --run dice");
    for what in ["--csv moves", "--jsonl"] {
        let mut child = command(&folder, &format!("export dice {what}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && error.is_empty(), "{what}: {error}");
    }
}

#[test]
fn agents_keep_to_budgets_of_their_own() {
    let folder = empty_folder("arena-own-budgets");
    let command =
        "match tuc-chess mcts@iterations=20 mcts@iterations=60 --games 2 --seed 1 --run own";
    let first = printed(&folder, command);
    assert!(first.contains("mcts@iterations=20"), "{first}");
    let moves = printed(&folder, "export own --csv moves --no-times");
    let mut rows = moves.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().unwrap();
    let column = |name: &str| header.iter().position(|known| *known == name).unwrap();
    let (agent, iterations) = (column("agent"), column("iterations"));
    let mut counts: Vec<_> = rows.map(|row| (row[agent], row[iterations])).collect();
    counts.retain(|(agent, _)| agent.starts_with("mcts"));
    assert!(counts.len() > 20, "{moves}");
    for (agent, count) in counts {
        // A win at once needs no search.
        assert!(agent.ends_with(count) || count == "0", "{agent}: {count}");
    }
    // A time is no part of what an agent is: the run goes on.
    let timed = "match tuc-chess mcts@1ms,cpu mcts@2ms,cpu --games 2 --run timed --tables";
    let (once, again) = (printed(&folder, timed), printed(&folder, timed));
    assert!(once.contains("the moves cannot"), "{once}");
    assert!(again.contains("mcts@1ms,cpu"), "{again}");
    assert!(again.contains("whose budget says `cpu` is measured by processor time"), "{again}");
    assert!(!first.contains("processor time"), "{first}");
    assert!(!first.contains("counts once for each"), "{first}");
    let twice = printed(&folder, "match chexers greedy random --games 6 --seed 1");
    assert!(twice.contains("several seats in a game counts once for each"), "{twice}");
    let wrong = ludarium(&folder, "match tuc-chess mcts@50 random --games 2");
    let error = String::from_utf8_lossy(&wrong.stderr);
    assert!(error.contains("a time (0.5ms, 50ms, 2s)"), "{error}");
}

/// A match of two games, then one that is cut short after the first.
#[test]
fn a_match_of_another_program_is_reviewed_as_far_as_it_can_be_read() {
    let folder = empty_folder("arena-match");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/games/backgammon/tests/data/match.mat");
    let text = std::fs::read_to_string(file).unwrap();
    let words = ["review", "backgammon", "--by", "one-ply", "--moves"];
    let told = printed(&folder, &[&words[..], &[file, "--json"]].concat());
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["games"][1]["agents"], serde_json::json!(["Ada", "Bob"]));
    assert_eq!(told["games"][1]["ending"], "gammon");
    std::fs::write(folder.join("cut.mat"), &text[..text.find("  5) 66").unwrap()]).unwrap();
    let output = ludarium(&folder, &[&words[..], &["cut.mat"]].concat());
    let said = String::from_utf8_lossy(&output.stdout);
    let parts = ["game 1", "White (Ada)", "millipoints a decision ", "PR ", "level ", " points; "];
    for part in parts.iter().chain(&["Not judged", "after step 26: Bob doubles => 2", "game 2"]) {
        assert!(said.contains(part), "no {part}: {said}");
    }
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        error.contains("not all of the file was read: the file ends in game 2 after 10"),
        "{error}"
    );
}
