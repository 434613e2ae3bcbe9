//! A connection of the battleground: sends and receives messages, with a time limit.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::wire::Message;
use ludarium_bridge::bot::{Lines, TooLong};
use ludarium_bridge::door::DoorError;

/// How long the system may take to accept a connection, or bytes.
const SYSTEM: Duration = Duration::from_secs(10);

/// A connection to a battleground or to one of its clients.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    lines: Lines,
}

impl Connection {
    /// Connects to a battleground.
    pub fn open(server: SocketAddr) -> Result<Connection, DoorError> {
        let stream = TcpStream::connect_timeout(&server, SYSTEM);
        let connection = stream.and_then(Connection::new);
        connection.map_err(DoorError::network(format!("connect to {server}")))
    }

    /// A connection over a stream.
    pub fn new(stream: TcpStream) -> std::io::Result<Connection> {
        // Every message is answered before the next one: collecting small packets would only delay it.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SYSTEM))?;
        Ok(Connection {
            stream,
            lines: Lines::default(),
        })
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Message) -> Result<(), DoorError> {
        self.blocking(true)?;
        let line = message.write();
        self.stream.write_all(line.as_bytes()).map_err(lost)
    }

    /// Waits for the next message.
    pub fn receive(&mut self, limit: Duration) -> Result<Message, DoorError> {
        self.blocking(true)?;
        let until = Instant::now() + limit;
        loop {
            if let Some(message) = self.take()? {
                return Ok(message);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let seconds = limit.as_secs_f64();
                return Err(DoorError::Silent(format!(
                    "no message came within {seconds:.1} s"
                )));
            }
            self.stream.set_read_timeout(Some(left)).map_err(lost)?;
            self.fill()?;
        }
    }

    /// The next message if it is there already.
    pub fn poll(&mut self) -> Result<Option<Message>, DoorError> {
        if let Some(message) = self.take()? {
            return Ok(Some(message));
        }
        self.blocking(false)?;
        self.fill()?;
        self.take()
    }

    fn take(&mut self) -> Result<Option<Message>, DoorError> {
        match self.lines.next_line() {
            None => Ok(None),
            Some(Ok(line)) => Message::read(line).map(Some).map_err(DoorError::Protocol),
            Some(Err(TooLong)) => Err(DoorError::Protocol("a line has no end".to_owned())),
        }
    }

    fn fill(&mut self) -> Result<(), DoorError> {
        let mut bytes = [0; 4096];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(lost(ErrorKind::UnexpectedEof.into())),
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

    fn blocking(&mut self, blocking: bool) -> Result<(), DoorError> {
        self.stream.set_nonblocking(!blocking).map_err(lost)
    }
}

fn lost(source: std::io::Error) -> DoorError {
    DoorError::network("go on: the connection is lost")(source)
}

/// A message that does not belong here.
pub(super) fn unexpected(wanted: &str, found: &Message) -> DoorError {
    DoorError::Protocol(match found {
        Message::Erro { reason } => format!("the other side gives up: {reason}"),
        other => format!("a message {} came where {wanted} was due", other.kind()),
    })
}
