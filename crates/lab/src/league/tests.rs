//! Leagues of the tiny game: files, growth, newcomers, tables.

use std::path::PathBuf;

use ludarium_arena::testing::two_games;

use super::*;

const FILE: &str = r#"
title = "Small league"
games = "all"
agents = ["one-ply", "random", "greedy"]
budgets = ["nodes=20", "nodes=80"]
most-games = 24
scaling = 4
seed = 3

[[game]]
name = "relay"
variant = "strict:players=3"
agents = ["mcts:iterations=200", "random", "greedy"]
"#;

fn scratch(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("ludarium-league-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn play(folder: &Path, text: &str, threads: usize, play: bool) -> LeagueResult {
    let file = folder.join("small.toml");
    std::fs::write(&file, text).unwrap();
    let request = LeagueRequest { file, folder: folder.join("out"), threads, play, bots: None };
    league(&two_games(), &request, &Interrupt::new(), &mut |_, _| {}).unwrap()
}

fn blocks(result: &LeagueResult, game: usize, division: usize) -> Vec<(Vec<String>, u64)> {
    let agents = &result.league.games[game].agents;
    let meetings = result.divisions[game][division].meetings.iter();
    let mut blocks: Vec<_> = meetings
        .map(|meeting| {
            let names = meeting.lineup.iter().map(|&agent| agents[agent].clone());
            (names.collect(), meeting.blocks)
        })
        .collect();
    blocks.sort();
    blocks
}

#[test]
fn a_league_plays_to_its_end_and_the_same_on_any_number_of_threads() {
    let (one, two) = (scratch("one"), scratch("two"));
    let result = play(&one, FILE, 1, true);
    assert!(result.is_complete() && result.left() == 0);
    for divisions in &result.divisions {
        for division in divisions {
            assert!(division.games() >= 20, "{}", division.games());
            assert!(division.ratings.is_some());
        }
    }
    let other = play(&two, FILE, 3, true);
    assert_eq!(result.document().json(), other.document().json());
    for game in 0..2 {
        assert_eq!(blocks(&result, game, 0), blocks(&other, game, 0));
    }
    // Everything is there: nothing is played again.
    let again = play(&one, FILE, 1, true);
    assert_eq!(again.document().markdown(), result.document().markdown());
    let out = one.join("out");
    for file in [
        "report.html",
        "tables.md",
        "csv/leaders.csv",
        "csv/relay.csv",
        "csv/scaling.csv",
        "plots/sprint.svg",
        "plots/relay.pdf",
    ] {
        assert!(out.join(file).exists(), "{file}");
    }
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(&page, options).unwrap();
    let _ = std::fs::remove_dir_all(one);
    let _ = std::fs::remove_dir_all(two);
}

/// The games of the others stay, and the newcomer gets its games first.
#[test]
fn a_newcomer_joins_without_a_game_played_twice() {
    let folder = scratch("newcomer");
    let text = FILE.replace("scaling = 4\n", "").replace("games = \"all\"", "games = [\"sprint\"]");
    let text = text.split("[[game]]").next().unwrap().to_owned();
    let before = play(&folder, &text, 2, true);
    let newer = text
        .replace("\"greedy\"]", "\"greedy\", \"mcts:iterations=30\"]")
        .replace("most-games = 24", "most-games = 60");
    let shown = play(&folder, &newer, 2, false);
    assert_eq!(shown.divisions[0][0].games(), before.divisions[0][0].games());
    assert!(!shown.is_complete());
    let after = play(&folder, &newer, 2, true);
    let old = blocks(&before, 0, 0);
    for (lineup, count) in blocks(&after, 0, 0) {
        if let Some((_, before)) = old.iter().find(|(known, _)| *known == lineup) {
            assert!(count >= *before, "{lineup:?}");
        }
    }
    let tally = ludarium_arena::statistics::Tally::of(&after.divisions[0][0].outcomes(), 4);
    assert!(tally.agents[3].games >= 12, "{}", tally.agents[3].games);
    // The order of the agents in the file is nobody's business.
    let turned = newer.replace("\"one-ply\", \"random\"", "\"random\", \"one-ply\"");
    let turned = play(&folder, &turned, 2, false);
    assert_eq!(turned.divisions[0][0].games(), after.divisions[0][0].games());
    let _ = std::fs::remove_dir_all(folder);
}

/// One ply beats chance so clearly that the number of games is not reached.
#[test]
fn a_known_order_ends_the_games() {
    let folder = scratch("settled");
    let text = r#"
games = ["sprint"]
agents = ["one-ply", "random"]
budgets = ["nodes=50"]
most-games = 4000
"#;
    let result = play(&folder, text, 2, true);
    let division = &result.divisions[0][0];
    assert!(result.is_complete() && division.games() < 2000, "{}", division.games());
    let leaders = result.leaders().csv();
    assert!(leaders.contains("Sprint,nodes=50,one-ply,leads,"), "{leaders}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn mistakes_are_explained() {
    for (from, to, hint) in [
        ("\"all\"", "\"some\"", "neither `all` nor a list"),
        ("\"all\"", "[\"sprnt\"]", "did you mean `sprint`"),
        ("\"one-ply\", ", "\"one-pli\", ", "did you mean `one-ply`"),
        ("\"one-ply\", ", "\"random\", ", "every agent once"),
        ("\"nodes=20\"", "\"nods=20\"", "nodes=N"),
        ("\"nodes=20\"", "\"0ms\"", "nodes=N"),
        ("\"nodes=20\"", "\"nodes=80\"", "every budget once"),
        ("budgets = [\"nodes=20\", \"nodes=80\"]", "", "at least one"),
        ("name = \"relay\"", "name = \"rely\"", "did you mean `relay`"),
        ("most-games", "mostgames", "most-games"),
        ("most-games = 24", "most-games = 0", "at least 1, or a map"),
        ("\"one-ply\", \"random\"", "\"a = one-ply\", \"a = random\"", "every name once"),
        ("most-games = 24", "most-games = -1", "a whole number, 0 or more"),
        ("[\"mcts:iterations=200\", ", "[\"mcts@nodes=5\", ", "without a budget of its own"),
    ] {
        assert!(FILE.contains(from), "{from}");
        let error = League::parse(&two_games(), "x", &FILE.replace(from, to));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(hint), "{to}: {error}");
    }
}

#[test]
fn doublings_are_of_the_same_measure() {
    let text = FILE.replace(
        "\"nodes=20\", \"nodes=80\"",
        "\"nodes=20\", \"nodes=80\", \"10ms,cpu\", \"1s\", \"depth=3\"",
    );
    let league = League::parse(&two_games(), "x", &text).unwrap();
    let budgets = &league.games[0].budgets;
    let doublings = |from: usize, to: usize| budgets[to].doublings(&budgets[from]);
    assert_eq!(doublings(0, 1), Some(2.0));
    assert!((doublings(2, 3).unwrap() - 100f64.log2()).abs() < 1e-9);
    assert_eq!(doublings(1, 2), None);
    assert_eq!(doublings(3, 4), None);
}

/// Nobody takes the games of an agent that fails for fair ones.
#[test]
fn faults_are_told() {
    let folder = scratch("faults");
    let text = "games = [\"sprint\"]\nagents = [\"faulty\", \"random\"]\nbudgets = [\"nodes=5\"]\nmost-games = 4\n";
    let result = play(&folder, text, 1, true);
    let told = result.document().markdown();
    assert!(told.contains("At nodes=5 agents were late, failed"), "{told}");
    let _ = std::fs::remove_dir_all(folder);
}

/// Games of a block that is not complete wait: the others of it have the same luck in other seats.
#[test]
fn half_a_block_does_not_count() {
    let folder = scratch("half");
    let text = "games = [\"sprint\"]\nagents = [\"one-ply\", \"random\"]\nbudgets = [\"nodes=5\"]\nmost-games = 4\n";
    let mut result = play(&folder, text, 1, true);
    let meeting = &mut result.divisions[0][0].meetings[0];
    assert_eq!((meeting.blocks, meeting.outcomes.len()), (2, 4));
    let stored = ludarium_arena::Store::open(&meeting.path).unwrap();
    let first = stored.game(0).unwrap().unwrap();
    let third = stored.game(2).unwrap().unwrap();
    drop(stored);
    meeting.path = folder.join("half.db");
    let mut half = ludarium_arena::Store::create(&meeting.path, &meeting.contest).unwrap();
    half.add(&[first, third]).unwrap();
    drop(half);
    meeting.load().unwrap();
    assert_eq!((meeting.blocks, meeting.outcomes.len()), (0, 0));
    let _ = std::fs::remove_dir_all(folder);
}

/// Budgets of one kind stand on a logarithmic axis; those of two kinds are names.
#[test]
fn budgets_have_an_axis_where_they_can_be_compared() {
    let axis = |budgets: &[&str]| {
        let text = format!(
            "games = ['sprint']\nagents = ['random', 'greedy']\nbudgets = [{}]",
            budgets.iter().map(|text| format!("'{text}'")).collect::<Vec<_>>().join(", ")
        );
        let league = League::parse(&two_games(), "x.toml", &text).unwrap();
        LeagueBudget::axis(&league.games[0].budgets)
    };
    let (found, places) = axis(&["2ms,cpu", "20ms,cpu"]).unwrap();
    assert!(found.log && found.title == "time for a move");
    assert_eq!(places, [0.002, 0.02]);
    assert_eq!(axis(&["nodes=10", "nodes=500"]).unwrap().1, [10.0, 500.0]);
    for names in
        [&["2ms", "nodes=10"][..], &["depth=1", "depth=2"], &["2ms"], &["nodes=3", "iterations=3"]]
    {
        assert_eq!(axis(names), None, "{names:?}");
    }
}

const MAP: &str = r#"
title = "Styles"
agents = ["careful = one-ply", "dice = random", "greedy"]
budgets = ["nodes=20"]
map = 36
most-games = 0
seed = 3

[[game]]
name = "relay"
variant = "strict:players=3"
"#;

#[test]
fn a_map_says_who_beats_whom_on_any_number_of_threads() {
    let (one, two) = (scratch("map-one"), scratch("map-two"));
    let result = play(&one, MAP, 1, true);
    assert!(result.is_complete());
    let map = &result.maps[0][0];
    // Three agents alone against the two others, and the first at the tables of all three.
    assert_eq!(map.meetings.len(), 3 * 2 + 2);
    assert!(map.meetings.iter().all(|one| one.meeting.outcomes.len() >= 36));
    let markdown = result.document().markdown();
    assert!(markdown.contains("| 1 | careful | one-ply |"), "{markdown}");
    assert!(markdown.contains("| mixed tables |"), "{markdown}");
    assert!(markdown.contains("careful does worst against"), "{markdown}");
    // Nobody asked who leads.
    assert!(!markdown.contains("Who leads"), "{markdown}");
    let other = play(&two, MAP, 3, true);
    assert_eq!(result.document().json(), other.document().json());
    for file in ["csv/relay-map-nodes-20.csv", "plots/relay-map-nodes-20.svg"] {
        assert!(one.join("out").join(file).exists(), "{file}");
    }
    let again = play(&one, MAP, 1, false);
    assert_eq!(again.document().markdown(), markdown);
    let _ = std::fs::remove_dir_all(one);
    let _ = std::fs::remove_dir_all(two);
}

/// Each beats the next and loses to the one before: a circle, which begins with the first.
#[test]
fn circles_are_named() {
    let folder = scratch("circle");
    let mut result = play(&folder, MAP, 2, true);
    let told = |result: &LeagueResult| result.document().markdown();
    for meeting in &mut result.maps[0][0].meetings {
        let Some(rival) = meeting.rival else { continue };
        let subject = meeting.subject;
        let winner = if (subject + 1) % 3 == rival { subject } else { rival };
        for outcome in &mut meeting.meeting.outcomes {
            let scores = outcome.agents.iter().map(|&agent| f64::from(u8::from(agent == winner)));
            outcome.scores = scores.collect();
        }
    }
    let circle = "Circles (alone against copies, > beats): careful > dice > greedy > careful.";
    assert!(told(&result).contains(circle), "{}", told(&result));
    // Where everybody alone loses to copies there is none.
    for meeting in &mut result.maps[0][0].meetings {
        let subject = meeting.subject;
        for outcome in &mut meeting.meeting.outcomes {
            let scores = outcome.agents.iter().map(|&agent| f64::from(u8::from(agent != subject)));
            outcome.scores = scores.collect();
        }
    }
    assert!(told(&result).contains("No circle of agents"), "{}", told(&result));
    let _ = std::fs::remove_dir_all(folder);
}
