//! Runs: the same games whatever the threads, interruptions and parts, and nothing told that is not stored.

use std::path::Path;

use ludarium_arena::testing::games;
use ludarium_arena::{
    BlockResult, Completion, Contest, Control, Interrupt, Plan, Progress, RunError, Schedule,
    Shard, Store, Target, merge, play, run,
};
use proptest::prelude::*;
use rusqlite::Connection;

use super::common::{Folder, complete, continue_run, crowded, duel, plan, rows, stopped};

#[test]
fn threads_do_not_change_the_games() {
    let folder = Folder::new();
    for contest in [stopped(), crowded(), duel()] {
        let file = |threads| folder.file(&format!("{}-{threads}", contest.lineups[0].len()));
        let one = complete(&contest, &plan(4, 1), &file(1));
        let three = complete(&contest, &plan(4, 3), &file(3));
        let played = rows(&one);
        assert_eq!(played.len() as u64, Schedule::new(&contest).games(4));
        assert_eq!(played, rows(&three));
        for game in played {
            let again = play(&games(), &contest, game.number, None, &Interrupt::new()).unwrap();
            assert_eq!(game.difference(&again.unwrap()), None);
        }
    }
}

/// Removes stored games, as if the run had been killed before they were stored.
fn forget(path: &Path, lost: impl Fn(u64) -> bool) {
    let store = Store::open(path).unwrap();
    let numbers = store.finished().unwrap();
    drop(store);
    let connection = Connection::open(path).unwrap();
    let stored: String = connection
        .query_row("SELECT value FROM meta WHERE key = 'stored'", [], |row| row.get(0))
        .unwrap();
    let (games, checks) = stored.split_once(' ').unwrap();
    let mut games: u64 = games.parse().unwrap();
    let mut checks = u64::from_str_radix(checks, 16).unwrap();
    for number in numbers.into_iter().filter(|number| lost(*number)) {
        let text = format!("SELECT sum FROM sums WHERE number = {number}");
        let sum: Vec<u8> = connection.query_row(&text, [], |row| row.get(0)).unwrap();
        let check = sum[sum.len() - 16..][..8].try_into().unwrap();
        checks = checks.wrapping_sub(u64::from_le_bytes(check));
        games -= 1;
        for table in ["games", "times", "sums"] {
            let text = format!("DELETE FROM {table} WHERE number = {number}");
            connection.execute(&text, []).unwrap();
        }
    }
    let text = format!("UPDATE meta SET value = '{games} {checks:016x}' WHERE key = 'stored'");
    connection.execute(&text, []).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_run_is_continued_wherever_it_was_left(lost: u32, threads in 1usize..4) {
        let folder = Folder::new();
        let contest = crowded();
        let whole = rows(&complete(&contest, &plan(6, 2), &folder.file("whole")));
        drop(complete(&contest, &plan(4, 2), &folder.file("part")));
        forget(&folder.file("part"), |number| lost >> (number % 32) & 1 == 1);
        let resumed = complete(&contest, &plan(6, threads), &folder.file("part"));
        prop_assert_eq!(rows(&resumed), whole);
    }
}

#[test]
fn an_interrupted_run_loses_nothing() {
    let folder = Folder::new();
    let contest = stopped();
    let whole = rows(&complete(&contest, &plan(5, 1), &folder.file("whole")));
    let asks: [fn(&Interrupt); 2] = [Interrupt::finish, Interrupt::now];
    for (index, ask) in asks.into_iter().enumerate() {
        let path = folder.file(&format!("part{index}"));
        let mut store = Store::create(&path, &contest).unwrap();
        let interrupt = Interrupt::new();
        let mut reported = 0;
        let ended = run(&games(), &contest, &plan(4000, 2), &mut store, &interrupt, &mut |told| {
            if matches!(told, Progress::Finished(_)) {
                reported += 1;
                ask(&interrupt);
            }
            Control::Continue
        });
        let stored = store.finished().unwrap().len() as u64;
        assert_eq!(stored, reported, "what is told is what is stored");
        let games_left = Schedule::new(&contest).games(4000) - stored;
        assert_eq!(ended.unwrap(), Completion::Interrupted { games_left });
        forget(&path, |number| number >= whole.len() as u64);
        drop(store);
        assert_eq!(rows(&complete(&contest, &plan(5, 2), &path)), whole);
    }
}

#[test]
fn an_interrupt_is_heard_in_the_middle_of_a_game() {
    let folder = Folder::new();
    let mut contest = stopped();
    contest.agents = vec!["mcts:iterations=100000000".to_owned(); 3];
    let contest = contest.resolve(&games()).unwrap();
    let mut store = Store::create(&folder.file("run"), &contest).unwrap();
    let interrupt = Interrupt::new();
    let ended = run(&games(), &contest, &plan(1, 2), &mut store, &interrupt, &mut |told| {
        if matches!(told, Progress::Started { .. }) {
            let later = interrupt.clone();
            std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(100));
                later.now();
            });
        }
        Control::Continue
    });
    assert_eq!(ended.unwrap(), Completion::Interrupted { games_left: 3 });
    assert!(store.finished().unwrap().is_empty());
}

