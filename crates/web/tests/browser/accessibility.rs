//! Keyboard only, every view against the rules of accessibility, and a phone's width.

use std::collections::HashMap;

use serde_json::json;

use crate::accessibility_rules::findings;
use crate::player::{moves_made, wait_for_turn};
use crate::tab::{DESK, PHONE, Screen, Tab};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("a_game_begins_and_is_played_with_keys_alone", keyboard),
    ("every_view_lets_everybody_in", every_view),
    ("moves_are_announced_and_focus_is_visible", announced),
    ("animations_can_be_watched_and_skipped", animations),
];

/// Presses Tab until the focus is where an expression about `e` holds.
fn tab_to(tab: &Tab, condition: &str) {
    for _ in 0..80 {
        tab.key("Tab");
        if tab.eval(&format!("((e) => {condition})(document.activeElement)")) == json!(true) {
            return;
        }
    }
    panic!("Tab never reaches {condition}");
}

/// Walks over the board with arrow keys to the nearest cell that is part of a move.
fn walk_to_movable(tab: &Tab) {
    tab.eval(
        "(() => { const middle = (e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }; \
         window.way = (aim) => { const [x, y] = middle(document.activeElement); const [a, b] = middle(aim); return [a - x, b - y]; }; \
         const far = (e) => Math.hypot(...window.way(e)); \
         window.aim = [...document.querySelectorAll('.cell.movable')].sort((a, b) => far(a) - far(b))[0].dataset.cell; \
         window.left = () => window.way(document.querySelector(`.cell[data-cell=\"${window.aim}\"]`)); return true; })()",
    );
    let left = || {
        let way = tab.eval("window.left()");
        let [x, y] = [0, 1].map(|axis| way[axis].as_f64().expect("a distance"));
        (x, y)
    };
    let mut visits: HashMap<String, usize> = HashMap::new();
    for _ in 0..80 {
        if tab.eval("document.activeElement.matches('.movable')") == json!(true) {
            return;
        }
        let (x, y) = left();
        let sideways = if x > 0.0 { "ArrowRight" } else { "ArrowLeft" };
        let upright = if y > 0.0 { "ArrowDown" } else { "ArrowUp" };
        let keys = if x.abs() > y.abs() { [sideways, upright] } else { [upright, sideways] };
        // On a second visit to a cell, the other way is tried.
        let cell = tab.eval("document.activeElement.dataset.cell").to_string();
        let visit = visits.entry(cell).or_default();
        tab.key(keys[*visit % 2]);
        *visit += 1;
    }
    let here = tab.eval("document.activeElement.outerHTML.slice(0, 200)");
    panic!("the arrow keys reach no cell of a move from {here}; {visits:?}");
}

fn keyboard(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    tab_to(&tab, "e.getAttribute('aria-label')?.startsWith('Play Chexers') === true");
    tab.key("Enter");
    tab.wait_for("location.pathname.startsWith('/game/')");
    assert!(wait_for_turn(&tab));
    tab_to(&tab, "e.matches('.cell')");
    walk_to_movable(&tab);
    tab.key("Enter");
    assert_eq!(tab.eval("document.activeElement.getAttribute('aria-pressed')"), "true");
    tab.key("Escape");
    assert_eq!(tab.eval("document.querySelectorAll('.selected').length"), 0);
    tab.key("Enter");
    walk_to_movable(&tab);
    tab.key("Enter");
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length > 0");
    assert!(wait_for_turn(&tab));
    // The second move is typed.
    let made = moves_made(&tab);
    tab_to(&tab, "e.matches('.more-switch')");
    tab.key("Enter");
    tab.eval("document.activeElement.blur()");
    tab_to(&tab, "e.matches('.move-entry input')");
    let text = tab.eval("document.querySelector('.move-entry option').value");
    tab.type_text(text.as_str().unwrap_or_default());
    tab.key("Enter");
    tab.wait_for(&format!("document.querySelectorAll('.move-list [data-event]').length > {made}"));
    tab.close();
}

/// Every view with a state that shows much of it.
pub fn views(world: &World) -> Vec<(&'static str, String)> {
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "random" }, { "kind": "agent", "agent": "random" }]);
    let human = world.server.table(&json!({ "game": "three-chess", "seed": 2, "seats": seats }));
    let agent = json!({ "kind": "agent", "agent": "mcts:iterations=100" });
    let watched = world.server.table(
        &json!({ "game": "chexers", "seed": 2, "seats": [agent, agent, agent], "speed": 0 }),
    );
    drop(crate::runs::make(&world.server.runs(), "shown"));
    vec![
        ("home", "/".to_owned()),
        ("set-up", "/new?game=dicewars".to_owned()),
        ("play", human.seat(0)),
        ("watch", watched.watch()),
        ("analyse", "/analyse?game=dice-chess".to_owned()),
        ("editor", "/analyse?game=chexers".to_owned()),
        ("offline", "/offline".to_owned()),
        ("runs", "/runs".to_owned()),
        ("run", "/runs/shown".to_owned()),
        ("record", "/runs/shown/1".to_owned()),
        ("reviewed", "/runs/shown/2".to_owned()),
        ("reports", "/reports".to_owned()),
        ("learn", "/learn".to_owned()),
        ("rules", "/learn/dicewars".to_owned()),
        ("agent", "/learn/dicewars/final".to_owned()),
    ]
}

