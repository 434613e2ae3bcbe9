//! Runs of the arena: followed while they go on, read, and opened game by game.

use std::path::Path;

use ludarium_arena::{
    Completion, Contest, Control, Games, Interrupt, Plan, Progress, Seating, Shard, Store,
    round_robin, run,
};
use serde_json::json;

use crate::bundles::bundles;
use crate::tab::DESK;
use crate::{Test, World};

pub const TESTS: &[Test] = &[("a_run_is_followed_and_its_games_are_opened", follow)];

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
    let plan = Plan {
        blocks,
        threads: 1,
        shard: Shard::WHOLE,
        luck: false,
        bots: None,
    };
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
    tab.wait_for("document.querySelectorAll('.charts img').length > 0 && [...document.querySelectorAll('.charts img')].every((image) => image.naturalWidth > 0)");
    play(&mut store, 12);
    tab.wait_for("document.querySelector('.run-progress').innerText.includes('24 of 24')");
    tab.wait_for("document.querySelectorAll('section tbody tr').length === 24");
    tab.press("Game 3");
    tab.wait_seen(".result");
    let count = tab.eval("document.querySelectorAll('.move-list [data-event]').length");
    assert!(count.as_u64() > Some(4));
    tab.click(".steps button");
    tab.wait_for(&format!(
        "document.querySelector('.place').innerText === '0 of {count}'"
    ));
    assert_eq!(
        tab.eval("document.querySelectorAll('.cell.movable').length"),
        json!(0)
    );
    tab.close();
}
