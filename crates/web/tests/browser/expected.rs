//! What people expect of a page with games.

use serde_json::json;

use crate::player::{Chooser, click_a_move, duel, moves_made, resign, sit, wait_for_turn};
use crate::tab::{DESK, Tab};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("the_tab_says_whose_turn_it_is_and_others_moves_are_marked", turn),
    ("a_game_is_stepped_through_by_slider_and_space", steps),
    ("a_question_mark_shows_the_keys", keys),
    ("sounds_can_be_turned_off", sounds),
    ("a_move_chosen_in_advance_is_made", premove),
    ("arrows_are_drawn_with_the_right_button", arrows),
    ("my_games_have_a_result_and_a_date", mine),
];

/// The cell whose name is this.
fn cell(tab: &Tab, name: &str) -> u64 {
    let found = format!(
        "[...document.querySelectorAll('.cell')].find((e) => e.getAttribute('aria-label').split(',')[0] === '{name}').dataset.cell"
    );
    tab.eval(&format!("Number({found})")).as_u64().expect(name)
}

fn premove(world: &mut World) {
    let slow = json!({ "kind": "agent", "agent": "mcts", "budget": { "time_ms": 4000 } });
    let order = json!({ "game": "tuc-chess", "seed": 6, "seats": [{ "kind": "human" }, slow] });
    let (tab, _) = sit(world, &order, 0);
    let [a, b, c, d] = ["52", "42", "51", "41"].map(|name| cell(&tab, name));
    tab.click_cell(a);
    tab.click_cell(b);
    tab.wait_for("document.querySelector('.players .thinking')");
    tab.click_cell(c);
    tab.click_cell(d);
    tab.wait_for("document.querySelectorAll('.planned').length === 2 && document.querySelector('.planned-arrow')");
    tab.wait_for("[...document.querySelectorAll('.move-list .by-seat')].map((e) => e.dataset.text).at(2) === '5141'");
    assert_eq!(tab.eval("document.querySelectorAll('.planned').length"), json!(0));
    tab.close();
}

fn arrows(world: &mut World) {
    let (tab, _) = sit(world, &duel("tuc-chess", 6), 0);
    let [from, to] = ["60", "30"].map(|name| tab.cell_point(cell(&tab, name)));
    tab.sketch(from, to);
    tab.sketch(from, from);
    let drawn = "document.querySelectorAll('.layer-sketch .arrow').length";
    tab.wait_for(&format!("{drawn} === 2"));
    // Drawn again an arrow is wiped away; a click wipes all of them.
    tab.sketch(from, to);
    tab.wait_for(&format!("{drawn} === 1"));
    tab.click_cell(cell(&tab, "52"));
    tab.wait_for(&format!("{drawn} === 0"));
    assert_eq!(moves_made(&tab), 0, "nothing was moved by drawing");
    tab.close();
}

fn mine(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    tab.wait_seen(".card .board-svg");
    assert_eq!(tab.eval("document.querySelector('.mine')"), json!(null));
    tab.eval("[...document.querySelectorAll('button')].find((e) => e.ariaLabel?.startsWith('Play TUC-Chess')).click()");
    assert!(wait_for_turn(&tab));
    resign(&tab);
    tab.goto(&world.server.url("/"));
    tab.wait_for("document.querySelectorAll('.mine li').length === 1");
    let line = tab.text(".mine li");
    assert!(line.contains("TUC-Chess") && line.contains("You lost"), "{line}");
    tab.wait_for("document.querySelector('.mine li').innerText.includes('against Ana (Easy)')");
    tab.wait_for("!Number.isNaN(Date.parse(document.querySelector('.mine time').dateTime))");
    // A game between agents is nobody's own.
    tab.eval("[...document.querySelectorAll('button')].find((e) => e.ariaLabel === 'Watch agents play TUC-Chess').click()");
    tab.wait_for("location.pathname.startsWith('/game/')");
    tab.goto(&world.server.url("/"));
    tab.wait_for("document.querySelectorAll('.mine li').length === 1");
    tab.close();
}

fn turn(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "random" });
    let order =
        json!({ "game": "three-chess", "seed": 2, "seats": [{ "kind": "human" }, agent, agent] });
    let (tab, _) = sit(world, &order, 0);
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
    assert_eq!(tab.eval("Number(document.querySelector('.slider').max)"), json!(count));
    tab.eval("((e) => { e.value = '2'; e.dispatchEvent(new Event('input', { bubbles: true })); e.blur(); })(document.querySelector('.slider'))");
    tab.wait_for(&format!("((e) => `${{e.value}} of ${{e.max}}`)(document.querySelector('.slider')) === '2 of {count}'"));
    tab.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))");
    tab.wait_for("Number(((e) => `${e.value} of ${e.max}`)(document.querySelector('.slider')).split(' ')[0]) > 3");
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
    let (tab, _) = sit(world, &duel("tuc-chess", 6), 0);
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
