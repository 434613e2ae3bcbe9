//! Tables from their making to their end, with the tiny game Sprint.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::extract::ws::Utf8Bytes;
use ludarium_agents::Entry;
use ludarium_game::sprint::{Sprint, SprintMove};
use ludarium_game::{Agent, Budget, Decision, Rng};
use serde_json::{Value, json};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::mpsc::{Receiver, channel};

use super::store::{GameChange, StoredEvent, TableResult, TableState};
use super::{BACKLOG, TableListener, TableRequest, TableStore, Tables};
use crate::agents::offers::Offers;
use crate::agents::thinking::Thinkers;
use crate::api::{Command, GameResult};
use crate::games::library::Library;
use crate::limits::Limits;
use crate::testing::sprint;

/// How often the agent `counted` was asked.
static ASKED: AtomicU32 = AtomicU32::new(0);

/// Counts how often it is asked, and panics.
struct Counted;

impl Agent<Sprint> for Counted {
    fn choose(&mut self, _: &Sprint, _: &Budget, _: &mut Rng) -> Decision<SprintMove> {
        ASKED.fetch_add(1, Ordering::Relaxed);
        panic!("lost count");
    }
}

/// Tables in a folder of their own.
struct TestTables {
    tables: Option<Tables>,
    folder: PathBuf,
}

impl TestTables {
    fn new() -> TestTables {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ludarium-tables-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let tables = Some(open(&folder));
        TestTables { tables, folder }
    }

    /// Everything is set up again from what is on the disk.
    fn restart(&mut self) {
        if let Some(tables) = self.tables.take() {
            tables.close();
        }
        self.tables = Some(open(&self.folder));
    }

    fn tables(&self) -> &Tables {
        self.tables.as_ref().unwrap()
    }

    fn make(&self, request: Value) -> String {
        let request = serde_json::from_value(request).unwrap();
        self.tables().make(request).unwrap().id
    }

    fn snapshot(&self, id: &str) -> Value {
        let request = |reply| TableRequest::Snapshot(Vec::new(), reply);
        serde_json::from_str(&self.tables().ask(id, request).unwrap()).unwrap()
    }

    /// Somebody who holds these seats comes.
    fn join(&self, id: &str, seats: &[u8]) -> Client<'_> {
        let (to, heard) = channel(BACKLOG);
        let listener = TableListener { id: 1, seats: seats.to_vec(), to };
        let joined = self.tables().send(id, TableRequest::Join(listener));
        joined.unwrap();
        let id = id.to_owned();
        let house = self;
        Client { house, id, heard }
    }
}

impl Drop for TestTables {
    fn drop(&mut self) {
        if let Some(tables) = self.tables.take() {
            tables.close();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn open(folder: &std::path::Path) -> Tables {
    let counted = Entry::plain("counted", "panics and counts how often", || Counted);
    let library = Library::new(&[sprint().agent::<Sprint>(counted)]);
    let store = TableStore::open(folder).unwrap();
    let runs = folder.join("runs");
    let (offers, thinkers) = (Offers::new(Vec::new()), Thinkers::new(2, Limits::PRIVATE.decision));
    Tables::new(Arc::new(library), offers, store, &runs, thinkers, Limits::PRIVATE)
}

struct Client<'a> {
    house: &'a TestTables,
    id: String,
    heard: Receiver<Utf8Bytes>,
}

impl Client<'_> {
    fn say(&self, command: Command) {
        let request = TableRequest::Say(1, command);
        self.house.tables().send(&self.id, request).unwrap();
    }

    fn play(&self, text: &str, count: usize) {
        let mv = text.to_owned();
        self.say(Command::Play { mv, count });
    }

    fn hear(&mut self) -> Value {
        let text = self.heard.blocking_recv().expect("the table goes on");
        serde_json::from_str(&text).unwrap()
    }

    /// The next message of a type; others are skipped.
    fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear();
            if message["type"] == kind {
                return message;
            }
        }
    }
}