fn every_view(world: &mut World) {
    let mut all = Vec::new();
    let tab = world.tab(DESK);
    for (name, path) in views(world) {
        for (screen, theme) in
            [(DESK, "desk, light"), (Screen { dark: true, ..PHONE }, "phone, dark")]
        {
            tab.screen(screen);
            tab.goto(&world.server.url(&path));
            tab.wait_for("document.querySelector('main').innerText.length > 60");
            settle(&tab);
            bring_out(&tab, name);
            all.extend(
                findings(&tab).into_iter().map(|finding| format!("{name} ({theme}): {finding}")),
            );
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    tab.close();
}

/// Shows what a view shows only when somebody asks for it.
pub fn bring_out(tab: &Tab, view: &str) {
    match view {
        "analyse" => {
            tab.click("[aria-label='Rolled knight']");
            tab.wait_for("document.querySelector('.cell.movable')");
            tab.press("Analyse");
        }
        "record" => tab.press("Go through it with an engine"),
        "editor" => {
            tab.press("Edit the board");
            tab.wait_for("document.querySelector('.palette button')");
            return;
        }
        "reviewed" => {
            tab.press("Review");
            tab.wait_seen(".review .balance");
            return;
        }
        _ => return,
    }
    tab.wait_for("document.querySelector('.engine .candidate')");
}

/// Waits until pictures and lists that are fetched afterwards are there.
pub fn settle(tab: &Tab) {
    tab.wait_for(
        "!document.querySelector('.card-picture:empty, .setup-picture:empty, .board-holder:empty')",
    );
    tab.wait_for("document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)");
}

fn announced(world: &mut World) {
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "random" }]);
    let table = world.server.table(&json!({ "game": "tuc-chess", "seed": 6, "seats": seats }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    for _ in 0..40 {
        tab.key("Tab");
        let shown = tab.eval(
            "((e) => e === document.body || (e.matches('.cell') ? [...document.querySelectorAll('.focus-mark path')].some((mark) => getComputedStyle(mark).stroke !== 'none') \
             : getComputedStyle(e).outlineStyle !== 'none' && parseFloat(getComputedStyle(e).outlineWidth) >= 2))(document.activeElement)",
        );
        assert_eq!(
            shown,
            true,
            "no visible focus on {}",
            tab.eval("document.activeElement.outerHTML.slice(0, 200)")
        );
    }
    assert_eq!(tab.eval("document.querySelectorAll('.cell[tabindex=\"0\"]').length"), 1);
    tab.press("More");
    tab.eval("document.querySelector('.move-entry input').focus()");
    let text = tab.eval("document.querySelector('.move-entry option').value");
    tab.type_text(text.as_str().unwrap_or_default());
    tab.key("Enter");
    tab.wait_for(&format!(
        "document.querySelector('#announcer').textContent.includes('You: pawn from ' + {text}.slice(0, 2))"
    ));
    tab.wait_for("document.querySelector('#announcer').textContent.includes('Otto: ')");
    tab.close();
}

fn animations(world: &mut World) {
    // Agents that attack as often as they can.
    let agent = json!({ "kind": "agent", "agent": "greedy" });
    let order = json!({ "game": "dicewars", "seed": 9, "seats": [{ "kind": "human" }, agent, agent, agent] });
    let table = world.server.table(&order);
    let tab = world.tab(Screen { moving: true, ..DESK });
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    // Slow, so that there is something left to skip also on a busy machine.
    tab.choose(".board-tools select", "slow");
    tab.eval("window.dice = 0; new MutationObserver((changes) => { window.dice += changes.filter((one) => one.addedNodes.length).length; }).observe(document.querySelector('.layer-dice'), { childList: true })");
    tab.press("End turn");
    tab.wait_for("window.dice > 0");
    tab.wait_for("((e) => { if (!e?.checkVisibility()) return false; window.before = window.dice; e.click(); return true; })([...document.querySelectorAll('button')].find((e) => e.innerText === 'Skip'))");
    assert!(wait_for_turn(&tab));
    let battles = tab.eval("[...document.querySelectorAll('.move-list .by-chance')].filter((e) => /[+-]$/.test(e.dataset.text)).length");
    let rolled = tab.eval("window.dice - window.before");
    let (battles, rolled) = (battles.as_u64().unwrap(), rolled.as_u64().unwrap());
    assert!(battles > 6, "enough to be skipped: {battles}");
    assert_eq!(rolled, 0, "dice flew in after they were skipped");
    tab.close();
}
