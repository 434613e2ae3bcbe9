//! Words for people: results, lists of moves, opponents with names.

use serde_json::json;

use crate::player::{Chooser, click_a_move, duel, resign, sit, wait_for_turn};
use crate::tab::DESK;
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("moves_are_listed_for_people", moves),
    ("opponents_have_names_faces_and_a_style", opponents),
    ("the_result_is_said_once_and_how_it_came", result),
    ("seats_that_a_game_counts_are_called_by_their_colours", colours),
    ("nothing_is_named_that_the_board_does_not_name", unnamed),
    ("words_of_programs_are_set_apart_in_lessons", lessons),
];

fn moves(world: &mut World) {
    let (tab, _) = sit(world, &duel("dice-chess", 1), 0);
    click_a_move(&tab, &mut Chooser::new(1));
    assert!(wait_for_turn(&tab));
    // One round: a number, and in each column the die and the piece.
    assert_eq!(tab.text(".move-list .round .number"), "1.");
    let turns = "[...document.querySelectorAll('.move-list .round .turn')].map((e) => [e.querySelectorAll('.die-picture').length, e.querySelectorAll('.figure').length])";
    assert_eq!(tab.eval(turns), json!([[1, 1], [1, 1]]));
    let label = "document.querySelector('.move-list .by-seat').getAttribute('aria-label')";
    tab.wait_for(&format!("/, You: (pawn|knight) from [a-h][1-8] to [a-h][1-8]$/.test({label})"));
    // The notation of programs is with what is not needed to play.
    tab.press("More");
    tab.press("Notation");
    tab.wait_for(
        "/^[a-h][1-8][a-h][1-8]$/.test(document.querySelector('.move-list .by-seat').innerText)",
    );
    tab.press("Notation");
    tab.wait_for("document.querySelector('.move-list .by-seat .figure')");
    tab.close();
}

fn opponents(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/"));
    tab.press("Play Dicewars now");
    assert!(wait_for_turn(&tab));
    tab.wait_for("document.querySelectorAll('.players .face').length === 3");
    let names = "[...document.querySelectorAll('.players strong')].map((e) => e.innerText)";
    assert_eq!(tab.eval(names), json!(["You", "Ana", "Ben", "Chidi"]));
    assert_eq!(tab.text(".players .player"), "Easy");
    tab.close();
}

fn result(world: &mut World) {
    let (tab, _) = sit(world, &duel("tuc-chess", 6), 0);
    resign(&tab);
    assert_eq!(tab.text(".result h2"), "You lost");
    assert!(tab.text(".result p").starts_with("Otto won. "), "{}", tab.text(".result p"));
    let said = "document.querySelector('main').innerText.split('You lost').length - 1";
    assert_eq!(tab.eval(said), json!(1));
    tab.close();
}

fn colours(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/new?game=dicewars"));
    tab.wait_for("document.querySelectorAll('.seat-row').length === 4");
    let names = "[...document.querySelectorAll('.seat-row strong')].map((e) => e.innerText)";
    assert_eq!(tab.eval(names), json!(["Blue", "Orange", "Green", "Purple"]));
    // Who gave no name is called so by those who watch.
    let agent = json!({ "kind": "agent", "agent": "greedy" });
    let order = json!({ "game": "dicewars", "seed": 1, "seats": [{ "kind": "human" }, agent, agent, agent] });
    let table = world.server.table(&order);
    tab.goto(&world.server.url(&table.watch()));
    tab.wait_for("document.querySelectorAll('.players .face').length === 3");
    let shown = "document.querySelector('main').innerText";
    assert_eq!(tab.eval(&format!("/Player \\d/.test({shown})")), json!(false));
    tab.wait_for(&format!("{shown}.includes('Blue attacks or ends the turn')"));
    tab.goto(&world.server.url("/"));
    tab.wait_for("document.querySelectorAll('.daily-game').length === 2");
    assert_eq!(tab.eval(&format!("/Player \\d/.test({shown})")), json!(false));
    tab.close();
}

fn unnamed(world: &mut World) {
    // The thoughts of agents are pictures, where the board has no names, and people's notation, where places have parts.
    for (game, seats, shown) in [("chexers", 3, "^[^0-9,]*$"), ("backgammon", 2, "^(bar|\\\\d+)/")]
    {
        let agents = vec![json!({ "kind": "agent", "agent": "one-ply" }); seats];
        let order = json!({ "game": game, "seed": 3, "seats": agents, "speed": 300 });
        let tab = world.tab(DESK);
        tab.goto(&world.server.url(&world.server.table(&order).watch()));
        tab.wait_for("document.querySelectorAll('.candidates .candidate .move').length > 2");
        let moves = format!(
            "[...document.querySelectorAll('.candidates .candidate .move')].every((e) => new RegExp('{shown}').test(e.innerText))"
        );
        assert_eq!(tab.eval(&moves), json!(true), "{game}: {}", tab.text(".candidates"));
        tab.close();
    }
}

fn lessons(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/learn/backgammon"));
    tab.wait_seen("figcaption code");
    assert_eq!(tab.text("figcaption code"), "8/5 6/5");
    assert_eq!(tab.eval("document.querySelector('main').innerText.includes('`')"), json!(false));
    tab.close();
}
