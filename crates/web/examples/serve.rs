//! A server in a few lines, for programs that want the page without the rest of Ludarium:
//! `cargo run -p ludarium-web --example serve -- [PORT] [STORE] [RUNS]`.

use std::path::PathBuf;

use ludarium_web::{Options, ServeError, Server};

fn main() -> Result<(), ServeError> {
    let mut words = std::env::args().skip(1);
    let port = words.next().and_then(|word| word.parse().ok());
    let mut folder = |usual: &str| PathBuf::from(words.next().unwrap_or_else(|| usual.to_owned()));
    let server = Server::start(Options {
        port: port.unwrap_or(8080),
        listen: None,
        token: None,
        store: folder("tables"),
        runs: folder("runs"),
    })?;
    println!("{}", server.url());
    loop {
        std::thread::park();
    }
}
