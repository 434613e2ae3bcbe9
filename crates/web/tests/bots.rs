//! Bots that the owner of the machine offers on the page. The bots of these tests are this program itself, called with
//! `bot MODE`, and so is the helper that starts them.

mod common;
#[path = "common/talker.rs"]
mod talker;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{House, against};
use ludarium_bridge::bot::{BotCommand, Launch, Offer};
use ludarium_bridge::sandbox::{HELPER, Policy, become_program};
use serde_json::{Value, json};

const TESTS: [(&str, fn()); 6] = [
    ("bots_are_off_by_default", bots_are_off_by_default),
    ("visitors_choose_by_name_and_give_no_commands", visitors_choose_by_name_and_give_no_commands),
    ("a_visitor_meets_a_bot_and_sees_what_it_says", a_visitor_meets_a_bot_and_sees_what_it_says),
    ("every_table_has_processes_of_its_own", every_table_has_processes_of_its_own),
    ("a_bot_that_crashes_has_failed", a_bot_that_crashes_has_failed),
    ("moves_can_be_taken_back_while_a_bot_thinks", moves_can_be_taken_back_while_a_bot_thinks),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next_if(|first| first == HELPER).is_some() {
        return become_program(arguments);
    }
    let words: Vec<String> = arguments.filter_map(|word| word.into_string().ok()).collect();
    if words.first().is_some_and(|word| word == "bot") {
        return talker::play(words.get(1).map_or("", String::as_str));
    }
    if words.iter().any(|word| word == "--list") {
        // Runners of tests ask for the names first; there are no ignored ones.
        let shown = !words.iter().any(|word| word == "--ignored");
        for (name, _) in TESTS.iter().filter(|_| shown) {
            println!("{name}: test");
        }
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    let mut failed = 0;
    for (name, test) in TESTS {
        if wanted.is_empty() || wanted.iter().any(|word| name.contains(*word)) {
            let passed = catch_unwind(AssertUnwindSafe(test)).is_ok();
            println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
            failed += u32::from(!passed);
        }
    }
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn offer(name: &str, mode: &str) -> Arc<Offer> {
    let own = std::env::current_exe().unwrap();
    let command = BotCommand {
        words: vec![own.display().to_string(), "bot".to_owned(), mode.to_owned()],
        ..BotCommand::default()
    };
    let launch = Launch::new(Policy::Try).unwrap();
    Arc::new(Offer::new(command, name, &launch).unwrap())
}

fn house(bots: Vec<Arc<Offer>>) -> House {
    let mut house = House::new();
    house.bots = bots;
    house.restart();
    house
}

fn first(view: &Value) -> (String, u64) {
    let mv = view["legal"][0]["text"].as_str().unwrap();
    (mv.to_owned(), view["count"].as_u64().unwrap())
}

/// The next thing that the second seat does.
fn answer_of_bot(line: &mut common::Line) -> Value {
    loop {
        let message = line.hear_of("happened");
        if message["entry"]["by"] == 1 {
            return message;
        }
    }
}

/// The bots of this program that live, by the mark that each has in its environment.
fn bots_alive() -> usize {
    let mark = format!("LUDARIUM_BOT={}-", std::process::id());
    let mut tokens = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        let variables = environment.split(|&byte| byte == 0);
        tokens.extend(
            variables.filter(|variable| variable.starts_with(mark.as_bytes())).map(<[u8]>::to_vec),
        );
    }
    tokens.len()
}

fn bots_are_off_by_default() {
    let house = House::new();
    let agents = house.get("/api/games/sprint/agents");
    assert_eq!(agents["bots"], json!([]));
    let refused = house.post("/api/tables", &against("strict", "bot:Ada", 1));
    assert_eq!(refused.status, 400);
    assert!(refused.error().contains("not let in"), "{}", refused.body);
}

fn visitors_choose_by_name_and_give_no_commands() {
    let house = house(vec![offer("Ada B.", "good"), offer("Goer", "other-game")]);
    let agents = house.get("/api/games/sprint/agents");
    assert_eq!(agents["bots"], json!([{"name": "Ada B.", "agent": "bot:Ada B."}]));
    for text in ["bot:/bin/true", "bot[dir=/]:sh", "bot:", "bot: Ada B.", "bot:Goer", "bot:ada b."]
    {
        let refused = house.post("/api/tables", &against("strict", text, 1));
        assert_eq!(refused.status, 400, "{text}: {}", refused.body);
    }
    // Nobody is started before somebody plays.
    house.table(&against("strict", "bot:Ada B.", 1));
    assert_eq!(bots_alive(), 0);
}

fn a_visitor_meets_a_bot_and_sees_what_it_says() {
    let mut house = house(vec![offer("Ada B.", "good")]);
    let (id, keys) = house.table(&against("strict", "bot:Ada B.", 1));
    let mut line = house.sit(&id, keys[0].as_deref());
    let seats = line.hear_of("snapshot")["seats"].clone();
    assert_eq!(seats[1]["player"], "Ada B.");
    line.play("walk", 0);
    let happened = answer_of_bot(&mut line);
    let thought = &happened["view"]["thought"];
    assert_eq!(thought["agent"], "Ada B.");
    assert!(thought["comment"].as_str().unwrap().starts_with("<i>in "), "{thought}");
    assert_eq!(thought["stderr"], "<b>turn 1</b>");
    // What it said is kept with the game, and can be asked for later.
    let step = house.get(&format!("/api/tables/{id}/steps/{}", happened["count"]));
    assert_eq!(step["thought"]["stderr"], "<b>turn 1</b>");
    drop(line);
    // Without the bot the game can be seen, and waits.
    house.bots.clear();
    house.restart();
    let seen = house.get(&format!("/api/tables/{id}"));
    assert_eq!(seen["seats"][1]["player"], "Ada B.");
    assert_eq!(seen["seats"][1]["connected"], false);
    // The die may have fallen after it.
    assert!(seen["count"].as_u64() >= happened["count"].as_u64());
}

fn every_table_has_processes_of_its_own() {
    let mut house = house(vec![offer("Ada", "good")]);
    let mut said = Vec::new();
    let mut lines = Vec::new();
    for _ in 0..2 {
        let (id, keys) = house.table(&against("strict", "bot:Ada", 1));
        let mut line = house.sit(&id, keys[0].as_deref());
        line.hear_of("snapshot");
        line.play("walk", 0);
        said.push(answer_of_bot(&mut line)["view"]["thought"]["comment"].clone());
        lines.push(line);
    }
    assert_ne!(said[0], said[1]);
    #[cfg(target_os = "linux")]
    assert_eq!(bots_alive(), 2);
    drop(lines);
    // The tables end with the server, and the bots with their tables.
    house.bots.clear();
    house.restart();
    let until = Instant::now() + Duration::from_secs(120);
    while bots_alive() > 0 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(bots_alive(), 0);
}

fn a_bot_that_crashes_has_failed() {
    let house = house(vec![offer("Ada", "crashes")]);
    let (id, keys) = house.table(&against("strict:track=50", "bot:Ada", 1));
    let mut line = house.sit(&id, keys[0].as_deref());
    line.hear_of("snapshot");
    line.play("walk", 0);
    let (mv, count) = first(&line.my_turn());
    line.play(&mv, count);
    let over = line.hear_of("over");
    let ending = over["result"]["ending"].as_str().unwrap();
    assert!(ending.contains("exited with code 3"), "{ending}");
    assert_eq!(over["result"]["scores"], json!([1.0, 0.0]));
}

fn moves_can_be_taken_back_while_a_bot_thinks() {
    let house = house(vec![offer("Ada", "slow")]);
    let (id, keys) = house.table(&against("strict:track=50", "bot:Ada", 1));
    let mut line = house.sit(&id, keys[0].as_deref());
    line.hear_of("snapshot");
    // More often than a bot may fail: nobody is to blame.
    for _ in 0..6 {
        line.play("walk", 0);
        line.hear_of("thinking");
        // A bot that is not asked any more would have failed by now.
        std::thread::sleep(Duration::from_millis(300));
        line.say(&json!({"type": "undo"}));
        loop {
            let message = line.hear().unwrap();
            assert_ne!(message["type"], "over", "{message}");
            if message["type"] == "taken_back" {
                break;
            }
        }
    }
}
