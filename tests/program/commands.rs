//! The commands as a user meets them: the real binary, its output and its exit codes.

use std::path::Path;

use crate::program::{empty_folder, failure, json, ludarium, stdout};

const GAMES: [&str; 7] =
    ["dice-chess", "three-chess", "tuc-chess", "dicewars", "chexers", "backgammon", "ur"];

#[test]
fn games_lists_every_game_and_its_variants() {
    let text = stdout(&["games"]);
    for word in GAMES.iter().chain(&["three-dice", "brainking", "2019", "server", "orig"]) {
        assert!(text.contains(word), "{word} in\n{text}");
    }
    // Headings, a line for each game, a blank and a hint.
    assert_eq!(text.lines().count(), GAMES.len() + 3, "{text}");
    assert!(stdout(&["games", "dicewars"]).contains("players"));
    assert_eq!(stdout(&["games", "--json"]).lines().count(), GAMES.len());
}

#[test]
fn misspelt_names_are_answered_with_a_suggestion() {
    let answers = [
        (vec!["show", "chexrs"], "did you mean `chexers`?"),
        (vec!["show", "tuc-chess", "--variant", "servr"], "did you mean `server`?"),
        (vec!["show", "dicewars", "--variant", "flat:plaiers=3"], "did you mean `players`?"),
        (vec!["shwo", "chexers"], "show"),
        (vec!["perft", "chexers", "--dept", "2"], "--depth"),
    ];
    for (args, hint) in answers {
        let error = failure(&args, 2);
        assert!(error.contains(hint), "{args:?}: {error}");
    }
}

#[test]
fn numbers_that_cannot_be_meant_are_refused_with_a_reason() {
    let folder = empty_folder("commands-numbers");
    let (empty, file) = (folder.join("empty"), folder.join("file"));
    std::fs::write(&empty, "\n").unwrap();
    std::fs::write(&file, "").unwrap();
    let (empty, file) = (empty.to_str().unwrap(), file.to_str().unwrap());
    let duel = ["match", "tuc-chess", "random", "greedy"];
    for (options, reason) in [
        (["--games", "-5"], "'-5' for '--games <N>': expected a whole number, not below 0"),
        (["--longest", "0"], "option `longest`: expected at least 1"),
        (["--nodes", "0"], "expected a whole number, 1 or more"),
        (["--shard", "3/2"], "'3/2' for '--shard <PART/PARTS>': expected part/parts"),
        (["--starts", empty], "has no positions; write one a line"),
    ] {
        let error = failure(&[&duel[..], &options].concat(), 2);
        assert!(error.contains(reason), "{options:?}: {error}");
    }
    let error = failure(&["replay", "run", "-1"], 2);
    assert!(error.contains("'-1' for '<GAME>': expected a whole number, not below 0"), "{error}");
    let error = failure(&[&duel[..], &["--runs", file]].concat(), 1);
    assert!(error.contains("a file is in the place of a folder"), "{error}");
    let error = failure(&["bot", "new", "python", file], 1);
    assert!(error.contains("a file is in the place of the folder"), "{error}");
    let error = failure(&["tournament", file], 2);
    assert!(error.contains("ends in `.toml`"), "{error}");
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    for game in GAMES {
        let error = failure(&["show", game, "--position", "nonsense"], 2);
        assert!(error.starts_with("error: "), "{error}");
        assert!(error.contains("expected") || error.contains("impossible"), "{game}: {error}");
    }
}

#[test]
fn show_draws_in_a_pipe_without_escape_codes() {
    for game in GAMES {
        let text = stdout(&["show", game]);
        assert!(!text.contains('\u{1b}'), "{game}");
        assert!(text.lines().count() > 5, "{game}:\n{text}");
        assert!(stdout(&["--color", "always", "show", game]).contains('\u{1b}'), "{game}");
    }
}

