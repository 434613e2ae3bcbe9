//! Whole games of each kind over real sockets, by choosing legal moves.

mod common;

use common::{House, against};
use serde_json::Value;

/// Plays a game to its end, choosing moves by a rule that needs no luck, and gives the result.
fn play(game: &str, variant: &str, agent: &str, agents: usize) -> Value {
    let house = House::new();
    let (id, keys) = house.table(&against(game, variant, agent, agents));
    let mut line = house.sit(&id, keys[0].as_deref());
    let (mut version, mut mark, mut said) = (0, 17u64, 0);
    let result = loop {
        let message = line.hear().expect("the server goes on");
        assert_ne!(message["type"], "error", "{message}");
        if message["type"] == "over" {
            break message["result"].clone();
        }
        if let Some(next) = message["version"].as_u64() {
            assert!(
                next == version + 1 || message["type"] == "snapshot",
                "nothing is left out"
            );
            version = next;
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
        line.play(
            choice["text"].as_str().unwrap(),
            view["count"].as_u64().unwrap(),
        );
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
