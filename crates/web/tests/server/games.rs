//! The real games over real sockets: whole games by choosing legal moves, and everything that their bundles tell.

use std::collections::HashSet;

use serde_json::{Value, json};
use tungstenite::Message;

use super::bundles::bundles;
use super::common::{House, Line, one_against};

/// Plays a game to its end, choosing moves by a rule that needs no luck, and gives the result.
fn play(game: &str, variant: &str, agent: &str, agents: usize) -> Value {
    let house = House::with(bundles());
    let (id, keys) = house.table(&one_against(game, variant, agent, agents));
    let mut line = house.sit(&id, keys[0].as_deref());
    let (mut count, mut mark, mut said) = (0, 17u64, 0);
    let result = loop {
        let Some(message) = line.hear() else {
            // Agents may be told of faster than a busy client hears: it looks again, as the page does.
            line = house.sit(&id, keys[0].as_deref());
            continue;
        };
        assert_ne!(message["type"], "error", "{message}");
        if message["result"].is_object() {
            break message["result"].clone();
        }
        if let Some(next) = message["count"].as_u64() {
            assert!(next == count + 1 || message["type"] == "snapshot", "nothing is left out");
            count = next;
        }
        let view = &message["view"];
        let Some(legal) = view["legal"].as_array() else {
            continue;
        };
        mark = mark.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let choice = &legal[(mark >> 33) as usize % legal.len()];
        said += 1;
        if said > 30 {
            // Nobody may send more than twenty messages a second for long.
            std::thread::sleep(std::time::Duration::from_millis(51));
        }
        line.play(choice["text"].as_str().unwrap(), view["count"].as_u64().unwrap());
    };
    let snapshot = house.get(&format!("/api/tables/{id}"));
    assert_eq!(snapshot["result"], result);
    assert_eq!(snapshot["view"]["turn"], "over");
    let count = snapshot["count"].as_u64().unwrap();
    assert_eq!(snapshot["log"].as_array().unwrap().len() as u64, count);
    let last = house.get(&format!("/api/tables/{id}/steps/{count}"));
    assert_eq!(last["state"], snapshot["view"]["state"]);
    let listed = house.get("/api/tables");
    assert_eq!(listed[0]["over"], true);
    result
}

/// People know an opponent by its level, so a table must write its agent as the list of levels does.
#[test]
fn an_agent_of_a_level_is_known_at_the_table() {
    let house = House::with(bundles());
    for bundle in bundles() {
        let game = bundle.game.info.name;
        let listed = house.get(&format!("/api/games/{game}/agents"));
        for level in listed["levels"].as_array().unwrap() {
            let seats = listed["seats"].as_array().unwrap().len();
            let agent = json!({ "kind": "agent", "agent": level["agent"] });
            let (id, _) = house.table(&json!({ "game": game, "seats": vec![agent; seats] }));
            let snapshot = house.get(&format!("/api/tables/{id}"));
            assert_eq!(snapshot["seats"][0]["agent"], level["agent"], "{game}");
        }
    }
}

