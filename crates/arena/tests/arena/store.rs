//! The file of a run: who may write it, what it refuses, and that no bytes in it can bring the program down.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use ludarium_arena::testing::games;
use ludarium_arena::{
    ExportError, GameRecord, Limits, Schedule, Shard, Store, StoreError, Target, games_csv,
    json_lines, merge, moves_csv, runs_in,
};
use proptest::prelude::*;
use rusqlite::{Connection, OptionalExtension};

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
        ("DROP TABLE games", "is damaged: the table `games` is missing"),
        ("ALTER TABLE games DROP COLUMN movers", "is damaged: `games` is no table of a run"),
        ("CREATE VIEW v AS SELECT 1", "is damaged: `v` is no table of a run"),
        ("CREATE INDEX i ON games (moves)", "is damaged: `i` is no table of a run"),
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

/// A view in the place of a table is not read: it need not have an end.
#[test]
fn a_view_without_end_is_refused() {
    let endless = "WITH RECURSIVE n (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM n)";
    for (table, columns) in
        [("sums", "number, x'00' AS sum"), ("meta", "'contest' AS key, '' AS value")]
    {
        let change =
            format!("DROP TABLE {table}; CREATE VIEW {table} AS {endless} SELECT {columns} FROM n");
        let error = after(&change);
        assert!(error.contains(&format!("`{table}` is no table of a run")), "{error}");
    }
}

/// Puts pages above the page of a table that lead to it again and again: more rows than anybody could read.
fn multiply(file: &Path, root: usize) {
    const SIZE: usize = 16_384;
    let mut bytes = fs::read(file).unwrap();
    assert_eq!(bytes.len() % SIZE, 0);
    let start = (root - 1) * SIZE;
    let header = if root == 1 { 100 } else { 0 };
    // The page itself, with its header at the beginning, at the end of the file.
    let mut page = bytes[start..start + SIZE].to_vec();
    assert_eq!(page[header], 0x0d, "a table of one page");
    let cells = usize::from(u16::from_be_bytes([page[header + 3], page[header + 4]]));
    page.copy_within(header..header + 8 + 2 * cells, 0);
    bytes.extend(page);
    for level in 0..6 {
        let below = ((bytes.len() / SIZE) as u32).to_be_bytes();
        let mut above = vec![0; SIZE];
        let count = 500_u16;
        let place = |cell: u16| SIZE as u16 - 8 * (cell + 1);
        let head = if level == 5 { header } else { 0 };
        above[head] = 0x05;
        above[head + 3..head + 5].copy_from_slice(&count.to_be_bytes());
        above[head + 5..head + 7].copy_from_slice(&place(count - 1).to_be_bytes());
        above[head + 8..head + 12].copy_from_slice(&below);
        for cell in 0..count {
            let (at, pointer) = (usize::from(place(cell)), head + 12 + 2 * usize::from(cell));
            above[pointer..pointer + 2].copy_from_slice(&place(cell).to_be_bytes());
            above[at..at + 4].copy_from_slice(&below);
            above[at + 4] = 1;
        }
        if level == 5 {
            bytes[start + head..start + SIZE].copy_from_slice(&above[head..]);
        } else {
            bytes.extend(above);
        }
    }
    let pages = ((bytes.len() / SIZE) as u32).to_be_bytes();
    bytes[28..32].copy_from_slice(&pages);
    fs::write(file, bytes).unwrap();
}

/// Reading has an end, whatever the pages of a file say.
#[test]
fn pages_that_lead_to_each_other_are_not_read_for_ever() {
    for table in ["sqlite_schema", "sums", "games"] {
        let folder = Folder::new();
        let path = folder.file("run");
        drop(complete(&duel(), &plan(1, 1), &path));
        let connection = Connection::open(&path).unwrap();
        let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        let root =
            connection.query_row(root, [table], |row| row.get::<_, i64>(0)).optional().unwrap();
        drop(connection);
        multiply(&path, root.unwrap_or(1) as usize);
        let read: Result<(), StoreError> = Store::open(&path).and_then(|store| {
            let read: [Result<(), StoreError>; 3] = [
                store.finished().map(|_| ()),
                store.each_sum(|_| Ok(())),
                store.each_game(|_| Ok(())),
            ];
            assert!(store.machines().is_ok());
            read.into_iter().collect()
        });
        let error = read.unwrap_err().to_string();
        assert!(error.contains("is damaged"), "{table}: {error}");
    }
}

/// A game that was changed is not shown.
#[test]
fn a_game_is_what_was_stored() {
    for change in ["seats = '1 0'", "thoughts = thoughts || ' '", "ending = 'forged'"] {
        let folder = Folder::new();
        let path = folder.file("run");
        drop(complete(&duel(), &plan(1, 1), &path));
        let connection = Connection::open(&path).unwrap();
        let change = format!("UPDATE games SET {change} WHERE number = 0");
        assert_eq!(connection.execute(&change, []).unwrap(), 1);
        drop(connection);
        let store = Store::open(&path).unwrap();
        let error = store.game(0).unwrap_err().to_string();
        assert!(error.contains("game 0 is not the one that was stored"), "{change}: {error}");
        assert!(store.game(1).unwrap().is_some());
    }
}

/// What lies in the place of a lock is not written to, nor is what it leads to.
#[test]
fn a_lock_is_a_file_of_ours() {
    let folder = Folder::new();
    let (path, lock) = (folder.file("run"), folder.file("run.lock"));
    for text in ["somebody's notes", "123456789012345678901"] {
        fs::write(&lock, text).unwrap();
        let error = Store::create(&path, &stopped()).unwrap_err().to_string();
        assert!(error.contains("it is no lock of a run"), "{error}");
        assert_eq!(fs::read_to_string(&lock).unwrap(), text);
    }
    // What a killed program has left.
    fs::write(&lock, "4711\n").unwrap();
    drop(Store::create(&path, &stopped()).unwrap());
    assert_eq!(fs::read(&lock).unwrap(), b"");
    #[cfg(unix)]
    for name in ["kept", "missing"] {
        let kept = folder.file("kept");
        fs::write(&kept, "123").unwrap();
        fs::remove_file(&lock).unwrap();
        std::os::unix::fs::symlink(folder.file(name), &lock).unwrap();
        let error = Store::create(&path, &stopped()).unwrap_err().to_string();
        assert!(error.contains("it is no lock of a run"), "{error}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), "123");
        assert!(!folder.file("missing").exists());
    }
}

/// A program that was killed while it began a run leaves nothing for ever.
#[test]
fn drafts_of_killed_programs_are_swept() {
    let folder = Folder::new();
    let path = folder.file("run");
    drop(complete(&duel(), &plan(1, 1), &path));
    let drafts = ["run.17.new", "run.18.new"].map(|name| folder.file(name));
    fs::copy(&path, &drafts[0]).unwrap();
    fs::write(folder.file("run.17.new-journal"), "half").unwrap();
    fs::write(&drafts[1], "").unwrap();
    let others = ["run.19.new", "run.x.new", "other.17.new"].map(|name| folder.file(name));
    fs::write(&others[0], "not ours").unwrap();
    fs::write(&others[1], "").unwrap();
    fs::copy(&path, &others[2]).unwrap();
    Store::delete(&path).unwrap();
    drop(Store::create(&path, &duel()).unwrap());
    assert!(drafts.iter().all(|draft| !draft.exists()));
    assert!(!folder.file("run.17.new-journal").exists());
    assert!(others.iter().all(|other| other.exists()));
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
