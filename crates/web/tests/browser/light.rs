//! What the page costs: requests, bytes, drawings.

use serde_json::json;

use crate::player::{moves_made, wait_for_turn};
use crate::tab::DESK;
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("the_first_view_is_small_and_kept", first_view),
    ("without_animations_a_round_is_drawn_once", drawn_once),
    ("the_page_can_be_installed", installable),
];

const LOADED: &str = "(() => { const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; \
     return { requests: all.length, bytes: all.reduce((sum, one) => sum + one.transferSize, 0), \
     again: all.filter((one) => /app\\.(js|css)/.test(one.name)).reduce((sum, one) => sum + one.transferSize, 0) }; })()";

fn first_view(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    tab.wait_seen(".card .board-svg");
    // With the live game, its players and the challenges of the day.
    tab.wait_seen(".hero-players .face");
    tab.wait_seen(".daily-game .board-svg");
    let cost = tab.eval(LOADED);
    println!("first view: {cost}");
    assert!(cost["requests"].as_u64() <= Some(10), "{cost}");
    assert!(cost["bytes"].as_u64() <= Some(120_000), "{cost}");
    tab.goto(&world.server.url("/learn"));
    tab.wait_seen(".card .board-svg");
    // A folder that somebody works on is asked again every time.
    if std::env::var_os("LUDARIUM_PAGE").is_none() {
        assert_eq!(
            tab.eval(LOADED)["again"],
            json!(0),
            "script and style are kept"
        );
    }
    tab.close();
}

fn drawn_once(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "greedy" });
    let order = json!({ "game": "dicewars", "seed": 9, "speed": 0, "seats": [{ "kind": "human" }, agent, agent, agent] });
    let table = world.server.table(&order);
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    let before = moves_made(&tab);
    tab.eval("window.drawn = 0; new MutationObserver(() => { window.drawn += 1; }).observe(document.querySelector('.layer-pieces'), { childList: true })");
    tab.press("End turn");
    tab.wait_for(&format!(
        "document.querySelectorAll('.move-list [data-event]').length > {before} + 8"
    ));
    assert!(wait_for_turn(&tab));
    let (made, drawn) = (moves_made(&tab) - before, tab.eval("window.drawn"));
    assert!(
        drawn.as_u64().unwrap_or(made) * 2 <= made,
        "{drawn} drawings of {made} events"
    );
    tab.close();
}

fn installable(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    let manifest =
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())";
    let manifest = tab.eval(manifest);
    assert_eq!(
        (&manifest["name"], &manifest["start_url"]),
        (&json!("Ludarium"), &json!("/"))
    );
    for size in [192, 512] {
        let icon = format!(
            "(async () => {{ const image = new Image(); image.src = '/assets/icon-{size}.png'; await image.decode(); return [image.naturalWidth, image.naturalHeight]; }})()"
        );
        assert_eq!(tab.eval(&icon), json!([size, size]));
        let listed = format!("{size}x{size}");
        let icons = manifest["icons"].as_array().expect("icons");
        assert!(icons.iter().any(|icon| icon["sizes"] == listed));
    }
    tab.close();
}
