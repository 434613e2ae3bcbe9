//! Dice that are seen: rolls, battles and new dice on the board.

use serde_json::json;

use crate::player::{Chooser, click_a_move, duel, sit, wait_for_turn};
use crate::tab::{DESK, Screen};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("a_roll_stays_and_its_pieces_are_marked", roll),
    ("a_battle_shows_the_dice_of_both_sides", battle),
    ("new_dice_are_counted_when_they_arrive", reinforcements),
    ("names_in_cells_are_shown_on_request", names),
    ("a_die_that_is_thrown_flies_over_no_piece", thrown),
    ("dice_lie_on_a_board_that_has_a_place_for_them", on_the_board),
];

fn roll(world: &mut World) {
    let (tab, _) = sit(world, &duel("dice-chess", 1), 0);
    tab.wait_seen(".dice-tray .dice svg");
    let marks = "document.querySelectorAll('.may-move').length === document.querySelectorAll('.cell.movable').length";
    assert_eq!(tab.eval(marks), json!(true), "what may move is marked");
    // Only pawns and knights can come up at the start, so the king (e1, cell 4) cannot move.
    tab.click_cell(4);
    tab.wait_notice("king cannot move now. You rolled a (pawn|knight)");
    // A piece of the opponent (e8, cell 60).
    tab.click_cell(60);
    tab.wait_notice("belongs to Pip");
    tab.close();
}

/// A game of two in which the first player has attacks.
fn war() -> serde_json::Value {
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "greedy" }]);
    json!({ "game": "dicewars", "variant": "flat:players=2,areas=8", "seed": 5, "seats": seats })
}

fn battle(world: &mut World) {
    let table = world.server.table(&war());
    let tab = world.tab(Screen { moving: true, ..DESK });
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    // Keeps what the last battle on the board showed.
    tab.eval("new MutationObserver(() => { const sides = [...document.querySelectorAll('.battle .side-dice')].map((side) => ({ sum: Number(side.querySelector('.sum').textContent), dice: side.querySelectorAll('.thrown').length })); \
              if (sides.length) window.battle = { sides }; }).observe(document.querySelector('.layer-dice'), { childList: true }); true");
    let movable = "Number(document.querySelector('.cell.movable').dataset.cell)";
    let area = tab.eval(movable).as_u64().expect("an area");
    tab.click_cell(area);
    tab.wait_for("document.querySelector('.aim')");
    // How likely each attack succeeds is told before the click that makes it.
    tab.wait_for("document.querySelectorAll('.odds').length === document.querySelectorAll('.cell.movable').length");
    tab.wait_for("[...document.querySelectorAll('.odds text')].every((e) => /^(\\d+ %|sure)$/.test(e.textContent))");
    tab.click_cell(tab.eval(movable).as_u64().expect("a target"));
    // Nothing beside the board tells how it ends before the dice lie still.
    tab.wait_seen(".battle .sum");
    let early = "(() => { const told = document.querySelector('.move-list [data-event=\"2\"]'); return Boolean(told) && document.querySelector('.battle') !== null; })()";
    while tab.eval("document.querySelector('.battle') !== null") == json!(true) {
        assert_eq!(tab.eval(early), json!(false), "the list is faster than the dice");
    }
    // What the dice say is what the rules said.
    let told = "(({ sides }) => { const [ours, theirs] = sides; return { ours, theirs }; })(window.battle)";
    let told = tab.eval(told);
    let number = |side: &str, field: &str| told[side][field].as_u64().unwrap_or(0);
    assert!((2..=8).contains(&number("ours", "dice")), "{told}");
    assert!((1..=8).contains(&number("theirs", "dice")), "{told}");
    let won = number("ours", "sum") > number("theirs", "sum");
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length >= 2");
    let outcome = tab.eval("document.querySelector('.move-list [data-event=\"2\"]').dataset.text");
    assert_eq!(outcome, if won { "+" } else { "-" });
    tab.close();
}

fn reinforcements(world: &mut World) {
    let (tab, _) = sit(world, &war(), 0);
    // The button says what the end of the turn brings.
    let button = tab.text(".move-buttons button");
    let told: u64 = button.split(['+', ' ']).find_map(|word| word.parse().ok()).expect("a number");
    let dice = "[...document.querySelectorAll('.cell')].map((e) => /You, (\\d+) d/.exec(e.getAttribute('aria-label'))).reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0)";
    let before = tab.eval(dice).as_u64().expect("dice");
    tab.press("End turn");
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length >= 2");
    tab.eval("document.activeElement.blur()");
    tab.key("Home");
    for step in 1..=2 {
        tab.key("ArrowRight");
        tab.wait_for(&format!("document.querySelector('.slider').value === '{step}'"));
        let told = ["You receive", "Otto attacks or ends"][step - 1];
        tab.wait_for(&format!("document.querySelector('.headline').innerText.includes('{told}')"));
    }
    assert_eq!(tab.eval(dice), json!(before + told));
    tab.close();
}

fn names(world: &mut World) {
    let (tab, _) = sit(world, &war(), 0);
    let labels = "document.querySelectorAll('.layer-labels .label').length";
    assert_eq!(tab.eval(labels), json!(0));
    tab.press("More");
    tab.click(".board-tools input");
    tab.wait_for(&format!("{labels} === 8"));
    tab.close();
}

fn thrown(world: &mut World) {
    let table = world.server.table(&duel("dice-chess", 1));
    let tab = world.tab(Screen { moving: true, ..DESK });
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    tab.eval("window.over = 0; window.beside = 0; new MutationObserver(() => { window.over += 1; }).observe(document.querySelector('.layer-dice'), { childList: true }); \
              new MutationObserver(() => { window.beside += 1; }).observe(document.querySelector('.dice-tray'), { childList: true })");
    click_a_move(&tab, &mut Chooser::new(1));
    assert!(wait_for_turn(&tab));
    assert!(tab.eval("window.beside").as_u64() > Some(0), "a roll is seen beside the board");
    assert_eq!(tab.eval("window.over"), json!(0));
    tab.close();
}

fn on_the_board(world: &mut World) {
    let (tab, _) = sit(world, &duel("backgammon", 1), 0);
    // Two dice on the side of who rolled them, and none above the board.
    let dice = "[...document.querySelectorAll('.cell')].filter((e) => /^dice-w.*showing \\d$/.test(e.getAttribute('aria-label'))).length";
    assert_eq!(tab.eval(dice), json!(2));
    assert_eq!(tab.eval("document.querySelector('.dice-tray').hidden"), json!(true));
    tab.close();
}
