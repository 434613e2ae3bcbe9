//! What the tests share: hosts, clients and plain HTTP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use ludarium_arena::Interrupt;
use ludarium_bridge::battery;
use ludarium_bridge::door::Entrant;
use ludarium_dice_chess::doors::message::{Identity, Invitation, TimeControl};
use ludarium_dice_chess::doors::{
    Host, HostEvent, News, Patience, Platform, Terms, VARIANT, Visit,
};
use ludarium_dice_chess::rules::ThreeDice;
use ludarium_game::{Budget, Seed};
use serde_json::Value;

/// Nothing in these tests takes longer.
pub const LONG: Duration = Duration::from_secs(20);

/// A host with the agent `random` as `house/greedy`.
pub fn host() -> Host {
    open(Terms {
        grace: Duration::from_millis(300),
        ..Terms::default()
    })
}

pub fn open(terms: Terms) -> Host {
    let house_bots = vec![("greedy".to_owned(), entrant("random"))];
    Host::open(&Terms {
        house_bots,
        ..terms
    })
    .unwrap()
}

/// The player that a text stands for.
pub fn entrant(text: &str) -> Entrant<ThreeDice> {
    battery::entrant(text, VARIANT)
}

pub fn url(address: SocketAddr) -> String {
    format!("http://{address}")
}

pub fn patience() -> Patience {
    Patience {
        attempts: 3,
        pause: Duration::from_millis(20),
        longest: Duration::from_secs(2),
        call: Duration::from_secs(5),
    }
}

/// A guest that plays one game with the agent `random`, and challenges nobody.
pub fn guest(url: String) -> Visit {
    Visit {
        url,
        token: None,
        name: "tester".to_owned(),
        agent: entrant("random"),
        budget: Budget::default(),
        seed: Seed(1),
        opponent: None,
        at_once: 1,
        games: Some(1),
        poll: Duration::from_millis(20),
        patience: patience(),
    }
}

pub fn invitation(team: &str, name: &str) -> Invitation {
    Invitation {
        team: team.to_owned(),
        name: name.to_owned(),
        time_control: TimeControl::default(),
    }
}

/// A guest that challenges `house/greedy`.
pub fn challenger(url: String) -> Visit {
    Visit {
        opponent: Some(invitation("house", "greedy")),
        ..guest(url)
    }
}

/// A bot with an account.
pub fn registered(host: &Host, name: &str) -> (Platform, Identity) {
    let address = url(host.address());
    let mut platform = Platform::new(&address, patience(), Interrupt::new()).unwrap();
    let identity = platform.register("acme", name).unwrap();
    (platform, identity)
}

/// Plays, and gives all news.
pub fn news_of(order: &Visit) -> Vec<News> {
    let mut all = Vec::new();
    ludarium_dice_chess::doors::visit(order, &Interrupt::new(), &mut |news| all.push(news))
        .unwrap_or_else(|error| panic!("{error}; {all:?}"));
    all
}

/// The next game that the host finishes.
pub fn next_finished(host: &Host) -> ludarium_dice_chess::doors::HostedGame {
    loop {
        if let HostEvent::Finished(game) = host.news().recv_timeout(LONG).unwrap() {
            return game;
        }
    }
}

/// Sends a request as it is, and reads the answer to its end.
pub fn raw(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    // A server that has seen enough may hang up before all is sent.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// Calls with plain HTTP; the status and the JSON of the answer.
pub fn call(address: SocketAddr, call: &str, headers: &[(&str, &str)], body: &str) -> (u16, Value) {
    let mut request = format!("{call} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    request += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let answer = raw(address, request.as_bytes());
    let status = answer.get(9..12).and_then(|text| text.parse().ok());
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (
        status.unwrap_or_else(|| panic!("{answer}")),
        serde_json::from_str(body).unwrap_or(Value::Null),
    )
}

/// Calls as a bot.
pub fn call_as(address: SocketAddr, token: &str, what: &str, body: &str) -> (u16, Value) {
    let bearer = format!("Bearer {token}");
    call(address, what, &[("Authorization", &bearer)], body)
}

/// A guest's token.
pub fn guest_token(address: SocketAddr) -> String {
    let (status, answer) = call(address, "POST /bot/anon?name=tester", &[], "");
    assert_eq!(status, 201, "{answer}");
    answer["token"].as_str().unwrap().to_owned()
}
