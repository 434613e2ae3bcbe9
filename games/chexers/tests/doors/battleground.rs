//! The Chexers battleground on loopback: our host, our clients, and all that foreign ones may do.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use ludarium_bridge::battery::{player, terms};
use ludarium_bridge::door::{DoorError, Notices};
use ludarium_chexers::doors::{
    Host, HostSetup, Hosted, Message, Occupant, Played, Visitor, play, read_action,
};
use ludarium_chexers::rules::Chexers;
use ludarium_game::{Budget, Game, Rng, Seed, Spec, Tabletop, Turn};
use proptest::prelude::*;
use serde_json::Value;

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

fn setup() -> HostSetup {
    HostSetup {
        patience: LONG,
        answer: LONG,
        budget: Budget::default(),
    }
}

fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

fn visitor(name: &str, agent: &str, channel: &str) -> Visitor {
    Visitor {
        name: name.to_owned(),
        channel: channel.to_owned(),
        player: player(agent),
        terms: terms(5),
        patience: LONG,
    }
}

fn join(server: SocketAddr, name: &str, agent: &str, channel: &str) -> thread::JoinHandle<Played> {
    let visitor = visitor(name, agent, channel);
    thread::spawn(move || play(server, visitor, &mut Notices::silent()).unwrap())
}

fn ours(agent: &str) -> Occupant {
    Occupant::Ours(agent.to_owned(), player(agent))
}

/// A client that says what it is told to.
struct Script {
    reader: BufReader<TcpStream>,
}

impl Script {
    fn new(server: SocketAddr) -> Script {
        let stream = TcpStream::connect(server).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        Script {
            reader: BufReader::new(stream),
        }
    }

    fn say(&mut self, line: &str) {
        // A host that has sent this client away does not listen any more.
        let _ = self
            .reader
            .get_mut()
            .write_all(format!("{line}\n").as_bytes());
    }

