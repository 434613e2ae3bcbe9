//! What people do at tables: keys, turns, taking back, hints, giving up, clocks, restarts.

use ludarium_arena::{Store, games_csv, testing};
use ludarium_report::standings::{Scope, Standings};
use serde_json::{Value, json};

use super::common::{self, House, Line, against};

fn first(view: &Value) -> (String, u64) {
    let mv = view["legal"][0]["text"].as_str().unwrap();
    (mv.to_owned(), view["count"].as_u64().unwrap())
}

#[test]
fn only_the_right_key_at_the_right_time_moves() {
    let house = House::new();
    let (id, keys) = house.table(&against("strict", "random", 1));
    assert!(keys[0].is_some() && keys[1].is_none());
    let mut stranger = house.sit(&id, Some(&"0".repeat(32)));
    let seen = stranger.hear_of("snapshot");
    assert_eq!((&seen["you"], &seen["view"]["legal"]), (&json!([]), &Value::Null));
    stranger.play("walk", 0);
    assert_eq!(stranger.hear_of("error")["message"], "it is not your turn");
    stranger.say(&json!({"type": "resign"}));
    assert_eq!(stranger.hear_of("error")["message"], "you do not play");
    let mut player = house.sit(&id, keys[0].as_deref());
    let (mv, count) = first(&player.my_turn());
    player.play(&mv, count + 1);
    let stale = player.hear_of("error");
    assert!(stale["message"].as_str().unwrap().contains("has gone on"), "{stale}");
    player.play(&mv, count);
    assert_eq!(player.hear_of("happened")["entry"]["by"], 0);
    player.play(&mv, count);
    player.hear_of("error");
}

