//! Dicewars games over loopback: our clients at our host, and what happens when somebody misbehaves.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ludarium_agents::Roster;
use ludarium_arena::{Player, TimeControl};
use ludarium_bridge::door::{DoorError, Entrant, Notices};
use ludarium_bridge::testing::{PATIENCE, SHORT, terms};
use ludarium_dicewars::rules::Dicewars;
use ludarium_game::Seed;
use ludarium_report_003::agents::entries;
use ludarium_report_003::doors::{
    HostSetup, HostedRecord, JoinedGame, JoiningPlayer, Lobby, MessageKind, Ours, ServerMessage,
    host, play,
};
use ludarium_report_003::seeded_game::Seeds;

/// A player of the report.
fn player(agent: &str) -> Box<dyn Player<Dicewars>> {
    let entrant = Entrant::new(agent, "", &Roster::of(entries()), None).unwrap();
    entrant.player(TimeControl::None, Seed(1))
}

fn setup(clients: usize, agents: &[&str], patience: Duration) -> HostSetup {
    let ours = agents.iter().map(|agent| Ours {
        nickname: format!("{agent} (AI)"),
        player: player(agent),
        terms: terms(3),
    });
    HostSetup {
        clients,
        ours: ours.collect(),
        order: None,
        seeds: Seeds { board: 5, ownership: 6, strength: 7, fixed: 8 },
        variant: "flat",
        validate: true,
        patience,
    }
}

fn hosting(setup: HostSetup) -> (SocketAddr, JoinHandle<Result<HostedRecord, DoorError>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let hosting = thread::spawn(move || {
        let mut lobby = Lobby::new(&listener)?;
        host(&mut lobby, setup, &mut Notices::silent())
    });
    (address, hosting)
}

fn joining(
    address: SocketAddr,
    agent: &str,
    patience: Duration,
) -> JoinHandle<Result<JoinedGame, DoorError>> {
    let visitor = JoiningPlayer {
        nickname: format!("{agent} (AI)"),
        player: player(agent),
        terms: terms(7),
        patience,
    };
    thread::spawn(move || play(address, visitor, &mut Notices::silent()))
}

/// A client that says what the test wants, and reads on in the background so that it never blocks the host.
struct Puppet(TcpStream);

impl Puppet {
    fn join(address: SocketAddr, hello: &str) -> Puppet {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let puppet = Puppet(stream);
        puppet.say(hello);
        puppet
    }

    fn say(&self, text: &str) {
        (&self.0).write_all(text.as_bytes()).unwrap();
    }

    /// The next message.
    fn hear(&self) -> ServerMessage {
        let mut bytes = Vec::new();
        let mut byte = [0];
        loop {
            (&self.0).read_exact(&mut byte).unwrap();
            if byte[0] == 0 {
                return serde_json::from_slice(&bytes).unwrap();
            }
            bytes.push(byte[0]);
        }
    }

    /// Reads everything until the host hangs up, and says whether the game's end was among it.
    fn hear_out(mut self) -> bool {
        let mut all = Vec::new();
        let _ = self.0.read_to_end(&mut all);
        String::from_utf8_lossy(&all).contains("game_end")
    }
}

const HELLO: &str = r#"{"type": "client_desc", "nickname": "puppet"}"#;

#[test]
fn our_clients_and_our_agents_finish_games() {
    let (address, hosting) = hosting(setup(2, &["sdc", "ste"], PATIENCE));
    let clients = ["sdc", "xlogin00"].map(|agent| joining(address, agent, PATIENCE));
    let hosted = hosting.join().unwrap().unwrap();
    let played = clients.map(|client| client.join().unwrap().unwrap());
    assert!(hosted.failed.is_empty() && hosted.notices.is_empty(), "{:?}", hosted.notices);
    // The same agent in two seats: their nicknames differ.
    let mut names = hosted.players.clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 4, "{:?}", hosted.players);
    for played in &played {
        assert!(played.notices.is_empty(), "{:?}", played.notices);
        assert_eq!(played.winner, hosted.winner);
        let won = played.winner == Some(played.player);
        assert_eq!(played.result == "won", won);
    }
    let losers = hosted.players.len() - usize::from(hosted.winner.is_some());
    assert_eq!(hosted.summary.matches("eliminated").count(), losers);
}

