//! What people stumbled over when they tried the page: each once and never again.

use serde_json::json;

use crate::player::{Chooser, click_a_move, duel, moves_made, sit, wait_for_turn};
use crate::tab::{DESK, PHONE};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("who_has_no_choice_is_not_asked", no_choice),
    ("undo_is_offered_when_there_is_something_to_undo", undo),
    ("an_unknown_address_has_a_page", unknown_address),
    ("the_key_of_a_seat_leaves_the_address_bar", key),
    ("lesson_pictures_show_the_die_and_the_arrow", lesson_pictures),
    ("every_analysis_begins_with_an_evaluation", evaluation),
    ("runs_are_listed_by_name_and_date_on_a_phone", runs_on_a_phone),
];

/// Red has lost all its pieces: only passing is left.
const RED_IS_OUT: &str = ".......b................g..bgg..bg..b r 0,0,0 30";

fn no_choice(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "random" });
    let order = json!({ "game": "chexers", "position": RED_IS_OUT, "seed": 1, "seats": [{ "kind": "human" }, agent, agent] });
    let table = world.server.table(&order);
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length > 7");
    assert_eq!(
        tab.eval(
            "[...document.querySelectorAll('button')].find((e) => e.innerText === 'Undo').disabled"
        ),
        json!(true),
        "nobody can take back what nobody chose"
    );
    tab.close();
}

fn undo(world: &mut World) {
    let seats = json!([{ "kind": "agent", "agent": "random" }, { "kind": "human" }]);
    let order = json!({ "game": "tuc-chess", "seed": 6, "seats": seats });
    let (tab, _) = sit(world, &order, 1);
    let begun = moves_made(&tab);
    assert!(begun > 0, "White has moved");
    let disabled =
        "[...document.querySelectorAll('button')].find((e) => e.innerText === 'Undo').disabled";
    assert_eq!(tab.eval(disabled), json!(true));
    click_a_move(&tab, &mut Chooser::new(1));
    assert!(wait_for_turn(&tab));
    tab.press("Undo");
    tab.wait_for(&format!(
        "document.querySelectorAll('.move-list [data-event]').length === {begun}"
    ));
    tab.wait_for(disabled);
    tab.close();
}

fn unknown_address(world: &mut World) {
    let tab = world.tab(DESK);
    tab.forgive_status(404);
    for path in ["/nowhere", "/game/1/2/3", "/learn/a/b/c"] {
        tab.goto(&world.server.url(path));
        tab.wait_for("document.querySelector('h1').innerText === 'Nothing here'");
    }
    let head = format!("GET /api/nowhere HTTP/1.1\r\nhost: {}\r\n", world.server.host);
    let (status, body) = world.server.request(&format!("{head}connection: close\r\n\r\n"));
    assert_eq!(status, 404);
    assert!(body.contains("nothing here") && !body.contains("<html"), "{body}");
    tab.close();
}

fn key(world: &mut World) {
    let (tab, table) = sit(world, &duel("tuc-chess", 6), 0);
    assert_eq!(
        tab.eval("location.pathname + location.search + location.hash"),
        json!(table.watch())
    );
    tab.reload();
    assert!(wait_for_turn(&tab), "the browser has kept the key");
    click_a_move(&tab, &mut Chooser::new(1));
    assert!(moves_made(&tab) > 0);
    tab.close();
}

fn lesson_pictures(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/learn/dice-chess"));
    tab.wait_for("[...document.querySelectorAll('figure')].some((e) => e.innerText.includes('die shows a bishop') && e.querySelector('.dice[aria-label=\"Rolled: bishop\"] svg'))");
    tab.goto(&world.server.url("/learn/dicewars"));
    tab.wait_for("[...document.querySelectorAll('figure')].some((e) => e.innerText.includes('announced an attack') && e.querySelector('.layer-arrows .arrow'))");
    tab.close();
}

fn evaluation(world: &mut World) {
    let tab = world.tab(DESK);
    for game in ["dicewars", "dice-chess", "three-chess", "tuc-chess", "chexers"] {
        tab.goto(&world.server.url(&format!("/analyse?game={game}")));
        tab.wait_for("document.querySelector('.cell')");
        if game == "dice-chess" {
            tab.press("Outcome 1");
            tab.wait_for("document.querySelector('.cell.movable')");
        }
        tab.press("Analyse");
        tab.wait_for("document.querySelectorAll('.engine .candidate .number').length > 1");
        // The chosen move stands first, and all values are shares of a win.
        tab.wait_for("document.querySelector('.engine .candidates li').matches('.chosen')");
        let shown = tab.eval("[...document.querySelectorAll('.engine .candidate .number')].map((e) => e.innerText.trim()).filter(Boolean)");
        let shown = shown.as_array().expect("a list").clone();
        assert!(!shown.is_empty(), "{game}: no value");
        for value in shown {
            let text = value.as_str().unwrap_or_default().to_owned();
            // What is only a limit is shown as one.
            let number = text
                .trim_start_matches(['≤', '≥', ' '])
                .split(' ')
                .next()
                .and_then(|number| number.parse::<f64>().ok());
            assert!(number.is_some_and(|share| (0.0..=100.0).contains(&share)), "{game}: {text}");
        }
        tab.press("Stop");
    }
    tab.close();
}

fn runs_on_a_phone(world: &mut World) {
    drop(crate::runs::make(&world.server.runs(), "by-date"));
    let tab = world.tab(PHONE);
    tab.goto(&world.server.url("/runs"));
    tab.wait_for("[...document.querySelectorAll('.runs tr')].some((e) => e.innerText.includes('by-date') && e.querySelector('time')?.checkVisibility())");
    let fits = "[...document.querySelectorAll('.runs th, .runs td')].every((e) => e.getBoundingClientRect().right <= innerWidth)";
    assert_eq!(tab.eval(fits), json!(true), "a run fits a phone");
    tab.press("by-date");
    tab.wait_for("document.querySelectorAll('.standings tbody tr').length === 3");
    let readable = "[...document.querySelectorAll('.standings th, .standings td')].every((e) => !e.checkVisibility() || e.getBoundingClientRect().right <= innerWidth)";
    assert_eq!(tab.eval(readable), json!(true), "the standings fit a phone");
    tab.close();
}
