//! Without a server: rules and finished games are still there.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::player::{duel, resign, wait_for_turn};
use crate::tab::{DESK, Tab};
use crate::{Test, World};

pub const TESTS: &[Test] = &[("rules_and_replays_work_without_a_server", offline)];

/// Whether the browser keeps a copy of what this path answers with.
fn keeps(tab: &Tab, path: &str) -> bool {
    let kept = format!("caches.match('{path}', {{ ignoreVary: true }}).then(Boolean)");
    tab.eval(&kept) == json!(true)
}

fn wait_until_kept(tab: &Tab, path: &str) {
    let end = Instant::now() + Duration::from_secs(60);
    while !keeps(tab, path) {
        assert!(Instant::now() < end, "{path} is not kept");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn offline(world: &mut World) {
    drop(crate::runs::make(&world.server.runs(), "kept"));
    let order = duel("tuc-chess", 6);
    let (ended, open) = (world.server.table(&order), world.server.table(&order));
    let mut tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    tab.wait_for("navigator.serviceWorker.controller");
    // The rules come by themselves, games when they are over and somebody looks at them.
    wait_until_kept(&tab, "/api/learn/dicewars");
    tab.goto(&world.server.url(&open.seat(0)));
    assert!(wait_for_turn(&tab));
    tab.goto(&world.server.url(&ended.seat(0)));
    assert!(wait_for_turn(&tab));
    resign(&tab);
    wait_until_kept(&tab, &format!("/api/tables/{}/steps", ended.id));
    wait_until_kept(&tab, &format!("/api/tables/{}", ended.id));
    assert!(!keeps(&tab, &format!("/api/tables/{}", open.id)));
    tab.goto(&world.server.url("/runs/kept/1"));
    tab.wait_seen(".result");
    wait_until_kept(&tab, "/api/runs/kept/games/1/steps");
    tab.assert_content();

    world.server.kill();
    tab.forgiving = true;
    tab.goto(&world.server.url("/learn/dicewars"));
    tab.wait_seen(".offline-bar");
    assert_eq!(tab.text("main h1"), "Dicewars");
    tab.wait_seen("figure .board-svg");
    tab.goto(&world.server.url("/runs/kept/1"));
    tab.wait_seen(".result");
    tab.key("Home");
    tab.key("ArrowRight");
    tab.wait_for(
        "((e) => `${e.value} of ${e.max}`)(document.querySelector('.slider')).startsWith('1 of ')",
    );
    tab.wait_for("document.querySelectorAll('.layer-last .last').length === 2");
    tab.goto(&world.server.url(&ended.watch()));
    tab.wait_seen(".result");
    assert_eq!(tab.text(".result h2"), "You lost");
    tab.goto(&world.server.url("/offline"));
    tab.wait_for("document.querySelectorAll('main li a').length === 9");
    tab.goto(&world.server.url(&open.seat(0)));
    tab.wait_for("document.querySelector('h1').innerText === 'No connection'");

    world.server.restart();
    tab.goto(&world.server.url("/"));
    tab.wait_seen(".card .board-svg");
    assert_eq!(tab.eval("document.querySelector('.offline-bar')"), json!(null));
    tab.close();
}
