//! HTTP calls to a platform: bounded in time and size, tried again when that makes sense.

use std::io::{self, BufRead, BufReader, Read};
use std::time::{Duration, Instant};

use ludarium_arena::{ContenderError, Interrupt};
use ludarium_bridge::door::DoorError;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::http::{Response, Uri};
use ureq::{Agent, Body};

/// The largest answer that is read: the full tree of a rich position is shorter, and so is a snapshot of the longest game.
const LARGEST_ANSWER: u64 = 4 << 20;
/// How much of an error answer is shown, in characters.
const SHOWN: usize = 200;
/// A server sends something on each stream at least every 25 s.
const SILENCE: Duration = Duration::from_secs(70);
/// A pause is cut into steps so that Ctrl-C is noticed.
const PAUSE_STEP: Duration = Duration::from_millis(50);

/// Why the work could not go on.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlatformError {
    /// The address cannot be used.
    #[error("cannot use the address `{url}`: {reason}")]
    Address { url: String, reason: String },
    /// The server does not answer.
    #[error("{call}: no answer after {attempts} attempts: {reason}")]
    Unreachable { call: String, attempts: u32, reason: String },
    /// The platform refuses.
    #[error("{call}: the server answered {status}: {said}")]
    Refused { call: String, status: u16, said: String },
    /// The platform wants us to wait longer than we are willing to.
    #[error("{call}: the server wants us to wait for {} s", wait.as_secs())]
    TooManyCalls { call: String, wait: Duration },
    /// The answer is not what it should be.
    #[error("{call}: cannot read the answer: {reason}")]
    Unreadable { call: String, reason: String },
    /// The opponent does not want to play.
    #[error("{opponent} did not accept any of {times} challenges")]
    Ignored { opponent: String, times: u32 },
    #[error("interrupted")]
    Interrupted,
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// An agent or variant that does not exist.
    #[error(transparent)]
    Game(#[from] ludarium_game::Error),
    /// An agent or bot that cannot play.
    #[error(transparent)]
    Contender(#[from] ContenderError),
}

impl From<PlatformError> for DoorError {
    fn from(error: PlatformError) -> DoorError {
        match error {
            PlatformError::Game(error) => DoorError::Input(error),
            PlatformError::Contender(error) => DoorError::Contender(error),
            PlatformError::Address { .. } => DoorError::Usage(error.to_string()),
            error => DoorError::Failed(error.to_string()),
        }
    }
}

/// How often and how long to try.
#[derive(Clone, Debug)]
pub struct Patience {
    /// How often a call is tried.
    pub attempts: u32,
    /// The pause after the first failure; it doubles each time.
    pub pause: Duration,
    /// The longest pause, and the longest wait that the server may ask for.
    pub longest: Duration,
    /// The longest time for one call.
    pub call: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            attempts: 6,
            pause: Duration::from_secs(1),
            longest: Duration::from_secs(30),
            call: Duration::from_secs(30),
        }
    }
}

impl Patience {
    /// The pause after a number of failures in a row.
    pub fn pause_after(&self, failures: u32) -> Duration {
        let doubled = 1u32.checked_shl(failures.saturating_sub(1)).unwrap_or(u32::MAX);
        self.pause.saturating_mul(doubled).min(self.longest)
    }
}

/// What a call does, and when it is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallKind {
    /// Reads.
    Get,
    /// Changes something, in a way that does no harm when it is done twice.
    Post,
    /// Changes something each time: tried again only if it is certain that the server did nothing.
    PostOnce,
}

/// An answer that arrived, whatever its status.
pub(super) struct HttpAnswer {
    pub(super) status: u16,
    body: Vec<u8>,
    call: String,
}

impl HttpAnswer {
    /// The answer's JSON.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, PlatformError> {
        serde_json::from_slice(&self.body).map_err(|error| PlatformError::Unreadable {
            call: self.call.clone(),
            reason: error.to_string(),
        })
    }

    /// The answer, if it has one of these statuses.
    pub(super) fn expect(self, statuses: &[u16]) -> Result<HttpAnswer, PlatformError> {
        if statuses.contains(&self.status) {
            return Ok(self);
        }
        Err(PlatformError::Refused {
            said: shown(&self.body),
            call: self.call,
            status: self.status,
        })
    }
}

