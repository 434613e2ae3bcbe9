//! A server in a folder of its own, and a plain blocking client.

// Each test binary uses its own part of this.
#![allow(dead_code)]

mod steady;

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use ludarium_arena::testing;
use ludarium_bridge::bot::Offer;
use ludarium_bundle::Bundle;
use ludarium_game::sprint::Sprint;
use ludarium_web::{Options, Server};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use steady::Steady;

/// Nothing here takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a posted body is said to be.
pub const JSON: (&str, &str) = ("content-type", "application/json");

/// Sprint, the tiny game of the framework's tests, with nothing but its rules.
pub fn sprint() -> Vec<Bundle> {
    vec![Bundle::new::<Sprint>(testing::sprint().info)]
}

/// A server with a folder that goes when it goes.
pub struct House {
    bundles: Vec<Bundle>,
    server: Option<Server>,
    pub folder: PathBuf,
    /// The bots that are offered after the next start.
    pub bots: Vec<Arc<Offer>>,
}

impl House {
    /// A server that offers Sprint.
    pub fn new() -> House {
        House::with(sprint())
    }

    /// A server that offers these games.
    pub fn with(bundles: Vec<Bundle>) -> House {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ludarium-web-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let server = Some(start(&bundles, &folder, None, Vec::new()));
        House { bundles, server, folder, bots: Vec::new() }
    }

    /// A house that others can reach, with a token.
    pub fn with_token(token: &str) -> House {
        let mut house = House::new();
        house.server = None;
        house.server = Some(start(&house.bundles, &house.folder, Some(token), Vec::new()));
        house
    }

    /// A house that anybody reaches by a proxy at `https://play.example.org`, with an owner's key.
    pub fn public(bundles: Vec<Bundle>, key: &str) -> House {
        let mut house = House::with(bundles);
        house.server = None;
        let options = Options {
            public: Some("https://play.example.org".to_owned()),
            token: Some(key.to_owned()),
            ..options(&house.folder)
        };
        house.server = Some(Server::start(&house.bundles, options).unwrap());
        house
    }

    /// Stops the server and starts another one on the same folder.
    pub fn restart(&mut self) {
        self.server = None;
        self.server = Some(start(&self.bundles, &self.folder, None, self.bots.clone()));
    }

    pub fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    pub fn address(&self) -> SocketAddr {
        self.server().address()
    }

    pub fn host(&self) -> String {
        self.address().to_string()
    }

    pub fn runs(&self) -> PathBuf {
        self.folder.join("runs")
    }

    /// The JSON that a path answers with.
    pub fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, &[], "");
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// What a request with a body is answered with.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[JSON], &body.to_string())
    }

    /// One request on a connection of its own. A header `host` replaces the right one.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = Steady::connect(self.address(), PATIENCE);
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += &format!("host: {}\r\n", self.host());
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).unwrap();
        // A server that has heard enough closes before all is sent.
        let _ = stream.write_all(body.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::read(&String::from_utf8_lossy(&bytes))
    }

    /// Makes a table and gives its id and keys.
    pub fn table(&self, order: &Value) -> (String, Vec<Option<String>>) {
        let answer = self.post("/api/tables", order);
        assert_eq!(answer.status, 200, "{}", answer.body);
        let made = answer.json();
        let keys = made["keys"].as_array().unwrap().iter();
        let keys = keys.map(|key| key.as_str().map(str::to_owned)).collect();
        (made["id"].as_str().unwrap().to_owned(), keys)
    }

    /// Lets agents play until a condition holds. They play while somebody looks; a game without pauses may be told faster than
    /// a busy client hears, so somebody looks again and again.
    pub fn watch_until(&self, id: &str, done: impl Fn() -> bool) {
        let end = Instant::now() + 4 * PATIENCE;
        while !done() {
            assert!(Instant::now() < end, "the game does not go on");
            let spectator = self.sit(id, None);
            std::thread::sleep(Duration::from_millis(100));
            drop(spectator);
        }
    }

    /// Lets agents play a game to its end.
    pub fn watch_to_the_end(&self, id: &str) {
        let path = format!("/api/tables/{id}");
        self.watch_until(id, || !self.get(&path)["result"].is_null());
    }

    /// Sits down at a table with a key, or without one.
    pub fn sit(&self, id: &str, key: Option<&str>) -> Line {
        let path = match key {
            Some(key) => format!("/api/tables/{id}/live?key={key}"),
            None => format!("/api/tables/{id}/live"),
        };
        self.dial(&path, &[]).unwrap()
    }

    /// Opens a WebSocket; the status of the answer where it is refused.
    pub fn dial(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Line, u16> {
        let url = format!("ws://{}{path}", self.host());
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = Steady::connect(self.address(), PATIENCE);
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Line { socket }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("no WebSocket: {error}"),
        }
    }
}

