//! What the server tells: games, agents, positions, lessons, analyses and runs.

mod common;

use std::collections::HashSet;

use common::{House, against};
use ludarium_arena::{Contest, Control, Interrupt, Plan, Shard, Store, run};
use serde_json::{Value, json};

#[test]
fn the_look_has_every_shape_and_hue_that_a_game_uses() {
    let house = House::new();
    let look = house.get("/api/look");
    let games = house.get("/api/games");
    assert_eq!(games.as_array().unwrap().len(), 5);
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let start = house.post("/api/positions", &json!({"game": name})).json();
        for piece in start["view"]["pieces"].as_array().unwrap() {
            let shape = piece["shape"].as_str().unwrap();
            assert!(
                look["shapes"][shape]["paths"][0]["d"].is_string(),
                "{name}: {shape}"
            );
        }
        for seat in start["seats"].as_array().unwrap() {
            assert!(
                look["hues"][seat["hue"].as_str().unwrap()]["fill"].is_string(),
                "{seat}"
            );
        }
        let cells = start["board"]["cells"].as_array().unwrap().len();
        assert_eq!(start["view"]["tones"].as_array().unwrap().len(), cells);
    }
    for theme in ["light", "dark"] {
        assert!(
            look["themes"][theme]["accent"]
                .as_str()
                .unwrap()
                .starts_with('#')
        );
    }
}

