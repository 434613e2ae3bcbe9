//! A whole game of each game by clicks against agents, and the ways to make a move.

use serde_json::{Value, json};

use crate::player::{
    Chooser, click_a_move, moves_made, play_to_the_end, resign, sit, wait_for_turn,
};
use crate::tab::{DESK, PHONE, Screen};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("a_newcomer_plays_dicewars_with_one_click", newcomer),
    ("a_game_of_dicewars_by_clicks", dicewars),
    ("a_game_of_dice_chess_by_clicks", dice_chess),
    ("a_game_of_three_chess_by_clicks", three_chess),
    ("a_game_of_tuc_chess_by_clicks", tuc_chess),
    ("a_game_of_chexers_by_clicks_on_a_phone", chexers),
    ("a_piece_is_dragged_and_a_promotion_chosen", drag_and_promote),
    ("a_piece_leaves_the_board", off_the_board),
    ("a_click_anywhere_on_a_point_counts_and_a_step_is_taken_back", anywhere),
    ("undo_hint_resign_and_the_same_seed_again", undo_hint_resign),
    ("a_finger_taps_and_drags_on_a_phone", finger),
    ("options_of_a_game_are_set_in_the_form", options),
    ("a_clock_is_set_in_the_form_and_runs", clock),
    ("the_board_has_its_readers_settings", settings),
    ("every_seat_sees_its_own_side_at_the_bottom", turned),
    ("a_form_sets_up_a_game_with_an_agent_and_its_parameters", form),
];

fn human_against(agents: &[&str]) -> Vec<Value> {
    let mut seats = vec![json!({ "kind": "human" })];
    seats.extend(agents.iter().map(|agent| json!({ "kind": "agent", "agent": agent })));
    seats
}

fn whole_game(world: &World, screen: Screen, order: &Value) {
    let table = world.server.table(order);
    let tab = world.tab(screen);
    tab.goto(&world.server.url(&table.seat(0)));
    let clicked = play_to_the_end(&tab, 7);
    assert!(clicked > 0, "the game was over before a move was made");
    let result = tab.text(".result h2");
    let known = ["You won", "You lost", "You share the win", "You came second", "Draw"];
    assert!(known.contains(&result.as_str()), "{result}");
    let how = tab.text(".result p");
    assert!(how.len() > 4 && how.ends_with('.'), "how it ended: {how}");
    tab.close();
}

fn newcomer(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    tab.press("Play Dicewars now");
    tab.wait_for("location.pathname.startsWith('/game/')");
    assert!(wait_for_turn(&tab));
    assert_eq!(tab.eval("document.querySelectorAll('.players li').length"), 4);
    assert_eq!(tab.text("#status"), "Your turn");
    // What to do is said, and the board stays where it is after the first move.
    assert!(tab.text(".help").contains("Click one of your marked areas"));
    // What is not needed to play comes with one button.
    assert_eq!(
        tab.eval("document.querySelector('.move-entry input').checkVisibility()"),
        json!(false)
    );
    let top = "document.querySelector('.board').getBoundingClientRect().top";
    let before = tab.eval(top);
    click_a_move(&tab, &mut Chooser::new(3));
    assert!(wait_for_turn(&tab));
    assert_eq!(tab.eval(top), before);
    tab.close();
}

fn dicewars(world: &mut World) {
    let order = json!({ "game": "dicewars", "variant": "flat:players=2,areas=8", "seed": 6, "seats": human_against(&["ste"]) });
    whole_game(world, DESK, &order);
}

fn dice_chess(world: &mut World) {
    let order = json!({ "game": "dice-chess", "position": "3rk3/4p3/8/8/8/8/3PP3/3QK3 w - - 0 1", "seed": 3, "seats": human_against(&["greedy"]) });
    whole_game(world, DESK, &order);
}

fn three_chess(world: &mut World) {
    let order =
        json!({ "game": "three-chess", "seed": 1, "seats": human_against(&["greedy", "greedy"]) });
    whole_game(world, DESK, &order);
}

