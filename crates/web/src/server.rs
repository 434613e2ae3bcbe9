//! `Server`: everything put together, started and stopped.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;

use ludarium_bridge::bot::Offer;
use ludarium_bridge::http;
use ludarium_bundle::Bundle;
use thiserror::Error;

use crate::access::Gate;
use crate::app::{App, Folders, Shared};
use crate::cluster::{ClusterView, Window};
use crate::library::Library;
use crate::offers::Offers;
use crate::routes::router;
use crate::tables::{TableStore, Tables};
use crate::thinking::Thinkers;

/// Connections at the same time, in all and from one address.
const ROOM: http::Room = http::Room {
    connections: 1024,
    from_one_client: 512,
};
/// The shortest token: shorter ones can be tried out.
const SHORTEST_TOKEN: usize = 8;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on this machine; 0 lets the system choose.
    pub port: u16,
    /// Another address to be reached at, `host:port`; needs a token.
    pub listen: Option<String>,
    /// What everybody must show.
    pub token: Option<String>,
    /// The folder of the games.
    pub store: PathBuf,
    /// The folder of the runs.
    pub runs: PathBuf,
    /// A folder with the files of the page, for work on them; by default those in the binary are used.
    pub page: Option<PathBuf>,
    /// The bots that visitors may choose as opponents.
    pub bots: Vec<Arc<Offer>>,
    /// The cluster that visitors may look at.
    pub cluster: Option<Arc<dyn ClusterView>>,
}

/// Why a server could not be started.
#[derive(Debug, Error)]
pub enum ServeError {
    /// An address that others can reach, without a token.
    #[error(
        "--listen lets other machines in, so it needs --token with at least {SHORTEST_TOKEN} letters or digits"
    )]
    Token,
    /// An address that is none.
    #[error("cannot listen at `{0}`: expected an address and a port, for instance 0.0.0.0:8080")]
    Address(String),
    /// The store of games could not be opened.
    #[error("{0}")]
    Store(String),
    /// The system did not let us listen, or gave us no threads.
    #[error(transparent)]
    Server(#[from] http::ServerError),
}

/// A running server; stops when it is dropped.
pub struct Server {
    http: http::Server,
    app: Shared,
    token: Option<String>,
}

impl Server {
    /// Starts a server with the games of these bundles; it serves when this returns.
    pub fn start(bundles: &[Bundle], options: Options) -> Result<Server, ServeError> {
        let (address, name) = address(&options)?;
        let token = options.token.filter(|_| options.listen.is_some());
        let store = TableStore::open(&options.store).map_err(ServeError::Store)?;
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let thinkers = Thinkers::new(cores);
        let listener = http::Listener::bind(address)?;
        let gate = Gate::new(listener.address(), name, token.clone());
        let library = Arc::new(Library::new(bundles));
        let offers = Offers::new(options.bots);
        let (folder, threads) = (&options.runs, thinkers.clone());
        let tables = Tables::new(library.clone(), offers.clone(), store, folder, threads);
        let folders = Folders {
            reviews: options.store.join("reviews"),
            runs: options.runs,
            page: options.page,
        };
        let window = Window::new(options.cluster);
        let app = App::new(gate, library, offers, tables, thinkers, folders, window);
        let app = Arc::new(app);
        Ok(Server {
            http: listener.serve(ROOM, router(app.clone())),
            app,
            token,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.http.address()
    }

    /// The address for a browser on this machine, with the token where one is needed.
    pub fn url(&self) -> String {
        let mut address = self.address();
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        match &self.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Stops: no new connections, and those that are open have a moment to finish.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.app.jobs.stop();
        // Answers that are under way may still need the tables.
        self.http.close();
        self.app.tables.close();
    }
}

/// Where to listen, and under which name if the address has one.
fn address(options: &Options) -> Result<(SocketAddr, Option<String>), ServeError> {
    let Some(text) = &options.listen else {
        return Ok((SocketAddr::from(([127, 0, 0, 1], options.port)), None));
    };
    let token = options.token.as_deref().unwrap_or_default();
    let plain = token
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if token.len() < SHORTEST_TOKEN || !plain {
        return Err(ServeError::Token);
    }
    let mut text = text.clone();
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    if let Ok(ip) = bare.parse::<IpAddr>() {
        text = SocketAddr::new(ip, options.port).to_string();
    } else if !text.contains(':') {
        text = format!("{text}:{}", options.port);
    }
    let wrong = || ServeError::Address(text.chars().take(80).collect());
    let mut found = text.to_socket_addrs().map_err(|_| wrong())?;
    let address = found.next().ok_or_else(wrong)?;
    let host = text.rsplit_once(':').map_or("", |(host, _)| host);
    let name = text.parse::<SocketAddr>().is_err().then(|| host.to_owned());
    Ok((address, name))
}
