//! What the server tells: games, agents, positions, lessons, analyses and runs.

use std::collections::HashSet;

use ludarium_arena::Store;
use ludarium_arena::testing::play;
use serde_json::{Value, json};

use super::common::{House, against};

#[test]
fn the_look_has_every_shape_and_hue_that_a_game_uses() {
    let house = House::new();
    let look = house.get("/api/look");
    let games = house.get("/api/games");
    assert_eq!(games.as_array().unwrap().len(), 1);
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let start = house.post("/api/positions", &json!({"game": name})).json();
        for piece in start["view"]["pieces"].as_array().unwrap() {
            let shape = piece["shape"].as_str().unwrap();
            assert!(look["shapes"][shape]["paths"][0]["d"].is_string(), "{name}: {shape}");
        }
        for seat in start["seats"].as_array().unwrap() {
            assert!(look["hues"][seat["hue"].as_str().unwrap()]["fill"].is_string(), "{seat}");
        }
        let cells = start["board"]["cells"].as_array().unwrap().len();
        assert_eq!(start["view"]["tones"].as_array().unwrap().len(), cells);
    }
    for theme in ["light", "dark"] {
        assert!(look["themes"][theme]["accent"].as_str().unwrap().starts_with('#'));
    }
}

#[test]
fn agents_come_with_levels_stories_and_the_seats_of_their_variant() {
    let house = House::new();
    let agents = house.get("/api/games/sprint/agents?variant=strict%3Aplayers%3D3");
    assert_eq!(agents["seats"].as_array().unwrap().len(), 3);
    // A game that brings no levels gets those of the generic agents.
    let style = "plays any legal move, each equally likely";
    let beginner = json!({"name": "Beginner", "agent": "random", "style": style});
    assert_eq!(agents["levels"][0], beginner);
    let random = agents["agents"].as_array().unwrap().iter();
    let random = random.clone().find(|agent| agent["name"] == "random");
    let story = random.unwrap()["story"].as_str().unwrap();
    assert!(story.len() > 20, "{story}");
    assert_eq!(house.ask("GET", "/api/games/go/agents", &[], "").status, 400);
}

