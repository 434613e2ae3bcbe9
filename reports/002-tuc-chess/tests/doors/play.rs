//! TUC-Chess games over loopback: our client at our host, and what happens when somebody misbehaves.

use std::net::{SocketAddr, UdpSocket};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludarium_bridge::door::{DoorError, Notices, SeatedPlayer};
use ludarium_bridge::testing::{PATIENCE, SHORT, datagram, player, terms};
use ludarium_game::{Seat, Seed};
use ludarium_report_002::doors::{
    GameTimes, GuestGame, GuestPlayer, Hosted, OurSeat, SeededLuck, host, play, rules,
};

fn limits(patience: Duration) -> GameTimes {
    GameTimes { countdown: Duration::ZERO, patience, ..GameTimes::default() }
}

/// A host in a thread of its own, and where it listens.
fn hosting(
    limits: GameTimes,
    agent: Option<(&str, Seat)>,
) -> (SocketAddr, JoinHandle<Result<Hosted, DoorError>>) {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let ours = agent.map(|(name, seat)| OurSeat {
        name: name.to_owned(),
        seated: SeatedPlayer::new(player(name), seat, &terms(3)),
    });
    let hosting = thread::spawn(move || {
        let rules = rules("server:stalemate=score").unwrap();
        let luck = Box::new(SeededLuck::new(Seed(5)));
        host(&socket, &rules, &limits, ours, luck, &mut Notices::silent())
    });
    (address, hosting)
}

fn joining(
    address: SocketAddr,
    agent: &str,
    patience: Duration,
) -> JoinHandle<Result<GuestGame, DoorError>> {
    let visitor = GuestPlayer {
        name: format!("our {agent}"),
        player: player(agent),
        terms: terms(7),
        rules: rules("2021").unwrap(),
        patience,
    };
    thread::spawn(move || play(address, visitor, &mut Notices::silent()))
}

/// A client that says what the test wants.
struct Puppet(UdpSocket);

impl Puppet {
    fn join(address: SocketAddr, name: &str) -> Puppet {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        socket.connect(address).unwrap();
        let puppet = Puppet(socket);
        puppet.say(name.as_bytes());
        puppet
    }

    fn say(&self, bytes: &[u8]) {
        self.0.send(bytes).unwrap();
    }

    fn hear(&self) -> String {
        String::from_utf8(datagram(&self.0).0).unwrap()
    }

    fn expect(&self, messages: &[&str]) {
        for message in messages {
            assert_eq!(self.hear(), *message);
        }
    }
}

#[test]
fn two_of_our_clients_play_a_game_at_our_host() {
    let (address, hosting) = hosting(limits(PATIENCE), None);
    let agents = ["greedy", "random"];
    let clients = agents.map(|agent| joining(address, agent, PATIENCE));
    let hosted = hosting.join().unwrap().unwrap();
    let mut played = clients.map(|client| client.join().unwrap().unwrap());
    // The first client is White.
    let mut names = agents.map(|agent| format!("our {agent}"));
    if played[0].side == "Black" {
        played.reverse();
        names.reverse();
    }
    let [white, black] = played;
    assert_eq!(hosted.players, names);
    assert_eq!((white.side, black.side), ("White", "Black"));
    assert_eq!(white.points, hosted.points);
    assert_eq!(black.points, hosted.points);
    assert!(hosted.notices.is_empty(), "{:?}", hosted.notices);
    assert!(matches!(
        (white.result, black.result),
        ("won", "lost") | ("lost", "won") | ("drawn", "drawn")
    ));
    // Everything but the last message is the same for both.
    assert_eq!(white.messages[1..], black.messages[1..]);
}

#[test]
fn a_client_plays_against_our_agent_on_either_side() {
    for seat in Seat::all(2) {
        let (address, hosting) = hosting(limits(PATIENCE), Some(("greedy", seat)));
        let client = joining(address, "one-ply", PATIENCE);
        let hosted = hosting.join().unwrap().unwrap();
        let played = client.join().unwrap().unwrap();
        assert_eq!(hosted.players[seat.index()], "greedy");
        assert_eq!(played.points, hosted.points);
        assert_eq!(played.notices.len(), 1, "{:?}", played.notices);
        assert!(hosted.notices.is_empty(), "{:?}", hosted.notices);
    }
}

/// Two puppets whose first steps are made: both have their seats.
fn two_seated(address: SocketAddr) -> [Puppet; 2] {
    let white = Puppet::join(address, "w");
    white.expect(&["PW"]);
    let black = Puppet::join(address, "b");
    black.expect(&["PB", "GB"]);
    white.expect(&["GB"]);
    white.say(b"5141");
    assert_eq!(black.hear(), white.hear());
    black.say(b"1121");
    assert_eq!(black.hear(), white.hear());
    [white, black]
}

