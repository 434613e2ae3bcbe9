//! What the page costs: requests, bytes, drawings.

use serde_json::json;

use crate::player::{moves_made, sit, wait_for_turn};
use crate::tab::{DESK, Screen, Tab};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("the_first_view_is_small_and_kept", first_view),
    ("without_animations_a_round_is_drawn_once", drawn_once),
    ("no_event_forces_a_layout", unforced),
    ("a_round_of_others_is_short", short_round),
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
    assert!(cost["bytes"].as_u64() <= Some(130_000), "{cost}");
    let fetched = "performance.getEntriesByType('resource').filter(({ name, transferSize }) => name.includes('favicon') && transferSize > 0).length";
    assert!(tab.eval(fetched).as_u64() <= Some(1), "one picture for tab and header");
    tab.goto(&world.server.url("/learn"));
    tab.wait_seen(".card .board-svg");
    // A folder that somebody works on is asked again every time.
    if std::env::var_os("LUDARIUM_PAGE").is_none() {
        assert_eq!(tab.eval(LOADED)["again"], json!(0), "script and style are kept");
    }
    tab.close();
}

fn drawn_once(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "greedy" });
    let order = json!({ "game": "dicewars", "seed": 9, "speed": 0, "seats": [{ "kind": "human" }, agent, agent, agent] });
    let (tab, _) = sit(world, &order, 0);
    let before = moves_made(&tab);
    tab.eval("window.drawn = 0; new MutationObserver(() => { window.drawn += 1; }).observe(document.querySelector('.layer-pieces'), { childList: true })");
    tab.press("End turn");
    wait_for_events(&tab, before + 8);
    assert!(wait_for_turn(&tab));
    let (made, drawn) = (moves_made(&tab) - before, tab.eval("window.drawn"));
    assert!(drawn.as_u64().unwrap_or(made) * 2 <= made, "{drawn} drawings of {made} events");
    tab.close();
}

fn wait_for_events(tab: &Tab, count: u64) {
    tab.wait_for(&format!("document.querySelectorAll('.move-list [data-event]').length > {count}"));
}

/// A game against three quick opponents, in which the reader is to move, with animations.
fn crowded(world: &World) -> Tab {
    let agent = json!({ "kind": "agent", "agent": "greedy" });
    let order = json!({ "game": "dicewars", "seed": 9, "speed": 0, "seats": [{ "kind": "human" }, agent, agent, agent] });
    let table = world.server.table(&order);
    let tab = world.tab(Screen { moving: true, ..DESK });
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    tab
}

fn unforced(world: &mut World) {
    let tab = crowded(world);
    // What is forced on purpose is seen.
    let stacks = tab.forced_layouts(|| {
        tab.eval(
            "document.querySelector('h1').append('!'); document.querySelector('h1').offsetTop",
        );
    });
    assert!(!stacks.is_empty(), "the timeline tells of layouts");
    let before = moves_made(&tab);
    let stacks = tab.forced_layouts(|| {
        // By the page's own script: a test that looks for a button asks where it is.
        tab.eval("[...document.querySelectorAll('button')].find((e) => e.innerText.startsWith('End turn')).click()");
        wait_for_events(&tab, before + 8);
        assert!(wait_for_turn(&tab));
    });
    // Waiting asks whether things can be seen, from scripts without an address.
    let of_page =
        |stack: &&serde_json::Value| stack[0]["url"].as_str().is_some_and(|url| !url.is_empty());
    let stacks: Vec<_> = stacks.iter().filter(of_page).collect();
    assert!(stacks.is_empty(), "{stacks:?}");
    tab.close();
}

fn short_round(world: &mut World) {
    let tab = crowded(world);
    // For each battle the longest animation of its dice and sums.
    tab.eval("window.battles = []; const plain = Element.prototype.animate; Element.prototype.animate = function (frames, options) { \
              const battle = this.closest('.battle'); \
              if (battle) { const known = window.battles.find((one) => one.battle === battle); \
              if (known) known.ms = Math.max(known.ms, options.duration); else window.battles.push({ battle, ms: options.duration }); } \
              return plain.call(this, frames, options); }; true");
    tab.press("End turn");
    tab.wait_for("window.battles.length > 3");
    assert!(wait_for_turn(&tab));
    let shown = tab.eval("window.battles.map(({ ms }) => ms)");
    let shown: Vec<f64> = serde_json::from_value(shown).expect("milliseconds");
    let all: f64 = shown.iter().sum();
    assert!(all <= 4500.0, "{} battles in {all} ms", shown.len());
    // A battle of your own takes its time.
    tab.eval("window.battles = []; true");
    let movable = "Number(document.querySelector('.cell.movable').dataset.cell)";
    tab.click_cell(tab.eval(movable).as_u64().expect("an area"));
    tab.wait_for("document.querySelector('.aim')");
    tab.click_cell(tab.eval(movable).as_u64().expect("a target"));
    tab.wait_for("window.battles[0]?.ms === 900");
    tab.close();
}

fn installable(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    let manifest =
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())";
    let manifest = tab.eval(manifest);
    assert_eq!((&manifest["name"], &manifest["start_url"]), (&json!("Ludarium"), &json!("/")));
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