fn against(variant: &str, agent: &str) -> Value {
    let seats = json!([{"kind": "agent", "agent": agent}, {"kind": "human", "name": "Ada"}]);
    json!({"game": "sprint", "variant": variant, "seed": 7, "seats": seats})
}

#[test]
fn who_failed_once_is_not_asked_again_and_people_are_told_once() {
    let house = TestTables::new();
    let id = house.make(against("lenient", "counted"));
    let mut ada = house.join(&id, &[1]);
    let (mut told, mut sanctioned) = (Vec::new(), 0);
    let result = loop {
        let message = ada.hear();
        match message["type"].as_str().unwrap() {
            "error" => told.push(message["message"].as_str().unwrap().to_owned()),
            "over" => break message["result"].clone(),
            "happened" => {
                assert_eq!(message["entry"]["text"], "walk");
                sanctioned += u32::from(message["entry"]["by"] == 0);
                let count = message["count"].as_u64().unwrap() as usize;
                if count > 8 {
                    ada.say(Command::Resign);
                } else if message["view"]["legal"].is_array() {
                    ada.play("walk", count);
                }
            }
            _ => {}
        }
    };
    assert_eq!(sanctioned, 5, "the rules move each time");
    assert_eq!(ASKED.load(Ordering::Relaxed), 1);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("Runner 1 (counted) failed") && told[0].contains("lost count"),
        "{told:?}"
    );
    assert_eq!(result["ending"], "resigned");
}

/// Plays on until the agent in the first seat has moved, and says what people are told of it.
fn walk_on(ada: &mut Client<'_>, count: usize) -> Vec<Value> {
    ada.play("walk", count);
    let mut told = Vec::new();
    loop {
        let message = ada.hear();
        match message["type"].as_str().unwrap() {
            "error" => told.push(message),
            // A fault is told after its move: the answer to this comes later still.
            "happened" if message["count"] == count + 2 => ada.say(Command::Resume),
            "pace" => return told,
            _ => {}
        }
    }
}

#[test]
fn who_failed_is_not_asked_again_after_a_restart_or_when_moves_are_taken_back() {
    let mut house = TestTables::new();
    let id = house.make(against("lenient", "faulty"));
    let mut ada = house.join(&id, &[1]);
    ada.hear_of("error");
    assert_eq!(walk_on(&mut ada, 1), Vec::<Value>::new());
    drop(ada);
    house.restart();
    let mut ada = house.join(&id, &[1]);
    assert_eq!(ada.hear_of("snapshot")["count"], 3);
    assert_eq!(walk_on(&mut ada, 3), Vec::<Value>::new());
    ada.say(Command::Undo);
    assert_eq!(ada.hear_of("taken_back")["count"], 3);
    assert_eq!(walk_on(&mut ada, 3), Vec::<Value>::new());
}

#[test]
fn a_fault_that_ends_the_game_is_stored_with_its_reason() {
    let mut house = TestTables::new();
    let id = house.make(against("strict", "faulty"));
    let result = house.join(&id, &[1]).hear_of("over")["result"].clone();
    assert_eq!(result["scores"], json!([0.0, 1.0]));
    let ending = result["ending"].as_str().unwrap();
    assert!(ending.starts_with("fault: failed: ") && ending.contains("lost its head"), "{ending}");
    house.restart();
    assert_eq!(house.snapshot(&id)["result"], result);
}

