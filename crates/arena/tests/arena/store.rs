//! The file of a run: who may write it, what it refuses, and that no bytes in it can bring the program down.

use std::fs;
use std::sync::OnceLock;

use ludarium_arena::testing::games;
use ludarium_arena::{
    ExportError, GameRecord, Limits, Schedule, Shard, Store, StoreError, Target, games_csv,
    json_lines, merge, moves_csv, runs_in,
};
use proptest::prelude::*;
use rusqlite::Connection;

use super::common::{Folder, complete, duel, plan, rows, stopped};

#[test]
fn games_are_read_back_as_they_were_written() {
    let folder = Folder::new();
    let path = folder.file("run");
    let mut store = Store::create(&path, &stopped()).unwrap();
    let mut records = Vec::new();
    for number in [7, 2, 4] {
        records.push(GameRecord {
            number,
            block: number / 3,
            seats: vec![2, 0, 1],
            start: "a start\nwith 'quotes'".to_owned(),
            moves: "a b c".to_owned(),
            movers: vec![0, 2],
            thoughts: "0.5000 1 2 3\n- 4 5 6".to_owned(),
            end: "the end".to_owned(),
            ending: "over".to_owned(),
            scores: vec![1.0 / 3.0, 0.0, 2.0 / 3.0],
            plies: 2,
            faults: vec![ludarium_arena::FaultNote {
                seat: 1,
                ply: 1,
                kind: "failed".to_owned(),
                reason: "it said \"no\"".to_owned(),
                last_words: "Traceback:\n  no".to_owned(),
            }],
            times: vec![1, u64::MAX],
            luck: None,
        });
    }
    store.add(&records).unwrap();
    assert_eq!(store.finished().unwrap(), [2, 4, 7]);
    let reader = Store::open(&path).unwrap();
    assert_eq!(reader.game(4).unwrap().as_ref(), Some(&records[2]));
    assert_eq!(reader.game(5).unwrap(), None);
    records.sort_by_key(|record| record.number);
    let summaries: Vec<_> = records.iter().map(GameRecord::summary).collect();
    assert_eq!(reader.summaries().unwrap(), summaries);
    assert_eq!(summaries[0].winner(), Some(2));
}

#[test]
fn a_game_is_stored_once_and_a_group_as_a_whole() {
    let folder = Folder::new();
    let source = complete(&duel(), &plan(2, 1), &folder.file("source"));
    let games = rows(&source);
    let mut store = Store::create(&folder.file("run"), &duel()).unwrap();
    store.add(&games[1..2]).unwrap();
    let error = store.add(&games).unwrap_err();
    assert!(matches!(error, StoreError::Twice { number: 1, .. }), "{error}");
    assert_eq!(store.finished().unwrap(), [1]);
    let mut reader = Store::open(&folder.file("run")).unwrap();
    let error = reader.add(&games[..1]).unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
}

#[test]
fn another_contest_is_refused_with_the_differences() {
    let folder = Folder::new();
    let path = folder.file("run");
    let mut contest = stopped();
    drop(Store::create(&path, &contest).unwrap());
    contest.seed = 8;
    contest.limits = Limits { depth: Some(2), ..Limits::default() };
    let error = Store::create(&path, &contest).unwrap_err();
    let StoreError::Different { differences, .. } = &error else {
        panic!("{error}");
    };
    let keys: Vec<&str> = differences.iter().map(|found| found.key.as_str()).collect();
    assert_eq!(keys, ["limits.depth", "seed"]);
    let text = error.to_string();
    assert!(text.ends_with("\n  seed: the run has 7, given was 8"), "{text}");
}

#[test]
fn only_one_writes_but_all_may_read() {
    let folder = Folder::new();
    let path = folder.file("run");
    let store = Store::create(&path, &stopped()).unwrap();
    let error = Store::create(&path, &stopped()).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, StoreError::Locked { .. }), "{text}");
    // Where locks keep others from reading, the id stays unknown.
    let id = format!("process {}", std::process::id());
    assert!(text.contains(&id) || text.contains("another process"), "{text}");
    assert_eq!(Store::open(&path).unwrap().contest(), store.contest());
    drop(store);
    Store::create(&path, &stopped()).unwrap();
}

