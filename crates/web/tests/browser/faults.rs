//! What people stumbled over when they tried the page: each once and never again.

use ludarium_report::document::Document;
use ludarium_report::sheet::{Cell, Sheet};
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
    ("a_roll_stands_in_the_column_of_who_rolled", roll_column),
    ("who_has_half_a_point_has_not_lost", half_a_point),
    ("on_a_phone_the_board_comes_first_and_nothing_covers_what_matters", phone),
    ("the_first_page_does_not_jump", calm_home),
    ("moves_of_three_players_fit_and_point_at_the_board", three_columns),
    ("what_is_written_on_a_control_is_in_its_name", written_names),
    ("rolls_are_weighed_before_they_fall", weighed_rolls),
    ("lines_of_goals_cover_no_piece", goals),
    ("controls_stay_in_their_place_while_others_move", calm_controls),
    ("a_report_as_a_file_fits_the_window", report_file),
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
            tab.click("[aria-label='Rolled pawn']");
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
        tab.click(".engine .primary");
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

fn roll_column(world: &mut World) {
    let seats = json!([{ "kind": "agent", "agent": "random" }, { "kind": "human" }]);
    let (tab, _) = sit(world, &json!({ "game": "dice-chess", "seed": 3, "seats": seats }), 1);
    tab.wait_for(
        "document.querySelector('.waiting .turn')?.style.getPropertyValue('--column') === '3'",
    );
    // People count moves, not events.
    assert_eq!(tab.eval("document.querySelector('.place').textContent"), json!("Move 1 of 1"));
    tab.close();
}

fn half_a_point(world: &mut World) {
    let source = include_str!("../../page/seats.js").lines();
    let source: Vec<&str> = source.filter(|line| !line.starts_with("import ")).collect();
    let script = format!(
        "(() => {{ {} const capital = (text) => text; const seats = ['Blue', 'Green', 'Red'].map((name) => ({{ name }})); \
         return [0, 1, 2].map((seat) => resultInWords({{ scores: [1, 0.5, 0] }}, seats, [seat])); }})()",
        source.join("\n").replace("export ", "")
    );
    let tab = world.tab(DESK);
    assert_eq!(tab.eval(&script), json!(["You won", "You came second", "You lost"]));
    tab.close();
}

fn phone(world: &mut World) {
    let table = world.server.table(&duel("tuc-chess", 6));
    let tab = world.tab(PHONE);
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    let top = tab.eval("document.querySelector('.board').getBoundingClientRect().top");
    assert!(top.as_f64() <= Some(120.0), "the board begins at {top}");
    crate::player::resign(&tab);
    assert_eq!(tab.eval("document.getElementById('notice').hidden"), json!(true));
    tab.goto(&world.server.url("/new?game=chexers"));
    tab.wait_for("getComputedStyle(document.querySelector('.submit')).position === 'static'");
    tab.close();
}

fn calm_home(world: &mut World) {
    let tab = world.tab(crate::tab::Screen { moving: true, ..DESK });
    tab.goto(&world.server.url("/"));
    tab.wait_seen(".hero-players .face");
    tab.eval("window.tops = new Set(); window.drawn = 0; const note = () => { tops.add(document.querySelector('.cards-heading').getBoundingClientRect().top); }; note(); \
              new MutationObserver(() => { drawn += 1; note(); }).observe(document.querySelector('.hero-watch'), { childList: true, subtree: true }); true");
    tab.wait_for("window.drawn > 30");
    assert_eq!(tab.eval("window.tops.size"), json!(1), "{}", tab.eval("[...window.tops]"));
    tab.close();
}

fn three_columns(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "random" });
    let order = json!({ "game": "chexers", "seed": 2, "speed": 0, "seats": [agent, agent, agent] });
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&world.server.table(&order).watch()));
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length > 20");
    let cut = "[...document.querySelectorAll('.move-list [data-event]')].filter((e) => { const inside = document.createRange(); inside.selectNodeContents(e); \
         return inside.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1; }).map((e) => e.textContent)";
    assert_eq!(tab.eval(cut), json!([]), "a move is cut");
    // The board has no coordinates: a move is a picture, and pointing at it shows it on the board.
    let written = tab.eval("document.querySelector('.move-list [data-event=\"1\"]').textContent");
    assert!(
        !written.as_str().unwrap_or("0").contains(|one: char| one.is_ascii_digit()),
        "{written}"
    );
    tab.eval("document.querySelector('.move-list [data-event=\"1\"]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))");
    tab.wait_for("document.querySelector('.layer-arrows .arrow')");
    // What the game says counts as the list does.
    tab.wait_for("(([, said], listed) => said === listed || Number(said) === Number(listed) + 1)(/^Move (\\d+) of/.exec(document.querySelector('.headline').innerText) ?? [], /(\\d+) of/.exec(document.querySelector('.place').innerText)?.[1])");
    tab.close();
}