/// Those who connect and say nothing, more of them than are listened to at once, do not keep anybody waiting.
#[test]
fn nobody_who_is_silent_holds_the_door_shut() {
    let (address, hosting) = hosting(setup(1, &["ste"], PATIENCE));
    let silent: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(address).unwrap()).collect();
    // One who begins to speak and does not go on is no better.
    (&silent[99]).write_all(br#"{"type": "client_"#).unwrap();
    let came = Instant::now();
    let puppet = Puppet::join(address, HELLO);
    assert_eq!(puppet.hear().kind, MessageKind::GameStart);
    // Ten seconds is what a single one may take to say who it is.
    assert!(came.elapsed() < Duration::from_secs(9), "{:?}", came.elapsed());
    drop(puppet);
    let hosted = hosting.join().unwrap().unwrap();
    assert!(hosted.players.contains(&"puppet".to_owned()));
    drop(silent);
}

/// A client that comes too early for one game waits for the next.
#[test]
fn a_client_that_is_not_needed_yet_plays_the_next_game() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let puppets = [(); 2].map(|()| Puppet::join(address, HELLO));
    let leaving = puppets.map(|puppet| thread::spawn(move || puppet.hear_out()));
    let mut lobby = Lobby::new(&listener).unwrap();
    for _ in 0..2 {
        let setup = setup(1, &["ste"], SHORT);
        let hosted = host(&mut lobby, setup, &mut Notices::silent()).unwrap();
        assert!(hosted.players.contains(&"puppet".to_owned()));
    }
    for puppet in leaving {
        assert!(puppet.join().unwrap());
    }
}