/// A platform that we talk to as one bot.
#[derive(Clone)]
pub struct Platform {
    agent: Agent,
    base: String,
    /// Sent with each call.
    pub(super) token: Option<String>,
    pub(super) patience: Patience,
    interrupt: Interrupt,
}

/// What one attempt led to.
enum Attempt {
    Done(HttpAnswer),
    /// The server asks for a pause, and did nothing.
    Busy(Option<Duration>),
    /// It is not known whether the server did something.
    Lost(String),
}

impl Platform {
    /// The platform at an address, such as `https://play-api.example.org`.
    pub fn new(
        url: &str,
        patience: Patience,
        interrupt: Interrupt,
    ) -> Result<Platform, PlatformError> {
        let loopback = check_address(url)?;
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // The token is for this server alone.
            .max_redirects(0)
            .timeout_connect(Some(patience.call))
            .user_agent(concat!("ludarium/", env!("CARGO_PKG_VERSION")));
        if loopback {
            config = config.proxy(None);
        }
        Ok(Platform {
            agent: config.build().new_agent(),
            base: url.trim_end_matches('/').to_owned(),
            token: None,
            patience,
            interrupt,
        })
    }

    /// Calls and reads the answer, whatever its status.
    pub(super) fn call(
        &self,
        kind: CallKind,
        path: &str,
        body: Option<&Value>,
    ) -> Result<HttpAnswer, PlatformError> {
        let verb = if kind == CallKind::Get { "GET" } else { "POST" };
        let name = format!("{verb} {path}");
        let mut failures = 0;
        loop {
            failures += 1;
            let (reason, pause, again) = match self.attempt(kind, path, body, &name) {
                Attempt::Done(answer) => return Ok(answer),
                Attempt::Busy(Some(wait)) if wait > self.patience.longest => {
                    return Err(PlatformError::TooManyCalls { call: name, wait });
                }
                Attempt::Busy(wait) => ("the server is busy".to_owned(), wait, true),
                Attempt::Lost(reason) => (reason, None, kind != CallKind::PostOnce),
            };
            if !again || failures >= self.patience.attempts {
                return Err(PlatformError::Unreachable { call: name, attempts: failures, reason });
            }
            self.rest(pause.unwrap_or(self.patience.pause_after(failures)))?;
        }
    }

    fn attempt(&self, kind: CallKind, path: &str, body: Option<&Value>, name: &str) -> Attempt {
        let limit = Some(self.patience.call);
        let sent = match kind {
            CallKind::Get => {
                let request = self.agent.get(format!("{}{path}", self.base));
                let request = self.with_token(request);
                request.config().timeout_global(limit).build().call()
            }
            CallKind::Post | CallKind::PostOnce => {
                let request = self.agent.post(format!("{}{path}", self.base));
                let request = self.with_token(request);
                let request = request.config().timeout_global(limit).build();
                match body {
                    Some(body) => request.content_type("application/json").send(body.to_string()),
                    None => request.send_empty(),
                }
            }
        };
        let mut response = match sent {
            Ok(response) => response,
            Err(error) => return Attempt::Lost(error.to_string()),
        };
        let status = response.status().as_u16();
        if status == 429 || status == 503 {
            return Attempt::Busy(retry_after(&response));
        }
        if status >= 500 {
            return Attempt::Lost(format!("the server answered {status}"));
        }
        match response.body_mut().with_config().limit(LARGEST_ANSWER).read_to_vec() {
            Ok(body) => Attempt::Done(HttpAnswer { status, body, call: name.to_owned() }),
            Err(error) => Attempt::Lost(error.to_string()),
        }
    }

