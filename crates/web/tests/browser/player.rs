//! A person at a board: looks at what is legal there and clicks it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::World;
use crate::server::Table;
use crate::tab::{DESK, Tab};

/// A game of two: a person has the first seat, a random agent the second.
pub fn duel(game: &str, seed: u64) -> Value {
    let seats = json!([{ "kind": "human" }, { "kind": "agent", "agent": "random" }]);
    json!({ "game": game, "seed": seed, "seats": seats })
}

/// Opens a table and sits down at a seat, and waits until that seat is to move.
pub fn sit(world: &World, order: &Value, seat: usize) -> (Tab, Table) {
    let table = world.server.table(order);
    let tab = world.tab(DESK);
    tab.goto(&world.server.url(&table.seat(seat)));
    assert!(wait_for_turn(&tab));
    (tab, table)
}

/// Nobody waits longer for a game to end.
const LONGEST_GAME: Duration = Duration::from_secs(300);

/// What the page offers: `"over"`, `"wait"`, or a list of cells and buttons that lead to moves.
const OFFER: &str = "(() => {
    if (document.querySelector('.result:not([hidden])')) return { state: 'over' };
    const cells = (name) => [...document.querySelectorAll(name)].map((e) => Number(e.dataset.cell));
    const movable = cells('.cell.movable');
    const buttons = document.querySelectorAll('.move-buttons button:not([disabled])').length;
    return { state: movable.length + buttons ? 'move' : 'wait', movable, buttons };
})()";

/// Chooses among a number of things; small and the same every time.
pub struct Chooser(u64);

impl Chooser {
    /// A chooser that begins anywhere.
    pub fn new(seed: u64) -> Chooser {
        Chooser(seed)
    }

    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) as usize) % count.max(1)
    }
}

/// Waits until the viewer can move or the game is over; says whether there is something to do.
pub fn wait_for_turn(tab: &Tab) -> bool {
    tab.wait_for(&format!("{OFFER}.state !== 'wait'"));
    tab.eval(OFFER)["state"] == "move"
}

/// Makes one move by clicks.
pub fn click_a_move(tab: &Tab, chooser: &mut Chooser) {
    let offer = tab.eval(OFFER);
    let movable = numbers(&offer["movable"]);
    // Passing is for those who have nothing else, or now and then to let a turn end.
    if movable.is_empty() || (offer["buttons"] != json!(0) && chooser.below(4) == 0) {
        tab.click(".move-buttons button:not([disabled])");
        return;
    }
    let before = moves_made(tab);
    tab.click_cell(movable[chooser.below(movable.len())]);
    let targets = numbers(&tab.eval(
        "[...document.querySelectorAll('.cell.movable')].map((e) => Number(e.dataset.cell))",
    ));
    if moves_made(tab) == before && !targets.is_empty() {
        tab.click_cell(targets[chooser.below(targets.len())]);
    }
    // Several moves may have the same clicks.
    if tab.eval("document.querySelector('.chooser') !== null") == json!(true) {
        tab.click(".chooser button");
    }
    tab.wait_for(&format!(
        "({MOVES}) > {before} || document.querySelector('.result:not([hidden])')"
    ));
}

const MOVES: &str = "document.querySelectorAll('.move-list [data-event]').length";

/// The events that the list shows.
pub fn moves_made(tab: &Tab) -> u64 {
    tab.eval(MOVES).as_u64().unwrap_or(0)
}

/// Plays by clicks until the game is over; gives the number of moves that were clicked.
pub fn play_to_the_end(tab: &Tab, seed: u64) -> usize {
    let end = Instant::now() + LONGEST_GAME;
    let mut chooser = Chooser::new(seed);
    let mut clicked = 0;
    while wait_for_turn(tab) {
        assert!(Instant::now() < end, "the game did not end in time after {clicked} moves");
        click_a_move(tab, &mut chooser);
        clicked += 1;
    }
    clicked
}

/// Resigns: the button wants to be pressed twice, and not too slowly.
pub fn resign(tab: &Tab) {
    for _ in 0..20 {
        let seen = "document.querySelector('.resign').checkVisibility()";
        if tab.eval(seen) == false {
            tab.click(".more-switch");
            // What came late may have moved the button away under the pointer.
            if !tab.wait_at_most(seen, Duration::from_secs(1)) {
                continue;
            }
        }
        tab.click(".resign");
        if tab
            .wait_at_most("document.querySelector('.result:not([hidden])')", Duration::from_secs(1))
        {
            return;
        }
    }
    panic!("nobody hears the resignation");
}

fn numbers(value: &Value) -> Vec<u64> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_u64).collect()
}