#[test]
fn a_misbehaving_client_only_ends_its_turns_and_the_others_finish() {
    for (nonsense, reason) in [
        ("hello", "expected"),
        ("[1, 2]", "expected"),
        (r#"{"type": "end_turn"}{"type": "end_turn"}"#, "trailing"),
        (r#"{"type": "battle", "atk": "1", "def": "2"}"#, "invalid type"),
        (r#"{"type": "battle", "atk": 1}"#, "without `def`"),
        (r#"{"type": "battle", "atk": 0, "def": 99}"#, "illegal move"),
        (r#"{"type": "battle", "atk": 1, "def": 1}"#, "illegal move"),
        (HELLO, "in mid-game"),
    ] {
        let (address, hosting) = hosting(setup(1, &["sdc", "ste"], PATIENCE));
        let puppet = Puppet::join(address, HELLO);
        assert_eq!(puppet.hear().kind, MessageKind::GameStart);
        // The host reads it when the puppet's turn comes.
        puppet.say(nonsense);
        assert!(puppet.hear_out(), "{nonsense}");
        let hosted = hosting.join().unwrap().unwrap();
        let [(number, why)] = hosted.failed.as_slice() else {
            panic!("{nonsense}: {:?}", hosted.failed);
        };
        assert_eq!(hosted.players[usize::from(*number) - 1], "puppet");
        assert!(why.contains(reason), "{nonsense}: {why}");
        assert_ne!(hosted.winner, Some(*number));
        assert_eq!(hosted.ending, "conquest");
    }
}

#[test]
fn an_endless_message_is_cut_off() {
    let (address, hosting) = hosting(setup(1, &["sdc", "ste"], PATIENCE));
    let puppet = Puppet::join(address, HELLO);
    assert_eq!(puppet.hear().kind, MessageKind::GameStart);
    puppet.say(&format!("\"{}", "a".repeat(100_000)));
    assert!(puppet.hear_out());
    let hosted = hosting.join().unwrap().unwrap();
    let why = &hosted.failed[0].1;
    assert!(why.contains("65535 bytes"), "{why}");
}

#[test]
fn a_client_that_leaves_or_is_silent_is_played_around() {
    for leaves in [true, false] {
        let patience = if leaves { PATIENCE } else { SHORT };
        let (address, hosting) = hosting(setup(1, &["sdc", "ste"], patience));
        let puppet = Puppet::join(address, HELLO);
        assert_eq!(puppet.hear().kind, MessageKind::GameStart);
        if leaves {
            drop(puppet);
        } else {
            assert!(puppet.hear_out());
        }
        let hosted = hosting.join().unwrap().unwrap();
        assert_eq!(hosted.failed.len(), 1, "{:?}", hosted.failed);
        assert_eq!(hosted.ending, "conquest");
    }
}

#[test]
fn whoever_does_not_introduce_himself_is_sent_away() {
    let (address, hosting) = hosting(setup(1, &["sdc"], PATIENCE));
    for hello in ["{}", r#"{"type": "end_turn"}"#, r#"{"type": "client_desc"}"#, "x"] {
        // The host hangs up without a word.
        assert!(!Puppet::join(address, hello).hear_out());
    }
    let client = joining(address, "ste", PATIENCE);
    let hosted = hosting.join().unwrap().unwrap();
    client.join().unwrap().unwrap();
    assert_eq!(hosted.notices.len(), 4, "{:?}", hosted.notices);
    assert!(hosted.notices.iter().all(|notice| notice.contains("was sent away")));
}

#[test]
fn the_order_of_play_is_that_of_the_nicknames() {
    let order = ["sdc (AI)", "ste (AI)", "rand (AI)"].map(str::to_owned);
    let setup = HostSetup { order: Some(order.to_vec()), ..setup(2, &["rand"], PATIENCE) };
    let (address, hosting) = hosting(setup);
    let clients = ["ste", "sdc"].map(|agent| {
        let client = joining(address, agent, PATIENCE);
        thread::sleep(Duration::from_millis(50));
        client
    });
    let hosted = hosting.join().unwrap().unwrap();
    let numbers = clients.map(|client| client.join().unwrap().unwrap().player);
    assert_eq!(numbers, [2, 1]);
    assert_eq!(hosted.players, order);
    assert_eq!(hosted.order, [1, 2, 3]);
}

#[test]
fn without_validation_a_battle_between_areas_far_apart_is_fought() {
    let setup = HostSetup {
        validate: false,
        order: Some(vec!["puppet".to_owned(), "sdc (AI)".to_owned()]),
        ..setup(1, &["sdc"], PATIENCE)
    };
    let (address, hosting) = hosting(setup);
    let puppet = Puppet::join(address, HELLO);
    let start = puppet.hear();
    let areas = start.areas.unwrap().0;
    let own = areas.iter().find(|(_, area)| area.owner == 1).unwrap();
    let near = own.1.adjacent_areas.as_ref().unwrap();
    let far = areas.iter().find(|(number, area)| area.owner == 2 && !near.contains(number));
    let (from, to) = (own.0, far.unwrap().0);
    puppet.say(&format!(r#"{{"type": "battle", "atk": {from}, "def": {to}}}"#));
    assert_eq!(puppet.hear().kind, MessageKind::GameState);
    let battle = puppet.hear();
    assert_eq!(battle.kind, MessageKind::Battle);
    let result = battle.result.unwrap();
    assert_eq!((result.atk.name, result.def.name), (from, to));
    drop(puppet);
    let hosted = hosting.join().unwrap().unwrap();
    assert_eq!(hosted.events[0], format!("{from}>{to}"));
}

#[test]
fn a_host_without_clients_gives_up() {
    let (_, hosting) = hosting(setup(2, &[], SHORT));
    let error = hosting.join().unwrap().unwrap_err();
    assert!(matches!(error, DoorError::Silent(_)), "{error}");
}

/// A server that says what the test wants after the introduction.
fn bad_server(patience: Duration, talk: impl FnOnce(TcpStream)) -> Result<JoinedGame, DoorError> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let playing = joining(listener.local_addr().unwrap(), "sdc", patience);
    let (mut client, _) = listener.accept().unwrap();
    let mut hello = [0; 300];
    assert!(client.read(&mut hello).unwrap() > 0);
    talk(client);
    playing.join().unwrap()
}

#[test]
fn bad_servers_are_left_with_a_reason() {
    let talks: [(&[u8], &str); 6] = [
        (b"", "closed the connection"),
        (b"nonsense\0", "cannot be read"),
        (b"{\"type\": \"end_turn\"}\0", "not GameStart"),
        (b"{\"type\": \"game_start\"}\0", "has no `board`"),
        (b"{\"type\": \"game_start\", \"board\": {\"1\": {\"hexes\": [], \"neighbours\": [1]}}, \"areas\": {}, \"no_players\": 2, \"player\": 1, \"current_player\": 1}\0", "must have 2 to 32"),
        (b"{\"type\": \"game_start\"", "closed the connection"),
    ];
    for (bytes, reason) in talks {
        let error = bad_server(PATIENCE, |mut client| client.write_all(bytes).unwrap());
        let error = error.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let error = bad_server(SHORT, |client| {
        thread::sleep(2 * SHORT);
        drop(client);
    });
    assert!(matches!(error.unwrap_err(), DoorError::Silent(_)));
}

#[test]
fn an_endless_frame_is_cut_off() {
    let error = bad_server(PATIENCE, |mut client| {
        let piece = [b' '; 65_536];
        // The client hangs up somewhere on the way.
        for _ in 0..40 {
            if client.write_all(&piece).is_err() {
                break;
            }
        }
    });
    let error = error.unwrap_err().to_string();
    assert!(error.contains("more than 1048576 bytes"), "{error}");
}
