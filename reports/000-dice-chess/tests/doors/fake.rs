//! A server that says what a test wants it to say.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// An answer of the fake server.
pub struct Say {
    pub status: u16,
    pub headers: &'static str,
    pub body: String,
}

impl Say {
    pub fn new(status: u16, body: impl Into<String>) -> Say {
        Say { status, headers: "", body: body.into() }
    }
}

/// Answers each request, given as `METHOD /path` and its body, one connection after the other.
pub struct Fake {
    pub address: SocketAddr,
    pub requests: Arc<Mutex<Vec<String>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Fake {
    /// Without an answer the fake server is gone for good.
    pub fn open(mut script: impl FnMut(&str, &str) -> Option<Say> + Send + 'static) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (stopped, seen) = (stop.clone(), requests.clone());
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let Ok(mut stream) = stream else { return };
                let Some((call, body)) = read_request(&stream) else {
                    continue;
                };
                seen.lock().unwrap().push(format!("{call} {body}"));
                let Some(say) = script(&call, &body) else {
                    return;
                };
                let head = format!(
                    "HTTP/1.1 {} X\r\nConnection: close\r\n{}Content-Length: {}\r\n\r\n",
                    say.status,
                    say.headers,
                    say.body.len()
                );
                // The client may have seen enough.
                let _ = stream.write_all(head.as_bytes());
                let _ = stream.write_all(say.body.as_bytes());
            }
        });
        Fake { address, requests, stop, thread: Some(thread) }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many requests begin with a text.
    pub fn count(&self, start: &str) -> usize {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|call| call.starts_with(start)).count()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // Wakes the thread, if it still listens.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read_request(stream: &TcpStream) -> Option<(String, String)> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim().to_ascii_lowercase();
        if let Some(text) = line.strip_prefix("content-length:") {
            length = text.trim().parse().ok()?;
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let call = first.rsplit_once(' ')?.0.to_owned();
    Some((call, String::from_utf8_lossy(&body).into_owned()))
}