fn tuc_chess(world: &mut World) {
    let order = json!({ "game": "tuc-chess", "seed": 2, "seats": human_against(&["greedy"]) });
    whole_game(world, DESK, &order);
}

fn chexers(world: &mut World) {
    let order =
        json!({ "game": "chexers", "seed": 4, "seats": human_against(&["one-ply", "one-ply"]) });
    whole_game(world, PHONE, &order);
}

fn drag_and_promote(world: &mut World) {
    let order = json!({ "game": "dice-chess", "variant": "seed:promo=choice", "position": "7k/P7/8/8/8/8/8/K6r w - - 0 1 1", "seed": 1, "seats": human_against(&["random"]) });
    let (tab, _) = sit(world, &order, 0);
    // Cells are numbered from a1: a7 is 48, a8 is 56.
    let (from, to) = (tab.cell_point(48), tab.cell_point(56));
    tab.pull(from, to);
    // Nothing is drawn above the piece in the hand.
    assert_eq!(
        tab.eval("document.querySelector('.board-svg').lastElementChild.querySelector('.piece')?.dataset.on"),
        "48"
    );
    tab.let_go(to);
    tab.wait_seen(".chooser");
    assert_eq!(tab.eval("document.querySelectorAll('.chooser button svg').length"), 4);
    tab.click(".chooser [aria-label='White knight']");
    tab.wait_for("document.querySelector('.move-list [data-text=a7a8n]')");
    tab.close();
}

fn off_the_board(world: &mut World) {
    let order = json!({ "game": "chexers", "position": ".....g.......b..g.r.....r.b.......r.r r 2,1,1 90", "seed": 1, "seats": human_against(&["random", "random"]) });
    // The red pieces on 3,-2 (cell 34) and 3,0 (cell 36) stand at their exit.
    for (dragged, cell, text) in [(false, 34, "3,-2!"), (true, 36, "3,0!")] {
        let table = world.server.table(&order);
        let tab = world.tab(DESK);
        tab.goto(&world.server.url(&table.seat(0)));
        assert!(wait_for_turn(&tab));
        if dragged {
            let from = tab.cell_point(cell);
            tab.drag(from, (2.0, from.1));
        } else {
            tab.click_cell(cell);
            tab.wait_notice("once more to take it off the board");
            tab.click_cell(cell);
        }
        tab.wait_for(&format!("document.querySelector('.move-list [data-text=\"{text}\"]')"));
        tab.close();
    }
}

fn anywhere(world: &mut World) {
    let order = json!({ "game": "backgammon", "seed": 6, "seats": human_against(&["random"]) });
    let (tab, _) = sit(world, &order, 0);
    let cell = |name: &str| {
        let found = format!(
            "[...document.querySelectorAll('.cell')].find((e) => e.getAttribute('aria-label').split(',')[0] === '{name}').dataset.cell"
        );
        tab.eval(&format!("Number({found})")).as_u64().expect("a cell")
    };
    // Points that can be chosen now, each with the place of its uppermost checker.
    let points = || -> Vec<(String, u8)> {
        let marked = "[...document.querySelectorAll('.cell.movable')].map((e) => e.getAttribute('aria-label').split(',')[0])";
        let names: Vec<String> = serde_json::from_value(tab.eval(marked)).expect("names");
        let parts = names.iter().filter_map(|name| name.split_once('.'));
        parts.map(|(point, place)| (point.to_owned(), place.parse().expect("a place"))).collect()
    };
    let undo =
        "[...document.querySelectorAll('button')].find((e) => e.innerText === 'Undo').disabled";
    assert_eq!(tab.eval(undo), json!(true));
    // The lowest checker of a stack stands for the one above it, and any place of a point for the next one on it.
    let stacks = points();
    let (stack, _) = stacks.iter().find(|(_, place)| *place > 2).expect("a stack");
    tab.click_cell(cell(&format!("{stack}.1")));
    let targets = points();
    let (target, place) = &targets[0];
    tab.click_cell(cell(&format!("{target}.{}", if *place == 3 { 4 } else { 3 })));
    tab.wait_for("document.querySelectorAll('.layer-held .piece').length === 1");
    // The step that was made is taken back by the button, too.
    assert_eq!(tab.eval(undo), json!(false));
    tab.press("Undo");
    tab.wait_for("document.querySelectorAll('.layer-held .piece').length === 0");
    // Played to its end, the move is listed as its players write it.
    let before = moves_made(&tab);
    while moves_made(&tab) == before {
        let cells = tab.eval(
            "[...document.querySelectorAll('.cell.movable')].map((e) => Number(e.dataset.cell))",
        );
        let cells: Vec<u64> = serde_json::from_value(cells).expect("cells");
        // After the last step the move is on its way.
        if let Some(&cell) = cells.first() {
            tab.click_cell(cell);
        }
    }
    let written = "document.querySelector('.move-list .by-seat').innerText";
    tab.wait_for(&format!("/^\\d+\\/\\d+/.test({written})"));
    tab.close();
}

