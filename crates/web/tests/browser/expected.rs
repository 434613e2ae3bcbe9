//! What people expect of a page with games.

use serde_json::json;

use crate::player::{Chooser, click_a_move, moves_made, wait_for_turn};
use crate::tab::DESK;
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    (
        "the_tab_says_whose_turn_it_is_and_others_moves_are_marked",
        turn,
    ),
    ("a_game_is_stepped_through_by_slider_and_space", steps),
    ("a_question_mark_shows_the_keys", keys),
    ("sounds_can_be_turned_off", sounds),
];

fn turn(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "random" });
    let order =
        json!({ "game": "three-chess", "seed": 2, "seats": [{ "kind": "human" }, agent, agent] });
    let table = world.server.table(&order);
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    tab.wait_for("document.title.startsWith('● Your turn')");
    click_a_move(&tab, &mut Chooser::new(2));
    assert!(wait_for_turn(&tab));
    // The last move has a border, the one before it is marked, too.
    tab.wait_for("document.querySelectorAll('.layer-last .last').length === 2 && document.querySelectorAll('.layer-last .recent').length === 2");
    tab.close();
}

fn steps(world: &mut World) {
    drop(crate::runs::make(&world.server.runs(), "slid"));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/runs/slid/1"));
    tab.wait_seen(".result");
    let count = moves_made(&tab);
    assert_eq!(
        tab.eval("Number(document.querySelector('.slider').max)"),
        json!(count)
    );
    tab.eval("((e) => { e.value = '2'; e.dispatchEvent(new Event('input', { bubbles: true })); e.blur(); })(document.querySelector('.slider'))");
    tab.wait_for(&format!(
        "document.querySelector('.place').innerText === '2 of {count}'"
    ));
    tab.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))");
    tab.wait_for("Number(document.querySelector('.place').innerText.split(' ')[0]) > 3");
    tab.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))");
    tab.wait_for(
        "[...document.querySelectorAll('.steps button')].some((e) => e.innerText.includes('Play'))",
    );
    tab.close();
}

fn keys(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/learn"));
    let press =
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))";
    tab.eval(press);
    tab.wait_seen("dialog.keys[open]");
    assert!(tab.text("dialog.keys").contains("Space"));
    tab.eval(press);
    tab.wait_for("!document.querySelector('dialog.keys').open");
    tab.close();
}

/// Counts the tones that the page starts.
const COUNT: &str = "window.tones = 0; for (const kind of [OscillatorNode, AudioBufferSourceNode]) { const start = kind.prototype.start; kind.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); }; } true";

fn sounds(world: &mut World) {
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "random" }]);
    let order = json!({ "game": "tuc-chess", "seed": 6, "seats": seats });
    let table = world.server.table(&order);
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    tab.eval(COUNT);
    let mut chooser = Chooser::new(1);
    click_a_move(&tab, &mut chooser);
    tab.wait_for("window.tones > 0");
    assert!(wait_for_turn(&tab));
    let off = "[...document.querySelectorAll('.board-tools label')].find((e) => e.innerText.includes('Sound')).querySelector('input').click()";
    tab.eval(&format!("{off}; window.tones = 0; true"));
    click_a_move(&tab, &mut chooser);
    assert!(wait_for_turn(&tab));
    assert_eq!(tab.eval("window.tones"), json!(0));
    tab.close();
}