const WRONG_STEPS: [(&[u8], &str); 6] = [
    (b"5030", "a pawn goes one step ahead"),
    (b"1020", "opponent's"),
    (b"5040\n", "exactly four digits"),
    (b"abcd", "four digits"),
    (b"", "exactly four digits"),
    (&[0xFF; 400], "exactly four digits"),
];

#[test]
fn wrong_steps_lose_and_everybody_may_leave() {
    for (step, reason) in WRONG_STEPS {
        let (address, hosting) = hosting(limits(PATIENCE), None);
        let [white, black] = two_seated(address);
        white.say(step);
        white.expect(&["GE0000"]);
        black.expect(&["GE0000"]);
        let hosted = hosting.join().unwrap().unwrap();
        assert_eq!(hosted.scores, [0.0, 1.0]);
        assert!(hosted.ending.starts_with("w (White) lost"), "{}", hosted.ending);
        assert!(hosted.ending.contains(reason), "{}", hosted.ending);
    }
}

/// A client that makes no legal step never had the seat: it may go, and the next one plays.
#[test]
fn a_wrong_first_step_loses_only_the_place() {
    for (step, reason) in WRONG_STEPS {
        let (address, hosting) = hosting(limits(PATIENCE), Some(("greedy", Seat(1))));
        let wrong = Puppet::join(address, "wrong");
        wrong.expect(&["PW", "GB"]);
        wrong.say(step);
        wrong.expect(&["GE0000"]);
        let right = joining(address, "one-ply", PATIENCE);
        let hosted = hosting.join().unwrap().unwrap();
        assert_eq!(hosted.players, ["our one-ply", "greedy"]);
        assert_eq!(right.join().unwrap().unwrap().points, hosted.points);
        let all = hosted.notices.join("\n");
        assert!(all.contains("wrong made no step and leaves White"), "{all}");
        assert!(all.contains(reason), "{all}");
    }
}

/// Many clients send something and then nothing: one that plays gets a seat long before the patience is over.
#[test]
fn senders_of_junk_keep_nobody_out() {
    let limits = GameTimes { step: SHORT, ..limits(100 * PATIENCE) };
    for agent in [Some(("greedy", Seat(0))), Some(("greedy", Seat(1))), None] {
        let (address, hosting) = hosting(limits, agent);
        let junk = |number: u8| {
            let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
            socket.send_to(&[0xFF, number], address).unwrap();
            socket
        };
        let crowd: Vec<UdpSocket> = (0..50).map(junk).collect();
        let first = joining(address, "one-ply", PATIENCE);
        // With two open places one who comes after another is let in for the other side.
        let second = agent.is_none();
        let second = second.then(|| joining(address, "greedy", PATIENCE));
        let hosted = hosting.join().unwrap().unwrap();
        for client in std::iter::once(first).chain(second) {
            assert_eq!(client.join().unwrap().unwrap().points, hosted.points);
        }
        // The others are told that they may go.
        for socket in &crowd {
            let told: Vec<String> = std::iter::from_fn(|| {
                let (bytes, _) = datagram(socket);
                let text = String::from_utf8(bytes).unwrap();
                (!text.starts_with("GE")).then_some(text)
            })
            .collect();
            assert!(told.len() <= 3, "{told:?}");
        }
    }
}

#[test]
fn a_silent_client_loses_after_the_patience() {
    let (address, hosting) = hosting(limits(SHORT), Some(("greedy", Seat(1))));
    let white = Puppet::join(address, "mute");
    white.expect(&["PW", "GB", "GE0000"]);
    let hosted = hosting.join().unwrap().unwrap();
    assert_eq!(hosted.scores, [0.0, 1.0]);
    assert!(hosted.ending.contains("no step within"), "{}", hosted.ending);
}

#[test]
fn a_host_without_clients_gives_up() {
    let (_, hosting) = hosting(limits(SHORT), None);
    let error = hosting.join().unwrap().unwrap_err().to_string();
    assert!(error.contains("no client came for White"), "{error}");
}

#[test]
fn strangers_and_early_steps_do_not_count() {
    let (address, hosting) = hosting(limits(PATIENCE), None);
    let white = Puppet::join(address, "w");
    white.expect(&["PW"]);
    // Its answer may have been lost: it hears it again and does not take the other side.
    white.say(b"w");
    white.expect(&["PW"]);
    let black = Puppet::join(address, "b");
    black.expect(&["PB", "GB"]);
    white.expect(&["GB"]);
    black.say(b"1020");
    white.say(b"5141");
    let told = white.hear();
    assert!(told.starts_with("T15141"), "{told}");
    assert_eq!(black.hear(), told);
    black.say(b"1121");
    assert_eq!(black.hear(), white.hear());
    // Both have their seats: a client that comes now is a stranger.
    let stranger = Puppet::join(address, "5040");
    thread::sleep(Duration::from_millis(50));
    white.say(b"oops");
    white.expect(&["GE0000"]);
    let hosted = hosting.join().unwrap().unwrap();
    let all = hosted.notices.join("\n");
    assert!(all.contains("gave its name twice"), "{all}");
    assert!(all.contains("whose turn it is not"), "{all}");
    let address = stranger.0.local_addr().unwrap();
    assert!(all.contains(&format!("from {address}")), "{all}");
}