fn written_names(world: &mut World) {
    let (tab, _) = sit(world, &duel("dice-chess", 1), 0);
    click_a_move(&tab, &mut Chooser::new(1));
    assert!(wait_for_turn(&tab));
    let other = "[...document.querySelectorAll(':is(button, a)[aria-label]')].filter((e) => e.checkVisibility() && /[\\p{L}\\p{N}]/u.test(e.innerText) && \
         !e.getAttribute('aria-label').toLowerCase().includes(e.innerText.replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim().toLowerCase()) && \
         !e.getAttribute('aria-label').toLowerCase().includes(e.innerText.trim().toLowerCase())).map((e) => `${e.innerText} / ${e.getAttribute('aria-label')}`)";
    assert_eq!(tab.eval(other), json!([]));
    tab.goto(&world.server.url("/"));
    tab.wait_seen(".card .board-svg");
    assert_eq!(tab.eval(other), json!([]));
    tab.close();
}

fn weighed_rolls(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/analyse?game=dice-chess"));
    tab.wait_for("document.querySelector('.cell')");
    tab.press("Analyse");
    tab.wait_for("/\\d %.before the roll/.test(document.querySelector('.engine').innerText)");
    tab.wait_for("document.querySelectorAll('.engine .roll .number').length >= 2");
    // When it is done there is nothing to stop.
    tab.wait_for("document.querySelector('.engine .primary').innerText === 'Close'");
    tab.close();
}

fn goals(world: &mut World) {
    let (tab, _) = sit(world, &duel("tuc-chess", 6), 0);
    tab.wait_for("document.querySelectorAll('.layer-lines .edge').length > 2");
    let covered = "[...document.querySelectorAll('.layer-lines .edge')].flatMap((line) => { const at = line.getBoundingClientRect(); \
         return [...document.querySelectorAll('.layer-pieces .piece path')].map((e) => e.getBoundingClientRect()).filter((one) => Math.min(one.bottom, at.bottom) - Math.max(one.top, at.top) > 1).map((one) => [one.top, at.bottom]); })";
    assert_eq!(tab.eval(covered), json!([]));
    tab.close();
}

fn calm_controls(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "greedy" });
    let order = json!({ "game": "dicewars", "seed": 9, "speed": 0, "seats": [{ "kind": "human" }, agent, agent, agent] });
    let table = world.server.table(&order);
    let tab = world.tab(crate::tab::Screen { moving: true, ..DESK });
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    let height = "document.querySelector('.turn-panel').getBoundingClientRect().height";
    tab.eval(&format!("window.heights = new Set([{height}]); new MutationObserver(() => {{ window.heights.add({height}); }}).observe(document.querySelector('.turn-panel'), {{ attributes: true, childList: true, subtree: true }})"));
    tab.press("End turn");
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length > 6");
    assert!(wait_for_turn(&tab));
    assert_eq!(tab.eval("window.heights.size"), json!(1), "{}", tab.eval("[...window.heights]"));
    tab.close();
}

fn report_file(world: &mut World) {
    let wide: Vec<String> =
        (0..40).map(|column| format!(">a heading of many words {column}")).collect();
    let columns = wide.iter().map(String::as_str);
    let words = || Cell::text("a text that is as long as what people find out");
    let rows = (0..3).map(|_| wide.iter().map(|_| words()).collect());
    let mut document = Document::new("A report", "Wide tables and many words.");
    document.sheets([Sheet::new("Wide", columns).rows(rows.collect::<Vec<_>>())]);
    let file = world.server.runs().join("report.html");
    std::fs::write(&file, document.html()).expect("the page is written");
    let tab = world.tab(DESK);
    for screen in [DESK, PHONE] {
        tab.screen(screen);
        tab.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        tab.wait_for("document.querySelector('figure.sheet')");
        assert_eq!(tab.eval("document.documentElement.scrollWidth"), json!(screen.width));
    }
    tab.close();
}