#[test]
fn show_writes_pictures() {
    let folder = empty_folder("commands-show");
    for game in GAMES {
        let (svg, png) = (folder.join(format!("{game}.svg")), folder.join(format!("{game}.png")));
        let (svg_name, png_name) = (svg.to_string_lossy(), png.to_string_lossy());
        stdout(&["show", game, "--svg", &svg_name, "--png", &png_name, "--width", "400"]);
        assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"), "{game}");
        assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"), "{game}");
    }
    let error = failure(&["show", "chexers", "--png", "/nowhere/at/all.png"], 1);
    assert!(error.contains("cannot write /nowhere/at/all.png"), "{error}");
}

#[test]
fn show_json_holds_the_legal_moves() {
    let value = json(&["show", "tuc-chess", "--json"]);
    assert_eq!(value["moves"].as_array().map(Vec::len), Some(5));
    assert_eq!(value["turn"], "White");
}

#[test]
fn perft_counts_are_the_known_ones() {
    let known = [
        ("dice-chess", 4, 197_742),
        ("three-chess", 4, 178_080),
        ("tuc-chess", 6, 43_559),
        ("chexers", 5, 89_752),
        ("backgammon", 1, 380),
        ("ur", 6, 112_552),
    ];
    for (game, depth, lines) in known {
        let value = json(&["perft", game, "--depth", &depth.to_string(), "--json"]);
        assert_eq!(value["total"], lines, "{game}");
    }
    let text = stdout(&["perft", "tuc-chess", "--depth", "2"]);
    assert!(text.contains("5040") && text.contains("25 lines"), "{text}");
}

#[test]
fn random_gives_the_same_bytes_on_any_number_of_threads() {
    for game in GAMES {
        let run = |threads| {
            stdout(&["random", game, "--games", "40", "--seed", "9", "--threads", threads])
        };
        let one = run("1");
        assert_eq!(one, run("3"), "{game}");
        assert!(one.contains("moves per game") && !one.contains("NaN"), "{one}");
        let moves = |seed| {
            json(&["random", game, "--games", "40", "--seed", seed, "--json"])["moves"].clone()
        };
        assert_ne!(moves("9"), moves("8"), "{game}");
    }
}

