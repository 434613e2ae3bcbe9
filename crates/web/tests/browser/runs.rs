//! Runs of the arena: followed while they go on, read, and opened game by game.

use std::path::Path;

use ludarium_arena::{
    Completion, Contest, Control, Games, Interrupt, Plan, Progress, Seating, Shard, Store,
    round_robin, run,
};
use serde_json::json;

use crate::bundles::bundles;
use crate::tab::{DESK, PHONE};
use crate::{Test, World};

pub const TESTS: &[Test] = &[
    ("a_run_is_followed_and_its_games_are_opened", follow),
    ("charts_say_what_they_show_and_lead_to_games", charts),
    ("reports_begin_with_what_came_of_them", glance),
    ("the_owner_starts_a_tournament_and_a_reproduction", start),
];

fn games() -> Games {
    ludarium_bundle::games(&bundles())
}

/// Three agents of a short game, each against each.
fn contest() -> Contest {
    let agents = ["greedy", "random", "one-ply"].map(str::to_owned).to_vec();
    let mut contest = Contest::new("tuc-chess", None, agents, 7);
    contest.lineups = round_robin(3, 2).expect("three pairs");
    contest.seating = Seating::Rotations;
    contest.resolve(&games()).expect("a contest")
}

/// Plays the first blocks of the run in a file.
fn play(store: &mut Store, blocks: u64) {
    let plan = Plan { blocks, threads: 1, shard: Shard::WHOLE, luck: false, bots: None };
    let mut watch = |_: Progress<'_>| Control::Continue;
    let interrupt = Interrupt::new();
    let ended = run(&games(), &contest(), &plan, store, &interrupt, &mut watch);
    assert_eq!(ended.expect("the games are played"), Completion::Complete);
}

/// Makes a run of a few games.
pub fn make(folder: &Path, name: &str) -> Store {
    let mut store = Store::create(&folder.join(format!("{name}.db")), &contest()).expect("a store");
    play(&mut store, 6);
    store
}

fn follow(world: &mut World) {
    let mut store = make(&world.server.runs(), "followed");
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/runs"));
    tab.press("followed");
    tab.wait_for("document.querySelector('.run-progress').innerText.includes('12 of 12')");
    tab.wait_for("document.querySelectorAll('.sheet table').length >= 3 && document.querySelector('.interval')");
    tab.wait_for("document.querySelectorAll('.charts .chart svg').length > 2");
    tab.wait_for("document.querySelector('.text').innerText.includes('is the strongest of 3')");
    play(&mut store, 12);
    tab.wait_for("document.querySelector('.run-progress').innerText.includes('24 of 24')");
    tab.wait_for("document.querySelectorAll('section tbody tr').length === 24");
    tab.press("Game 3");
    tab.wait_seen(".result");
    let count = tab.eval("document.querySelectorAll('.move-list [data-event]').length");
    assert!(count.as_u64() > Some(4));
    tab.click(".steps button");
    tab.wait_for(&format!("((e) => `${{e.value}} of ${{e.max}}`)(document.querySelector('.slider')) === '0 of {count}'"));
    assert_eq!(tab.eval("document.querySelectorAll('.cell.movable').length"), json!(0));
    tab.close();
}