#[test]
fn what_is_not_a_run_is_refused_in_words() {
    let folder = Folder::new();
    drop(Store::create(&folder.file("tuesday.run"), &stopped()).unwrap());
    fs::write(folder.file("notes.txt"), "nothing to see").unwrap();
    fs::write(folder.file("long.txt"), "no SQLite here ".repeat(100)).unwrap();
    fs::write(folder.file("empty"), "").unwrap();
    let foreign = Connection::open(folder.file("foreign.db")).unwrap();
    foreign.execute_batch("CREATE TABLE t (x)").unwrap();
    drop(foreign);
    fs::create_dir(folder.file("folder")).unwrap();
    assert_eq!(runs_in(&folder.file("")), ["tuesday.run"]);
    for (name, hint) in [
        ("tuesdy.run", "did you mean `tuesday.run`"),
        ("quite-different", "known: tuesday.run"),
        ("nowhere/tuesday.run", "unknown run"),
        ("notes.txt", "is not an SQLite database"),
        ("long.txt", "is not an SQLite database"),
        ("empty", "is not an SQLite database"),
        ("foreign.db", "of another program"),
        ("folder", "it is a folder"),
    ] {
        let error = Store::open(&folder.file(name)).unwrap_err().to_string();
        assert!(error.contains(hint), "{name}: {error}");
    }
    for name in ["notes.txt", "empty", "foreign.db", "folder"] {
        let before = fs::read(folder.file(name)).ok();
        let error = Store::create(&folder.file(name), &stopped()).unwrap_err();
        assert!(matches!(error, StoreError::Foreign { .. }), "{name}: {error}");
        assert_eq!(fs::read(folder.file(name)).ok(), before, "{name}");
        assert!(!folder.file(&format!("{name}.lock")).exists(), "{name}");
    }
    let error = Store::create(&folder.file("nowhere/run"), &stopped()).unwrap_err();
    assert!(matches!(error, StoreError::Io { .. }), "{error}");
}

