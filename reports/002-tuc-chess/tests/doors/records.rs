//! What the original TUC-Chess server and clients said, replayed byte for byte.

use std::net::UdpSocket;
use std::thread;

use ludarium_bridge::door::Notices;
use ludarium_bridge::testing::{PATIENCE, Script, datagram, terms, unpacked};
use ludarium_game::{Dice, Tabletop};
use ludarium_report_002::doors::ServerText;
use ludarium_report_002::doors::{
    Follower, GameTimes, GuestPlayer, ServedGame, StepNews, host, play, rules,
};
use ludarium_tuc_chess::rules::{Move, MoveParts, Square, TucChess};
use serde_json::Value;

const EXCHANGE: &str = "tests/data/exchange.txt.gz";
const TRACES: &str = "tests/data/traces.jsonl.gz";

/// The captured datagrams: direction and payload.
fn exchange() -> Vec<(String, String)> {
    let text = unpacked(EXCHANGE);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            (fields[1].to_owned(), fields[4].to_owned())
        })
        .collect()
}

fn payloads(exchange: &[(String, String)], direction: &str) -> Vec<String> {
    let chosen = exchange.iter().filter(|(way, _)| way == direction);
    chosen.map(|(_, payload)| payload.clone()).collect()
}

/// Chance events as they were recorded: after each step the new present and the points.
struct Recorded {
    after: Vec<(Option<Square>, [u32; 2])>,
    steps: usize,
}

impl Recorded {
    fn from_messages<'a>(messages: impl Iterator<Item = &'a str>) -> Recorded {
        let mut points = [0, 0];
        let mut after = Vec::new();
        for text in messages {
            let (present, now) = match ServerText::read(text, points).unwrap() {
                ServerText::Turn { present, points, .. } => (present, points),
                ServerText::End { points } => (None, points),
                _ => continue,
            };
            points = now;
            after.push((present, now));
        }
        Recorded { after, steps: 0 }
    }
}

impl Dice<TucChess> for Recorded {
    fn roll(&mut self, position: &TucChess) -> Move {
        let (present, points) = self.after[self.steps - 1];
        let mover = 1 - position.side_to_move().index();
        let before = [0, 1].map(|seat| position.points(ludarium_game::Seat(seat)));
        let taken = position.describe().ends_with("?*");
        let value = taken.then(|| u8::from(points[mover] > before[mover]));
        Move::outcome(value, present)
    }

    fn observe(&mut self, _: &TucChess, mv: Move) {
        self.steps += usize::from(matches!(mv.action(), MoveParts::Step(..)));
    }
}

/// Two clients that send what the original clients sent, at our host: it answers what the original answered.
#[test]
fn our_host_answers_the_captured_game_byte_for_byte() {
    let exchange = exchange();
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let luck = Recorded::from_messages(payloads(&exchange, "S->W").iter().map(String::as_str));
    let hosting = thread::spawn(move || {
        let limits = GameTimes {
            countdown: std::time::Duration::ZERO,
            patience: PATIENCE,
            ..GameTimes::default()
        };
        let rules = rules("server").unwrap();
        host(&socket, &rules, &limits, None, Box::new(luck), &mut Notices::silent())
    });
    let client = || {
        let client = UdpSocket::bind("127.0.0.1:0").unwrap();
        client.connect(address).unwrap();
        client
    };
    let (white, black) = (client(), client());
    let mut heard = 0;
    for (direction, payload) in &exchange {
        match direction.as_str() {
            "W->S" => assert_eq!(white.send(payload.as_bytes()).unwrap(), payload.len()),
            "B->S" => assert_eq!(black.send(payload.as_bytes()).unwrap(), payload.len()),
            to => {
                let client = if to == "S->W" { &white } else { &black };
                assert_eq!(datagram(client).0, payload.as_bytes(), "message {heard}");
                heard += 1;
            }
        }
    }
    assert!(heard > 100);
    let hosted = hosting.join().unwrap().unwrap();
    assert_eq!(hosted.players, ["client8", "client7"]);
    assert_eq!((hosted.points, hosted.ending.as_str()), ([7, 14], "king captured"));
    assert_eq!(hosted.scores, [0.0, 1.0]);
}

/// A server that sends what the original sent: our client answers with the original client's bytes, on both sides.
#[test]
fn our_client_follows_the_captured_game_byte_for_byte() {
    let exchange = exchange();
    for letter in ["W", "B"] {
        let (to_server, to_client) = (format!("{letter}->S"), format!("S->{letter}"));
        let own = payloads(&exchange, &to_server);
        let server = UdpSocket::bind("127.0.0.1:0").unwrap();
        let address = server.local_addr().unwrap();
        let visitor = GuestPlayer {
            name: own[0].clone(),
            player: Box::new(Script(own[1..].iter().cloned().collect())),
            terms: terms(1),
            rules: rules("2021").unwrap(),
            patience: PATIENCE,
        };
        let playing = thread::spawn(move || play(address, visitor, &mut Notices::silent()));
        let mut client = None;
        for (direction, payload) in &exchange {
            if *direction == to_server {
                let (bytes, from) = datagram(&server);
                assert_eq!(bytes, payload.as_bytes());
                client = Some(from);
            } else if *direction == to_client {
                server.send_to(payload.as_bytes(), client.unwrap()).unwrap();
            }
        }
        let played = playing.join().unwrap().unwrap();
        assert_eq!(played.points, [7, 14]);
        assert_eq!(played.messages, payloads(&exchange, &to_client));
        // The only notice says which side we are: nothing was odd.
        assert_eq!(played.notices.len(), 1, "{:?}", played.notices);
    }
}

/// The datagrams of all traced games, with the deviations of the server in them.
#[test]
fn all_traced_datagrams_come_from_our_table_and_are_followed() {
    let (mut plies, mut stalemates) = (0, 0);
    for line in unpacked(TRACES).lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let steps = game["plies"].as_array().unwrap();
        let wires = || steps.iter().map(|ply| ply["w"].as_str().unwrap());
        let luck = Recorded::from_messages(wires());
        let mut table = ServedGame::new(&rules("server").unwrap(), Box::new(luck));
        let mut follower = Follower::new(rules("2021").unwrap());
        for (ply, wire) in steps.iter().zip(wires()) {
            let state = ply["s"].as_str().unwrap();
            assert_eq!(table.position().describe(), state);
            assert_eq!(follower.position().describe(), state);
            let step = table.read(ply["m"].as_str().unwrap().as_bytes()).unwrap();
            let before = table.points();
            let (message, _) = table.play(step, false);
            if table.position().ending() == "stalemate" {
                // The original would wait forever; we end the game with the standing points.
                assert_eq!(message, ServerText::End { points: table.points() });
                stalemates += 1;
            } else {
                assert_eq!(message.to_string(), wire);
            }
            if let ServerText::Turn { present, points, .. } =
                ServerText::read(wire, before).unwrap()
            {
                let news = StepNews { step, present, points: Some(points) };
                follower.follow(news, |doubt| panic!("{doubt}"));
            }
            plies += 1;
        }
    }
    assert_eq!((plies, stalemates), (4815, 1));
}