fn finger(world: &mut World) {
    let order = json!({ "game": "tuc-chess", "seed": 2, "seats": human_against(&["random"]) });
    let table = world.server.table(&order);
    let tab = world.tab(PHONE);
    tab.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 1 }));
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    // Rows have five cells: White's pawn on 25 (row 5) may go to 20 (row 4).
    let (from, to) = (tab.cell_point(25), tab.cell_point(20));
    tab.swipe(from, to);
    tab.wait_for("document.querySelector('.move-list [data-text=\"5040\"]')");
    assert!(wait_for_turn(&tab));
    let made = moves_made(&tab);
    for cell in [26, 21] {
        let at = tab.cell_point(cell);
        tab.swipe(at, at);
    }
    tab.wait_for(&format!(
        "document.querySelectorAll('.move-list [data-event]')[{made}]?.dataset.text === '5141'"
    ));
    tab.close();
}

fn undo_hint_resign(world: &mut World) {
    let order =
        json!({ "game": "chexers", "seed": 11, "seats": human_against(&["random", "random"]) });
    let (tab, _) = sit(world, &order, 0);
    tab.press("Hint");
    tab.wait_for(
        "document.querySelector('.layer-arrows .arrow') && document.querySelector('.thinker')",
    );
    tab.press("More");
    tab.click(".move-entry input");
    tab.type_text(
        tab.eval("document.querySelector('.move-entry option').value").as_str().unwrap_or_default(),
    );
    tab.key("Enter");
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length === 3");
    tab.press("Undo");
    tab.wait_for("document.querySelectorAll('.move-list [data-event]').length === 0");
    let seed = tab.eval("document.querySelector('.facts').textContent");
    resign(&tab);
    assert!(tab.text(".result p").ends_with("You resigned."), "{}", tab.text(".result p"));
    let address = tab.eval("location.pathname");
    tab.press("Same seed again");
    tab.wait_for(&format!("location.pathname !== {address} && document.querySelector('.facts')"));
    assert!(wait_for_turn(&tab));
    assert_eq!(tab.eval("document.querySelector('.facts').textContent"), seed);
    assert_eq!(moves_made(&tab), 0);
    tab.close();
}

fn form(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/new?game=tuc-chess"));
    tab.wait_seen(".seat-row");
    tab.choose("select[aria-label='Level of Black']", "own");
    tab.wait_seen(".expert");
    tab.choose(".expert .field select", "mcts");
    tab.wait_for("document.querySelectorAll('.expert .grid input').length > 1");
    tab.eval("(() => { const e = [...document.querySelectorAll('.expert .field')].find((f) => f.querySelector('label').innerText === 'iterations').querySelector('input'); e.value = '20'; e.dispatchEvent(new Event('input', { bubbles: true })); })()");
    tab.press("Start the game");
    assert!(wait_for_turn(&tab));
    assert!(tab.text(".players").contains("mcts:iterations=20"), "{}", tab.text(".players"));
    tab.close();
}

