//! Watching, stepping, analysing; runs, reports and lessons.

use serde_json::json;

use crate::player::{Chooser, click_a_move, moves_made, resign, wait_for_turn};
use crate::tab::{DESK, PHONE};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("agents_are_watched_with_their_thoughts", watch),
    ("a_bot_is_chosen_and_what_it_says_is_shown_on_request", meet_a_bot),
    ("a_finished_game_is_stepped_through", step_through),
    ("a_lost_game_is_gone_through_with_an_engine", study),
    ("a_position_is_pasted_and_analysed_live", analyse),
    ("moves_are_tried_in_the_analysis", try_moves),
    ("a_game_is_shared_as_one_file", share),
    ("a_board_is_turned_so_that_its_cells_lie_straight", turn_board),
    ("the_theme_is_switched_and_remembered", theme),
    ("what_is_not_there_is_said_to_be_missing", unknown),
    ("runs_reports_and_lessons_are_shown", runs_and_lessons),
];

fn watch(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "mcts:iterations=60" });
    let table = world
        .server
        .table(&json!({ "game": "tuc-chess", "seed": 3, "seats": [agent, agent], "speed": 300 }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length > 6");
    tab.press("Pause");
    tab.wait_seen(".watching button:not([disabled])");
    tab.wait_for("[...document.querySelectorAll('.watching button')].some((e) => e.innerText.includes('Go on'))");
    tab.wait_for("document.querySelectorAll('.curve path.line').length === 2");
    tab.eval("window.before = document.querySelectorAll('.move-list [data-event]').length");
    tab.press("One move");
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length > window.before");
    // The curve leads to the positions that it is about.
    tab.click(".curve");
    tab.wait_for("(([at, all]) => at > 1 && at < all - 1)(((e) => `${e.value} of ${e.max}`)(document.querySelector('.slider')).split(' of ').map(Number))");
    // The thought behind a move stands beside it: step back to one that an agent made.
    tab.click(".move-list .by-seat");
    tab.wait_seen(".candidates .candidate");
    tab.click(".candidate");
    tab.wait_for("document.querySelector('.layer-arrows .arrow')");
    assert!(tab.text(".costs").contains("simulations"), "{}", tab.text(".costs"));
    tab.close();
}

/// A square board with homes in two corners, and a ring with three homes.
fn turn_board(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    let geometry = include_str!("../../page/board/geometry.js").replace("export ", "");
    let angles = |cells: &str, homes: &str, seats: u8| {
        tab.eval(&format!(
            "(() => {{ {geometry}
                const cells = {cells};
                const view = {{ pieces: {homes}.map(([cell, seat]) => ({{ cell, seat }})) }};
                const turn = (seat) => homeAngle({{ cells }}, view, {seats}, seat);
                return [...Array({seats}).keys()].map(turn);
            }})()"
        ))
    };
    let square = "[...Array(25).keys()].map((i) => ({ centre: [i % 5, Math.floor(i / 5)] }))";
    let corners = angles(square, "[[0, 0], [1, 0], [5, 0], [24, 1], [23, 1], [19, 1]]", 2);
    let turned: Vec<i64> = (0..2).filter_map(|seat| corners[seat].as_i64()).collect();
    assert!(turned.iter().all(|angle| angle % 90 == 0), "{corners}");
    assert_eq!((turned[0] - turned[1]).abs(), 180, "{corners}");
    let ring = "[...Array(6).keys()].map((i) => ({ centre: [Math.cos(i * Math.PI / 3), Math.sin(i * Math.PI / 3)] }))";
    assert_eq!(angles(ring, "[[0, 0], [2, 1], [4, 2]]", 3), json!([90, 330, 210]));
    tab.close();
}

