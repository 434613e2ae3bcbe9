//! The server under test: this very program, started once more, so that it can be killed.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use ludarium_bridge::bot::{BotCommand, Launch, Offer};
use ludarium_bridge::sandbox::Policy;
use ludarium_web::{Options, Server};
use serde_json::{Value, json};

use crate::bundles::bundles;

/// The word that makes this program a server.
pub const ROLE: &str = "serve-for-tests";

/// The word that makes this program a bot.
pub const BOT: &str = "bot-for-tests";

/// Runs the server until it is killed: `serve-for-tests PORT STORE RUNS`.
pub fn run(arguments: &[String]) {
    let [port, store, runs] = arguments else {
        panic!("expected a port, the folder of the games and the folder of the runs");
    };
    let options = Options {
        port: port.parse().expect("a port"),
        listen: None,
        token: None,
        public: None,
        store: PathBuf::from(store),
        runs: PathBuf::from(runs),
        // Work on the page needs no build: this folder is then served instead of the binary's files.
        page: std::env::var_os("LUDARIUM_PAGE").map(PathBuf::from),
        bots: vec![Arc::new(bot())],
        cluster: None,
    };
    let server = Server::start(&bundles(), options).expect("the server starts");
    println!("{}", server.address());
    loop {
        std::thread::park();
    }
}

/// The bot that the server offers: this program again.
fn bot() -> Offer {
    let own = std::env::current_exe().expect("this program");
    let command = BotCommand {
        words: vec![own.display().to_string(), BOT.to_owned()],
        ..BotCommand::default()
    };
    let launch = Launch::new(Policy::Try).expect("this program");
    Offer::new(command, "Ada", &launch).expect("the bot says hello")
}

/// A server in a process of its own, with a store of its own.
pub struct TestServer {
    process: Child,
    folder: PathBuf,
    /// The address with the port.
    pub host: String,
}

impl TestServer {
    /// Starts a server on a free port.
    pub fn start() -> TestServer {
        let folder =
            std::env::temp_dir().join(format!("ludarium-browser-store-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("games")).expect("a folder for the games");
        fs::create_dir_all(folder.join("runs")).expect("a folder for the runs");
        let (process, host) = spawn(&folder, "0");
        TestServer { process, folder, host }
    }

    /// The folder of the runs.
    pub fn runs(&self) -> PathBuf {
        self.folder.join("runs")
    }

    /// Ends the server as a power cut would.
    pub fn kill(&mut self) {
        self.process.kill().expect("the server can be killed");
        self.process.wait().expect("the server has ended");
    }

    /// Starts it again on the same port with the same store.
    pub fn restart(&mut self) {
        let port = self.host.rsplit(':').next().expect("a port").to_owned();
        (self.process, self.host) = spawn(&self.folder, &port);
    }

    /// The address of a page.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    /// Makes a table; gives its id and keys.
    pub fn table(&self, order: &Value) -> Table {
        let made = self.post("/api/tables", order);
        let keys = made["keys"].as_array().expect("keys").iter();
        Table {
            id: made["id"].as_str().expect("an id").to_owned(),
            keys: keys.map(|key| key.as_str().unwrap_or_default().to_owned()).collect(),
        }
    }

    /// Posts JSON and reads JSON.
    pub fn post(&self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let (status, answer) = self.request(&format!(
            "POST {path} HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\ncontent-type: application/json\r\ncontent-length: {1}\r\nconnection: close\r\n\r\n{body}",
            self.host,
            body.len()
        ));
        assert_eq!(status, 200, "{path} {body}: {answer}");
        serde_json::from_str(&answer).unwrap_or(json!(null))
    }

    /// Saves what a path answers with; the address of the file, which needs no server.
    pub fn save(&self, path: &str, name: &str) -> String {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n", self.host);
        let (status, body) = self.request(&format!("{head}connection: close\r\n\r\n"));
        assert_eq!(status, 200, "{path}: {body}");
        let saved = self.runs().join(name);
        fs::write(&saved, body).expect("the file is saved");
        format!("file://{}", saved.display())
    }

    /// Sends the bytes of a request; gives the status and the body of the answer.
    pub fn request(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).expect("the server accepts a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit for reading");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        // The server may close the connection before everything was said.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        (status.unwrap_or(0), body.to_owned())
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A table that was made.
pub struct Table {
    pub id: String,
    pub keys: Vec<String>,
}

impl Table {
    /// The path of the page on which a seat is played.
    pub fn seat(&self, seat: usize) -> String {
        format!("/game/{}?key={}", self.id, self.keys[seat])
    }

    /// The path of the page on which the game is watched.
    pub fn watch(&self) -> String {
        format!("/game/{}", self.id)
    }
}

fn spawn(folder: &Path, port: &str) -> (Child, String) {
    let program = std::env::current_exe().expect("this program");
    let mut process = Command::new(program)
        .args([ROLE, port])
        .args([folder.join("games"), folder.join("runs")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server's process starts");
    let output = process.stdout.take().expect("its output is piped");
    let mut host = String::new();
    BufReader::new(output).read_line(&mut host).expect("the server tells its address");
    assert!(!host.trim().is_empty(), "the server did not start");
    (process, host.trim().to_owned())
}
