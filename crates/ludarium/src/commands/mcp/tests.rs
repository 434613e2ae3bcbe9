use ludarium_arena::testing::sprint;
use ludarium_game::sprint::Sprint;
use serde_json::json;

use super::*;

const LESSON: &str =
    "title = \"Sprint\"\n[[section]]\nheading = \"The aim\"\ntext = \"Be first.\"\n";

fn context() -> Context {
    let bundle = Bundle {
        lesson: Some(LESSON),
        notation: Some("- **Moves**: `walk` or `run`.\n"),
        ..Bundle::new::<Sprint>(sprint().info)
    };
    Context::new([bundle])
}

/// What a tool says, and whether a picture comes with it.
fn used(tools: &mut GameTools<'_>, tool: &str, arguments: Value) -> Result<(String, bool), String> {
    let Value::Object(arguments) = arguments else { panic!("an object") };
    let content = tools.call(tool, arguments)?;
    let words = content.iter().filter_map(|part| match part {
        Content::Text(text) => Some(text.as_str()),
        Content::Picture(_) => None,
    });
    let picture =
        |part: &Content| matches!(part, Content::Picture(png) if png.starts_with(b"\x89PNG"));
    Ok((words.collect(), content.iter().any(picture)))
}

#[test]
fn every_tool_takes_what_is_announced_and_nothing_else() {
    let context = context();
    let mut tools = GameTools::new(&context);
    for tool in announced::tools() {
        let properties = tool.arguments["properties"].as_object().expect("properties");
        let required = tool.arguments["required"].as_array().expect("a list");
        assert!(required.iter().all(|name| properties.contains_key(name.as_str().unwrap())));
        if tool.name == "games" {
            continue;
        }
        let error = used(&mut tools, tool.name, json!({"bogus": 1})).unwrap_err();
        for name in properties.keys() {
            assert!(error.contains(&format!("`{name}`")), "{}: {error}", tool.name);
        }
        let known = error.matches('`').count() / 2 - 1;
        assert_eq!(known, properties.len(), "{}: {error}", tool.name);
    }
}

#[test]
fn what_there_is_is_told_in_words() {
    let context = context();
    let mut tools = GameTools::new(&context);
    let (games, _) = used(&mut tools, "games", json!({})).unwrap();
    assert!(games.contains("sprint: Sprint, ") && games.contains("Seats: 2 to 4."), "{games}");
    let (rules, _) = used(&mut tools, "rules", json!({"game": "sprint"})).unwrap();
    assert!(rules.contains("The aim\nBe first.") && rules.contains("`run`"), "{rules}");
    assert!(rules.contains(": players (2 to 4)"), "{rules}");
    let (agents, _) = used(&mut tools, "agents", json!({"game": "sprint"})).unwrap();
    assert!(agents.contains("\nrandom: "), "{agents}");
    let error = used(&mut tools, "rules", json!({"game": "sprnt"})).unwrap_err();
    assert!(error.contains("did you mean `sprint`?"), "{error}");
}

#[test]
fn a_game_is_played_against_agents_to_its_end_and_reviewed() {
    let context = context();
    let mut tools = GameTools::new(&context);
    let start = json!({"game": "sprint", "seats": 3, "players": ["you", "greedy", "random"]});
    let (mut said, picture) = used(&mut tools, "start", start).unwrap();
    assert!(picture && said.starts_with("Game 1: sprint strict:players=3"), "{said}");
    assert!(said.contains("Legal moves (2): run walk"), "{said}");
    let error = used(&mut tools, "move", json!({"move": "fly"})).unwrap_err();
    assert!(error.contains("`fly`") && error.contains("Legal moves (2): run walk"), "{error}");
    let error = used(&mut tools, "review", json!({})).unwrap_err();
    assert!(error.contains("the game is not over: seat 0"), "{error}");
    let mut moves = 0;
    while !said.contains("the game is over") {
        assert!(said.contains("is to move\nLegal moves"), "{said}");
        said = used(&mut tools, "move", json!({"id": 1, "move": "walk"})).unwrap().0;
        moves += 1;
        assert!(said.contains("Since then: seat 0") && moves < 99, "{said}");
    }
    assert!(said.contains("scores by seat: ["), "{said}");
    let error = used(&mut tools, "move", json!({"move": "walk"})).unwrap_err();
    assert!(error.contains("no move of yours is expected: the game is over"), "{error}");
    let (review, _) = used(&mut tools, "review", json!({"judge": "mcts"})).unwrap();
    assert!(review.contains("accuracy") && review.contains("greedy"), "{review}");
}

