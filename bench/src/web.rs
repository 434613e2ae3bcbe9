//! What the server of the page can carry: games of people, idle spectators, and how long a move takes.

use std::collections::HashMap;
use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludarium_web::{Options, Server};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use crate::games::bundles;

/// The games, and how many agents sit opposite the person.
const GAMES: [(&str, usize); 5] = [
    ("dice-chess", 1),
    ("three-chess", 2),
    ("tuc-chess", 1),
    ("dicewars", 3),
    ("chexers", 2),
];

/// A person's time to think between two moves.
const THINK: Duration = Duration::from_millis(700);
/// Nobody waits longer for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

type Line = WebSocket<TcpStream>;

/// When the spectators of a table saw each version of it.
type Seen = Arc<Mutex<HashMap<u64, Vec<Instant>>>>;

/// Measures and prints.
pub fn run(games: usize, spectators: usize, seconds: f64) -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("ludarium-bench-web-{}", std::process::id()));
    let options = Options {
        cluster: None,
        port: 0,
        listen: None,
        token: None,
        public: None,
        store: folder.join("tables"),
        runs: folder.join("runs"),
        page: None,
        bots: Vec::new(),
    };
    let server = Server::start(&bundles(), options)?;
    let address = server.address();
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let mut people = Vec::new();
    for number in 0..games {
        let (game, agents) = GAMES[number % GAMES.len()];
        let (id, key) = table(address, game, agents)?;
        let seen = Seen::default();
        let here = spectators / games + usize::from(number < spectators % games);
        for _ in 0..here {
            let (mut line, seen) = (sit(address, &id, "")?, seen.clone());
            // Ends with the server.
            thread::spawn(move || while look(&mut line, &seen).is_some() {});
        }
        let line = sit(address, &id, &key)?;
        let offset = THINK.mul_f64(number as f64 / games as f64);
        people.push((thread::spawn(move || play(line, offset, until)), seen));
    }
    println!(
        "{games} games, {spectators} spectators, {seconds} s; memory {} MiB",
        memory()
    );
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (person, seen) in people {
        let moves = person.join().map_err(|_| "a player failed")?;
        let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        for (version, sent, heard) in moves {
            own.push(heard - sent);
            let times = seen.get(&version).into_iter().flatten();
            others.extend(times.map(|at| at.saturating_duration_since(sent)));
        }
    }
    report("player", &mut own);
    report("spectators", &mut others);
    println!("memory at the end {} MiB", memory());
    server.stop();
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn report(who: &str, times: &mut [Duration]) {
    times.sort();
    let at = |part: f64| {
        let place = ((times.len() as f64 - 1.0) * part).max(0.0) as usize;
        times
            .get(place)
            .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "{who:<11} {:>6} moves seen, median {:.2} ms, 95 % {:.2} ms, slowest {:.2} ms",
        times.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

/// Makes a table with one person and gives its id and key.
fn table(
    address: SocketAddr,
    game: &str,
    agents: usize,
) -> Result<(String, String), Box<dyn Error>> {
    let mut seats = vec![json!({"kind": "human"})];
    seats.extend((0..agents).map(|_| json!({"kind": "agent", "agent": "one-ply"})));
    let body = json!({"game": game, "seats": seats}).to_string();
    let mut stream = TcpStream::connect(address)?;
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\nconnection: close\r\n"
    );
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let made: Value = serde_json::from_str(text.rsplit("\r\n\r\n").next().unwrap_or_default())?;
    let word = |value: &Value| {
        value
            .as_str()
            .map(str::to_owned)
            .ok_or(format!("no table: {text}"))
    };
    Ok((word(&made["id"])?, word(&made["keys"][0])?))
}

fn sit(address: SocketAddr, id: &str, key: &str) -> Result<Line, Box<dyn Error>> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}/api/tables/{id}/live?key={key}");
    Ok(tungstenite::client(url, stream)?.0)
}

/// The next message as JSON; `None` when the connection is over.
fn hear(line: &mut Line) -> Option<Value> {
    loop {
        match line.read().ok()? {
            Message::Text(text) => return serde_json::from_str(&text).ok(),
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

/// A spectator notes when it hears of something.
fn look(line: &mut Line, seen: &Seen) -> Option<()> {
    let message = hear(line)?;
    if message["type"] == "happened" {
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.entry(message["version"].as_u64()?)
            .or_default()
            .push(Instant::now());
    }
    Some(())
}

/// Plays until the time is over or the game is; gives version, sending and answer of each move.
fn play(mut line: Line, offset: Duration, until: Instant) -> Vec<(u64, Instant, Instant)> {
    let mut moves = Vec::new();
    let _ = line.get_mut().set_read_timeout(Some(PATIENCE));
    thread::sleep(offset);
    let mut sent: Option<Instant> = None;
    while Instant::now() < until {
        let Some(message) = hear(&mut line) else {
            break;
        };
        if message["type"] == "over" {
            break;
        }
        if let Some(began) = sent.filter(|_| message["entry"]["by"] == 0) {
            moves.push((
                message["version"].as_u64().unwrap_or(0),
                began,
                Instant::now(),
            ));
            sent = None;
        }
        let view = &message["view"];
        let Some(legal) = view["legal"].as_array().filter(|legal| !legal.is_empty()) else {
            continue;
        };
        thread::sleep(THINK);
        let mv = &legal[moves.len() * 7 % legal.len()]["text"];
        let command = json!({"type": "play", "move": mv, "count": view["count"]});
        sent = Some(Instant::now());
        if line.send(Message::text(command.to_string())).is_err() {
            break;
        }
    }
    moves
}

/// The memory of this process, server and clients together, in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}