#[test]
fn late_steps_are_told_or_lose() {
    for strict in [false, true] {
        let limits = GameTimes { step: Duration::from_millis(1), strict, ..limits(PATIENCE) };
        let (address, hosting) = hosting(limits, None);
        let white = Puppet::join(address, "slow");
        white.expect(&["PW"]);
        let black = Puppet::join(address, "b");
        black.expect(&["PB", "GB"]);
        white.expect(&["GB"]);
        thread::sleep(Duration::from_millis(20));
        white.say(b"5040");
        let told = white.hear();
        if strict {
            assert_eq!(told, "GE0000");
        } else {
            assert!(told.starts_with("T15040"), "{told}");
            black.expect(&[&told]);
            black.say(b"1020");
            white.hear();
            white.say(b"");
        }
        let hosted = hosting.join().unwrap().unwrap();
        let all = hosted.notices.join("\n");
        assert!(all.contains("a step after"), "{all}");
    }
}

#[test]
fn the_game_ends_after_its_time_with_the_next_step() {
    let limits = GameTimes { game: Duration::ZERO, ..limits(PATIENCE) };
    let (address, hosting) = hosting(limits, None);
    let white = Puppet::join(address, "w");
    white.expect(&["PW"]);
    let black = Puppet::join(address, "b");
    white.expect(&["GB"]);
    white.say(b"5040");
    white.expect(&["GE0000"]);
    black.expect(&["PB", "GB", "GE0000"]);
    let hosted = hosting.join().unwrap().unwrap();
    assert_eq!(hosted.ending, "time for the game is over");
    assert_eq!(hosted.scores, [0.5, 0.5]);
}

/// A server that says what the test wants, with our client as White after `GB` and its first step.
fn bad_server(
    patience: Duration,
    talk: impl FnOnce(&UdpSocket, SocketAddr, &str),
) -> Result<GuestGame, DoorError> {
    let server = UdpSocket::bind("127.0.0.1:0").unwrap();
    let playing = joining(server.local_addr().unwrap(), "greedy", patience);
    let (_, client) = datagram(&server);
    server.send_to(b"PW", client).unwrap();
    server.send_to(b"GB", client).unwrap();
    let step = String::from_utf8(datagram(&server).0).unwrap();
    talk(&server, client, &step);
    drop(server);
    playing.join().unwrap()
}

#[test]
fn a_silent_server_is_left_after_the_patience() {
    let error = bad_server(SHORT, |_, _, _| thread::sleep(2 * SHORT)).unwrap_err();
    assert!(matches!(error, DoorError::Silent(_)), "{error}");
}

#[test]
fn a_server_that_is_gone_is_noticed() {
    let error = bad_server(SHORT, |_, _, _| {}).unwrap_err();
    let silent = matches!(error, DoorError::Silent(_));
    assert!(silent || matches!(error, DoorError::Network { .. }), "{error}");
}

#[test]
fn nonsense_is_passed_over_and_repetitions_are_no_news() {
    let played = bad_server(PATIENCE, |server, client, step| {
        let say = |text: &str| assert!(server.send_to(text.as_bytes(), client).is_ok());
        for text in ["", "T", "T19999999999", "GE1", "PB", "GB", &"T".repeat(500)] {
            say(text);
        }
        say(&format!("T1{step}990000"));
        say(&format!("T1{step}990000"));
        say("T01020990000");
        say("T01020990000");
        assert_eq!(datagram(server).0.len(), 4, "one answer");
        say("T01020990000");
        say("GE0003");
    });
    let played = played.unwrap();
    assert_eq!((played.points, played.result), ([0, 3], "lost"));
    assert!(played.notices.len() > 7, "{:?}", played.notices);
}

#[test]
fn a_lost_repetition_and_a_strange_score_do_not_stop_the_client() {
    let played = bad_server(PATIENCE, |server, client, _| {
        let say = |text: &str| assert!(server.send_to(text.as_bytes(), client).is_ok());
        // The repetition of our first step never comes.
        say("T01020990005");
        let second = String::from_utf8(datagram(server).0).unwrap();
        assert_eq!(second.len(), 4);
        // A step of a piece that is not there.
        say(&format!("T1{second}990005"));
        say("T04443990005");
        assert_eq!(datagram(server).0.len(), 4);
        say("GE0105");
    });
    let played = played.unwrap();
    let all = played.notices.join("\n");
    assert!(all.contains("the repetition of our step was lost"), "{all}");
    assert!(all.contains("the server is right"), "{all}");
    assert!(all.contains("which our rules do not allow"), "{all}");
}