#[test]
fn moves_that_are_taken_back_give_their_time_and_luck_back() {
    let mut house = TestTables::new();
    let mut request = against("strict:track=50", "random");
    request["clock"] = json!("game=600s");
    request["seats"].as_array_mut().unwrap().reverse();
    let id = house.make(request);
    let mut ada = house.join(&id, &[0]);
    ada.hear_of("snapshot");
    // A pause, so that the move costs something: long against what a busy machine adds to it or takes from it.
    let pause = std::time::Duration::from_millis(600);
    let much = 300;
    std::thread::sleep(pause);
    ada.play("run", 0);
    let answered = loop {
        let message = ada.hear_of("happened");
        if message["view"]["legal"].is_array() {
            break message;
        }
    };
    let spent = |clocks: &Value| 600_000 - clocks[0].as_u64().unwrap();
    assert!(spent(&answered["clocks"]) >= much, "{answered}");
    ada.say(Command::Resign);
    ada.hear_of("over");
    ada.say(Command::Undo);
    let back = ada.hear_of("taken_back");
    assert_eq!((&back["count"], &back["result"]), (&json!(0), &Value::Null));
    let left = back["seats"][0]["clock_ms"].as_u64().unwrap();
    assert!(left > 600_000 - much, "the time is given back: {left}");
    assert_eq!(back["seats"][1]["clock_ms"], 600_000);
    std::thread::sleep(pause);
    ada.play("run", 0);
    let again = loop {
        let message = ada.hear_of("happened");
        if message["view"]["legal"].is_array() {
            break message;
        }
    };
    assert_eq!(again["view"]["state"], answered["view"]["state"]);
    drop(ada);
    let before = house.snapshot(&id);
    house.restart();
    let after = house.snapshot(&id);
    assert_eq!(after["log"], before["log"]);
    assert_eq!(after["count"], before["count"]);
    let left = after["seats"][0]["clock_ms"].as_u64().unwrap();
    assert!(left <= 600_000 - much, "the stored times are charged: {left}");
}

#[test]
fn a_person_who_is_late_in_a_lenient_game_goes_on_with_what_is_left() {
    let house = TestTables::new();
    let mut request = against("lenient", "walker");
    request["clock"] = json!("game=50ms+5s");
    request["seats"].as_array_mut().unwrap().reverse();
    let id = house.make(request);
    let mut ada = house.join(&id, &[0]);
    let walked = ada.hear_of("happened");
    let entry = &walked["entry"];
    assert_eq!((&entry["by"], &entry["text"]), (&json!(0), &json!("walk")));
    assert!(walked["entry"]["ms"].as_u64().unwrap() >= 300, "{walked}");
    assert_eq!(walked["clocks"][0], 5000, "only the increment is left");
    let told = ada.hear_of("error");
    let told = told["message"].as_str().unwrap();
    assert!(told.contains("Runner 1 (Ada) failed: out of time"), "{told}");
}

/// The store of a folder, as soon as its last owner lets go of it.
fn reopened(folder: &std::path::Path) -> TableStore {
    loop {
        if let Ok(store) = TableStore::open(folder) {
            return store;
        }
    }
}

#[test]
fn a_store_holds_each_game_once_and_moves_that_are_taken_back_no_more() {
    let mut house = TestTables::new();
    let id = house.make(against("strict", "walker"));
    // The game is written past the table, which is not awake.
    house.tables.take().unwrap().close();
    let store = reopened(&house.folder);
    let walk = StoredEvent { text: "walk".to_owned(), ms: Some(5), thought: None };
    let ended =
        GameResult { scores: vec![0.25, 0.75], ending: "fault: overtime: out of time".to_owned() };
    let result = TableResult { scores: ended.scores.clone(), moves: 1 };
    let game = |from: usize, events: usize, end: Option<&GameResult>| GameChange {
        from,
        events: vec![walk.clone(); events],
        state: TableState { early_end: end.cloned(), ..TableState::default() },
        over: end.is_some(),
        result: end.map(|_| result.clone()),
    };
    let changes = [game(0, 2, None), game(2, 0, Some(&ended)), game(1, 0, None)];
    for (change, count) in changes.into_iter().zip([2, 2, 1]) {
        store.keep(&id, change.clone()).unwrap();
        let stored = store.game(&id).unwrap();
        assert_eq!((stored.events.len(), stored.state), (count, change.state));
    }
    assert!(store.game(&id).unwrap().ended, "it has been over once");
    store.keep(&id, game(1, 0, Some(&ended))).unwrap();
    drop(store);
    house.tables = Some(open(&house.folder));
    let snapshot = house.snapshot(&id);
    assert_eq!(snapshot["count"], 1);
    assert_eq!(snapshot["view"]["turn"], "over");
    assert_eq!(snapshot["result"], json!(ended));
}