#[test]
fn only_runs_of_ours_are_deleted() {
    let folder = Folder::new();
    fs::write(folder.file("notes.db"), "my notes").unwrap();
    let foreign = Connection::open(folder.file("foreign.db")).unwrap();
    foreign.execute_batch("CREATE TABLE t (x)").unwrap();
    drop(foreign);
    let newer = folder.file("newer.db");
    drop(complete(&duel(), &plan(1, 1), &newer));
    let connection = Connection::open(&newer).unwrap();
    connection.execute_batch("PRAGMA user_version = 9").unwrap();
    drop(connection);
    for name in ["notes.db", "foreign.db", "newer.db"] {
        let before = fs::read(folder.file(name)).unwrap();
        let error = Store::delete(&folder.file(name)).unwrap_err();
        assert!(error.is_refusal(), "{name}: {error}");
        assert_eq!(fs::read(folder.file(name)).unwrap(), before, "{name}");
    }
    assert!(!folder.file("notes.db.lock").exists());
    let ours = folder.file("ours.db");
    drop(complete(&duel(), &plan(1, 1), &ours));
    // What lies beside a new run is not overwritten either.
    fs::write(folder.file("ours.db.new"), "a draft").unwrap();
    Store::delete(&ours).unwrap();
    assert!(!ours.exists());
    drop(complete(&duel(), &plan(1, 1), &ours));
    assert_eq!(fs::read(folder.file("ours.db.new")).unwrap(), b"a draft");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_deleted_or_replaced_is_an_error() {
    let folder = Folder::new();
    let games = rows(&complete(&duel(), &plan(2, 1), &folder.file("source")));
    let mut stores = ["deleted", "replaced"].map(|name| {
        let mut store = Store::create(&folder.file(name), &duel()).unwrap();
        store.add(&games[..1]).unwrap();
        fs::remove_file(folder.file(name)).unwrap();
        store
    });
    fs::copy(folder.file("source"), folder.file("replaced")).unwrap();
    for store in &mut stores {
        let error = store.add(&games[1..2]).unwrap_err();
        assert!(matches!(error, StoreError::Gone { .. }), "{error}");
        assert!(!error.is_refusal());
    }
}

/// Opens a run after some SQL has been at it.
fn after(change: &str) -> String {
    let folder = Folder::new();
    let path = folder.file("run");
    drop(complete(&duel(), &plan(1, 1), &path));
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(change).unwrap();
    drop(connection);
    let read = Store::open(&path).and_then(|store| {
        store.summaries()?;
        store.each_game(|_| Ok::<(), StoreError>(()))
    });
    read.unwrap_err().to_string()
}

/// A run that lost games or has others does not count as a whole one, whichever table is read.
#[test]
fn a_damaged_run_does_not_pass_for_a_whole_one() {
    let lost = "is damaged: 1 games are there, and 2 were stored";
    let other = "is damaged: its games are not those that were stored";
    for (change, sums, games) in [
        ("DELETE FROM sums WHERE number = 1", Some(lost), None),
        ("DELETE FROM games WHERE number = 1", Some(lost), Some(lost)),
        ("UPDATE games SET moves = moves || ' x' WHERE number = 1", None, Some(other)),
        ("UPDATE games SET ending = 'forged' WHERE number = 1", None, Some(other)),
        ("UPDATE sums SET number = 2 WHERE number = 1", Some("the sum of game 2"), None),
        ("UPDATE sums SET sum = x'00' WHERE number = 1", Some("the sum of game 1"), None),
        (
            "UPDATE meta SET value = '2 0000000000000000' WHERE key = 'stored'",
            Some(other),
            Some(other),
        ),
    ] {
        let folder = Folder::new();
        let path = folder.file("run");
        drop(complete(&duel(), &plan(1, 1), &path));
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(change).unwrap();
        drop(connection);
        let store = Store::open(&path).unwrap();
        let found = [
            store.each_sum(|_| Ok::<(), StoreError>(())),
            store.each_game(|_| Ok::<(), StoreError>(())),
        ];
        for (found, hint) in found.into_iter().zip([sums, games]) {
            match (found, hint) {
                (Ok(()), None) => {}
                (Err(error), Some(hint)) => {
                    assert!(error.to_string().contains(hint), "{change}: {error}")
                }
                (found, hint) => panic!("{change}: {found:?}, not {hint:?}"),
            }
        }
        drop(store);
        let merged = merge(&folder.file("out"), std::slice::from_ref(&path));
        assert!(merged.is_err(), "{change}");
        if change.starts_with("DELETE") {
            let error = Store::create(&path, &duel()).unwrap_err().to_string();
            assert!(error.contains(lost), "{change}: {error}");
        }
    }
}

#[test]
fn changed_files_are_refused_in_words() {
    for (change, hint) in [
        ("PRAGMA user_version = 9", "use the version that wrote it"),
        ("DROP TABLE games", "is damaged: no such table"),
        ("ALTER TABLE games DROP COLUMN movers", "is damaged: no such column"),
        ("DELETE FROM meta WHERE key = 'contest'", "`contest` is missing"),
        ("UPDATE meta SET value = '{}' WHERE key = 'contest'", "`contest` cannot be read"),
        ("UPDATE meta SET value = '1' WHERE key = 'fingerprint'", "`contest` cannot be read"),
        ("UPDATE meta SET value = '0/0' WHERE key = 'shard'", "`shard` cannot be read"),
        ("UPDATE games SET seats = '0 9'", "the seats of game 0"),
        ("UPDATE games SET seats = '0'", "the seats of game 0"),
        ("UPDATE games SET scores = '1 NaN'", "the scores of game 0"),
        ("UPDATE games SET movers = '012'", "the movers of game 0"),
        ("UPDATE games SET plies = plies + 1", "the plies of game 0"),
        ("UPDATE games SET faults = '[1]'", "the faults of game 0"),
        ("UPDATE times SET decisions = '1'", "the decisions of game 0"),
        ("UPDATE games SET block = -1", "the block of game 0"),
        ("UPDATE games SET block = 1", "the block of game 0"),
        ("UPDATE games SET number = -5 WHERE number = 0", "the number of game -5"),
    ] {
        let error = after(change);
        assert!(error.contains(hint), "{change}: {error}");
    }
}

/// The bytes of a small run.
fn sample() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = Folder::new();
        let path = folder.file("run");
        drop(complete(&duel(), &plan(2, 1), &path));
        fs::read(&path).unwrap()
    })
}

