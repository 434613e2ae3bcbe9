//! What somebody who means harm can send, and what comes of it.

use serde_json::json;

use super::common::{House, JSON, against};

#[test]
fn what_other_pages_can_post_without_asking_is_refused() {
    let house = House::new();
    let order = against("strict", "random", 1).to_string();
    let post = |headers: &[(&str, &str)]| house.ask("POST", "/api/tables", headers, &order).status;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain; application/json",
        "",
    ] {
        assert_eq!(post(&[("content-type", kind)]), 415, "{kind}");
    }
    assert_eq!(post(&[]), 415);
    assert_eq!(house.get("/api/tables"), json!([]), "nothing was made");
    let stranger = ("origin", "http://evil.example");
    assert_eq!(post(&[JSON, stranger]), 403);
    // A name that somebody pointed at this machine.
    let port = house.address().port();
    let renamed = format!("evil.example:{port}");
    let origin = format!("http://{renamed}");
    assert_eq!(post(&[JSON, ("host", &renamed), ("origin", &origin)]), 421);
    assert_eq!(post(&[("content-type", "Application/JSON; charset=utf-8")]), 200);
}

#[test]
fn deep_nesting_is_answered_and_not_followed() {
    let house = House::new();
    let deep = "[".repeat(60_000);
    for path in ["/api/tables", "/api/positions"] {
        let answer = house.ask("POST", path, &[JSON], &deep);
        assert_eq!(answer.status, 400, "{path}: {}", answer.body);
    }
    let (id, _) = house.table(&against("strict", "random", 1));
    let mut table = house.sit(&id, None);
    let mut analysis = house.dial("/api/analysis", &[]).unwrap();
    for line in [&mut table, &mut analysis] {
        line.say_text(&deep);
        line.say_text(&"{\"type\":".repeat(7_000));
        for _ in 0..2 {
            line.hear_of("error");
        }
    }
}

#[test]
fn names_lead_nowhere_but_to_what_they_name() {
    let house = House::new();
    std::fs::create_dir_all(house.runs()).unwrap();
    std::fs::write(house.folder.join("secret.db"), "secret").unwrap();
    std::fs::write(house.folder.join("secret.js"), "secret").unwrap();
    for path in [
        "/assets/../../secret.js",
        "/assets/..%2f..%2fsecret.js",
        "/assets/%2e%2e/secret.js",
        "/assets//etc/passwd",
        "/api/runs/..%2fsecret",
        "/api/runs/%2e%2e%2fsecret/games",
        "/api/runs/reproduce~..%2f..%2fsecret",
        "/api/runs/secret%00",
        "/api/runs/..%5csecret/games/0",
        "/api/tables/..%2f..%2fsecret",
        "/api/tables/%27%20or%20%271%27=%271",
        "/api/tables/%00",
    ] {
        let answer = house.ask("GET", path, &[], "");
        assert_eq!(answer.status, 404, "{path}: {}", answer.body);
        assert!(answer.body.starts_with("{\"error\""), "{}", answer.body);
    }
}

#[test]
fn agents_that_would_take_the_whole_machine_are_refused() {
    let house = House::new();
    let order = |agent: &str| against("strict", agent, 1);
    for (agent, most) in [
        ("mcts:memory=65536", "512"),
        ("mcts:memory=1048576,iterations=1000000000", "512"),
        ("mcts:threads=256", "4"),
    ] {
        let answer = house.post("/api/tables", &order(agent));
        assert_eq!(answer.status, 400, "{agent}");
        let expected = format!("expected at most {most} on the page");
        assert!(answer.error().contains(&expected), "{}", answer.body);
        let mut analysis = house.dial("/api/analysis", &[]).unwrap();
        let start = house.post("/api/positions", &json!({"game": "sprint"}));
        analysis.say(&json!({"type": "start", "game": "sprint",
            "position": start.json()["state"], "agent": agent}));
        let error = analysis.hear_of("error");
        assert!(error["message"].as_str().unwrap().contains(&expected), "{error}");
    }
    assert_eq!(house.post("/api/tables", &order("mcts:memory=512,iterations=10")).status, 200);
    let agents = house.get("/api/games/sprint/agents");
    let all = agents["agents"].as_array().unwrap().iter();
    let memory = all
        .filter(|agent| agent["name"] == "mcts")
        .flat_map(|agent| agent["parameters"].as_array().unwrap())
        .find(|parameter| parameter["key"] == "memory");
    assert_eq!(memory.unwrap()["most"], 512, "the form knows the limit, too");
}

#[test]
fn the_key_of_a_seat_is_told_to_nobody() {
    let house = House::new();
    let order =
        json!({"game": "sprint", "seed": 1, "seats": [{"kind": "human"}, {"kind": "human"}]});
    let (id, keys) = house.table(&order);
    let keys: Vec<String> = keys.into_iter().flatten().collect();
    let mut heard = Vec::new();
    let mut spectator = house.sit(&id, None);
    let mut white = house.sit(&id, Some(&keys[0]));
    let mut black = house.sit(&id, Some(&keys[1]));
    let turn = white.my_turn();
    white.play(turn["legal"][0]["text"].as_str().unwrap(), 0);
    black.my_turn();
    white.say(&json!({"type": "resign"}));
    for line in [&mut spectator, &mut white, &mut black] {
        loop {
            let message = line.hear().expect("the game ends before the connection");
            heard.push(message.to_string());
            if message["type"] == "over" {
                break;
            }
        }
    }
    for path in ["", "/steps/1", "/file"] {
        let answer = house.ask("GET", &format!("/api/tables/{id}{path}"), &[], "");
        assert_eq!(answer.status, 200, "{path}");
        heard.push(answer.body);
    }
    heard.push(house.ask("GET", &format!("/api/tables/{id}?key={}", keys[0]), &[], "").body);
    heard.push(house.get("/api/tables").to_string());
    for text in heard {
        assert!(keys.iter().all(|key| !text.contains(key)), "{text}");
    }
}

#[test]
fn nobody_plays_for_a_seat_without_its_key() {
    let house = House::new();
    let order =
        json!({"game": "sprint", "seed": 1, "seats": [{"kind": "human"}, {"kind": "human"}]});
    let (id, keys) = house.table(&order);
    let (_, others) = house.table(&order);
    let wrong = "f".repeat(32);
    for key in [None, Some(wrong.as_str()), keys[1].as_deref(), others[0].as_deref()] {
        let mut line = house.sit(&id, key);
        let snapshot = line.hear_of("snapshot");
        assert_ne!(snapshot["you"], json!([0]));
        line.play("walk", 0);
        line.hear_of("error");
        line.say(&json!({"type": "undo"}));
        line.hear_of("error");
    }
    assert_eq!(house.get(&format!("/api/tables/{id}"))["count"], 0);
}

#[test]
fn a_name_cannot_break_out_of_a_shared_file() {
    let house = House::new();
    let name = "</script><script>alert(1)</script><!--";
    let seats = json!([{"kind": "human", "name": name}, {"kind": "agent", "agent": "random"}]);
    let (id, _) = house.table(&json!({"game": "sprint", "seats": seats}));
    let file = house.ask("GET", &format!("/api/tables/{id}/file"), &[], "").body;
    assert!(!file.contains("<script>alert"), "{file}");
    assert_eq!(file.matches("</script>").count(), 2);
    assert!(!file.contains("<!--"));
    assert!(file.contains("\\u003c/script>\\u003cscript>alert(1)"));
}