#[test]
fn the_first_game_under_a_name_counts_and_nothing_is_taken_back() {
    let house = TestTables::new();
    let make = |name: &str| {
        let person = json!({ "kind": "human", "name": name });
        let agent = json!({ "kind": "agent", "agent": "random" });
        let request = json!({ "game": "sprint", "seed": 3, "seats": [person, agent] });
        let request = serde_json::from_value(request).unwrap();
        let daily = "1970-01-01 position".to_owned();
        house.tables().make_daily(request, daily).unwrap().id
    };
    let scores = || house.tables().scores("1970-01-01 position").unwrap();
    let mut ends = Vec::new();
    for name in ["Ada", "Bo", "Ada"] {
        let id = make(name);
        let mut client = house.join(&id, &[0]);
        client.say(Command::Undo);
        let refused = client.hear_of("error");
        assert!(refused["message"].to_string().contains("game of the day"), "{refused}");
        client.say(Command::Resign);
        ends.push(client.hear_of("over")["result"]["scores"][0].clone());
        // What is told is stored, so the table knows it already.
        let known: Vec<String> = scores().into_iter().map(|score| score.name).collect();
        assert_eq!(known.iter().filter(|known| *known == name).count(), 1);
    }
    assert_eq!(scores().len(), 2, "a second game under a name does not count");
    assert!(house.tables().scores("1970-01-02 position").unwrap().is_empty());
    let listed = house.tables().list(10, None).unwrap();
    assert!(listed.iter().all(|table| table.scores.is_some() && table.human == [0]));
}

#[test]
fn a_listener_who_does_not_read_is_dropped_and_the_others_hear_everything() {
    let house = TestTables::new();
    let seats = vec![json!({"kind": "agent", "agent": "walker"}); 4];
    let variant = "strict:players=4,track=100";
    // After the first move the game would wait for a minute.
    let id =
        house.make(json!({"game": "sprint", "variant": variant, "seats": seats, "speed": 60_000}));
    let mut quick = house.join(&id, &[]);
    quick.say(Command::Pause);
    quick.say(Command::Speed { ms: 0 });
    quick.hear_of("pace");
    let mut slow = house.join(&id, &[]);
    let mut last = None;
    for _ in 0..BACKLOG / 2 {
        quick.say(Command::Step);
        let count = quick.hear_of("happened")["count"].as_u64().unwrap();
        assert!(last.is_none_or(|last| count == last + 1), "nothing is left out");
        last = Some(count);
    }
    let mut heard = 0;
    let end = loop {
        match slow.heard.try_recv() {
            Ok(_) => heard += 1,
            Err(end) => break end,
        }
    };
    assert_eq!((heard, end), (BACKLOG, TryRecvError::Disconnected));
}

#[test]
fn everybody_sees_the_same_exhibition_until_it_is_over_and_few_are_kept() {
    let house = TestTables::new();
    let first = house.tables().exhibition("sprint").unwrap();
    assert_eq!(house.tables().exhibition("sprint").unwrap(), first);
    assert!(house.tables().exhibition("nowhere").is_err());
    let mut shown = vec![first];
    for _ in 0..5 {
        let id = shown.last().unwrap().clone();
        let mut client = house.join(&id, &[]);
        client.say(Command::Speed { ms: 0 });
        client.hear_of("over");
        drop(client);
        let next = house.tables().exhibition("sprint").unwrap();
        assert_ne!(next, id, "the next one begins when one is over");
        shown.push(next);
    }
    assert_eq!(house.tables().list(100, None).unwrap().len(), 4, "old ones are forgotten");
}
