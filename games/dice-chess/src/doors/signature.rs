//! How the platform signs what it sends to a bot's address.

use std::time::Duration;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::commitment::keyed;
use super::hex;

/// The header with the time of signing, in seconds since 1970.
pub const TIMESTAMP_HEADER: &str = "X-DiceChess-Timestamp";
/// The header with the signature, in hexadecimal digits.
pub const SIGNATURE_HEADER: &str = "X-DiceChess-Signature";
/// How far the time of signing may lie from now.
pub const WINDOW: Duration = Duration::from_secs(300);

/// Why a message is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forgery {
    /// A header is missing.
    #[error(
        "the message is not signed: it needs the headers {TIMESTAMP_HEADER} and {SIGNATURE_HEADER}"
    )]
    Unsigned,
    /// The time is no number.
    #[error("{TIMESTAMP_HEADER} is not a number of seconds")]
    BadTime,
    /// The message is too old, or from the future.
    #[error("the message was signed more than {} s ago or from now", WINDOW.as_secs())]
    Stale,
    /// The signature does not match.
    #[error("the signature is wrong")]
    Wrong,
}

/// The signature of a message, in hexadecimal digits.
pub fn sign(secret: &str, timestamp: &str, body: &[u8]) -> String {
    hex::write(&signing(secret, timestamp, body).finalize().into_bytes())
}

/// Accepts a message or says why not. `now` is in seconds since 1970; the comparison takes the same time wherever
/// the signatures differ.
pub fn check(
    secret: &str,
    timestamp: Option<&str>,
    signature: Option<&str>,
    body: &[u8],
    now: u64,
) -> Result<(), Forgery> {
    let (Some(timestamp), Some(signature)) = (timestamp, signature) else {
        return Err(Forgery::Unsigned);
    };
    let time: u64 = timestamp.parse().map_err(|_| Forgery::BadTime)?;
    if time.abs_diff(now) > WINDOW.as_secs() {
        return Err(Forgery::Stale);
    }
    let signature: [u8; 32] = hex::read(signature).ok_or(Forgery::Wrong)?;
    signing(secret, timestamp, body)
        .verify_slice(&signature)
        .map_err(|_| Forgery::Wrong)
}

fn signing(secret: &str, timestamp: &str, body: &[u8]) -> Hmac<Sha256> {
    let mut mac = keyed(secret.as_bytes());
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "test-webhook-secret";
    const TIME: &str = "1752750000";
    const BODY: &[u8] = br#"{"hello":true}"#;
    const SIGNATURE: &str = "5f4fbf105bab278dc6205788389e09884bd554b1f866ca11ccc9ce97ddd9b3f6";
    const NOW: u64 = 1_752_750_000;

    #[test]
    fn the_published_signature() {
        assert_eq!(sign(SECRET, TIME, BODY), SIGNATURE);
        assert_eq!(
            check(SECRET, Some(TIME), Some(SIGNATURE), BODY, NOW),
            Ok(())
        );
    }

    #[test]
    fn every_change_is_noticed() {
        let ask = |secret, time, signature, body: &[u8]| {
            check(secret, Some(time), Some(signature), body, NOW)
        };
        assert_eq!(ask("another", TIME, SIGNATURE, BODY), Err(Forgery::Wrong));
        assert_eq!(
            ask(SECRET, "1752750001", SIGNATURE, BODY),
            Err(Forgery::Wrong)
        );
        assert_eq!(ask(SECRET, TIME, SIGNATURE, b"{}"), Err(Forgery::Wrong));
        assert_eq!(
            ask(SECRET, TIME, &SIGNATURE[..62], BODY),
            Err(Forgery::Wrong)
        );
        assert_eq!(ask(SECRET, TIME, "deadbeef", BODY), Err(Forgery::Wrong));
        assert_eq!(ask(SECRET, "soon", SIGNATURE, BODY), Err(Forgery::BadTime));
        assert_eq!(ask(SECRET, "-1", SIGNATURE, BODY), Err(Forgery::BadTime));
        assert_eq!(
            check(SECRET, None, Some(SIGNATURE), BODY, NOW),
            Err(Forgery::Unsigned)
        );
        assert_eq!(
            check(SECRET, Some(TIME), None, BODY, NOW),
            Err(Forgery::Unsigned)
        );
    }

    #[test]
    fn old_messages_cannot_be_sent_again() {
        let at = |now| check(SECRET, Some(TIME), Some(SIGNATURE), BODY, now);
        assert_eq!((at(NOW + 300), at(NOW - 300)), (Ok(()), Ok(())));
        assert_eq!(at(NOW + 301), Err(Forgery::Stale));
        assert_eq!(at(NOW - 301), Err(Forgery::Stale));
        assert_eq!(at(u64::MAX), Err(Forgery::Stale));
    }
}
