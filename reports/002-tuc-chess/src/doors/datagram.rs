//! Bytes of a datagram as text, within the limits of the original.

use std::net::UdpSocket;
use std::time::{Duration, Instant};

use ludarium_bridge::door::DoorError;

/// The original's buffers hold this number of bytes; what is longer is cut there.
pub const LARGEST: usize = 200;

/// The name in a client's first datagram: cut as the original cuts it, without the zero bytes that some
/// clients send after it and without control characters.
pub fn read_name(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(LARGEST)];
    let text = String::from_utf8_lossy(bytes);
    let visible = text.trim_end_matches('\0').chars();
    visible.map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// The bytes of a datagram for a notice.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(40)];
    let cut = if bytes.len() > shown.len() { "…" } else { "" };
    format!("`{}{cut}` ({} bytes)", shown.escape_ascii(), bytes.len())
}

/// One datagram before `deadline`; `None` when none came.
pub(super) fn receive_before<T>(
    socket: &UdpSocket,
    deadline: Instant,
    mut receive: impl FnMut() -> std::io::Result<T>,
) -> Result<Option<std::io::Result<T>>, DoorError> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        socket
            // A wait of less than a millisecond could be rounded to none, which means no limit.
            .set_read_timeout(Some(left.max(Duration::from_millis(1))))
            .map_err(DoorError::network("set the time to wait for a datagram"))?;
        match receive() {
            // A signal (the process was suspended and goes on) also ends a wait, and too early.
            Err(error) if is_end_of_wait(&error) => {}
            other => return Ok(Some(other)),
        }
    }
}

fn is_end_of_wait(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), TimedOut | WouldBlock | Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_does_not_end_the_wait() {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        let mut answers = vec![Ok(7), Err(std::io::ErrorKind::Interrupted.into())];
        let deadline = Instant::now() + Duration::from_secs(60);
        let received = receive_before(&socket, deadline, || answers.pop().unwrap());
        assert_eq!(received.unwrap().unwrap().unwrap(), 7);
    }

    #[test]
    fn names_are_cut_and_cleaned() {
        assert_eq!(read_name(b"client8"), "client8");
        assert_eq!(read_name(b"team\0\0\0"), "team");
        assert_eq!(read_name(b""), "");
        assert_eq!(read_name(b"a\x1b[2J"), "a?[2J");
        assert_eq!(read_name(&[b'x'; 300]).len(), 200);
        assert_eq!(read_name("Χανιά".as_bytes()), "Χανιά");
    }
}