    /// Opens a stream that stays open; one attempt.
    pub(super) fn stream(&self, path: &str) -> Result<impl BufRead + use<>, PlatformError> {
        let name = format!("GET {path}");
        let request = self.with_token(self.agent.get(format!("{}{path}", self.base)));
        let request = request
            .config()
            .timeout_recv_response(Some(self.patience.call))
            .timeout_per_read(Some(SILENCE))
            .build();
        let mut response = request.call().map_err(|error| PlatformError::Unreachable {
            call: name.clone(),
            attempts: 1,
            reason: error.to_string(),
        })?;
        if response.status() != 200 {
            let body = response.body_mut().with_config().limit(1 << 16).read_to_vec();
            return Err(PlatformError::Refused {
                call: name,
                status: response.status().as_u16(),
                said: shown(&body.unwrap_or_default()),
            });
        }
        let body = response.into_body().into_with_config().limit(u64::MAX);
        Ok(BufReader::new(body.reader()))
    }

    fn with_token<S>(&self, request: ureq::RequestBuilder<S>) -> ureq::RequestBuilder<S> {
        match &self.token {
            Some(token) => request.header("Authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    /// Pauses; an error if the user wants to stop now.
    pub(super) fn rest(&self, pause: Duration) -> Result<(), PlatformError> {
        let end = Instant::now() + pause;
        loop {
            if self.interrupt.is_now() {
                return Err(PlatformError::Interrupted);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(PAUSE_STEP));
        }
    }
}

/// The next line without its end, possibly empty; `None` at the end of the stream. A line that is too long or not
/// UTF-8 is an error.
pub(super) fn next_line(stream: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = stream.take(LARGEST_ANSWER + 1).read_until(b'\n', &mut line)?;
    if read as u64 > LARGEST_ANSWER {
        let reason = format!("a line is longer than {LARGEST_ANSWER} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let text = String::from_utf8(line).map_err(io::Error::other)?;
    Ok((read > 0).then(|| text.trim_end_matches(['\n', '\r']).to_owned()))
}

fn retry_after(response: &Response<Body>) -> Option<Duration> {
    let text = response.headers().get("Retry-After")?.to_str().ok()?;
    Some(Duration::from_secs(text.trim().parse().ok()?))
}

fn shown(body: &[u8]) -> String {
    String::from_utf8_lossy(body).chars().take(SHOWN).collect()
}

/// Accepts `https` anywhere, and `http` on this machine alone: a token must not travel in clear text. Tells whether
/// it is this machine.
pub(super) fn check_address(url: &str) -> Result<bool, PlatformError> {
    let wrong = |reason: &str| PlatformError::Address {
        url: url.chars().take(SHOWN).collect(),
        reason: reason.to_owned(),
    };
    let uri: Uri = url.parse().map_err(|_| wrong("it is no URL"))?;
    let host = uri.host().ok_or_else(|| wrong("it names no host"))?;
    let loopback = is_loopback(host);
    if uri.query().is_some() {
        return Err(wrong("it has a query"));
    }
    match uri.scheme_str() {
        Some("https") if cfg!(feature = "tls") => Ok(loopback),
        Some("https") => {
            Err(wrong("this program was built without TLS; build it with `--features tls`"))
        }
        Some("http") if loopback => Ok(true),
        Some("http") => Err(wrong("http is for this machine alone; use https")),
        _ => Err(wrong("expected https://HOST or http://127.0.0.1:PORT")),
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    let parsed: Result<std::net::IpAddr, _> = address.parse();
    host == "localhost" || parsed.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_do_not_travel_in_clear_text() {
        for url in ["http://127.0.0.1:8080", "http://localhost:1/x", "http://[::1]:80"] {
            assert!(check_address(url).unwrap(), "{url}");
        }
        match check_address("https://example.org") {
            Ok(this_machine) => assert!(cfg!(feature = "tls") && !this_machine),
            Err(error) => assert!(error.to_string().contains("--features tls"), "{error}"),
        }
        for url in [
            "http://example.org",
            "http://127.0.0.1.example.org",
            "ftp://localhost",
            "",
            "é",
            "localhost",
            "https://a/?b",
        ] {
            assert!(check_address(url).is_err(), "{url}");
        }
    }

    #[test]
    fn pauses_double_up_to_a_limit() {
        let patience = Patience::default();
        let pauses: Vec<u64> = (1..8).map(|n| patience.pause_after(n).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 30, 30]);
        assert_eq!(patience.pause_after(u32::MAX).as_secs(), 30);
    }
}