    /// The next line, or nothing after the end.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        let _ = self.reader.read_line(&mut line);
        line.trim_end().to_owned()
    }

    /// Comes in and waits for its colour.
    fn enter(&mut self, name: &str) {
        self.say(&format!(
            r#"{{"name":"{name}","channel":"","mtype":"PLAY"}}"#
        ));
        assert_eq!(self.hear(), r#"{"mtype":"OKAY"}"#);
        assert!(self.hear().contains(r#""mtype":"GAME""#));
        assert!(self.hear().contains(r#""mtype":"INIT""#));
    }
}

/// One game of a script as red against two agents of ours.
fn against_script(answer: Duration, script: impl FnOnce(Script) + Send + 'static) -> Hosted {
    let (listener, address) = listener();
    let script = thread::spawn(move || script(Script::new(address)));
    let mut host = Host::new(&listener, HostSetup { answer, ..setup() }).unwrap();
    let hosted = host
        .play([Occupant::Client, ours("greedy"), ours("random")], Seed(1))
        .unwrap();
    script.join().unwrap();
    hosted
}

#[test]
fn three_clients_play_a_whole_game_and_agree_about_it() {
    let (listener, address) = listener();
    let clients = ["ann", "bob", "cleo"].map(|name| join(address, name, "greedy", ""));
    let mut host = Host::new(&listener, setup()).unwrap();
    let hosted = host
        .play(
            [Occupant::Client, Occupant::Client, Occupant::Client],
            Seed(3),
        )
        .unwrap();
    assert!(hosted.faults.is_empty(), "{:?}", hosted.faults);
    assert!(hosted.result.starts_with("winner: ") || hosted.result.starts_with("draw "));
    for (client, colour) in clients.into_iter().zip(["red", "green", "blue"]) {
        let played = client.join().unwrap();
        assert_eq!(played.moves, hosted.moves);
        assert_eq!(played.result, hosted.result);
        assert_eq!(played.names, hosted.names);
        let seat = ["red", "green", "blue"]
            .iter()
            .position(|known| *known == played.colour);
        let own = hosted
            .names
            .iter()
            .position(|name| *name == played.names[seat.unwrap()]);
        assert_eq!(own, seat, "{colour}");
    }
}

#[test]
fn the_exchange_is_that_of_the_original_client() {
    let hosted = against_script(LONG, |mut script| {
        script.say(r#"{"name":"alice","channel":"","mtype":"PLAY"}"#);
        assert_eq!(script.hear(), r#"{"mtype":"OKAY"}"#);
        let game: Value = serde_json::from_str(&script.hear()).unwrap();
        let names = [&game["red"], &game["green"], &game["blue"]];
        assert_eq!(
            names.map(|name| name.as_str().unwrap()),
            ["alice", "greedy", "random"]
        );
        let init: Value = serde_json::from_str(&script.hear()).unwrap();
        assert_eq!(
            (&init["mtype"], &init["colour"]),
            (&"INIT".into(), &"red".into())
        );
        script.say(r#"{"mtype":"OKAY"}"#);
        assert_eq!(script.hear(), r#"{"mtype":"TURN"}"#);
        // Floats, as some original players send them.
        script.say(r#"{"action":["MOVE",[[-3.0,0.0],[-2.0,-1.0]]],"mtype":"ACTN"}"#);
        let update: Value = serde_json::from_str(&script.hear()).unwrap();
        assert_eq!(update["colour"], "red");
        assert_eq!(update["action"].to_string(), r#"["MOVE",[[-3,0],[-2,-1]]]"#);
        script.say(r#"{"mtype":"OKAY"}"#);
        assert!(script.hear().contains("UPD8"));
        script.say(r#"{"mtype":"OKAY"}"#);
        assert!(script.hear().contains("UPD8"));
        script.say(r#"{"mtype":"OKAY"}"#);
        assert_eq!(script.hear(), r#"{"mtype":"TURN"}"#);
        script.say(r#"{"action":["PASS",null],"mtype":"ACTN"}"#);
        let over: Value = serde_json::from_str(&script.hear()).unwrap();
        assert!(
            over["result"].as_str().unwrap().contains("may not pass"),
            "{over}"
        );
        assert_eq!(script.hear(), "");
    });
    assert_eq!(hosted.moves.len(), 3);
    assert_eq!(hosted.scores, [0.0, 0.5, 0.5]);
    assert_eq!(hosted.faults[0].kind, "illegal");
}

#[test]
fn whoever_breaks_the_rules_loses_and_is_named() {
    let turn = |mut script: Script, answer: String| {
        script.enter("visitor");
        script.say(r#"{"mtype":"OKAY"}"#);
        script.hear();
        script.say(&answer);
        while !script.hear().is_empty() {}
    };
    let answers = [
        (r#"{"mtype":"OKAY"}"#.to_owned(), "failed", "ACTN was due"),
        (
            "garbage".to_owned(),
            "failed",
            "no message of the battleground",
        ),
        (
            r#"{"action":["FLY",[0,0]],"mtype":"ACTN"}"#.to_owned(),
            "illegal",
            "expected",
        ),
        ("x".repeat(3 << 20), "failed", "has no end"),
    ];
    for (answer, kind, reason) in answers {
        let hosted = against_script(LONG, move |script| turn(script, answer));
        assert_eq!(hosted.scores, [0.0, 0.5, 0.5], "{reason}");
        assert_eq!(hosted.faults[0].kind, kind);
        assert!(
            hosted.result.starts_with("error: red: "),
            "{}",
            hosted.result
        );
        assert!(hosted.result.contains(reason), "{}", hosted.result);
    }
}

#[test]
fn silence_and_leaving_end_the_game_in_time() {
    let hosted = against_script(Duration::from_secs(2), |mut script| {
        script.enter("sleeper");
        assert!(script.hear().contains("OVER"));
    });
    assert_eq!(hosted.faults[0].kind, "overtime");
    let hosted = against_script(LONG, |mut script| script.enter("leaver"));
    assert_eq!(hosted.faults[0].kind, "failed");
    assert!(
        hosted.result.contains("connection is lost"),
        "{}",
        hosted.result
    );
}

#[test]
fn the_lobby_keeps_channels_apart_and_sends_troublemakers_away() {
    let (listener, address) = listener();
    let mut noise = Script::new(address);
    noise.say("GET / HTTP/1.1");
    let mut early = Script::new(address);
    early.say(r#"{"mtype":"TURN"}"#);
    let mut alone = Script::new(address);
    alone.say(r#"{"name":"alone","channel":"hive","mtype":"PLAY"}"#);
    let clients = ["a", "b"].map(|name| join(address, name, "random", "open"));
    let mut host = Host::new(&listener, setup()).unwrap();
    let hosted = host
        .play(
            [Occupant::Client, Occupant::Client, ours("random")],
            Seed(2),
        )
        .unwrap();
    assert!(
        !hosted.names.contains(&"alone".to_owned()),
        "{:?}",
        hosted.names
    );
    for client in clients {
        assert_eq!(client.join().unwrap().result, hosted.result);
    }
    assert_eq!(noise.hear(), "");
    assert!(early.hear().contains("out of place"));
    assert_eq!(alone.hear(), r#"{"mtype":"OKAY"}"#);
}

/// Those who connect and say nothing, more of them than may wait, take nobody's place.
#[test]
fn nobody_who_is_silent_holds_the_lobby_full() {
    let (listener, address) = listener();
    let silent: Vec<TcpStream> = (0..100)
        .map(|_| TcpStream::connect(address).unwrap())
        .collect();
    let began = Instant::now();
    let script = thread::spawn(move || {
        let mut script = Script::new(address);
        script.enter("late");
        drop(silent);
    });
    let setup = HostSetup {
        answer: Duration::from_secs(1),
        ..setup()
    };
    let mut host = Host::new(&listener, setup).unwrap();
    let hosted = host
        .play([Occupant::Client, ours("greedy"), ours("random")], Seed(1))
        .unwrap();
    script.join().unwrap();
    assert_eq!(hosted.names[0], "late");
    // The silent ones would go by themselves after ten seconds.
    assert!(
        began.elapsed() < Duration::from_secs(9),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn a_host_does_not_wait_for_ever() {
    let (listener, _) = listener();
    let patience = Duration::from_millis(50);
    let mut host = Host::new(
        &listener,
        HostSetup {
            patience,
            ..setup()
        },
    )
    .unwrap();
    let error = host
        .play([Occupant::Client, ours("random"), ours("random")], Seed(1))
        .unwrap_err();
    assert!(
        error.to_string().contains("fewer than 1 clients"),
        "{error}"
    );
}

/// What a client of ours says about a server that sends these lines, each after an answer.
fn at_server(lines: &'static [&'static str]) -> DoorError {
    let (listener, address) = listener();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream);
        for line in lines {
            if line.is_empty() {
                reader.read_line(&mut String::new()).unwrap();
            } else {
                writeln!(reader.get_mut(), "{line}").unwrap();
            }
        }
    });
    let error = play(address, visitor("me", "random", ""), &mut Notices::silent()).unwrap_err();
    server.join().unwrap();
    error
}

#[test]
fn a_server_that_makes_no_sense_is_left_with_a_reason() {
    const BEGIN: [&str; 5] = [
        "",
        r#"{"mtype":"OKAY"}"#,
        r#"{"red":"a","green":"b","blue":"c","mtype":"GAME"}"#,
        r#"{"colour":"green","mtype":"INIT"}"#,
        "",
    ];
    let answers: [(&'static [&'static str], &str); 6] = [
        (&["", r#"{"mtype":"TURN"}"#], "OKAY was due"),
        (
            &["", r#"{"reason":"full","mtype":"ERRO"}"#],
            "gives up: full",
        ),
        (&["", r#"{"mtype":"OKAY"}"#, "]"], "no message"),
        (
            &[
                BEGIN[0],
                BEGIN[1],
                BEGIN[2],
                r#"{"colour":"pink","mtype":"INIT"}"#,
            ],
            "unknown colour `pink`",
        ),
        (
            &[
                BEGIN[0],
                BEGIN[1],
                BEGIN[2],
                BEGIN[3],
                BEGIN[4],
                r#"{"mtype":"TURN"}"#,
            ],
            "not green's turn",
        ),
        (
            &[
                BEGIN[0],
                BEGIN[1],
                BEGIN[2],
                BEGIN[3],
                BEGIN[4],
                r#"{"colour":"red","action":["EXIT",[-3,0]],"mtype":"UPD8"}"#,
            ],
            "UPD8 makes no sense",
        ),
    ];
    for (lines, reason) in answers {
        let error = at_server(lines).to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

fn start() -> Chexers {
    let rules = Chexers::rules(&Spec::named("referee")).unwrap();
    Chexers::start(&rules, &mut Rng::new(Seed(1)))
}

/// Reads a line as both sides do; whatever it is, it has an answer.
fn digest(line: &[u8]) {
    let Ok(message) = Message::read(line) else {
        return;
    };
    let again = message.write();
    assert_eq!(
        Message::read(again.trim_end().as_bytes()),
        Ok(message.clone())
    );
    if let Message::Actn { action } | Message::Upd8 { action, .. } = message {
        let mut position = start();
        if let Ok(mv) = read_action(&position, &action) {
            position.play(mv);
            assert!(matches!(position.turn(), Turn::Seat(_)));
        }
    }
}

#[test]
fn the_corpus_has_answers() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doors/corpus");
    let mut lines = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for line in bytes.split(|&byte| byte == b'\n') {
            digest(line);
            lines += 1;
        }
    }
    assert!(lines > 40, "{lines}");
}

proptest! {
    #[test]
    fn any_bytes_have_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        digest(&bytes);
    }

    #[test]
    fn anything_like_a_message_has_an_answer(
        kind in "(PLAY|OKAY|GAME|INIT|TURN|ACTN|UPD8|OVER|ERRO|[A-Z]{4})",
        word in "(MOVE|JUMP|EXIT|PASS|\\PC{0,4})",
        numbers in prop::collection::vec("(-?[0-9]{1,3}(\\.[0-9])?|1e400|null|\"3\"|\\[\\])", 0..5),
    ) {
        let list = numbers.join(",");
        let action = format!("[{},[[{list}],[{list}]]]", serde_json::json!(word));
        digest(format!("{{\"mtype\":\"{kind}\",\"colour\":\"red\",\"action\":{action}}}").as_bytes());
        digest(format!("{{\"mtype\":\"{kind}\",\"action\":[{},[{list}]]}}", serde_json::json!(word)).as_bytes());
    }
}
