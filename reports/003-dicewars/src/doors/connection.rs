//! A TCP connection with limits on the size of a message and on the time that it may take.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::python_json::to_bytes;

/// The largest message of a server; the original's have some 8 000 bytes.
pub const LARGEST_FRAME: usize = 1 << 20;
/// The largest message of a client: what the original reads at once.
pub const LARGEST_REQUEST: usize = 65_535;

/// How long the other side may block a write before it counts as gone.
const LONGEST_WRITE: Duration = Duration::from_secs(5);

/// Why no message was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReceiveError {
    /// The deadline passed.
    Silence,
    /// The other side has closed the connection.
    Closed,
    /// What came is not a message.
    Broken(String),
}

impl std::fmt::Display for ReceiveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReceiveError::Silence => f.write_str("silence"),
            ReceiveError::Closed => f.write_str("the connection was closed"),
            ReceiveError::Broken(reason) => f.write_str(reason),
        }
    }
}

/// A connection, and the bytes received so far of the next message.
pub(super) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
    closed: bool,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> std::io::Result<Connection> {
        // Every message waits for an answer, so collecting small packets would only delay it.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(LONGEST_WRITE))?;
        Ok(Connection { stream, buffer: Vec::new(), closed: false })
    }

    /// Sends a server's message, with the zero byte that closes it.
    pub(super) fn send_framed(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let mut frame = bytes.to_vec();
        frame.push(0);
        self.stream.write_all(&frame)
    }

    /// Sends a client's message, all in one piece.
    pub(super) fn send(&mut self, request: &impl Serialize) -> std::io::Result<()> {
        self.stream.write_all(&to_bytes(request))
    }

    /// The next message that a zero byte closes.
    pub(super) fn framed<T: DeserializeOwned>(
        &mut self,
        deadline: Instant,
    ) -> Result<T, ReceiveError> {
        let mut searched = 0;
        loop {
            let end = self.buffer[searched..].iter().position(|&byte| byte == 0);
            if let Some(end) = end.map(|end| searched + end) {
                let rest = self.buffer.split_off(end + 1);
                let frame = std::mem::replace(&mut self.buffer, rest);
                // The original's clients skip empty frames as well.
                if end > 0 {
                    return read(&frame[..end]);
                }
                searched = 0;
                continue;
            }
            searched = self.buffer.len();
            self.fill(LARGEST_FRAME, deadline)?;
        }
    }

    /// The next message that nothing closes: as soon as it is complete, and nothing may follow it.
    pub(super) fn bare<T: DeserializeOwned>(
        &mut self,
        deadline: Instant,
    ) -> Result<T, ReceiveError> {
        loop {
            let parsed = serde_json::from_slice::<serde_json::Value>(&self.buffer);
            if !parsed.is_err_and(|error| error.is_eof()) {
                let message = std::mem::take(&mut self.buffer);
                return read(&message);
            }
            self.fill(LARGEST_REQUEST, deadline)?;
        }
    }

    /// Reads on, into a buffer that holds at most `most` bytes.
    fn fill(&mut self, most: usize, deadline: Instant) -> Result<(), ReceiveError> {
        if self.buffer.len() >= most {
            self.buffer.clear();
            let reason = format!("a message of more than {most} bytes");
            return Err(ReceiveError::Broken(reason));
        }
        let mut piece = [0; 16_384];
        let room = piece.len().min(most - self.buffer.len());
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ReceiveError::Silence);
            }
            let broken = |error: std::io::Error| ReceiveError::Broken(error.to_string());
            // A wait of less than a millisecond could be rounded to none, which means no limit.
            let wait = Some(left.max(Duration::from_millis(1)));
            self.stream.set_read_timeout(wait).map_err(broken)?;
            match self.stream.read(&mut piece[..room]) {
                Ok(0) => return Err(ReceiveError::Closed),
                Ok(length) => {
                    self.buffer.extend_from_slice(&piece[..length]);
                    return Ok(());
                }
                Err(error) => match error.kind() {
                    ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut => {}
                    ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
                        return Err(ReceiveError::Closed);
                    }
                    _ => return Err(broken(error)),
                },
            }
        }
    }

    /// Reads and drops everything until the other side closes, at most for `time`.
    pub(super) fn drain(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        loop {
            self.buffer.clear();
            if self.fill(LARGEST_FRAME, deadline).is_err() {
                return;
            }
        }
    }

    /// Drops what has been received so far, without waiting for more.
    pub(super) fn forget(&mut self) {
        self.buffer.clear();
        let mut piece = [0; 4096];
        if self.stream.set_nonblocking(true).is_ok() {
            // A client that sends without end must not keep us here.
            let _ = (0..16).all(|_| matches!(self.stream.read(&mut piece), Ok(1..)));
            // If this fails, sending the next message fails too and is reported.
            let _ = self.stream.set_nonblocking(false);
        }
    }

    /// Closes the connection.
    pub(super) fn close(&mut self) {
        self.closed = true;
        // The other side may have closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Whether the connection was closed.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }
}

/// Reads a message.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ReceiveError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let shown = &bytes[..bytes.len().min(60)];
        let cut = if bytes.len() > shown.len() { "…" } else { "" };
        ReceiveError::Broken(format!("`{}{cut}`: {error}", shown.escape_ascii()))
    })
}