fn meet_a_bot(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/new?game=tuc-chess"));
    tab.wait_seen(".seat-agent:not([hidden]) select");
    tab.choose(".seat-agent:not([hidden]) select", "bot:Ada");
    tab.press("Start the game");
    wait_for_turn(&tab);
    assert!(tab.text(".players").contains("Ada"), "{}", tab.text(".players"));
    tab.close();
    let bot = json!({ "kind": "agent", "agent": "bot:Ada" });
    let table = world
        .server
        .table(&json!({ "game": "tuc-chess", "seed": 3, "seats": [bot, bot], "speed": 100 }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length > 2");
    tab.press("Pause");
    tab.wait_for("[...document.querySelectorAll('.watching button')].some((e) => e.innerText.includes('Go on'))");
    tab.click(".move-list .by-seat");
    tab.wait_seen(".said summary");
    assert_eq!(tab.eval("document.querySelector('.said').open"), false);
    tab.click(".said summary");
    // A stranger's text stays text.
    tab.wait_for("document.querySelector('.said[open] pre').textContent.startsWith('<b>turn')");
    tab.wait_for("document.querySelector('.said[open] p').textContent.startsWith('<i>in')");
    // The switch stays as it was set.
    tab.key("ArrowRight");
    tab.wait_for("document.querySelector('.said[open]')");
    tab.close();
}

fn step_through(world: &mut World) {
    let agent = json!({ "kind": "agent", "agent": "random" });
    let order = json!({ "game": "dicewars", "variant": "flat:players=2,areas=8", "seed": 9, "seats": [{ "kind": "agent", "agent": "ste" }, agent], "speed": 0 });
    let table = world.server.table(&order);
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_seen(".result");
    let count = moves_made(&tab);
    assert!(count > 5);
    let pieces = "[...document.querySelectorAll('.cell')].map((e) => e.getAttribute('aria-label')).join(';')";
    let end = tab.eval(pieces);
    tab.eval("document.activeElement.blur()");
    tab.key("Home");
    tab.wait_for(&format!("((e) => `${{e.value}} of ${{e.max}}`)(document.querySelector('.slider')) === '0 of {count}'"));
    tab.wait_for(&format!("({pieces}) !== {end}"));
    let start = tab.eval(pieces);
    for step in 1..=3 {
        tab.key("ArrowRight");
        tab.wait_for(&format!(
            "((e) => `${{e.value}} of ${{e.max}}`)(document.querySelector('.slider')) === '{step} of {count}'"
        ));
    }
    for _ in 0..3 {
        tab.key("ArrowLeft");
    }
    tab.wait_for(&format!("({pieces}) === {start}"));
    tab.click(".move-list li:last-child button:last-child");
    tab.wait_for(&format!("({pieces}) === {end}"));
    tab.close();
}

fn study(world: &mut World) {
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "random" }]);
    let table = world.server.table(&json!({ "game": "tuc-chess", "seed": 5, "seats": seats }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    let hidden = "document.querySelector('.engine').closest('details').hidden";
    assert_eq!(tab.eval(hidden), json!(true), "no engine helps a player");
    click_a_move(&tab, &mut Chooser::new(8));
    assert!(wait_for_turn(&tab));
    resign(&tab);
    let count = moves_made(&tab);
    tab.press("Go through it with an engine");
    tab.wait_for(&format!("((e) => `${{e.value}} of ${{e.max}}`)(document.querySelector('.slider')) === '0 of {count}'"));
    tab.wait_for("document.querySelectorAll('.engine .candidate').length > 3");
    tab.wait_for("document.querySelector('.layer-arrows .arrow')");
    // One step on chance speaks; another one, and the engine thinks about Black's move.
    tab.eval("document.activeElement.blur()");
    tab.key("ArrowRight");
    tab.wait_for("document.querySelector('.engine').innerText.includes('The dice come first')");
    tab.key("ArrowRight");
    tab.wait_for("document.querySelector('.engine .candidate') && document.querySelector('.engine .seat-badge').innerText === 'B'");
    tab.click(".engine .primary");
    tab.wait_for("!document.querySelector('.layer-arrows .arrow')");
    tab.close();
}

fn analyse(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/analyse?game=chexers"));
    tab.wait_seen(".cell");
    tab.click(".side textarea");
    tab.type_text("r.rr..r........g.....bg....bg...bg..b g 0,0,0 1");
    tab.press("Show this position");
    tab.wait_for("document.querySelector('.players .acting strong').innerText === 'Green'");
    tab.press("Analyse");
    tab.wait_seen(".candidates .candidate");
    tab.wait_for("document.querySelector('.layer-arrows .arrow') && document.querySelector('.costs').innerText.includes('positions')");
    tab.click(".engine .primary");
    tab.eval("document.querySelector('.side textarea').value = 'nonsense'");
    tab.forgive_status(400);
    tab.press("Show this position");
    tab.wait_for("document.querySelector('.side details form .problem').innerText.length > 20");
    // What the search knows only as a limit is shown as one.
    tab.goto(&world.server.url("/analyse?game=tuc-chess"));
    tab.wait_seen(".cell");
    tab.press("Analyse");
    tab.wait_for("[...document.querySelectorAll('.candidate .number')].some((e) => /^≤ \\d/.test(e.innerText))");
    tab.wait_for("/^\\d/.test(document.querySelector('.candidates .chosen .number').innerText)");
    // A bar would say that it is known.
    let bounded = "[...document.querySelectorAll('.candidate')].filter((e) => /^[≤≥]/.test(e.querySelector('.number').innerText) && e.querySelector('.bar.value')).length";
    assert_eq!(tab.eval(bounded), json!(0));
    tab.click(".engine .primary");
    tab.close();
}

fn try_moves(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/analyse?game=dice-chess"));
    tab.wait_for("document.querySelector('.move-buttons button')");
    tab.click("[aria-label='Rolled pawn']");
    tab.wait_for("document.querySelectorAll('.cell.movable').length === 8");
    // e2 is cell 12, e4 is cell 28.
    tab.click_cell(12);
    tab.click_cell(28);
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length === 2");
    tab.press("Roll the dice");
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length === 3");
    tab.click(".steps button");
    tab.wait_for(
        "((e) => `${e.value} of ${e.max}`)(document.querySelector('.slider')) === '0 of 3'",
    );
    tab.close();
}

fn share(world: &mut World) {
    let seats =
        json!([{ "kind": "agent", "agent": "ste" }, { "kind": "agent", "agent": "random" }]);
    let table = world.server.table(&json!({ "game": "dicewars", "variant": "flat:players=2,areas=8", "seed": 9, "seats": seats, "speed": 0 }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_seen(".result");
    let link = tab.eval("document.querySelector('a[download$=html]').getAttribute('href')");
    let path = link.as_str().unwrap_or_default();
    let url = world.server.save(path, "shared.html");
    tab.call("Page.navigate", json!({ "url": url }));
    tab.wait_for("document.querySelector('#board svg') !== null");
    // The board is there at once: a long list of moves does not push it out of sight.
    assert_eq!(tab.eval("scrollY"), json!(0));
    // It speaks as the page does.
    let said = tab.text("#log");
    assert!(said.contains(" attack ") && said.contains("the attack "), "{said}");
    let title = tab.text("#title");
    assert!(title.starts_with("Dicewars: ") && title.ends_with(" won"), "{title}");
    let told = "words({ by: null, text: '2', told: { words: 'rolled knight' } })";
    assert_eq!(tab.eval(told), "rolled knight");
    assert_eq!(tab.eval("result({ scores: [0.5, 0.5] })"), "Draw");
    let names = "document.querySelectorAll('#board svg > text').length";
    assert_eq!(tab.eval(names), json!(0), "names of areas are off");
    tab.click("#names");
    assert_ne!(tab.eval(names), json!(0));
    tab.click("#names");
    let board = "document.querySelector('#board').innerHTML";
    let end =
        tab.eval(&format!("window.end = {board}; document.querySelector('#where').innerText"));
    tab.key("Home");
    tab.key("ArrowRight");
    tab.wait_for(&format!(
        "{board} !== window.end && document.querySelector('#where').innerText !== {end}"
    ));
    // Keys go on working for somebody who has used a button.
    tab.click("#next");
    tab.wait_for("document.querySelector('#where').innerText.startsWith('2 of')");
    tab.key("ArrowRight");
    tab.wait_for("document.querySelector('#where').innerText.startsWith('3 of')");
    // Only the list scrolls, also where it stands below the board.
    tab.screen(PHONE);
    tab.eval("scrollTo(0, 0)");
    tab.key("End");
    tab.wait_for("document.querySelector('#log').scrollTop > 0");
    assert_eq!(tab.eval("scrollY"), json!(0));
    tab.close();
}

fn theme(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/learn/chexers"));
    let background = "getComputedStyle(document.body).backgroundColor";
    let light = tab.eval(background);
    tab.click(".theme-switch");
    assert_ne!(tab.eval(background), light);
    tab.reload();
    assert_ne!(tab.eval(background), light, "the setting is remembered");
    tab.click(".theme-switch");
    assert_eq!(tab.eval(background), light);
    tab.close();
}

fn unknown(world: &mut World) {
    let mut tab = world.tab(DESK);
    tab.forgive_status(404);
    tab.goto(&world.server.url("/game/00000000000000000000000000000000"));
    tab.wait_for("document.querySelector('h1').innerText === 'No such game'");
    tab.goto(&world.server.url("/runs/nobody-made-this"));
    tab.wait_for("document.querySelector('h1').innerText === 'That did not work'");
    // The refused upgrade is written to the console, too.
    tab.forgiving = true;
    tab.close();
}

fn runs_and_lessons(world: &mut World) {
    let tab = world.tab(DESK);
    for (path, sight) in [
        ("/runs", "h1"),
        ("/reports", "details"),
        ("/learn", ".learn-games a"),
        ("/learn/dicewars", ".lesson"),
        ("/learn/dicewars/ste", "h1"),
        ("/learn/chexers/mcts", "table"),
    ] {
        tab.goto(&world.server.url(path));
        tab.wait_seen(sight);
    }
    tab.goto(&world.server.url("/learn/three-chess"));
    tab.wait_seen(".board-svg");
    tab.close();
}