#[test]
fn shards_together_are_the_whole() {
    let folder = Folder::new();
    for contest in [crowded(), duel()] {
        let file = |name: &str| folder.file(&format!("{}-{name}", contest.lineups[0].len()));
        let whole = complete(&contest, &plan(7, 2), &file("whole"));
        let parts = ["3/3", "1/3", "2/3"].map(|part| {
            let shard: Shard = part.parse().unwrap();
            let part = Plan { shard, ..plan(7, 1) };
            let path = file(&shard.to_string().replace('/', "-"));
            let store = complete(&contest, &part, &path);
            assert_eq!(store.target(), Target { blocks: 7, shard });
            let expected = shard.games(&Schedule::new(&contest), 7);
            assert_eq!(store.finished().unwrap().len() as u64, expected);
            path
        });
        let merged = merge(&file("merged"), &parts).unwrap();
        assert_eq!(rows(&merged), rows(&whole));
        assert_eq!(merged.target(), whole.target());
        assert_eq!(merged.missing_parts().unwrap(), []);
        let most = merge(&file("most"), &parts[..2]).unwrap();
        let lineups = contest.lineups.len();
        let named: Vec<String> =
            most.missing_parts().unwrap().iter().map(ToString::to_string).collect();
        let planned = Shard::new(2, 3).unwrap().games(&Schedule::new(&contest), 7);
        assert_eq!(named, [format!("part 2/3 is missing ({planned} games)")], "{lineups} line-ups");
        // Merging once more changes nothing.
        drop(merged);
        let again = merge(&file("merged"), &parts[..2]).unwrap();
        assert_eq!(rows(&again), rows(&whole));
    }
}

#[test]
fn a_failing_write_ends_the_run_and_loses_nothing_told() {
    let folder = Folder::new();
    let contest = stopped();
    let whole = rows(&complete(&contest, &plan(8, 1), &folder.file("whole")));
    let path = folder.file("failing");
    let mut store = Store::create(&path, &contest).unwrap();
    let sabotage = |text: &str| Connection::open(&path).unwrap().execute_batch(text);
    sabotage(
        "CREATE TRIGGER broken BEFORE INSERT ON games WHEN (SELECT count(*) FROM games) >= 5
         BEGIN SELECT RAISE(FAIL, 'the disk is on fire'); END",
    )
    .unwrap();
    let mut told = Vec::new();
    let ended =
        run(&games(), &contest, &plan(8, 2), &mut store, &Interrupt::new(), &mut |progress| {
            if let Progress::Finished(outcome) = progress {
                told.push(outcome.number);
            }
            Control::Continue
        });
    let error = ended.unwrap_err();
    assert!(matches!(error, RunError::Store(_)), "{error}");
    assert!(error.to_string().contains("the disk is on fire"), "{error}");
    told.sort();
    assert_eq!(store.finished().unwrap(), told);
    assert!(told.len() <= 5);
    sabotage("DROP TRIGGER broken").unwrap();
    assert_eq!(continue_run(&contest, &plan(8, 2), &mut store), Completion::Complete);
    assert_eq!(rows(&store), whole);
}

/// Runs until the first seat has won all games of three blocks, as a sequential test would.
fn until_three(
    contest: &Contest,
    threads: usize,
    store: &mut Store,
) -> (Vec<BlockResult>, Completion) {
    let mut seen = Vec::new();
    let mut hits = 0;
    let ended = run(&games(), contest, &plan(40, threads), store, &Interrupt::new(), &mut |told| {
        let Progress::Block(result) = told else {
            return Control::Continue;
        };
        let mut result = result.clone();
        hits += usize::from(result.games.iter().all(|game| game.scores[0] == 1.0));
        result.games.iter_mut().for_each(|game| game.spent.clear());
        seen.push(result);
        match hits {
            3 => Control::Stop("three".to_owned()),
            _ => Control::Continue,
        }
    });
    (seen, ended.unwrap())
}

#[test]
fn decisions_from_blocks_do_not_depend_on_threads_or_restarts() {
    let folder = Folder::new();
    let mut contest = duel();
    contest.longest = 400;
    let mut one = Store::create(&folder.file("one"), &contest).unwrap();
    let (blocks, ended) = until_three(&contest, 1, &mut one);
    assert_eq!(ended, Completion::Stopped("three".to_owned()));
    let order: Vec<u64> = blocks.iter().map(|result| result.block.number).collect();
    assert_eq!(order, (0..order.len() as u64).collect::<Vec<_>>());
    let path = folder.file("three");
    let mut three = Store::create(&path, &contest).unwrap();
    assert_eq!(until_three(&contest, 3, &mut three), (blocks.clone(), ended.clone()));
    // A run that was decided stays decided without a new game.
    let stored = three.finished().unwrap();
    assert_eq!(until_three(&contest, 3, &mut three), (blocks.clone(), ended.clone()));
    assert_eq!(three.finished().unwrap(), stored);
    drop(three);
    forget(&path, |number| number % 3 == 1);
    let mut again = Store::create(&path, &contest).unwrap();
    assert_eq!(until_three(&contest, 2, &mut again), (blocks, ended));
}

#[test]
fn a_run_tells_how_much_is_done() {
    let folder = Folder::new();
    let contest = duel();
    let total = Schedule::new(&contest).games(5);
    let mut store = complete(&contest, &plan(3, 1), &folder.file("run"));
    let before = store.finished().unwrap().len() as u64;
    let mut told = None;
    let ended =
        run(&games(), &contest, &plan(5, 1), &mut store, &Interrupt::new(), &mut |progress| {
            if let Progress::Started { games_total, games_done, .. } = progress {
                told = Some((games_total, games_done));
            }
            Control::Continue
        });
    assert_eq!(ended.unwrap(), Completion::Complete);
    assert_eq!(told, Some((total, before)));
    assert_eq!(store.target().blocks, 5);
    // Asking for less is no step back.
    assert_eq!(continue_run(&contest, &plan(2, 1), &mut store), Completion::Complete);
    assert_eq!(store.target().blocks, 5);
}
