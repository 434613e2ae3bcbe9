//! What the original Dicewars server said to raw clients in whole games, replayed byte for byte.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use ludarium_bridge::door::Notices;
use ludarium_bridge::testing::{PATIENCE, Script, terms, unpacked};
use ludarium_report_003::doors::{HostSetup, JoiningPlayer, Lobby, host, play};
use ludarium_report_003::seeded_game::Seeds;

/// A recorded game: how it was set up, and its lines.
struct Record {
    file: &'static str,
    clients: usize,
    board: u64,
    variant: &'static str,
    ordered: bool,
}

const RECORDS: [Record; 3] = [
    Record { file: "dicewars-two", clients: 2, board: 3, variant: "flat", ordered: true },
    Record { file: "dicewars-three", clients: 3, board: 7, variant: "orig", ordered: true },
    Record { file: "dicewars-shuffled", clients: 3, board: 8, variant: "flat", ordered: false },
];

impl Record {
    /// The speaker and the hearer (`0>S`, `S>0`, `S>*`, or `out` for the server's output), and the text.
    fn lines(&self) -> Vec<(String, String)> {
        let text = unpacked(format!("tests/data/{}.txt.gz", self.file));
        let split = |line: &str| line.split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned()));
        text.lines().map(|line| split(line).unwrap()).collect()
    }

    fn setup(&self) -> HostSetup {
        // The last to come was to play first.
        let nicknames = (0..self.clients).rev().map(|client| format!("raw{client} (AI)"));
        HostSetup {
            clients: self.clients,
            ours: Vec::new(),
            order: self.ordered.then(|| nicknames.collect()),
            seeds: Seeds { board: self.board, ownership: 42, strength: 42, fixed: 42 },
            variant: self.variant,
            validate: true,
            patience: PATIENCE,
        }
    }
}

/// Reads up to the zero byte that closes a message.
fn framed(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut byte = [0];
    loop {
        stream.read_exact(&mut byte).unwrap();
        if byte[0] == 0 {
            return String::from_utf8(bytes).unwrap();
        }
        bytes.push(byte[0]);
    }
}

/// Clients that send what the recorded ones sent, at our host: it answers what the original answered.
#[test]
fn our_host_answers_as_the_original_did() {
    for record in RECORDS {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let setup = record.setup();
        let hosting = thread::spawn(move || {
            let mut lobby = Lobby::new(&listener)?;
            host(&mut lobby, setup, &mut Notices::silent())
        });
        let mut clients: Vec<TcpStream> = Vec::new();
        let mut summary = String::new();
        for (way, text) in record.lines() {
            match way.as_bytes() {
                [digit, b'>', b'S'] => {
                    let number = usize::from(digit - b'0');
                    if number == clients.len() {
                        let client = TcpStream::connect(address).unwrap();
                        client.set_read_timeout(Some(PATIENCE)).unwrap();
                        client.set_nodelay(true).unwrap();
                        clients.push(client);
                    }
                    clients[number].write_all(text.as_bytes()).unwrap();
                }
                b"S>*" => {
                    for client in &mut clients {
                        assert_eq!(framed(client), text, "{}", record.file);
                    }
                }
                [b'S', b'>', digit] => {
                    let client = &mut clients[usize::from(digit - b'0')];
                    assert_eq!(framed(client), text, "{}", record.file);
                }
                _ => summary.push_str(&format!("{text}\n")),
            }
        }
        let hosted = hosting.join().unwrap().unwrap();
        assert_eq!(hosted.summary, summary);
        assert_eq!(hosted.ending, "conquest");
        assert!(hosted.notices.is_empty(), "{:?}", hosted.notices);
    }
}

/// A server that sends what the original sent: our client answers with the recorded bytes, in every seat.
#[test]
fn our_client_follows_the_original_s_games() {
    for record in RECORDS {
        for number in 0..record.clients {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let address = listener.local_addr().unwrap();
            let (speaks, hears) = (format!("{number}>S"), format!("S>{number}"));
            let lines = record.lines();
            let said = lines.iter().filter(|(way, _)| *way == speaks).map(|(_, text)| text);
            let script = said.skip(1).map(|text| {
                let request: serde_json::Value = serde_json::from_str(text).unwrap();
                match request["atk"].as_u64() {
                    Some(atk) => format!("{atk}>{}", request["def"]),
                    None => "E".to_owned(),
                }
            });
            let visitor = JoiningPlayer {
                nickname: format!("raw{number} (AI)"),
                player: Box::new(Script(script.collect())),
                terms: terms(1),
                patience: PATIENCE,
            };
            let playing = thread::spawn(move || play(address, visitor, &mut Notices::silent()));
            let (mut client, _) = listener.accept().unwrap();
            client.set_read_timeout(Some(PATIENCE)).unwrap();
            for (way, text) in &lines {
                if *way == speaks {
                    let mut bytes = vec![0; text.len()];
                    client.read_exact(&mut bytes).unwrap();
                    assert_eq!(&String::from_utf8(bytes).unwrap(), text);
                } else if *way == hears || way == "S>*" {
                    // In one piece: a second one would wait for an acknowledgement.
                    client.write_all(format!("{text}\0").as_bytes()).unwrap();
                }
            }
            drop(client);
            let played = playing.join().unwrap().unwrap();
            assert!(played.notices.is_empty(), "{:?}", played.notices);
            let end = lines.iter().rfind(|(way, _)| way == "S>*").unwrap();
            let end: serde_json::Value = serde_json::from_str(&end.1).unwrap();
            assert_eq!(played.winner.map(u64::from), end["winner"].as_u64());
        }
    }
}

/// The sample of the rules: the first message of board 3 has 7813 bytes before its zero byte, and begins so.
#[test]
fn the_sample_begins_as_the_rules_say() {
    let lines = RECORDS[0].lines();
    let start = &lines.iter().find(|(way, _)| way == "S>1").unwrap().1;
    let opening = r#"{"areas": {"1": {"adjacent_areas": [2, 5, 4, 3], "owner": 1, "dice": 3}, "2": {"adjacent_areas": [1, 6], "owner": 2, "dice": 3}, "#;
    assert!(start.starts_with(opening), "{start}");
    assert!(start.contains(r#""type": "game_start", "player": 1, "no_players": 2, "current_player": 1, "board": {"1": {"hexes": [[-23, 3], "#));
    assert!(start.ends_with(r#""order": [1, 2]}"#));
    assert_eq!(start.len(), 7813);
}