/// The engine of three players favours the seat to move. That must not turn quiet moves into mistakes.
#[test]
fn quiet_moves_of_an_opening_cost_little() {
    let house = House::with(bundles());
    let moves = ["BC2-BC3", "GC2-GC3", "RC2-RC3", "BF2-BF3"];
    let human = json!({ "kind": "human" });
    let order = json!({ "game": "three-chess", "seats": [human, human, human] });
    let (id, keys) = house.table(&order);
    let mut lines: Vec<Line> = keys.iter().map(|key| house.sit(&id, key.as_deref())).collect();
    for (count, text) in moves.iter().enumerate() {
        let line = &mut lines[count % 3];
        line.play(text, count as u64);
        while line.hear_of("happened")["count"] != json!(count + 1) {}
    }
    let mut line = lines.swap_remove(1);
    line.say(&json!({ "type": "resign" }));
    line.hear_of("over");
    let path = format!("/api/tables/{id}/review");
    house.post(&path, &json!({}));
    let review = loop {
        let now = house.get(&path);
        if now["state"] == "done" {
            break now["review"].clone();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    let judged = review["curve"].as_array().unwrap().len();
    assert!(judged >= moves.len(), "{review}");
    assert_eq!(review["mistakes"], json!([]), "{review}");
    let accuracy = review["players"][0]["accuracy"].as_f64().unwrap();
    assert!(accuracy > 80.0, "{review}");
}

fn sum(result: &Value) -> f64 {
    let scores = result["scores"].as_array().unwrap().iter();
    scores.map(|score| score.as_f64().unwrap()).sum()
}

#[test]
fn dice_chess() {
    let result = play("dice-chess", "seed", "one-ply", 1);
    assert!((sum(&result) - 1.0).abs() < 1e-6, "{result}");
}

#[test]
fn three_chess() {
    let result = play("three-chess", "reference", "greedy", 2);
    assert_eq!(result["scores"].as_array().unwrap().len(), 3);
    assert_ne!(result["ending"], "");
}

#[test]
fn tuc_chess() {
    let result = play("tuc-chess", "2021", "greedy", 1);
    assert!((sum(&result) - 1.0).abs() < 1e-6, "{result}");
}

#[test]
fn dicewars() {
    let result = play("dicewars", "flat:players=3", "ste", 2);
    assert!((sum(&result) - 1.0).abs() < 1e-6, "{result}");
}

#[test]
fn chexers() {
    let result = play("chexers", "referee", "greedy", 2);
    assert_eq!(result["scores"].as_array().unwrap().len(), 3);
}

#[test]
fn every_game_is_told_with_levels_stories_and_pictures() {
    let house = House::with(bundles());
    let look = house.get("/api/look");
    let games = house.get("/api/games");
    assert_eq!(games.as_array().unwrap().len(), bundles().len());
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let start = house.post("/api/positions", &json!({"game": name})).json();
        for piece in start["view"]["pieces"].as_array().unwrap() {
            let shape = piece["shape"].as_str().unwrap();
            let paths = &look["shapes"][shape]["paths"];
            assert!(paths[0]["d"].is_string(), "{name}: {shape}");
        }
        let lesson = house.get(&format!("/api/learn/{name}"));
        assert_eq!(lesson["title"], game["title"]);
        let sections = lesson["sections"].as_array().unwrap().iter();
        let pictures = sections.filter(|section| section["board"].is_object());
        assert!((2..=4).contains(&pictures.count()), "{name}");
    }
}

#[test]
fn spoilt_positions_never_break_the_server() {
    House::with(bundles()).check_spoilt_positions();
}

#[test]
fn every_agent_has_a_story_and_every_level_an_agent_of_every_variant() {
    let house = House::with(bundles());
    for bundle in bundles() {
        let game = bundle.game.info.name;
        for variant in bundle.game.variants() {
            let rules = bundle.game.rules(Some(variant.name)).unwrap();
            let path = format!("/api/games/{game}/agents?variant={}", variant.name);
            let told = house.get(&path);
            for agent in told["agents"].as_array().unwrap() {
                let story = agent["story"].as_str().unwrap();
                assert!(story.len() > 20, "{game}: {agent}");
            }
            let levels = told["levels"].as_array().unwrap().iter();
            let agents = levels.map(|level| rules.canonical(level["agent"].as_str().unwrap()));
            let agents: Result<HashSet<String>, _> = agents.collect();
            assert_eq!(agents.unwrap().len(), 5, "{path}");
        }
    }
}

#[test]
fn everybody_plays_the_same_challenges_of_the_day() {
    let house = House::with(bundles());
    let today = house.get("/api/daily");
    let kinds = [0, 1].map(|place| today["challenges"][place]["kind"].clone());
    assert_eq!(kinds, ["map", "position"]);
    for challenge in today["challenges"].as_array().unwrap() {
        let (game, seat) = (&challenge["game"], challenge["seat"].as_u64().unwrap());
        let levels = house.get(&format!("/api/games/{}/agents", game.as_str().unwrap()));
        let medium = &levels["levels"][2];
        assert_eq!(challenge["level"], medium["name"]);
        let made = ["Ada", "Bo"].map(|name| {
            let request = json!({ "kind": challenge["kind"], "name": name });
            let made = house.post("/api/daily", &request).json();
            house.get(&format!("/api/tables/{}", made["id"].as_str().unwrap()))
        });
        assert_eq!(made[0]["seed"], made[1]["seed"]);
        for table in made {
            assert_eq!(table["daily"], true);
            assert_eq!(table["view"]["state"], challenge["start"]["view"]["state"]);
            for (place, player) in table["seats"].as_array().unwrap().iter().enumerate() {
                if place as u64 == seat {
                    assert_eq!(player["kind"], "human")
                } else {
                    assert_eq!(player["agent"], medium["agent"])
                }
            }
        }
    }
}

#[test]
fn reports_name_the_commands_that_make_them() {
    let house = House::with(bundles());
    let answer = house.get("/api/reports");
    assert_eq!(answer["words"][0][0], "agrees");
    let reports = &answer["reports"];
    assert_eq!(reports.as_array().unwrap().len(), 6);
    let first = &reports[0]["experiments"][0];
    assert!(first["command"].as_str().unwrap().starts_with("ludarium reproduce 000/"), "{first}");
    assert_eq!(first["sheet"], Value::Null);
    for report in reports.as_array().unwrap() {
        let answers = &report["answers"]["sheet"];
        assert_eq!(answers["title"], "What came of it", "{answers}");
        assert!(answers["rows"].as_array().unwrap().len() > 3, "{}", report["title"]);
    }
}

/// Reads a line to its end, or to an event; whether it ended first, and with which code.
fn ends_before(line: &mut Line, count: u64) -> Option<Option<u16>> {
    loop {
        match line.socket.read() {
            Ok(Message::Text(text)) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["count"] == count {
                    return None;
                }
            }
            Ok(Message::Close(frame)) => return Some(frame.map(|frame| frame.code.into())),
            Ok(_) => {}
            Err(_) => return Some(None),
        }
    }
}

#[test]
fn a_spectator_who_does_not_read_is_dropped() {
    // How much the system itself keeps for a reader differs: if the first has not been dropped yet, a later one is.
    const FAR: [u64; 4] = [4000, 8000, 12_000, 18_000];
    let house = House::with(bundles());
    // One-ply players of this game move to and fro forever, with long messages.
    let seats = vec![json!({"kind": "agent", "agent": "one-ply"}); 3];
    let (id, _) = house.table(&json!({"game": "three-chess", "seats": seats, "speed": 0}));
    let slow: Vec<Line> = FAR.iter().map(|_| house.sit(&id, None)).collect();
    let dropped = slow.into_iter().zip(FAR).find_map(|(mut line, far)| {
        let count = || house.get("/api/tables")[0]["count"].as_u64();
        house.watch_until(&id, || count() >= Some(far));
        ends_before(&mut line, far)
    });
    let code = dropped.expect("whoever does not read is kept for ever");
    assert!(matches!(code, None | Some(1013)), "{code:?}");
}