#[test]
fn agents_come_with_levels_stories_and_the_seats_of_their_variant() {
    let house = House::new();
    let agents = house.get("/api/games/dicewars/agents?variant=flat%3Aplayers%3D5");
    assert_eq!(agents["seats"].as_array().unwrap().len(), 5);
    let levels: Vec<&str> = agents["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|level| level["name"].as_str().unwrap())
        .collect();
    assert_eq!(levels, ["Beginner", "Easy", "Medium", "Hard", "Expert"]);
    for agent in agents["agents"].as_array().unwrap() {
        assert!(agent["story"].as_str().unwrap().len() > 20, "{agent}");
    }
    assert_eq!(
        house.ask("GET", "/api/games/go/agents", &[], "").status,
        400
    );
}

#[test]
fn positions_follow_moves_and_let_chance_decide() {
    let house = House::new();
    let order = json!({"game": "dice-chess", "seed": "3", "moves": ["?"]});
    let shown = house.post("/api/positions", &order).json();
    assert_eq!(shown["log"][0]["by"], Value::Null);
    assert_eq!(shown["view"]["turn"], json!({"seat": 0}));
    let start = house
        .post("/api/positions", &json!({"game": "dice-chess"}))
        .json();
    let chances = start["view"]["legal"].as_array().unwrap();
    let sum: f64 = chances
        .iter()
        .map(|one| one["chance"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let over = json!({"game": "tuc-chess", "moves": ["9999"]});
    assert_eq!(house.post("/api/positions", &over).status, 400);
}

/// Texts that are nearly positions: one sign changed, left out or doubled.
fn spoilt(text: &str) -> impl Iterator<Item = String> {
    let signs: Vec<char> = text.chars().collect();
    let mut mark = 5u64;
    (0..60).map(move |turn| {
        mark = mark.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let place = (mark >> 33) as usize % signs.len();
        let mut signs = signs.clone();
        match turn % 3 {
            0 => signs[place] = ['9', ';', 'é', 'k', '/', ' '][turn / 3 % 6],
            1 => {
                signs.remove(place);
            }
            _ => signs.insert(place, signs[place]),
        }
        signs.into_iter().collect()
    })
}

#[test]
fn spoilt_positions_are_shown_or_refused_but_never_break_the_server() {
    let house = House::new();
    for game in [
        "dice-chess",
        "three-chess",
        "tuc-chess",
        "dicewars",
        "chexers",
    ] {
        let start = house.post("/api/positions", &json!({"game": game})).json();
        let mut refused = 0;
        for position in spoilt(start["state"].as_str().unwrap()) {
            let answer = house.post(
                "/api/positions",
                &json!({"game": game, "position": position}),
            );
            assert!(
                [200, 400].contains(&answer.status),
                "{game} {position}: {}",
                answer.body
            );
            refused += u32::from(answer.status == 400);
        }
        assert!(refused > 10, "{game}: {refused}");
    }
}

#[test]
fn lessons_have_pictures_that_can_be_drawn() {
    let house = House::new();
    let lesson = house.get("/api/learn/chexers");
    let sections = lesson["sections"].as_array().unwrap();
    let pictures = sections
        .iter()
        .filter(|section| section["board"].is_object());
    assert!(pictures.clone().count() >= 2);
    for picture in pictures {
        assert_eq!(
            picture["board"]["board"]["cells"].as_array().unwrap().len(),
            37
        );
        assert_eq!(picture["board"]["seats"].as_array().unwrap().len(), 3);
    }
    assert_eq!(house.ask("GET", "/api/learn/go", &[], "").status, 404);
}

#[test]
fn an_analysis_goes_deeper_until_it_is_done() {
    let house = House::new();
    let mut line = house.dial("/api/analysis", &[]).unwrap();
    let start = "prkrp/ppppp/...../*****/...../PPPPP/PRKRP w 0 0 20";
    line.say(&json!({"type": "start", "game": "tuc-chess", "position": start, "agent": "alphabeta-full:memory=1", "budget": {"depth": 3}}));
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
    line.say(&json!({"type": "start", "game": "dice-chess", "agent": "best", "position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}));
    let error = line.hear_of("error");
    assert!(
        error["message"]
            .as_str()
            .unwrap()
            .contains("chance is next"),
        "{error}"
    );
    line.say(&json!({"type": "start", "game": "tuc-chess", "position": start, "agent": "mcts-full", "budget": {"time_ms": 60_000}}));
    line.say(&json!({"type": "stop"}));
    line.say(&json!({"type": "start", "game": "tuc-chess", "position": start, "agent": "random", "budget": {"depth": 1}}));
    line.hear_of("done");
}

/// Plays a small contest into the folder of the runs, which stays open for more.
fn a_run(house: &House) -> Store {
    let mut contest = Contest::new(
        "tuc-chess",
        None,
        vec!["one-ply".to_owned(), "greedy".to_owned()],
        5,
    );
    contest.lineups = vec![vec![0, 1]];
    let contest = contest.resolve().unwrap();
    std::fs::create_dir_all(house.runs()).unwrap();
    let mut store = Store::create(&house.runs().join("small.db"), &contest).unwrap();
    let plan = Plan {
        blocks: 3,
        threads: 1,
        shard: Shard::WHOLE,
        guests: None,
    };
    run(&contest, &plan, &mut store, &Interrupt::new(), &mut |_| {
        Control::Continue
    })
    .unwrap();
    store
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
    for chart in page["charts"].as_array().unwrap() {
        let href = format!("{}?theme=dark&width=480", chart["href"].as_str().unwrap());
        let picture = house.ask("GET", &href, &[], "");
        assert!(picture.head.contains("image/svg+xml"), "{href}");
        assert!(picture.body.starts_with("<svg"), "{href}");
        assert!(picture.body.contains("width=\"480\""), "{href}");
    }
    let rows = house.get("/api/runs/small/games?from=2&count=3");
    let numbers: Vec<u64> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["number"].as_u64().unwrap())
        .collect();
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
    assert_eq!(
        house.ask("GET", "/api/runs/small/games/99", &[], "").status,
        404
    );
    let mut live = house.dial("/api/runs/small/live", &[]).unwrap();
    assert_eq!(live.hear_of("progress")["done"], 6);
}

#[test]
fn reports_name_the_commands_that_make_them() {
    let house = House::new();
    let reports = house.get("/api/reports");
    assert_eq!(reports.as_array().unwrap().len(), 5);
    let first = &reports[0]["experiments"][0];
    assert!(
        first["command"]
            .as_str()
            .unwrap()
            .starts_with("ludarium reproduce 000/"),
        "{first}"
    );
    assert_eq!(first["sheet"], Value::Null);
}

#[test]
fn a_game_can_be_kept_as_one_file() {
    let house = House::new();
    let mut order = against("tuc-chess", "2021", "random", 1);
    order["seats"][0]["name"] = json!("</script><b>Ada");
    let (id, keys) = house.table(&order);
    let mut line = house.sit(&id, keys[0].as_deref());
    line.my_turn();
    line.play("5040", 0);
    line.my_turn();
    let file = house.ask("GET", &format!("/api/tables/{id}/file"), &[], "");
    assert!(
        file.head.contains("content-disposition: attachment"),
        "{}",
        file.head
    );
    assert!(file.body.starts_with("<!doctype html>") && file.body.contains("\"5040\""));
    assert!(
        !file.body.contains("</script><b>"),
        "names cannot end the script"
    );
    assert!(
        !file.body.contains(keys[0].as_deref().unwrap()),
        "keys stay here"
    );
}
