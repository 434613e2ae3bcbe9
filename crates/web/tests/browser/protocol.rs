//! A small blocking client of the DevTools protocol: commands, their answers, and events.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// No command takes longer; a browser that hangs fails the test instead of holding it.
const LONGEST: Duration = Duration::from_secs(90);
/// How long one look for messages waits.
const GLANCE: Duration = Duration::from_millis(20);

/// An event of a page.
pub struct Event {
    /// The session of the page.
    pub session: String,
    /// For instance `Runtime.exceptionThrown`.
    pub method: String,
    /// What it tells.
    pub params: Value,
}

/// The connection to the browser.
pub struct Protocol {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    last_id: u64,
    events: VecDeque<Event>,
}

impl Protocol {
    /// Connects to a browser.
    pub fn connect(address: &str) -> Protocol {
        let (socket, _) = tungstenite::connect(address).expect("the browser accepts a connection");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(GLANCE)).expect("a limit for reading");
        }
        Protocol { socket, last_id: 0, events: VecDeque::new() }
    }

    /// Sends a command and waits for its answer; the browser's refusal fails the test.
    pub fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Value {
        self.try_call(session, method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Sends a command and waits for its answer.
    pub fn try_call(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, String> {
        self.last_id += 1;
        let id = self.last_id;
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(command.to_string())).map_err(|error| error.to_string())?;
        let end = Instant::now() + LONGEST;
        while Instant::now() < end {
            let Some(message) = self.read() else { continue };
            if message["id"] == json!(id) {
                return match message.get("error") {
                    Some(error) => Err(error.to_string()),
                    None => Ok(message["result"].clone()),
                };
            }
            self.keep(message);
        }
        Err("no answer".to_owned())
    }

    /// The events that arrived, oldest first.
    pub fn events(&mut self) -> Vec<Event> {
        while let Some(message) = self.read() {
            self.keep(message);
        }
        self.events.drain(..).collect()
    }

    /// The events of one domain that arrived, such as `Tracing.`; the others are left.
    pub fn take(&mut self, domain: &str) -> VecDeque<Event> {
        while let Some(message) = self.read() {
            self.keep(message);
        }
        let all = std::mem::take(&mut self.events).into_iter();
        let (taken, left): (VecDeque<Event>, VecDeque<Event>) =
            all.partition(|event| event.method.starts_with(domain));
        self.events = left;
        taken
    }

    /// The next message; none if nothing comes for a moment.
    fn read(&mut self) -> Option<Value> {
        match self.socket.read() {
            Ok(Message::Text(text)) => serde_json::from_str(&text).ok(),
            Ok(_) => None,
            Err(tungstenite::Error::Io(_)) => None,
            Err(error) => panic!("the browser went away: {error}"),
        }
    }

    fn keep(&mut self, message: Value) {
        let (Some(session), Some(method)) =
            (message["sessionId"].as_str(), message["method"].as_str())
        else {
            return;
        };
        self.events.push_back(Event {
            session: session.to_owned(),
            method: method.to_owned(),
            params: message["params"].clone(),
        });
    }
}