#[test]
fn dice_can_be_rolled_and_agents_asked() {
    let context = context();
    let mut tools = GameTools::new(&context);
    let error = used(&mut tools, "board", json!({})).unwrap_err();
    assert_eq!(error, "no game is open: use `start` first");
    used(&mut tools, "start", json!({"game": "sprint", "roll_yourself": true})).unwrap();
    let (said, _) = used(&mut tools, "move", json!({"move": "run"})).unwrap();
    assert!(said.contains("chance is next: use `roll`"), "{said}");
    let error = used(&mut tools, "move", json!({"move": "run"})).unwrap_err();
    assert!(error.contains("chance is next: use `roll`"), "{error}");
    let (said, _) = used(&mut tools, "roll", json!({})).unwrap();
    assert!(said.contains("Since then: chance: "), "{said}");
    let error = used(&mut tools, "roll", json!({})).unwrap_err();
    assert!(error.starts_with("chance is not next"), "{error}");
    let thought = json!({"agent": "mcts", "seconds": 0.05});
    let (said, _) = used(&mut tools, "analyse", thought).unwrap();
    assert!(said.contains("for seat 1:") && said.contains("It would play "), "{said}");
    let (said, _) = used(&mut tools, "agent_move", json!({"agent": "greedy"})).unwrap();
    assert!(said.contains("Since then: seat 1"), "{said}");
    let elsewhere = json!({"game": "sprint", "position": "4,7 1 9", "agent": "greedy"});
    let (said, _) = used(&mut tools, "analyse", elsewhere).unwrap();
    assert!(said.contains("at 4,7 1 9, for seat 0"), "{said}");
    for (tool, arguments, part) in [
        ("start", json!({"game": "sprint", "seats": 9}), "players"),
        ("start", json!({"game": "sprint", "players": ["you", "you", "you"]}), "3 players for 2"),
        ("start", json!({"game": "sprint", "players": ["gredy"]}), "did you mean `greedy`?"),
        ("start", json!({"game": "sprint", "players": ["bot:./x"]}), "bots are not let in here"),
        ("board", json!({"id": 7}), "game 7 is not open; open are: 1"),
        ("analyse", json!({"seconds": 1000}), "at most 10"),
        ("analyse", json!({"position": "x"}), "needs the name of its `game`"),
    ] {
        let error = used(&mut tools, tool, arguments).unwrap_err();
        assert!(error.contains(part), "{tool}: {error}");
    }
}

#[test]
fn old_games_make_room() {
    let context = context();
    let mut tools = GameTools::new(&context);
    for _ in 0..=MOST_GAMES {
        used(&mut tools, "start", json!({"game": "sprint"})).unwrap();
    }
    assert_eq!(tools.open.len(), MOST_GAMES);
    assert!(used(&mut tools, "board", json!({"id": 1})).unwrap_err().contains("is not open"));
}

#[test]
fn a_match_says_who_is_better_and_leaves_nothing() {
    let context = context();
    let mut tools = GameTools::new(&context);
    let asked = json!({"game": "sprint", "agents": ["greedy", "random"], "games": 4});
    let (said, _) = used(&mut tools, "match", asked).unwrap();
    assert!(said.contains("4 games in 2 blocks") && said.contains("greedy"), "{said}");
    let mine = format!("ludarium-match-{}-", std::process::id());
    let left = std::fs::read_dir(std::env::temp_dir()).unwrap();
    let mut names = left.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    assert!(!names.any(|name| name.starts_with(&mine)));
    let many = json!({"game": "sprint", "agents": ["greedy", "random"], "games": 100_000});
    let error = used(&mut tools, "match", many).unwrap_err();
    assert_eq!(error, "`games` is 100000, expected 1 to 200");
}
