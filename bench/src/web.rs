//! What a public server of the page can carry: visitors who open it, games of people, spectators, and how long a move takes.

use std::collections::HashMap;
use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludarium_arena::seeded_start;
use ludarium_game::Seed;
use ludarium_web::{Options, Server};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderName;
use tungstenite::{Message, WebSocket};

use crate::games::{bundles, games};

/// The games, and how many agents sit opposite the person.
const GAMES: [(&str, usize); 5] =
    [("dice-chess", 1), ("three-chess", 2), ("tuc-chess", 1), ("dicewars", 3), ("chexers", 2)];

/// A person's time to think between two moves.
const THINK: Duration = Duration::from_millis(700);
/// Nobody waits longer for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The name under which visitors know the server.
const NAME: &str = "play.example.org";

/// What a browser loads before it shows anything.
const FIRST_VIEW: [&str; 4] = ["/", "/assets/app.css", "/assets/app.js", "/api/games"];

type Line = WebSocket<TcpStream>;

/// Somebody with an address of their own, as a proxy tells it.
#[derive(Clone, Copy)]
struct Visitor {
    server: SocketAddr,
    number: usize,
}

/// When the spectators of a table saw each event.
type Seen = Arc<Mutex<HashMap<u64, Vec<Instant>>>>;

/// What the visitors do at the same time.
#[derive(Clone, Copy)]
pub struct Load {
    /// Games that people play.
    pub games: usize,
    /// Spectators in all.
    pub spectators: usize,
    /// Analyses under way.
    pub analyses: usize,
}

/// Measures and prints.
pub fn run(load: &Load, seconds: f64) -> Result<(), Box<dyn Error>> {
    let Load { games, spectators, analyses } = *load;
    let folder = std::env::temp_dir().join(format!("ludarium-bench-web-{}", std::process::id()));
    let options = Options {
        cluster: None,
        port: 0,
        listen: None,
        token: None,
        public: Some(format!("https://{NAME}")),
        store: folder.join("tables"),
        runs: folder.join("runs"),
        page: None,
        bots: Vec::new(),
    };
    let server = Server::start(&bundles(), options)?;
    let address = server.address();
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let mut people = Vec::new();
    let mut opened = Vec::new();
    let mut visitors = (0..).map(|number| Visitor { server: address, number });
    for number in 0..games {
        let (game, agents) = GAMES[number % GAMES.len()];
        let here = spectators / games + usize::from(number < spectators % games);
        let mut came: Vec<Visitor> = visitors.by_ref().take(here + 1).collect();
        for visitor in &came {
            opened.push(visitor.open()?);
        }
        let Some(player) = came.pop() else {
            continue;
        };
        let (id, key) = player.table(game, agents)?;
        let seen = Seen::default();
        for spectator in came {
            let (mut line, seen) = (spectator.sit(&id, "")?, seen.clone());
            // Ends with the server.
            thread::spawn(move || while look(&mut line, &seen).is_some() {});
        }
        let line = player.sit(&id, &key)?;
        let offset = THINK.mul_f64(number as f64 / games as f64);
        people.push((thread::spawn(move || play(line, offset, until)), seen));
    }
    for visitor in visitors.take(analyses) {
        let (mut line, question) = visitor.analysis()?;
        // Ends with the server.
        thread::spawn(move || while ponder(&mut line, &question).is_some() {});
    }
    println!(
        "{games} games, {spectators} spectators, {analyses} analyses, {seconds} s; memory {} MiB",
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
    report("first view", "pages opened", &mut opened);
    report("player", "moves seen", &mut own);
    report("spectators", "moves seen", &mut others);
    println!("memory at the end {} MiB", memory());
    server.stop();
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn report(who: &str, what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |part: f64| {
        let place = ((times.len() as f64 - 1.0) * part).max(0.0) as usize;
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "{who:<11} {:>6} {what}, median {:.2} ms, 95 % {:.2} ms, slowest {:.2} ms",
        times.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

impl Visitor {
    /// The lines of a request that say where it comes from and where it goes.
    fn headers(&self) -> String {
        let Visitor { number, .. } = self;
        format!(
            "host: {NAME}\r\norigin: https://{NAME}\r\nx-forwarded-for: 10.0.{}.{}\r\n",
            number / 256,
            number % 256
        )
    }

    /// What the server answers, without its headers.
    fn ask(&self, line: &str, body: &str) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut stream = TcpStream::connect(self.server)?;
        let headers = self.headers();
        let length = body.len();
        write!(
            stream,
            "{line} HTTP/1.1\r\n{headers}accept-encoding: br, gzip\r\ncontent-type: application/json\r\n\
             connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let end = answer.windows(4).position(|part| part == b"\r\n\r\n");
        match end {
            Some(end) if answer.starts_with(b"HTTP/1.1 200") => Ok(answer.split_off(end + 4)),
            _ => Err(format!("{line}: {}", String::from_utf8_lossy(&answer)).into()),
        }
    }

    /// Opens the page; gives how long that takes.
    fn open(&self) -> Result<Duration, Box<dyn Error>> {
        let began = Instant::now();
        for path in FIRST_VIEW {
            self.ask(&format!("GET {path}"), "")?;
        }
        Ok(began.elapsed())
    }

    /// Makes a table with one person and gives its id and key.
    fn table(&self, game: &str, agents: usize) -> Result<(String, String), Box<dyn Error>> {
        let mut seats = vec![json!({"kind": "human"})];
        seats.extend((0..agents).map(|_| json!({"kind": "agent", "agent": "one-ply"})));
        let body = json!({"game": game, "seats": seats}).to_string();
        let made: Value = serde_json::from_slice(&self.ask("POST /api/tables", &body)?)?;
        let word =
            |value: &Value| value.as_str().map(str::to_owned).ok_or(format!("no table: {made}"));
        Ok((word(&made["id"])?, word(&made["keys"][0])?))
    }

    fn sit(&self, id: &str, key: &str) -> Result<Line, Box<dyn Error>> {
        self.dial(&format!("/api/tables/{id}/live?key={key}"))
    }

    /// A connection for analyses, and what is asked there.
    fn analysis(&self) -> Result<(Line, String), Box<dyn Error>> {
        let game = GAMES[self.number % GAMES.len()].0;
        let start = seeded_start(&*games().rules(game, None)?, Seed(self.number as u64));
        let question = json!({"type": "start", "game": game, "agent": "best",
            "position": start.describe()});
        Ok((self.dial("/api/analysis")?, question.to_string()))
    }

    fn dial(&self, path: &str) -> Result<Line, Box<dyn Error>> {
        let stream = TcpStream::connect(self.server)?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{NAME}{path}");
        let mut request = url.into_client_request()?;
        for line in self.headers().lines() {
            if let Some((name, value)) = line.split_once(": ") {
                let name: HeaderName = name.parse()?;
                request.headers_mut().insert(name, value.parse()?);
            }
        }
        Ok(tungstenite::client(request, stream)?.0)
    }
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

/// Has a position analysed to the end.
fn ponder(line: &mut Line, question: &str) -> Option<()> {
    line.send(Message::text(question)).ok()?;
    loop {
        match hear(line)?["type"].as_str() {
            Some("thought") => {}
            Some("done") => return Some(()),
            _ => return None,
        }
    }
}

/// A spectator notes when it hears of something.
fn look(line: &mut Line, seen: &Seen) -> Option<()> {
    let message = hear(line)?;
    if message["type"] == "happened" {
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.entry(message["count"].as_u64()?).or_default().push(Instant::now());
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
            moves.push((message["count"].as_u64().unwrap_or(0), began, Instant::now()));
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