#[test]
fn positions_follow_moves_and_let_chance_decide() {
    let house = House::new();
    let order = json!({"game": "sprint", "seed": "3", "moves": ["run", "?"]});
    let shown = house.post("/api/positions", &order).json();
    assert_eq!(shown["log"][1]["by"], Value::Null);
    assert_eq!(shown["view"]["turn"], json!({"seat": 1}));
    let running = json!({"game": "sprint", "moves": ["run"]});
    let running = house.post("/api/positions", &running).json();
    let chances = running["view"]["legal"].as_array().unwrap();
    let sum: f64 = chances.iter().map(|one| one["chance"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let over = json!({"game": "sprint", "moves": ["fly"]});
    assert_eq!(house.post("/api/positions", &over).status, 400);
}

#[test]
fn spoilt_positions_are_shown_or_refused_but_never_break_the_server() {
    House::new().check_spoilt_positions();
}

#[test]
fn a_game_without_a_lesson_has_a_short_page() {
    let house = House::new();
    let lesson = house.get("/api/learn/sprint");
    assert_eq!(lesson["title"], "Sprint");
    let start = &lesson["sections"][0]["board"];
    assert_eq!(start["board"]["cells"].as_array().unwrap().len(), 26);
    assert_eq!(start["seats"].as_array().unwrap().len(), 2);
    assert_eq!(house.ask("GET", "/api/learn/go", &[], "").status, 404);
}

#[test]
fn an_analysis_goes_deeper_until_it_is_done() {
    let house = House::new();
    let mut line = house.dial("/api/analysis", &[]).unwrap();
    let ask = |position: &str, agent: &str, budget: Value| json!({"type": "start", "game": "sprint", "position": position, "agent": agent, "budget": budget});
    line.say(&ask("0,0 1 0", "maxn", json!({"depth": 3})));
    let mut depths = Vec::new();
    loop {
        let message = line.hear().unwrap();
        match message["type"].as_str().unwrap() {
            "thought" => depths.push(message["thought"]["depth"].as_u64().unwrap()),
            "done" => break,
            other => panic!("{other}: {message}"),
        }
    }
    assert_eq!(depths, [1, 2, 3]);
    line.say(&ask("0,0 1! 0", "mcts", json!({})));
    let error = line.hear_of("error");
    assert!(error["message"].as_str().unwrap().contains("chance decides here first"), "{error}");
    line.say(&ask("0,0 1 0", "mcts", json!({"time_ms": 60_000})));
    line.say(&json!({"type": "stop"}));
    line.say(&ask("0,0 1 0", "random", json!({"depth": 1})));
    line.hear_of("done");
}

/// Plays a small contest into the folder of the runs, which stays open for more.
fn a_run(house: &House) -> Store {
    std::fs::create_dir_all(house.runs()).unwrap();
    play(&house.runs().join("small.db"), ["one-ply", "greedy"], 3)
}

#[test]
fn runs_are_listed_shown_and_stepped_through() {
    let house = House::new();
    assert_eq!(house.get("/api/runs"), json!([]));
    let store = a_run(&house);
    assert_eq!(house.get("/api/runs")[0]["running"], true);
    drop(store);
    let list = house.get("/api/runs");
    assert_eq!(
        (&list[0]["name"], &list[0]["done"], &list[0]["total"]),
        (&json!("small"), &json!(6), &json!(6))
    );
    assert_eq!(list[0]["running"], false);
    let page = house.get("/api/runs/small");
    assert_eq!(page["sheets"][0]["title"], "Standings");
    let first = page["headline"][0].as_str().unwrap();
    assert!(first.starts_with("`one-ply` and `greedy` did equally well"), "{first}");
    for chart in page["charts"].as_array().unwrap() {
        let href = format!("{}?theme=dark&width=480", chart["href"].as_str().unwrap());
        let picture = house.ask("GET", &href, &[], "");
        assert!(picture.head.contains("image/svg+xml"), "{href}");
        assert!(picture.body.starts_with("<svg"), "{href}");
        assert!(picture.body.contains("width=\"480\""), "{href}");
    }
    let rows = house.get("/api/runs/small/games?from=2&count=3");
    let numbers: Vec<u64> =
        rows.as_array().unwrap().iter().map(|row| row["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [2, 3, 4]);
    let game = house.get("/api/runs/small/games/2");
    assert_eq!(game["result"]["ending"], rows[0]["ending"]);
    let count = game["count"].as_u64().unwrap();
    let states: HashSet<String> = (0..=count)
        .map(|step| {
            house.get(&format!("/api/runs/small/games/2/steps/{step}"))["state"].to_string()
        })
        .collect();
    assert!(states.len() > 3);
    assert!(states.contains(&game["view"]["state"].to_string()));
    for number in ["99", "-1", "x", "18446744073709551616", "%ff"] {
        let answer = house.ask("GET", &format!("/api/runs/small/games/{number}"), &[], "");
        assert_eq!(answer.status, 404, "{number}");
        assert!(!answer.error().is_empty(), "{number}: {}", answer.body);
    }
    let mut live = house.dial("/api/runs/small/live", &[]).unwrap();
    assert_eq!(live.hear_of("progress")["done"], 6);
}

#[test]
fn a_game_can_be_kept_as_one_file() {
    let house = House::new();
    let mut order = against("strict", "random", 1);
    order["seats"][0]["name"] = json!("</script><b>Ada");
    let (id, keys) = house.table(&order);
    let mut line = house.sit(&id, keys[0].as_deref());
    line.my_turn();
    line.play("walk", 0);
    line.my_turn();
    let file = house.ask("GET", &format!("/api/tables/{id}/file"), &[], "");
    assert!(file.head.contains("content-disposition: attachment"), "{}", file.head);
    assert!(file.body.starts_with("<!doctype html>") && file.body.contains("\"walk\""));
    assert!(!file.body.contains("</script><b>"), "names cannot end the script");
    assert!(!file.body.contains(keys[0].as_deref().unwrap()), "keys stay here");
}