#[test]
fn two_people_play_and_a_third_looks_on() {
    let house = House::new();
    let people = json!([{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Ben"}]);
    let (id, keys) = house.table(&json!({"game": "sprint", "seats": people}));
    let mut ada = house.sit(&id, keys[0].as_deref());
    assert_eq!(ada.hear_of("snapshot")["seats"][0]["player"], "Ada");
    let mut ben = house.sit(&id, keys[1].as_deref());
    ben.hear_of("snapshot");
    let mut guest = house.sit(&id, None);
    let seats = &guest.hear_of("snapshot")["seats"];
    assert!(seats[0]["connected"] == true && seats[1]["connected"] == true);
    ada.play("walk", 0);
    for line in [&mut ada, &mut ben, &mut guest] {
        assert_eq!(line.hear_of("happened")["entry"]["text"], "walk");
    }
    ben.play("run", 1);
    // The die falls after it.
    let view = ada.my_turn();
    assert_eq!(view["turn"], json!({"seat": 0}));
    assert_eq!(guest.hear_of("happened")["view"]["turn"], "chance");
    let seen = guest.hear_of("happened");
    assert_eq!(seen["view"]["turn"], json!({"seat": 0}));
    assert_eq!(seen["view"]["legal"], Value::Null);
    ada.say(&json!({"type": "undo"}));
    let refused = ada.hear_of("error");
    assert!(refused["message"].as_str().unwrap().contains("alone against agents"), "{refused}");
    let (mv, count) = first(&view);
    ada.play(&mv, count);
    assert_eq!(guest.hear_of("happened")["entry"]["by"], 0);
    drop(ben);
    let left = guest.hear_of("seats");
    assert_eq!(
        (&left["seats"][0]["connected"], &left["seats"][1]["connected"]),
        (&json!(true), &json!(false))
    );
}

#[test]
fn moves_are_taken_back_for_good() {
    let mut house = House::new();
    let (id, keys) = house.table(&against("strict:track=50", "random", 1));
    let mut line = house.sit(&id, keys[0].as_deref());
    let start = line.my_turn();
    line.say(&json!({"type": "undo"}));
    assert_eq!(line.hear_of("error")["message"], "you have not made a move yet");
    let (mv, count) = first(&start);
    line.play(&mv, count);
    let later = line.my_turn();
    assert!(later["count"].as_u64().unwrap() > count);
    line.say(&json!({"type": "undo"}));
    let back = line.hear_of("taken_back");
    assert_eq!(back["view"]["state"], start["state"]);
    assert_eq!(back["view"]["legal"], start["legal"]);
    assert_eq!(back["log"].as_array().unwrap().len() as u64, count);
    drop(line);
    house.restart();
    let again = house.get(&format!("/api/tables/{id}?key={}", keys[0].as_deref().unwrap()));
    assert_eq!(again["view"]["state"], start["state"]);
    assert_eq!(again["count"], back["count"]);
    // The same move meets the same luck and, since agents draw from the game's seed, the same answer.
    let mut line = house.sit(&id, keys[0].as_deref());
    line.my_turn();
    line.play(&mv, count);
    assert_eq!(line.my_turn()["state"], later["state"]);
}

/// Plays a table to its end with the first move each time.
fn to_the_end(line: &mut Line) {
    loop {
        let message = line.hear().expect("the game goes on");
        if message["type"] == "over" {
            return;
        }
        if message["view"]["legal"].is_array() {
            let (mv, count) = first(&message["view"]);
            line.play(&mv, count);
        }
    }
}

#[test]
fn games_of_people_are_runs_that_are_exported_like_any_other() {
    let mut house = House::new();
    let mut order = against("strict", "walker", 1);
    order["seats"][1]["budget"] = json!({"depth": 2});
    let (id, keys) = house.table(&order);
    let mut line = house.sit(&id, keys[0].as_deref());
    to_the_end(&mut line);
    // After moves are taken back, the rest is practice: the game has been kept.
    line.say(&json!({"type": "undo"}));
    line.hear_of("taken_back");
    drop(line);
    house.restart();
    let mut line = house.sit(&id, keys[0].as_deref());
    to_the_end(&mut line);
    // The same seats give the same run, also if the game is given up.
    let (id, keys) = house.table(&order);
    let mut line = house.sit(&id, keys[0].as_deref());
    line.my_turn();
    line.say(&json!({"type": "resign"}));
    line.hear_of("over");
    // Games of agents alone are no games of people.
    let agents =
        json!([{"kind": "agent", "agent": "walker"}, {"kind": "agent", "agent": "walker"}]);
    let (id, _) = house.table(&json!({"game": "sprint", "seats": agents, "speed": 0}));
    house.watch_to_the_end(&id);
    let runs = house.get("/api/runs");
    assert_eq!(runs.as_array().unwrap().len(), 1, "{runs}");
    assert_eq!(runs[0]["agents"], json!(["person", "walker@depth=2"]));
    assert_eq!((&runs[0]["done"], &runs[0]["total"]), (&json!(2), &json!(2)));
    let name = runs[0]["name"].as_str().unwrap();
    let page = house.get(&format!("/api/runs/{name}"));
    assert_eq!(page["sheets"][0]["rows"][0][0]["text"], "person");
    let store = Store::open(&house.runs().join(format!("{name}.db"))).unwrap();
    let mut csv = Vec::new();
    games_csv(&testing::games(), &store, &mut csv, true).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].contains("mean_ms_runner_1,mean_ms_runner_2,"), "{csv}");
    assert!(rows[1].contains(",person,walker@depth=2,"), "{csv}");
    assert!(rows[2].contains(",resigned,"), "{csv}");
    assert!(!csv.contains("Ada"), "names stay at the table: {csv}");
    let standings = Standings::of(&testing::games(), &store, Scope::default()).unwrap();
    let notes = standings.who_played().notes;
    assert!(notes[1].starts_with("people have no such digest"), "{notes:?}");
    let timed = store.game(0).unwrap().unwrap();
    assert_eq!(timed.times.len() as u64, timed.plies);
}

/// Other opponents or another clock make another run: games of different terms are not mixed.
#[test]
fn games_of_people_with_other_seats_or_clocks_are_other_runs() {
    let house = House::new();
    let order = against("strict", "walker", 1);
    let mut other = against("strict", "random", 1);
    let give_up = |order: &Value| {
        let (id, keys) = house.table(order);
        let mut line = house.sit(&id, keys[0].as_deref());
        line.my_turn();
        line.say(&json!({"type": "resign"}));
        line.hear_of("over");
    };
    give_up(&order);
    give_up(&other);
    other["clock"] = json!("move=600s");
    give_up(&other);
    let runs = house.get("/api/runs");
    let runs = runs.as_array().unwrap();
    assert_eq!(runs.len(), 3, "{runs:?}");
    let clock = |run: &Value| {
        let file = format!("{}.db", run["name"].as_str().unwrap());
        let store = Store::open(&house.runs().join(file)).unwrap();
        store.contest().clock.clone()
    };
    let mut clocks: Vec<String> = runs.iter().map(clock).collect();
    clocks.sort();
    assert_eq!(clocks, ["move=600s", "none", "none"]);
}

#[test]
fn a_hint_is_a_legal_move_with_reasons() {
    let house = House::new();
    let (id, keys) = house.table(&against("strict", "random", 1));
    let mut line = house.sit(&id, keys[0].as_deref());
    let view = line.my_turn();
    line.say(&json!({"type": "hint"}));
    let thought = &line.hear_of("hint")["thought"];
    let legal = view["legal"].as_array().unwrap();
    assert!(legal.iter().any(|one| one["text"] == thought["chosen"]), "{thought}");
    let best = &thought["candidates"][0];
    assert_eq!(best["line"][0], best["move"]);
    assert!(best["cells"][0].is_array());
    assert_eq!(best["scores"].as_array().unwrap().len(), 2);
}

#[test]
fn giving_up_ends_the_game_and_can_be_taken_back() {
    let house = House::new();
    let (id, keys) = house.table(&against("strict:players=3,track=50", "random", 2));
    let mut line = house.sit(&id, keys[0].as_deref());
    let (mv, count) = first(&line.my_turn());
    line.play(&mv, count);
    line.my_turn();
    line.say(&json!({"type": "resign"}));
    let over = line.hear_of("over");
    assert_eq!(over["result"], json!({"scores": [0.0, 0.5, 0.5], "ending": "resigned"}));
    line.say(&json!({"type": "resign"}));
    assert_eq!(line.hear_of("error")["message"], "the game is over");
    line.say(&json!({"type": "undo"}));
    let back = line.hear_of("taken_back");
    assert_eq!((&back["result"], &back["count"]), (&Value::Null, &json!(0)));
}

#[test]
fn agents_can_be_watched_held_and_stepped() {
    let house = House::new();
    let seats =
        json!([{"kind": "agent", "agent": "one-ply"}, {"kind": "agent", "agent": "greedy"}]);
    let order = json!({"game": "sprint", "seats": seats, "speed": 60_000});
    let (id, keys) = house.table(&order);
    assert_eq!(keys, [None, None]);
    let mut line = house.sit(&id, None);
    line.hear_of("snapshot");
    // The first move needs no pause before it; then the game waits for a minute.
    let made = line.hear_of("happened");
    assert!(made["view"]["thought"]["candidates"][0]["move"].is_string(), "{made}");
    line.say(&json!({"type": "pause"}));
    assert_eq!(line.hear_of("pace")["paused"], true);
    line.say(&json!({"type": "speed", "ms": 0}));
    line.hear_of("pace");
    line.say(&json!({"type": "step"}));
    line.hear_of("pace");
    let step = loop {
        let made = line.hear_of("happened");
        if made["entry"]["by"] == 1 {
            break made;
        }
    };
    let count = step["count"].as_u64().unwrap();
    let past = house.get(&format!("/api/tables/{id}/steps/1"));
    assert_eq!(past["thought"]["agent"], "one-ply");
    let now = house.get(&format!("/api/tables/{id}"))["count"].as_u64().unwrap();
    assert!(now <= count + 1, "a paused game stands still: {now} after {count}");
    line.say(&json!({"type": "resume"}));
    house.watch_to_the_end(&id);
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let house = House::new();
    let mut order = against("strict", "random", 1);
    order["clock"] = json!("move=200ms");
    let (id, keys) = house.table(&order);
    let mut line = house.sit(&id, keys[0].as_deref());
    assert_eq!(line.hear_of("snapshot")["seats"][0]["clock_ms"], 200);
    let over = line.hear_of("over");
    assert!(over["result"]["ending"].as_str().unwrap().contains("overtime"), "{over}");
    assert_eq!(over["result"]["scores"], json!([0.0, 1.0]));
}

#[test]
fn a_game_survives_the_server() {
    let mut house = House::new();
    let (id, keys) = house.table(&against("strict:players=3,track=50", "one-ply", 2));
    let mut line = house.sit(&id, keys[0].as_deref());
    for _ in 0..3 {
        let view = line.my_turn();
        line.play("run", view["count"].as_u64().unwrap());
    }
    line.my_turn();
    drop(line);
    let path = format!("/api/tables/{id}?key={}", keys[0].as_deref().unwrap());
    let before = house.get(&path);
    house.restart();
    let after = house.get(&path);
    for part in ["count", "log", "board", "view", "result", "you"] {
        assert_eq!(after[part], before[part], "{part}");
    }
}

#[test]
fn a_store_has_one_server() {
    let house = House::new();
    let options = ludarium_web::Options {
        port: 0,
        listen: None,
        token: None,
        public: None,
        store: house.folder.join("tables"),
        runs: house.runs(),
        page: None,
        cluster: None,
        bots: Vec::new(),
    };
    let second = ludarium_web::Server::start(&common::sprint(), options);
    let error = second.err().expect("the store is taken").to_string();
    assert!(error.contains("another server uses the store"), "{error}");
}

/// A game of two agents that is over.
fn played(house: &House) -> String {
    let seats =
        json!([{"kind": "agent", "agent": "one-ply"}, {"kind": "agent", "agent": "greedy"}]);
    let (id, _) = house.table(&json!({"game": "sprint", "seats": seats, "speed": 0}));
    house.watch_to_the_end(&id);
    id
}

#[test]
fn a_game_becomes_a_picture_and_a_film() {
    let house = House::new();
    let id = played(&house);
    let ask = |what: &str| house.ask("GET", &format!("/api/tables/{id}/{what}"), &[], "");
    let picture = ask("picture");
    assert!(picture.head.contains("content-type: image/png"), "{}", picture.head);
    assert!(picture.head.contains("attachment; filename="), "{}", picture.head);
    assert!(picture.body.contains("PNG"));
    assert_ne!(ask("picture?step=0").body, picture.body);
    assert_ne!(ask("picture?theme=dark").body, picture.body);
    let film = ask("film");
    assert!(film.head.contains("content-type: image/gif"), "{}", film.head);
    assert!(film.body.starts_with("GIF89a"));
    assert!(ask("film?from=1&to=2").body.len() < film.body.len());
    assert_eq!(house.ask("GET", "/api/tables/nowhere/film", &[], "").status, 404);
}

#[test]
fn a_finished_game_may_be_framed_and_nothing_else_may() {
    let house = House::new();
    let id = played(&house);
    let page = house.ask("GET", &format!("/embed/{id}"), &[], "");
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(page.head.contains("frame-ancestors *"), "{}", page.head);
    assert!(page.head.contains("default-src 'none'"), "{}", page.head);
    assert!(!page.head.contains("x-frame-options"), "{}", page.head);
    assert!(page.head.contains("cross-origin-resource-policy: cross-origin"), "{}", page.head);
    assert!(page.head.contains("x-content-type-options: nosniff"), "{}", page.head);
    // Its own script and style run, by a word that nobody can know before.
    let nonce = page.head.split("script-src 'nonce-").nth(1).unwrap();
    let nonce = nonce.split('\'').next().unwrap();
    assert!(nonce.len() >= 16, "{nonce}");
    assert_eq!(page.body.matches(&format!("nonce=\"{nonce}\"")).count(), 2);
    let again = house.ask("GET", &format!("/embed/{id}"), &[], "");
    assert!(!again.head.contains(nonce), "a nonce is used once");
    for path in ["/", &format!("/game/{id}"), "/embed/nowhere", &format!("/api/tables/{id}")] {
        let head = house.ask("GET", path, &[], "").head;
        assert!(head.contains("x-frame-options: deny"), "{path}: {head}");
        assert!(head.contains("frame-ancestors 'none'"), "{path}: {head}");
    }
    let (open, _) = house.table(&against("strict", "random", 1));
    let open = house.ask("GET", &format!("/embed/{open}"), &[], "");
    assert_eq!(open.status, 404, "{}", open.body);
}

#[test]
fn a_review_runs_in_the_background_and_is_kept_with_the_game() {
    let mut house = House::new();
    let id = played(&house);
    let path = format!("/api/tables/{id}/review");
    assert_eq!(house.get(&path)["state"], "none");
    let begun = house.post(&path, &json!({}));
    assert_eq!(begun.status, 200, "{}", begun.body);
    let review = loop {
        let now = house.get(&path);
        match now["state"].as_str().unwrap() {
            "running" => {
                assert!(now["done"].as_u64() <= now["total"].as_u64(), "{now}");
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            "done" => break now["review"].clone(),
            other => panic!("{other}: {now}"),
        }
    };
    assert_eq!(review["players"].as_array().unwrap().len(), 2);
    for part in ["accuracy", "own", "others", "luck", "unforeseen"] {
        assert!(review["players"][0][part].is_number(), "{part}: {review}");
    }
    house.restart();
    assert_eq!(house.get(&path)["review"], review);
    let (open, _) = house.table(&against("strict", "random", 1));
    let early = house.post(&format!("/api/tables/{open}/review"), &json!({}));
    assert_eq!(early.status, 400, "{}", early.body);
}
