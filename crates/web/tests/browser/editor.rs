//! The board editor: pieces are put down by clicks, in any game, and the rules say what is possible.

use serde_json::json;

use crate::tab::{DESK, Tab};
use crate::{Test, World};

pub const TESTS: &[Test] = &[("a_board_is_edited_by_picking_pieces", edit)];

/// Chooses something in the palette by its name.
fn pick(tab: &Tab, name: &str) {
    let choice = format!(
        "[...document.querySelectorAll('.palette button')].find((e) => e.ariaLabel === '{name}')"
    );
    tab.wait_for(&choice);
    tab.eval(&format!("{choice}.click()"));
}

/// Clicks the cell with this name.
fn put(tab: &Tab, cell: &str) {
    let found = format!(
        "[...document.querySelectorAll('.cell')].find((e) => e.getAttribute('aria-label').split(', ')[0] === '{cell}').dataset.cell"
    );
    let cell = tab.eval(&format!("Number({found})")).as_u64();
    tab.click_cell(cell.expect("a cell"));
}

/// Waits until the text beside the board is this, or begins so.
fn text(tab: &Tab, beginning: &str) {
    tab.wait_for(&format!("document.querySelector('textarea').value.startsWith('{beginning}')"));
}

fn edit(world: &mut World) {
    let tab = world.tab(DESK);
    let begin = |game: &str| {
        tab.goto(&world.server.url(&format!("/analyse?game={game}")));
        tab.wait_seen(".cell");
        tab.press("Edit the board");
        tab.wait_for("document.querySelectorAll('.palette button').length > 1");
    };
    // A notation that counts empty cells.
    begin("dice-chess");
    pick(&tab, "White queen");
    put(&tab, "e4");
    text(&tab, "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNBQKBNR w");
    pick(&tab, "Empty cell");
    put(&tab, "d1");
    text(&tab, "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNB1KBNR w");
    // A king cannot leave.
    put(&tab, "e1");
    tab.wait_notice("rules");
    text(&tab, "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNB1KBNR w");
    // Two changes at once: another owner and more dice.
    begin("dicewars");
    let owners = tab.eval("document.querySelector('textarea').value.split(';')[0]");
    pick(&tab, "Orange, 3 dice");
    put(&tab, "1");
    tab.wait_for(&format!(
        "document.querySelector('textarea').value.split(';')[0][0] === '2' || {owners}[0] === '2'"
    ));
    pick(&tab, "Orange, 3 dice");
    for game in ["three-chess", "tuc-chess", "chexers"] {
        begin(game);
        let before = tab.eval("document.querySelector('textarea').value");
        pick(&tab, "Empty cell");
        let full = tab.eval("Number(document.querySelectorAll('.piece')[1].dataset.on)");
        tab.click_cell(full.as_u64().expect("a cell"));
        tab.wait_for(&format!("document.querySelector('textarea').value !== {before}"));
    }
    // What was edited can be played on.
    tab.press("Stop editing");
    tab.wait_for("document.querySelector('.cell.movable')");
    assert_eq!(tab.eval("document.querySelector('.palette').hidden"), json!(true));
    tab.close();
}
