//! The connection from a client to its server: one datagram a message, with limits on its size and on the wait for it.

use std::io::ErrorKind;
use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use crate::doors::ServerText;
use ludarium_game::Seat;

use super::datagram::{LARGEST, quoted, receive_before};
use ludarium_bridge::door::{DoorError, Notices};

/// A server that is not started yet refuses datagrams: the pause before the next try.
const PAUSE_WHEN_REFUSED: Duration = Duration::from_millis(200);

/// The connection to the server.
pub(super) struct DatagramLine {
    socket: UdpSocket,
    server: SocketAddr,
    patience: Duration,
}

impl DatagramLine {
    pub(super) fn open(server: SocketAddr, patience: Duration) -> Result<DatagramLine, DoorError> {
        let local: SocketAddr = match server {
            SocketAddr::V4(_) => ([0, 0, 0, 0], 0).into(),
            SocketAddr::V6(_) => ([0u16; 8], 0).into(),
        };
        let socket = UdpSocket::bind(local).map_err(DoorError::network("open a UDP socket"))?;
        let doing = format!("reach the server at {server}");
        socket.connect(server).map_err(DoorError::network(doing))?;
        Ok(DatagramLine { socket, server, patience })
    }

    pub(super) fn send(&self, bytes: &[u8]) -> Result<(), DoorError> {
        let doing = format!("send to the server at {}", self.server);
        let sent = self.socket.send(bytes).map_err(DoorError::network(doing));
        sent.map(|_| ())
    }

    /// Gives our name and learns our side. The name is sent once: a second one would take the other side too. Only
    /// when the system says that nobody listens it is sent again.
    pub(super) fn join(
        &self,
        name: &str,
        messages: &mut Vec<String>,
        notices: &mut Notices<'_>,
    ) -> Result<Seat, DoorError> {
        let deadline = Instant::now() + self.patience;
        let name = &name.as_bytes()[..name.len().min(LARGEST)];
        let mut refusals = 0;
        loop {
            // An earlier refusal may be reported here in place of its own result.
            let sent = self.socket.send(name);
            match sent.and_then(|_| self.first_answer(deadline, messages, notices)) {
                Ok(seat) => return seat,
                Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                    if refusals == 0 {
                        notices.add(format!("nobody listens at {} yet", self.server));
                    }
                    refusals += 1;
                    if Instant::now() + PAUSE_WHEN_REFUSED >= deadline {
                        return Err(DoorError::network(format!("join {}", self.server))(error));
                    }
                    std::thread::sleep(PAUSE_WHEN_REFUSED);
                }
                Err(error) => {
                    return Err(DoorError::network(format!("join {}", self.server))(error));
                }
            }
        }
    }

    fn first_answer(
        &self,
        deadline: Instant,
        messages: &mut Vec<String>,
        notices: &mut Notices<'_>,
    ) -> std::io::Result<Result<Seat, DoorError>> {
        loop {
            match self.message(deadline, [0, 0], notices) {
                Ok(Some((ServerText::Side(seat), text))) => {
                    messages.push(text);
                    return Ok(Ok(seat));
                }
                Ok(Some((_, text))) => notices.add(format!("ignored `{text}` before our side")),
                Ok(None) => return Ok(Err(self.silent())),
                Err(DoorError::Network { source, .. }) => return Err(source),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// The next message that is news; others are ignored with a notice and do not extend the time limit.
    pub(super) fn next(
        &self,
        points: [u32; 2],
        notices: &mut Notices<'_>,
        is_news: impl Fn(&ServerText) -> bool,
    ) -> Result<(ServerText, String), DoorError> {
        let deadline = Instant::now() + self.patience;
        loop {
            match self.message(deadline, points, notices)? {
                Some((message, text)) if is_news(&message) => return Ok((message, text)),
                Some((_, text)) => notices.add(format!("ignored `{text}`: it is no news")),
                None => return Err(self.silent()),
            }
        }
    }

    /// The next readable message before `deadline`.
    fn message(
        &self,
        deadline: Instant,
        points: [u32; 2],
        notices: &mut Notices<'_>,
    ) -> Result<Option<(ServerText, String)>, DoorError> {
        // One byte more than allowed shows that a datagram is too long.
        let mut buffer = [0; LARGEST + 1];
        loop {
            let received = receive_before(&self.socket, deadline, || self.socket.recv(&mut buffer));
            let doing = format!("hear from the server at {}", self.server);
            let Some(length) = received?.transpose().map_err(DoorError::network(doing))? else {
                return Ok(None);
            };
            let bytes = &buffer[..length];
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            match ServerText::read(text, points) {
                Ok(message) => return Ok(Some((message, text.to_owned()))),
                Err(error) => notices.add(format!("ignored {}: {error}", quoted(bytes))),
            }
        }
    }

    fn silent(&self) -> DoorError {
        let seconds = self.patience.as_secs_f64();
        DoorError::Silent(format!(
            "the server at {} said nothing new for {seconds} s: a datagram was lost, or it has stopped",
            self.server
        ))
    }
}