/// Reads everything there is to read.
fn read_all(store: &Store) -> Result<(), ExportError> {
    store.summaries()?;
    for number in store.finished()? {
        store.game(number)?;
    }
    let mut out = Vec::new();
    games_csv(&games(), store, &mut out, true)?;
    moves_csv(&games(), store, &mut out, true)?;
    json_lines(store, &mut out, true)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Damage is an error or does not matter; it is never a panic or a game that was not played.
    #[test]
    fn damaged_bytes_do_no_harm(
        at in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        cut in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut bytes = sample().to_vec();
        for (place, byte) in at {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let folder = Folder::new();
        let path = folder.file("run");
        fs::write(&path, bytes).unwrap();
        let planned = Schedule::new(&duel()).games(2);
        if let Ok(store) = Store::open(&path) && read_all(&store).is_ok() {
            let found = store.finished().unwrap();
            prop_assert!(found.iter().all(|number| *number < planned), "{found:?}");
        }
        if let Ok(store) = Store::create(&path, &duel()) {
            let _ = read_all(&store);
        }
    }
}

#[test]
fn only_shards_of_one_contest_are_merged() {
    let folder = Folder::new();
    let contest = duel();
    let (one, two) = (folder.file("one"), folder.file("two"));
    drop(complete(&contest, &plan(2, 1), &one));
    let mut other = contest.clone();
    other.seed = 1234;
    drop(complete(&other, &plan(1, 1), &two));
    let out = folder.file("out");
    let error = merge(&out, &[one.clone(), two]).unwrap_err().to_string();
    assert!(error.contains("seed: the run has 1234, given was 7"), "{error}");
    assert!(!out.exists());
    let error = merge(&out, &[]).unwrap_err().to_string();
    assert!(error.contains("at least one"), "{error}");

    let three = folder.file("three");
    let mut other = complete(&contest, &plan(1, 1), &three);
    let mut forged = rows(&Store::open(&one).unwrap()).remove(2);
    forged.ending = "forged".to_owned();
    other.add(&[forged]).unwrap();
    drop(other);
    let error = merge(&out, &[one.clone(), three]).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, StoreError::Conflict { number: 2, column: "ending", .. }), "{text}");
    assert!(Store::open(&out).unwrap().finished().unwrap().is_empty(), "all or nothing");
    let merged = merge(&out, std::slice::from_ref(&one)).unwrap();
    assert_eq!(rows(&merged), rows(&Store::open(&one).unwrap()));
}

#[test]
fn a_target_only_grows() {
    let folder = Folder::new();
    let mut store = Store::create(&folder.file("run"), &stopped()).unwrap();
    let part = |index| Shard::new(index, 3).unwrap();
    let mut ask = |blocks, shard| {
        store.raise_target(Target { blocks, shard }).unwrap();
        let read = Store::open(store.path()).unwrap().target();
        assert_eq!(read, store.target());
        (read.blocks, read.shard)
    };
    assert_eq!(ask(9, part(2)), (9, part(2)));
    assert_eq!(ask(5, part(2)), (9, part(2)));
    assert_eq!(ask(12, part(3)), (12, Shard::WHOLE));
    assert_eq!(ask(12, part(3)), (12, Shard::WHOLE));
}