fn options(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/new?game=dicewars"));
    tab.wait_for("document.querySelectorAll('.seat-row').length === 4");
    tab.press("Options of the game");
    let players = "[...document.querySelectorAll('.variant-picker .field')].find((e) => e.querySelector('label').innerText === 'players').querySelector('input')";
    tab.eval(&format!("((e) => {{ e.value = '3'; e.dispatchEvent(new Event('change', {{ bubbles: true }})); }})({players})"));
    tab.wait_for("document.querySelectorAll('.seat-row').length === 3");
    tab.press("Start the game");
    assert!(wait_for_turn(&tab));
    assert!(tab.text(".facts").contains("flat:players=3"), "{}", tab.text(".facts"));
    tab.close();
}

fn clock(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/new?game=tuc-chess"));
    tab.wait_seen(".seat-row");
    tab.choose("[aria-label='Clock and luck'] select", "game");
    tab.eval("(() => { const [seconds, added] = document.querySelectorAll('[aria-label=\"Clock and luck\"] input[type=number]'); seconds.value = '50'; added.value = '2'; })()");
    tab.press("Start the game");
    assert!(wait_for_turn(&tab));
    assert!(tab.text(".facts").contains("game=3000s+2s"), "{}", tab.text(".facts"));
    // Only the clock of the seat to move runs.
    let clocks = "[...document.querySelectorAll('.players .clock')].map((e) => e.innerText)";
    tab.wait_for(&format!("(([mine, other]) => mine < '50:00' && other === '50:00')({clocks})"));
    tab.close();
}

fn settings(world: &mut World) {
    let seats = human_against(&["random"]);
    let table = world.server.table(&json!({ "game": "dice-chess", "seed": 1, "seats": seats }));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(0)));
    assert!(wait_for_turn(&tab));
    let names = "document.querySelectorAll('.rim').length";
    assert_eq!(tab.eval(names), json!(16));
    tab.press("More");
    tab.click(".board-tools input");
    tab.wait_for(&format!("{names} === 0"));
    let top = "document.querySelector('.cell').getBoundingClientRect().top";
    tab.eval(&format!("window.before = {top}"));
    tab.press("⟳ Turn");
    tab.wait_for(&format!("Math.abs({top} - window.before) > 100"));
    tab.reload();
    assert!(wait_for_turn(&tab));
    assert_eq!(tab.eval(names), json!(0), "the setting is remembered");
    tab.close();
}

fn turned(world: &mut World) {
    let tab = world.tab(DESK);
    for (game, names) in [
        ("chexers", json!(["Red", "Green", "Blue"])),
        ("three-chess", json!(["Blue", "Green", "Red"])),
        ("dice-chess", json!(["White", "Black"])),
    ] {
        let seats = names.as_array().map_or(0, Vec::len);
        let humans = vec![json!({ "kind": "human" }); seats];
        let table = world.server.table(&json!({ "game": game, "seed": 1, "seats": humans }));
        for seat in 0..seats {
            tab.goto(&world.server.url(&table.seat(seat)));
            tab.wait_for("document.querySelector('.players .player')");
            // The mean height of each seat's pieces, by the side in front of the cell's description.
            let lowest = format!(
                "(() => {{ const mean = (name) => {{ const own = [...document.querySelectorAll('.cell')].filter((e) => e.getAttribute('aria-label').includes(`, ${{name}} `)).map((e) => e.getBoundingClientRect().top); \
                 return own.reduce((a, b) => a + b, 0) / own.length; }}; \
                 const heights = {names}.map(mean); return heights.indexOf(Math.max(...heights)) === {seat}; }})()"
            );
            tab.wait_for(&lowest);
        }
    }
    tab.close();
}
