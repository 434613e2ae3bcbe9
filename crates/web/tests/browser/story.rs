//! The review of a finished game.

use serde_json::json;

use crate::player::{Chooser, click_a_move, duel, resign, wait_for_turn};
use crate::tab::DESK;
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("a_game_is_reviewed_with_luck_beside_skill", reviewed),
    ("a_recorded_game_is_reviewed_and_the_review_kept", recorded),
];

const DONE: &str = "document.querySelectorAll('.review .balance li').length === 2";

fn reviewed(world: &mut World) {
    let order = duel("dice-chess", 5);
    let table = world.server.table(&order);
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    let mut chooser = Chooser::new(8);
    for _ in 0..2 {
        assert!(wait_for_turn(&tab));
        click_a_move(&tab, &mut chooser);
    }
    assert!(wait_for_turn(&tab));
    assert_eq!(tab.eval("document.querySelector('.review').hidden"), json!(true));
    resign(&tab);
    tab.press("Review");
    tab.wait_for(DONE);
    tab.wait_for("document.querySelectorAll('.review .curve path.line').length === 2");
    let balance = tab.text(".review .balance");
    for word in ["accuracy", "Luck", "Own mistakes", "Mistakes of others"] {
        assert!(balance.contains(word), "{balance}");
    }
    // A turning point leads to its position.
    if tab.eval("document.querySelectorAll('.review .turning button').length > 0") == json!(true) {
        tab.click(".review .turning button");
        tab.wait_for(
            "(([at, all]) => at !== all)(((e) => `${e.value} of ${e.max}`)(document.querySelector('.slider')).split(' of '))",
        );
    }
    // The review is kept with the game.
    tab.reload();
    tab.wait_for(DONE);
    tab.close();
}

fn recorded(world: &mut World) {
    drop(crate::runs::make(&world.server.runs(), "reviewed"));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/runs/reviewed/1"));
    tab.wait_seen(".result");
    tab.press("Review");
    tab.wait_for(DONE);
    let accuracy = "[...document.querySelectorAll('.review .balance li')].map((e) => Number(/accuracy (\\d+)/.exec(e.innerText)[1]))";
    let accuracy = tab.eval(accuracy);
    for value in accuracy.as_array().expect("two figures") {
        assert!(value.as_u64().is_some_and(|value| value <= 100), "{accuracy}");
    }
    tab.reload();
    tab.wait_for(DONE);
    tab.close();
}
