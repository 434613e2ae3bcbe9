//! Runs: the same games whatever the threads, interruptions and parts, and nothing told that is not stored.

mod common;

use common::{Folder, chexers, complete, dicewars, plan, rows, tuc_chess};
use ludarium_arena::{
    Completion, Contest, Control, Interrupt, Plan, Progress, RunError, Schedule, Shard, Store,
    StoreError, Target, merge, play, run,
};
use proptest::prelude::*;
use rusqlite::Connection;

#[test]
fn threads_do_not_change_the_games() {
    let folder = Folder::new();
    for (name, contest) in [("a", chexers()), ("b", dicewars()), ("c", tuc_chess())] {
        let one = complete(&contest, &plan(4, 1), &folder.file(&format!("{name}1")));
        let three = complete(&contest, &plan(4, 3), &folder.file(&format!("{name}3")));
        let games = rows(&one);
        assert_eq!(games.len() as u64, Schedule::new(&contest).games(4));
        assert_eq!(games, rows(&three));
        for game in games {
            let again = play(&contest, game.number, &Interrupt::new());
            assert_eq!(game.difference(&again.unwrap().unwrap()), None);
        }
    }
}
