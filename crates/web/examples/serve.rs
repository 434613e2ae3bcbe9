//! A server in a few lines, for programs that want the page with games of their own:
//! `cargo run -p ludarium-web --example serve -- [PORT] [STORE] [RUNS] [PAGE]`.
//! With PAGE, a folder, its files are served instead of those in the binary: reload to see a change.

use std::path::PathBuf;

use ludarium_arena::testing;
use ludarium_bundle::Bundle;
use ludarium_game::sprint::Sprint;
use ludarium_web::{Options, ServeError, Server};

fn main() -> Result<(), ServeError> {
    let mut words = std::env::args().skip(1);
    let port = words.next().and_then(|word| word.parse().ok());
    let store = words.next().unwrap_or_else(|| "tables".to_owned());
    let runs = words.next().unwrap_or_else(|| "runs".to_owned());
    let options = Options {
        port: port.unwrap_or(8080),
        listen: None,
        token: None,
        public: None,
        store: store.into(),
        runs: runs.into(),
        page: words.next().map(PathBuf::from),
        cluster: None,
        bots: Vec::new(),
    };
    // A game needs no more than its rules: everything else has a default.
    let bundles = [Bundle::new::<Sprint>(testing::sprint().info)];
    let server = Server::start(&bundles, options)?;
    println!("{}", server.url());
    loop {
        std::thread::park();
    }
}