#[test]
fn verify_tells_agreement_from_disagreement() {
    let folder = empty_folder("commands-verify");
    let good = folder.join("good.json");
    let record = r#"[{"name":"start","state":"rrrr...........g.....bg....bg...bg..b r 0,0,0 0","legal":["-3,0>-2,-1","-3,0>-2,0","-3,1>-2,0","-3,1>-2,1","-3,2>-2,1","-3,2>-2,2","-3,3>-2,2","-3,3>-2,3"],"perft":[8,64,512],"nlegal":8}]"#;
    std::fs::write(&good, record).unwrap();
    assert!(stdout(&["verify", "chexers", &good.to_string_lossy()]).contains("all agree"));
    let bad = folder.join("bad.json");
    std::fs::write(&bad, record.replace("512", "513")).unwrap();
    let output = ludarium(Path::new("."), &["verify", "chexers", &bad.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("513") && text.contains("512"), "{text}");
    for (name, content) in [("empty", ""), ("other", "{\"a\":1}"), ("binary", "\u{0}\u{1}")] {
        let file = folder.join(name);
        std::fs::write(&file, content).unwrap();
        failure(&["verify", "chexers", &file.to_string_lossy()], 1);
    }
    failure(&["verify", "chexers", "/nowhere/at/all"], 1);
}

#[test]
fn help_exists_for_every_command() {
    for command in [
        "games",
        "agents",
        "show",
        "perft",
        "random",
        "analyse",
        "watch",
        "verify",
        "experiment",
        "league",
        "tune",
    ] {
        assert!(stdout(&[command, "--help"]).contains("Usage:"), "{command}");
    }
}

#[test]
fn agents_lists_names_and_parameters() {
    let text = stdout(&["agents"]);
    for word in GAMES.iter().chain(&["best", "minimax-as-found", "wpm_c", "brs-plus"]) {
        assert!(text.contains(word), "{word} in\n{text}");
    }
    let text = stdout(&["agents", "three-chess"]);
    assert!(text.contains("rollout") && text.contains("iterations"), "{text}");
    for line in stdout(&["agents", "chexers", "--json"]).lines() {
        let entry: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
        assert!(entry["summary"].is_string(), "{line}");
    }
}

/// Weights are listed once for each evaluation, not with every agent that can choose it.
#[test]
fn agents_lists_weights_with_their_evaluation() {
    let text = stdout(&["agents", "three-chess"]);
    for title in ["weights of best", "weights with eval=learned-attack"] {
        assert_eq!(text.matches(title).count(), 1, "{title} in\n{text}");
    }
    // Of `best`, `material` and the two learned evaluations.
    assert_eq!(text.matches("eval.queens").count(), 4, "{text}");
    let entry = |name: &str| {
        let text = stdout(&["agents", "three-chess", "--json"]);
        let mut entries = text.lines().map(|line| {
            let entry: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
            entry
        });
        entries.find(|entry| entry["name"] == name).expect("an agent")
    };
    assert_eq!(entry("best")["weights"][4]["key"], "eval.queens");
    let maxn = entry("maxn");
    assert_eq!(maxn["weights"], serde_json::json!([]));
    let learned = &maxn["evaluation_weights"]["learned-attack"];
    assert_eq!(learned.as_array().map(Vec::len), Some(22));
}

#[test]
fn analyse_is_repeatable_and_ranks_its_candidates() {
    for game in GAMES {
        let args =
            ["analyse", game, "--nodes", "2000", "--iterations", "50", "--seed", "3", "--json"];
        let (mut first, mut again) = (json(&args), json(&args));
        for value in [&mut first, &mut again] {
            value["decision"]["seconds"] = 0.into();
        }
        assert_eq!(first, again, "{game}");
        let decision = &first["decision"];
        let candidates = decision["candidates"].as_array().expect("a list");
        if let Some(best) = candidates.first() {
            assert_eq!(best["move"], decision["chosen"], "{game}");
        }
    }
    let text = stdout(&["analyse", "tuc-chess", "--agent", "alphabeta-full", "--depth", "4"]);
    assert!(text.contains("nodes/s") && text.contains("depth 4"), "{text}");
    // Of the moves after the first, a search that cuts off knows only a limit.
    assert!(text.contains("≤ 0."), "{text}");
}

#[test]
fn analyse_refuses_what_cannot_be_asked() {
    let hint = failure(&["analyse", "chexers", "--agent", "mcst"], 2);
    assert!(hint.contains("did you mean `mcts`?"), "{hint}");
    let key = failure(&["analyse", "chexers", "--agent", "mcts:iteration=5"], 2);
    assert!(key.contains("did you mean `iterations`?"), "{key}");
    let time = failure(&["analyse", "chexers", "--time", "soon"], 2);
    assert!(time.contains("500ms"), "{time}");
    let over = "....................r................ r 4,0,0 0";
    assert!(failure(&["analyse", "chexers", "--position", over], 2).starts_with("error: "));
}

#[test]
fn watch_plays_to_the_end_and_tells_the_result() {
    let lines = stdout(&["watch", "dicewars", "ste", "sdc", "--fast", "--seed", "2", "--json"]);
    let last: serde_json::Value =
        serde_json::from_str(lines.lines().last().expect("a result")).expect("JSON");
    assert_eq!(last["over"], true, "{last}");
    assert_eq!(last["agents"].as_array().map(Vec::len), Some(4));
    let short = stdout(&["watch", "chexers", "greedy", "--fast", "--moves", "5"]);
    assert!(short.contains("stopped after 5 moves") && !short.contains('\u{1b}'), "{short}");
    let error = failure(&["watch", "tuc-chess", "random", "random", "random"], 2);
    assert!(error.contains("3 agents for 2 seats"), "{error}");
}
