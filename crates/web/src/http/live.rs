//! WebSockets: commands come in, news goes out, and clients that misbehave are closed.

use std::time::Duration;

use crate::listener::Place;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, Path, State};
use axum::http::Uri;
use axum::response::Response;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::{Instant, timeout};

use crate::access::{TokenBucket, Visitor};
use crate::api::{Command, Message as News};
use crate::error::Result;
use crate::http::app::{Shared, blocking};
use crate::http::query::Query;
use crate::http::routes::LARGEST_BODY;
use crate::tables::{BACKLOG, TableListener, TableRequest};

/// Messages a client may send at once, and a second.
const BURST: f64 = 40.0;
const RATE: f64 = 20.0;
/// A client that does not take a message within this time is gone.
const SLOWEST_SEND: Duration = Duration::from_secs(10);
/// How often a client is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);
/// A client that was not heard of for this time is gone.
const SILENCE: Duration = Duration::from_secs(65);

/// Limits every WebSocket to small messages.
pub fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LARGEST_BODY)
        .max_frame_size(LARGEST_BODY)
        .max_write_buffer_size(4 * 1024 * 1024)
}

/// `GET /api/tables/ID/live`.
pub async fn table(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Extension(place): Extension<Place>,
    Extension(visitor): Extension<Visitor>,
    uri: Uri,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    let keys = Query::of(&uri).get("key").unwrap_or_default();
    let table = id.clone();
    let open = app.enter(visitor)?;
    let seats = blocking(&app, move |app| app.tables.seats(&table, &keys)).await?;
    Ok(limited(upgrade).on_upgrade(async move |socket| {
        let _places = (place, open);
        sit(app, id, seats, socket).await;
    }))
}

/// Listens to a client of a table until it leaves.
async fn sit(app: Shared, id: String, seats: Vec<u8>, socket: WebSocket) {
    let (to, news) = channel(BACKLOG);
    let listener = TableListener { id: app.next_listener(), seats, to: to.clone() };
    let number = listener.id;
    let table = id.clone();
    let joined =
        blocking(&app, move |app| app.tables.send(&table, TableRequest::Join(listener))).await;
    let mut line = Connection::new(socket, news);
    if let Err(error) = joined {
        line.complain(error.message).await;
        return line.close(close_code::AGAIN, "not now").await;
    }
    // Only the table may keep the line open.
    drop(to);
    while let Some(text) = line.next().await {
        match serde_json::from_str::<Command>(&text) {
            Ok(command) => {
                if let Err(error) = pass(&app, &id, TableRequest::Say(number, command)).await {
                    line.complain(error.message).await;
                }
            }
            Err(error) => line.complain(format!("the message cannot be read: {error}")).await,
        }
    }
    // A table that rests has forgotten everybody already.
    let _ = app.tables.hand(&id, TableRequest::Leave(number));
}

/// Sends a request to a table; only one that rests or is very busy is waited for.
async fn pass(app: &Shared, id: &str, request: TableRequest) -> Result<()> {
    let Err(request) = app.tables.hand(id, request) else {
        return Ok(());
    };
    let id = id.to_owned();
    blocking(app, move |app| app.tables.send(&id, request)).await
}

/// One client's connection.
pub struct Connection {
    socket: WebSocket,
    news: Receiver<Utf8Bytes>,
    bucket: TokenBucket,
    heard: Instant,
    open: bool,
}

impl Connection {
    /// A connection on which `news` are sent.
    pub fn new(socket: WebSocket, news: Receiver<Utf8Bytes>) -> Connection {
        Connection {
            socket,
            news,
            bucket: TokenBucket::new(BURST, RATE),
            heard: Instant::now(),
            open: true,
        }
    }

    /// The next text of the client; news are sent meanwhile. `None` when the connection is over.
    pub async fn next(&mut self) -> Option<String> {
        let mut ping = tokio::time::interval_at(Instant::now() + PING, PING);
        while self.open {
            tokio::select! {
                news = self.news.recv() => match news {
                    Some(text) => self.send(Message::Text(text)).await,
                    // The table has let go of us: too slow, or it rests.
                    None => self.close(close_code::AGAIN, "too slow").await,
                },
                heard = self.socket.recv() => {
                    if let Some(text) = self.hear(heard).await {
                        return Some(text);
                    }
                }
                _ = ping.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        self.close(close_code::AWAY, "silent for too long").await;
                    } else {
                        self.send(Message::Ping(Default::default())).await;
                    }
                }
            }
        }
        None
    }

    async fn hear(
        &mut self,
        heard: Option<std::result::Result<Message, axum::Error>>,
    ) -> Option<String> {
        let Some(Ok(message)) = heard else {
            // Gone, or a message too large or broken: the connection is of no more use.
            self.open = false;
            return None;
        };
        self.heard = Instant::now();
        match message {
            Message::Close(_) => {
                self.open = false;
                None
            }
            Message::Text(_) | Message::Binary(_) if !self.bucket.take() => {
                self.complain("too many messages".to_owned()).await;
                self.close(close_code::POLICY, "too many messages").await;
                None
            }
            Message::Text(text) => Some(text.as_str().to_owned()),
            Message::Binary(_) => {
                self.complain("expected a text message".to_owned()).await;
                None
            }
            Message::Ping(_) | Message::Pong(_) => None,
        }
    }

    /// Sends a message; a client that does not take it is gone.
    pub async fn send(&mut self, message: Message) {
        let sent = timeout(SLOWEST_SEND, self.socket.send(message)).await;
        if !matches!(sent, Ok(Ok(()))) {
            self.open = false;
        }
    }

    /// Tells the client what was wrong.
    pub async fn complain(&mut self, message: String) {
        let text = News::Error { message }.text();
        self.send(Message::Text(text.into())).await;
    }

    /// Says goodbye.
    pub async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.send(Message::Close(Some(frame))).await;
        self.open = false;
    }
}