fn charts(world: &mut World) {
    drop(make(&world.server.runs(), "charted"));
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/runs/charted"));
    tab.wait_for("document.querySelectorAll('section tbody tr').length === 12");
    let mark = "[...document.querySelectorAll('.chart-mark')].find((e) => e.getAttribute('aria-label').includes('random'))";
    tab.wait_for(mark);
    let words = tab.eval(&format!("{mark}.getAttribute('aria-label')"));
    // The classes of a drawing are not those of the page: nothing is drawn round the words.
    let plain = "[...document.querySelectorAll('.chart text')].every((e) => getComputedStyle(e).stroke === 'none')";
    assert_eq!(tab.eval(plain), json!(true));
    // By keys as by the pointer: the words of the mark, then its games.
    tab.eval(&format!("{mark}.focus()"));
    tab.wait_for(&format!(
        "[...document.querySelectorAll('.chart-tip')].some((e) => e.checkVisibility() && e.textContent === {words})"
    ));
    tab.key("Enter");
    tab.wait_for("document.querySelector('.filter')?.innerText.startsWith('Games of random')");
    tab.wait_for("document.querySelectorAll('section tbody tr').length === 8");
    let all = "[...document.querySelectorAll('section tbody tr')].every((row) => row.cells[1].innerText.includes('random'))";
    assert_eq!(tab.eval(all), json!(true));
    tab.press("Show all games");
    tab.wait_for("document.querySelectorAll('section tbody tr').length === 12");
    // A bar of the lengths, and one of a seat, lead to as many games as they tell of.
    let click = |mark: &str| {
        tab.eval(&format!("{mark}.dispatchEvent(new MouseEvent('click'))"));
        tab.wait_for("document.querySelector('.filter')");
    };
    let lengths = "[...document.querySelectorAll('.chart-mark')].filter((e) => /^\\d+ to \\d+: [1-9]/.test(e.getAttribute('aria-label')))[0]";
    let told = tab.eval(&format!("Number({lengths}.getAttribute('aria-label').split(': ')[1])"));
    click(lengths);
    tab.wait_for(&format!("document.querySelectorAll('section tbody tr').length === {told} && document.querySelector('.filter').innerText.includes('moves')"));
    click(
        "[...document.querySelectorAll('.chart-mark')].find((e) => e.getAttribute('aria-label').startsWith('won Black'))",
    );
    tab.wait_for("document.querySelector('.filter')?.innerText.startsWith('Games won by Black')");
    let black = "[...document.querySelectorAll('section tbody tr')].every((row) => (([a, b]) => b > a)(row.cells[2].innerText.split(' · ').map(Number)))";
    tab.wait_for(black);
    tab.close();
}

fn start(world: &mut World) {
    let tab = world.tab(DESK);
    tab.goto(&world.server.url("/runs"));
    tab.press("New tournament");
    tab.wait_seen(".new-run select");
    tab.choose(".new-run select", "tuc-chess");
    let boxes = "[...document.querySelectorAll('.agents-choice input')]";
    // An agent of this game alone: until the list is that of the chosen game, the form still moves.
    tab.wait_for(&format!("{boxes}.some((e) => e.value === 'mcts-full')"));
    tab.eval(&format!(
        "{boxes}.forEach((e) => {{ e.checked = ['random', 'greedy'].includes(e.value); }})"
    ));
    tab.eval("document.querySelector('.new-run input[type=number]').value = '12'");
    tab.press("Start the tournament");
    tab.wait_for("location.pathname.startsWith('/runs/tuc-chess')");
    tab.wait_for("document.querySelector('.run-progress').innerText.includes('12 of 12')");
    // A second one with one agent is refused in words.
    tab.goto(&world.server.url("/runs"));
    tab.forgive_status(400);
    tab.press("New tournament");
    tab.wait_for(&format!("{boxes}.length > 1"));
    tab.eval(&format!("{boxes}.forEach((e) => {{ e.checked = false; }})"));
    tab.press("Start the tournament");
    tab.wait_for("document.querySelector('.new-run .problem').innerText.length > 10");
    tab.goto(&world.server.url("/reports"));
    let make = "document.querySelector('[aria-label=\"Make 004/branching on this machine\"]')";
    tab.wait_for(make);
    tab.eval(&format!("{make}.closest('details').open = true; {make}.click()"));
    tab.wait_for("document.querySelector('.job-panel')?.innerText.includes('004/branching')");
    tab.press("Stop");
    tab.wait_for("!document.querySelector('.job-panel progress')");
    tab.close();
}

fn glance(world: &mut World) {
    for screen in [DESK, PHONE] {
        let tab = world.tab(screen);
        tab.goto(&world.server.url("/reports"));
        // Of each report the verdicts in numbers, its main sentences and a plot.
        tab.wait_for("document.querySelectorAll('.report .counts').length >= 5");
        tab.wait_for("document.querySelectorAll('.glance .chart svg').length === document.querySelectorAll('.report .counts').length");
        assert_eq!(tab.eval("document.querySelectorAll('.report details[open]').length"), json!(0));
        assert_eq!(
            tab.eval("[...document.querySelectorAll('.short')].every((e) => e.children.length)"),
            json!(true)
        );
        tab.wait_for("[...document.querySelectorAll('.glance .chart svg')].every((e) => e.getBoundingClientRect().height > 60)");
        let screens = tab.eval("document.documentElement.scrollHeight / innerHeight");
        assert!(screens.as_f64() <= Some(4.0), "{screens} screens");
        assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), json!(true));
        tab.close();
    }
}
