//! Watching: the game on the first view, the whole screen, what each player expects; and the games of the day.

use serde_json::json;

use crate::player::{resign, wait_for_turn};
use crate::tab::{DESK, PHONE};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("agents_play_on_the_first_view_for_everybody", hero),
    ("a_board_fills_the_screen_and_gives_it_back", theatre),
    ("pictures_stay_inside_their_cards", cards),
    ("the_day_has_a_map_and_a_position_with_scores", daily),
];

fn hero(world: &mut World) {
    let (tab, other) = (world.tab(DESK), world.tab(PHONE));
    tab.goto(&world.server.url("/"));
    tab.wait_for("document.querySelector('.hero-watch button:not([disabled])')");
    // Something happens, and each player expects something.
    tab.wait_for("document.querySelector('.hero-board .layer-last .last')");
    tab.wait_for("document.querySelectorAll('.hero-players .chance').length >= 2");
    let sums = "[...document.querySelectorAll('.hero-players .figure-text')].map((e) => parseFloat(e.innerText)).every((share) => share >= 0 && share <= 100)";
    assert_eq!(tab.eval(sums), json!(true));
    other.goto(&world.server.url("/"));
    other.wait_for("document.querySelector('.hero-watch button:not([disabled])')");
    let seen = |tab: &crate::tab::Tab| {
        tab.press("Watch full screen");
        tab.wait_for(
            "location.pathname.startsWith('/game/') && document.querySelector('.players li')",
        );
        tab.eval("location.pathname")
    };
    assert_eq!(seen(&tab), seen(&other), "everybody sees the same game");
    tab.wait_for("document.documentElement.classList.contains('theatre')");
    tab.close();
    other.close();
}

fn theatre(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "one-ply" });
    let order = json!({ "game": "tuc-chess", "seed": 3, "seats": [agent, agent], "speed": 200 });
    let table = world.server.table(&order);
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_seen(".board-svg");
    // A spectator sees a bar for each player.
    tab.wait_for("document.querySelectorAll('.players .chance').length === 2");
    let width = "document.querySelector('.board-svg').getBoundingClientRect().height";
    let before = tab.eval(width).as_f64();
    tab.press("Full screen");
    tab.wait_for("!document.querySelector('.site-header').checkVisibility() && document.querySelector('.players').checkVisibility()");
    assert!(tab.eval(width).as_f64() > before, "the board is larger");
    assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), json!(true));
    tab.press("Leave full screen");
    tab.wait_seen(".site-header");
    tab.eval(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }))",
    );
    tab.wait_for("document.documentElement.classList.contains('theatre')");
    tab.key("Escape");
    tab.wait_seen(".site-header");
    tab.close();
}

fn cards(world: &mut World) {
    for screen in [DESK, PHONE] {
        let tab = world.tab(screen);
        tab.goto(&world.server.url("/"));
        tab.wait_for("document.querySelectorAll('.card .board-svg').length === 7");
        let inside = "[...document.querySelectorAll('.card')].every((card) => { const text = card.querySelector('.card-text').getBoundingClientRect(); \
             return card.querySelector('.board').getBoundingClientRect().bottom <= text.top + 1; })";
        assert_eq!(tab.eval(inside), json!(true), "a board covers no words");
        tab.close();
    }
}

fn daily(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    tab.wait_for("document.querySelectorAll('.daily-game').length === 2");
    tab.eval("(() => { const name = document.querySelector('.daily input'); name.value = 'Ada'; name.dispatchEvent(new Event('change')); })()");
    tab.click(".daily-game:last-child button");
    tab.wait_for("location.pathname.startsWith('/game/')");
    assert!(wait_for_turn(&tab));
    // The name that was typed is at the table.
    tab.wait_for("document.querySelector('.players').innerText.includes('Ada')");
    let start = tab.eval("document.querySelectorAll('.piece').length");
    // Nothing is taken back here, and nobody helps.
    assert_eq!(tab.text("#status"), "Challenge of the day. Your turn");
    let offered = "[...document.querySelectorAll('.turn-panel .actions button')].filter((e) => e.checkVisibility()).map((e) => e.innerText)";
    assert_eq!(tab.eval(offered), json!([]));
    tab.click(".more-switch");
    assert_eq!(tab.eval(offered), json!(["Resign"]));
    resign(&tab);
    tab.goto(&world.server.url("/"));
    tab.wait_for("document.querySelector('.daily-game:last-child tbody th')?.innerText === 'Ada'");
    tab.close();
    // Somebody else gets the same position; the name is remembered by nobody else's browser.
    let other = world.tab(DESK);
    other.goto(&world.server.url("/"));
    other.wait_for("document.querySelectorAll('.daily-game').length === 2");
    assert_eq!(other.eval("document.querySelector('.daily input').value"), json!(""));
    other.click(".daily-game:last-child button");
    assert!(wait_for_turn(&other));
    assert_eq!(other.eval("document.querySelectorAll('.piece').length"), start);
    other.close();
}