impl House {
    /// Shows texts that are nearly positions of each game: they are shown or refused, and nothing breaks.
    pub fn check_spoilt_positions(&self) {
        for game in self.get("/api/games").as_array().unwrap() {
            let game = &game["name"];
            let start = self.post("/api/positions", &json!({"game": game})).json();
            let mut refused = 0;
            for position in spoilt(start["state"].as_str().unwrap()) {
                let order = json!({"game": game, "position": position});
                let answer = self.post("/api/positions", &order);
                let known = [200, 400].contains(&answer.status);
                assert!(known, "{game} {position}: {}", answer.body);
                refused += u32::from(answer.status == 400);
            }
            assert!(refused > 10, "{game}: {refused}");
        }
    }
}

/// Texts that are nearly positions: one sign changed, left out or doubled.
fn spoilt(text: &str) -> impl Iterator<Item = String> {
    let signs: Vec<char> = text.chars().collect();
    let mut mark = 5u64;
    (0..60).map(move |turn| {
        mark = mark.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let place = (mark >> 33) as usize % signs.len();
        let mut signs = signs.clone();
        match turn % 3 {
            0 => signs[place] = ['9', ';', 'é', 'k', '/', ' '][turn / 3 % 6],
            1 => {
                signs.remove(place);
            }
            _ => signs.insert(place, signs[place]),
        }
        signs.into_iter().collect()
    })
}

impl Drop for House {
    fn drop(&mut self) {
        self.server = None;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn start(bundles: &[Bundle], folder: &Path, token: Option<&str>, bots: Vec<Arc<Offer>>) -> Server {
    let options = Options {
        listen: token.map(|_| "127.0.0.1".to_owned()),
        token: token.map(str::to_owned),
        bots,
        ..options(folder)
    };
    Server::start(bundles, options).unwrap()
}

/// A server for this machine in a folder.
pub fn options(folder: &Path) -> Options {
    Options {
        port: 0,
        listen: None,
        token: None,
        public: None,
        store: folder.join("tables"),
        runs: folder.join("runs"),
        page: None,
        cluster: None,
        bots: Vec::new(),
    }
}

/// What a request was answered with.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    fn read(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Answer { status: status.unwrap_or(0), head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }
}

/// A connection to a table or an analysis.
pub struct Line {
    pub socket: WebSocket<Steady>,
}

impl Line {
    pub fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string());
    }

    pub fn say_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next message; `None` when the other side has closed.
    pub fn hear(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a type; others are skipped.
    pub fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().unwrap_or_else(|| panic!("closed before `{kind}`"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next view in which the listener may move.
    pub fn my_turn(&mut self) -> Value {
        loop {
            let message = self.hear().expect("the game goes on");
            if message["view"]["legal"].is_array() {
                return message["view"].clone();
            }
        }
    }

    pub fn play(&mut self, mv: &str, count: u64) {
        self.say(&json!({"type": "play", "move": mv, "count": count}));
    }
}

/// Sprint with one human in the first seat against equal agents.
pub fn against(variant: &str, agent: &str, agents: usize) -> Value {
    one_against("sprint", variant, agent, agents)
}

/// A game with one human in the first seat against equal agents.
pub fn one_against(game: &str, variant: &str, agent: &str, agents: usize) -> Value {
    let mut seats = vec![json!({"kind": "human", "name": "Ada"})];
    seats.extend((0..agents).map(|_| json!({"kind": "agent", "agent": agent})));
    json!({"game": game, "variant": variant, "seed": 7, "seats": seats})
}
