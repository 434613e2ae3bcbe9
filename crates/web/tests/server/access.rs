//! What strangers, floods and nonsense meet.

use serde_json::{Value, json};

use super::common::{self, House, JSON, against};

#[test]
fn requests_for_other_servers_and_from_other_pages_are_refused() {
    let house = House::new();
    let host = house.host();
    let own = format!("http://{host}");
    let status = |path: &str, headers: &[(&str, &str)]| house.ask("GET", path, headers, "").status;
    assert_eq!(status("/api/games", &[]), 200);
    assert_eq!(status("/api/games", &[("origin", &own)]), 200);
    assert_eq!(status("/api/games", &[("host", "evil.example")]), 421);
    assert_eq!(status("/api/games", &[("origin", "http://evil.example")]), 403);
    assert_eq!(status("/api/games", &[("origin", "null")]), 403);
    assert_eq!(status("/", &[("host", "evil.example")]), 421);
}

#[test]
fn the_same_holds_for_websockets() {
    let house = House::new();
    let (id, _) = house.table(&against("strict", "random", 1));
    let path = format!("/api/tables/{id}/live");
    let own = format!("http://{}", house.host());
    assert!(house.dial(&path, &[("origin", &own)]).is_ok());
    let refused = |headers: &[(&'static str, &str)], path: &str| house.dial(path, headers).err();
    assert_eq!(refused(&[("origin", "http://evil.example")], &path), Some(403));
    assert_eq!(refused(&[("host", "evil.example")], &path), Some(421));
    assert_eq!(refused(&[("origin", "http://evil.example")], "/api/analysis"), Some(403));
    let nowhere = format!("/api/tables/{}/live", "0".repeat(32));
    assert_eq!(refused(&[], &nowhere), Some(404));
}

#[test]
fn a_token_lets_people_in_and_becomes_a_cookie() {
    let house = House::with_token("open-sesame");
    let ask = |path: &str, headers: &[(&str, &str)]| house.ask("GET", path, headers, "");
    assert_eq!(ask("/api/games", &[]).status, 401);
    assert_eq!(ask("/api/games?token=wrong-token", &[]).status, 401);
    // People are asked for it, programs are told.
    let login = ask("/", &[("accept", "text/html,*/*")]);
    // A form is no failure: browsers would write one to the console.
    assert_eq!(login.status, 200);
    assert!(login.body.contains("name=\"token\""), "{}", login.body);
    assert!(!login.body.contains("role=\"alert\""), "{}", login.body);
    assert!(login.head.contains("default-src 'none'"), "{}", login.head);
    let wrong = ask("/?token=wrong-token", &[("accept", "text/html,*/*")]);
    assert_eq!(wrong.status, 200);
    let told = wrong.body.contains("That is not the token.");
    assert!(told && !wrong.body.contains("wrong-token"), "{}", wrong.body);
    assert!(ask("/", &[]).body.starts_with('{'));
    assert_eq!(ask("/api/games", &[("cookie", "ludarium-token=open-sesame")]).status, 200);
    let welcome = ask("/game/x?key=k&token=open-sesame", &[]);
    assert_eq!(welcome.status, 303);
    assert!(welcome.head.contains("location: /game/x?key=k"), "{}", welcome.head);
    assert!(welcome.head.contains("httponly"), "{}", welcome.head);
    assert!(house.server().url().contains("token=open-sesame"));
    assert_eq!(house.dial("/api/analysis", &[]).err(), Some(401));
    assert!(house.dial("/api/analysis", &[("cookie", "ludarium-token=open-sesame")]).is_ok());
}

#[test]
fn the_welcome_leads_nowhere_but_to_this_server() {
    let house = House::with_token("open-sesame");
    for path in ["//evil.example/x", "///evil.example/x", "/\\evil.example/x", "/\\/evil.example/x"]
    {
        let answer = house.ask("GET", &format!("{path}?token=open-sesame"), &[], "");
        assert_eq!(answer.status, 303, "{path}");
        let target = "\r\nlocation: /evil.example/x\r\n";
        assert!(answer.head.contains(target), "{path}: {}", answer.head);
    }
}

#[test]
fn every_answer_protects_the_browser() {
    let house = House::new();
    for path in ["/", "/api/games", "/nowhere", "/api/tables/x"] {
        let head = house.ask("GET", path, &[], "").head;
        for line in [
            "content-security-policy: default-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(line), "{path}: {head}");
        }
    }
}

#[test]
fn a_long_body_is_refused_and_nonsense_is_answered() {
    let house = House::new();
    let long = json!({"game": "x".repeat(100_000), "seats": []});
    assert_eq!(house.post("/api/tables", &long).status, 413);
    let nonsense = house.ask("POST", "/api/tables", &[JSON], "{\"game\":");
    assert_eq!(nonsense.status, 400);
    assert!(nonsense.error().contains("cannot be read"), "{}", nonsense.body);
    let unknown = house.post("/api/tables", &json!({"game": "sprit", "seats": []}));
    assert!(unknown.error().contains("did you mean `sprint`?"), "{}", unknown.body);
    let few = house.post("/api/tables", &json!({"game": "sprint", "seats": [{"kind": "human"}]}));
    assert_eq!(few.error(), "1 players for 2 seats");
    let agent = json!({"game": "sprint", "seats": [{"kind": "agent", "agent": "rndom"}, {"kind": "human"}]});
    assert!(house.post("/api/tables", &agent).error().contains("did you mean `random`?"));
    let place = house.post("/api/positions", &json!({"game": "sprint", "position": "xx"}));
    assert!(place.error().starts_with("bad position"), "{}", place.body);
}

#[test]
fn a_large_message_closes_its_connection_and_nothing_else() {
    let house = House::new();
    let (id, keys) = house.table(&against("strict", "random", 1));
    let mut bystander = house.sit(&id, None);
    bystander.hear_of("snapshot");
    let mut loud = house.sit(&id, keys[0].as_deref());
    loud.hear_of("snapshot");
    // The server may close before everything is sent.
    let _ = loud.socket.send(tungstenite::Message::text("x".repeat(200_000)));
    while loud.hear().is_some() {}
    let mut again = house.sit(&id, keys[0].as_deref());
    let snapshot = again.hear_of("snapshot");
    assert_eq!(snapshot["count"], 0);
    bystander.hear_of("seats");
    assert_eq!(house.ask("GET", "/api/games", &[], "").status, 200);
}

#[test]
fn messages_that_cannot_be_read_are_answered_and_the_connection_stays() {
    let house = House::new();
    let (id, keys) = house.table(&against("strict", "random", 1));
    let mut line = house.sit(&id, keys[0].as_deref());
    line.hear_of("snapshot");
    for text in ["", "{", "[]", "{\"type\":\"dance\"}", "{\"type\":\"play\"}"] {
        line.say_text(text);
        let error = line.hear_of("error");
        assert!(error["message"].as_str().unwrap().contains("cannot be read"), "{error}");
    }
    line.play("no such move", 0);
    assert!(line.hear_of("error")["message"].as_str().unwrap().contains("no such move"));
    line.play("walk", 0);
    assert_eq!(line.hear_of("happened")["entry"]["text"], "walk");
}

#[test]
fn whoever_talks_too_much_is_closed() {
    let house = House::new();
    let (id, _) = house.table(&against("strict", "random", 1));
    let mut line = house.sit(&id, None);
    line.hear_of("snapshot");
    // More than the server can read slowly enough, however busy the machine is.
    for _ in 0..20_000 {
        if line.socket.send(tungstenite::Message::text("{}")).is_err() {
            break;
        }
    }
    let mut answers = 0;
    while let Some(message) = line.hear() {
        assert!(message["type"] == "error" || message["type"] == "seats", "{message}");
        answers += 1;
    }
    assert!(answers < 20_000, "{answers}");
    house.sit(&id, None).hear_of("snapshot");
}

#[test]
fn tables_cannot_be_made_without_end() {
    let house = House::new();
    let order = against("strict", "random", 1);
    let statuses = (0..1000).map(|_| house.post("/api/tables", &order).status);
    let refused = statuses.enumerate().find(|(_, status)| *status != 200);
    let (made, status) = refused.expect("there is no end");
    assert_eq!(status, 429);
    assert!(made >= 100, "a hundred may be made at once, not {made}");
}

#[test]
fn only_the_owner_of_the_machine_starts_work() {
    let order = json!({ "game": "sprint", "agents": ["random", "one-ply"], "games": 4 });
    let house = House::new();
    assert_eq!(house.get("/api/jobs")["owner"], true);
    assert_eq!(house.post("/api/runs", &order).status, 200);
    let shared = House::with_token("open-sesame");
    let told = [("cookie", "ludarium-token=open-sesame"), JSON];
    let ask = |method: &str, path: &str, body: &str| shared.ask(method, path, &told, body);
    let seen = ask("GET", "/api/jobs", "").json();
    assert_eq!(seen, json!({ "owner": false, "job": null }));
    assert_eq!(ask("POST", "/api/runs", &order.to_string()).status, 403);
    let wanted = json!({ "name": "001" }).to_string();
    assert_eq!(ask("POST", "/api/reports", &wanted).status, 403);
    assert_eq!(ask("DELETE", "/api/jobs", "").status, 403);
}

/// A public server as its proxy speaks to it, for a visitor at an address.
fn as_visitor(address: &str) -> [(&'static str, &str); 3] {
    [("host", "play.example.org"), ("x-forwarded-for", address), JSON]
}

const KEY: &str = "only-the-owner-knows";

#[test]
fn strangers_on_a_public_server_play_but_do_not_own() {
    let house = House::public(common::sprint(), KEY);
    let order = against("strict", "random", 1).to_string();
    let ask = |method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        house.ask(method, path, headers, body)
    };
    let [host, from, json] = as_visitor("1.2.3.4");
    let made = ask("POST", "/api/tables", &[host, from, json], &order);
    assert_eq!(made.status, 200, "{}", made.body);
    // The list of players is nobody's business but the owner's.
    let list = |headers: &[(&str, &str)]| ask("GET", "/api/tables", headers, "").body;
    assert_eq!(list(&[host, from]), "[]");
    let cookie = format!("ludarium-token={KEY}");
    // A visitor who remembers the name of a game is told its state.
    let id: Value = serde_json::from_str(&made.body).unwrap();
    let ask_mine = |ids: Value| {
        let body = json!({ "ids": ids }).to_string();
        ask("POST", "/api/mine", &[host, from, json], &body).body
    };
    let mine: Value = serde_json::from_str(&ask_mine(json!([id["id"], "nowhere"]))).unwrap();
    assert_eq!(mine.as_array().map(Vec::len), Some(1), "{mine}");
    assert_eq!(mine[0]["id"], id["id"]);
    assert_eq!(ask_mine(json!([])), "[]");
    let owner = list(&[host, from, ("cookie", &cookie)]);
    assert!(owner.contains("sprint"), "{owner}");
    assert_eq!(list(&[host, from, ("cookie", "ludarium-token=guessed")]), "[]");
    // The key in the address becomes a cookie for encrypted connections; a wrong one becomes nothing.
    let welcome = ask("GET", &format!("/?token={KEY}"), &[host, from], "");
    assert_eq!(welcome.status, 303);
    assert!(welcome.head.contains("; secure"), "{}", welcome.head);
    let wrong = ask("GET", "/?token=guessed", &[host, from], "");
    assert!(!wrong.head.contains("set-cookie"), "{}", wrong.head);
    assert_eq!(ask("GET", "/", &[("host", "evil.example")], "").status, 421);
    assert_eq!(house.server().url(), "https://play.example.org/");
}

#[test]
fn a_visitor_of_a_public_server_makes_so_many_games_and_others_are_not_held_up() {
    let house = House::public(common::sprint(), KEY);
    let order = against("strict", "random", 1).to_string();
    let most = ludarium_web::Limits::PUBLIC.new_games.0;
    let make = |address: &str| {
        let answer = house.ask("POST", "/api/tables", &as_visitor(address), &order);
        answer.status
    };
    let made = (0..most + 5).filter(|_| make("1.2.3.4") == 200).count();
    // One more comes back every minute, and a slow machine may take that long.
    assert!((most as usize..most as usize + 3).contains(&made), "{made}");
    assert_eq!(make("1.2.3.4"), 429);
    // A visitor that writes more addresses before its own is still the same.
    assert_eq!(make("5.6.7.8, 1.2.3.4"), 429);
    assert_eq!(make("5.6.7.8"), 200);
}

#[test]
fn agents_beyond_a_cost_are_refused_on_a_public_server() {
    let house = House::public(common::sprint(), KEY);
    let make = |agent: &str, budget: serde_json::Value| {
        let seats = json!([{"kind": "human"}, {"kind": "agent", "agent": agent, "budget": budget}]);
        let order = json!({"game": "sprint", "seats": seats}).to_string();
        house.ask("POST", "/api/tables", &as_visitor("1.2.3.4"), &order)
    };
    assert_eq!(make("mcts:memory=64", json!({"time_ms": 5000})).status, 200);
    for (agent, budget) in [
        ("mcts:memory=65", json!({})),
        ("mcts:threads=2", json!({})),
        ("mcts", json!({"time_ms": 5001})),
        ("bot:/bin/true", json!({})),
    ] {
        let answer = make(agent, budget);
        assert_eq!(answer.status, 400, "{agent}: {}", answer.body);
    }
}

#[test]
fn a_visitor_of_a_public_server_has_so_many_connections() {
    let house = House::public(common::sprint(), KEY);
    let dial = |address: &str| {
        let [host, from, _] = as_visitor(address);
        house.dial("/api/analysis", &[host, from])
    };
    let most = ludarium_web::Limits::PUBLIC.sockets;
    let open: Vec<_> = (0..most).map(|_| dial("1.2.3.4")).collect();
    assert!(open.iter().all(Result::is_ok));
    assert_eq!(dial("1.2.3.4").err(), Some(429));
    assert!(dial("5.6.7.8").is_ok());
}

#[test]
fn a_public_server_needs_an_address_and_a_key_that_cannot_be_guessed() {
    let start = |public: &str, token: Option<&str>| {
        let folder = std::env::temp_dir().join(format!("ludarium-none-{}", std::process::id()));
        let options = ludarium_web::Options {
            public: Some(public.to_owned()),
            token: token.map(str::to_owned),
            ..common::options(&folder)
        };
        let server = ludarium_web::Server::start(&common::sprint(), options);
        server.err().map(|error| error.to_string())
    };
    let error = start("play.example.org", None).expect("no scheme");
    assert!(error.contains("https://play.example.org"), "{error}");
    let error = start("https://play.example.org", Some("short")).expect("a short key");
    assert!(error.contains("at least 16"), "{error}");
}
