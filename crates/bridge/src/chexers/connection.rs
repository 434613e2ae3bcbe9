//! A connection of the battleground: messages out, messages in, never longer than one is willing to wait.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::wire::Message;
use crate::bot::{Lines, TooLong};

/// How long the system may take to accept a connection, or bytes.
const SYSTEM: Duration = Duration::from_secs(10);

/// What can happen to a connection.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// Nobody answers there.
    #[error("cannot connect to {address}: {source}")]
    Connect {
        /// Where.
        address: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The other side is gone.
    #[error("the connection is lost: {0}")]
    Lost(String),
    /// The other side is silent.
    #[error("no message came within {:.1} s", .0.as_secs_f64())]
    Silent(Duration),
    /// The other side sent something that is not of this protocol, or not its turn.
    #[error("{0}")]
    Protocol(String),
}

/// A connection to a battleground or to one of its clients.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    lines: Lines,
}

impl Connection {
    /// Connects to a battleground.
    pub fn open(host: &str, port: u16) -> Result<Connection, ConnectionError> {
        let failed = |source| ConnectionError::Connect {
            address: format!("{host}:{port}"),
            source,
        };
        let mut last = ErrorKind::NotFound.into();
        for address in (host, port).to_socket_addrs().map_err(failed)? {
            match TcpStream::connect_timeout(&address, SYSTEM) {
                Ok(stream) => return Connection::new(stream).map_err(failed),
                Err(error) => last = error,
            }
        }
        Err(failed(last))
    }

    /// Speaks through a stream.
    pub fn new(stream: TcpStream) -> std::io::Result<Connection> {
        // Every message is answered before the next one: waiting for more to send only delays it.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SYSTEM))?;
        Ok(Connection {
            stream,
            lines: Lines::default(),
        })
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Message) -> Result<(), ConnectionError> {
        self.blocking(true)?;
        let line = message.write();
        self.stream.write_all(line.as_bytes()).map_err(lost)
    }

    /// Waits for the next message.
    pub fn receive(&mut self, limit: Duration) -> Result<Message, ConnectionError> {
        self.blocking(true)?;
        let until = Instant::now() + limit;
        loop {
            if let Some(message) = self.take()? {
                return Ok(message);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ConnectionError::Silent(limit));
            }
            self.stream.set_read_timeout(Some(left)).map_err(lost)?;
            self.fill()?;
        }
    }

    /// The next message if it is there already.
    pub fn poll(&mut self) -> Result<Option<Message>, ConnectionError> {
        if let Some(message) = self.take()? {
            return Ok(Some(message));
        }
        self.blocking(false)?;
        self.fill()?;
        self.take()
    }

    /// Waits for a message that must be OKAY.
    pub fn receive_okay(&mut self, limit: Duration) -> Result<(), ConnectionError> {
        match self.receive(limit)? {
            Message::Okay => Ok(()),
            other => Err(unexpected("OKAY", &other)),
        }
    }

    fn take(&mut self) -> Result<Option<Message>, ConnectionError> {
        match self.lines.next_line() {
            None => Ok(None),
            Some(Ok(line)) => Message::read(line)
                .map(Some)
                .map_err(ConnectionError::Protocol),
            Some(Err(TooLong)) => Err(ConnectionError::Protocol("a line without an end".to_owned())),
        }
    }

    fn fill(&mut self) -> Result<(), ConnectionError> {
        let mut bytes = [0; 4096];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(ConnectionError::Lost("the other side closed it".to_owned())),
            Ok(count) => {
                self.lines.push(&bytes[..count]);
                Ok(())
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
                _ => Err(lost(error)),
            },
        }
    }

    fn blocking(&mut self, blocking: bool) -> Result<(), ConnectionError> {
        self.stream.set_nonblocking(!blocking).map_err(lost)
    }
}

fn lost(error: std::io::Error) -> ConnectionError {
    ConnectionError::Lost(error.to_string())
}

/// A message that does not belong here.
pub(super) fn unexpected(wanted: &str, found: &Message) -> ConnectionError {
    let kind = found.kind();
    ConnectionError::Protocol(match found {
        Message::Erro { reason } => format!("the other side gives up: {reason}"),
        _ => format!("a message {kind} came where {wanted} was due"),
    })
}
