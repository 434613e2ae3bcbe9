//! `Server`: everything put together, started and stopped.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;

use crate::listener;
use ludarium_bridge::bot::Offer;
use ludarium_bundle::Bundle;
use thiserror::Error;

use crate::access::{Gate, PublicAddress};
use crate::agents::offers::Offers;
use crate::agents::thinking::Thinkers;
use crate::games::library::Library;
use crate::http::app::{App, Folders, Shared};
use crate::http::routes::router;
use crate::limits::Limits;
use crate::runs::cluster::{ClusterView, ClusterWindow};
use crate::tables::{TableStore, Tables};

/// The shortest token: shorter ones can be tried out.
const SHORTEST_TOKEN: usize = 8;
/// The shortest key of the owner of a public server, which the whole world may try.
const SHORTEST_KEY: usize = 16;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on this machine; 0 lets the system choose.
    pub port: u16,
    /// Another address to be reached at, `host:port`; needs a token.
    pub listen: Option<String>,
    /// What everybody must show; on a public server only the owner.
    pub token: Option<String>,
    /// The address that people know, `https://play.example.org`, where anybody may come by a proxy on this machine.
    pub public: Option<String>,
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
    /// A public address that is none.
    #[error(
        "cannot be reached at `{0}`: expected the address that visitors type, for instance https://play.example.org"
    )]
    Public(String),
    /// A key that can be guessed.
    #[error(
        "the owner's key of a public server (--token) needs at least {SHORTEST_KEY} letters or digits"
    )]
    Key,
    /// An address that is none.
    #[error("cannot listen at `{0}`: expected an address and a port, for instance 0.0.0.0:8080")]
    Address(String),
    /// The store of games could not be opened.
    #[error("{0}")]
    Store(String),
    /// The system did not let us listen.
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The system did not give us threads.
    #[error("cannot start the server's threads: {0}")]
    Threads(io::Error),
}

/// A running server; stops when it is dropped.
pub struct Server {
    http: listener::Server,
    app: Shared,
    token: Option<String>,
    public: Option<PublicAddress>,
}

impl Server {
    /// Starts a server with the games of these bundles; it serves when this returns.
    pub fn start(bundles: &[Bundle], options: Options) -> Result<Server, ServeError> {
        let (address, name) = address(&options)?;
        let public = public(&options)?;
        let limits = match public {
            Some(_) => Limits::PUBLIC,
            None => Limits::PRIVATE,
        };
        let needed = options.listen.is_some() || public.is_some();
        let token = options.token.clone().filter(|_| needed);
        let store = TableStore::open(&options.store).map_err(ServeError::Store)?;
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let thinkers = Thinkers::new(cores, limits.decision);
        let listener = listener::Listener::bind(address)?;
        let gate = Gate::new(listener.address(), name, token.clone());
        let gate = match public.clone() {
            Some(address) => gate.opened(address),
            None => gate,
        };
        let library = Arc::new(Library::new(bundles));
        let offers = Offers::new(options.bots);
        let (folder, threads) = (&options.runs, thinkers.clone());
        let tables = Tables::new(library.clone(), offers.clone(), store, folder, threads, limits);
        let folders = Folders {
            reviews: options.store.join("reviews"),
            runs: options.runs,
            page: options.page,
        };
        let window = ClusterWindow::new(options.cluster);
        let app =
            App::new(gate, library, offers, tables, thinkers, folders, limits).showing(window);
        let app = Arc::new(app);
        let room = listener::Room {
            connections: limits.connections,
            // Behind a proxy everybody comes from one address; visitors are counted apart from that.
            from_one_client: match public {
                Some(_) => limits.connections,
                None => limits.sockets,
            },
        };
        Ok(Server { http: listener.serve(room, router(app.clone())), app, token, public })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.http.address()
    }

    /// The address for a browser on this machine, with the token where one is needed; of a public server the one that visitors
    /// know.
    pub fn url(&self) -> String {
        if let Some(public) = &self.public {
            return format!("{public}/");
        }
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

/// The public address of a server that has one.
fn public(options: &Options) -> Result<Option<PublicAddress>, ServeError> {
    let Some(text) = &options.public else {
        return Ok(None);
    };
    let wrong = || ServeError::Public(text.chars().take(80).collect());
    let address = PublicAddress::parse(text).ok_or_else(wrong)?;
    match &options.token {
        Some(key) if !is_token(key, SHORTEST_KEY) => Err(ServeError::Key),
        _ => Ok(Some(address)),
    }
}

/// Whether a token is long enough and goes into addresses and cookies as it is.
fn is_token(token: &str, shortest: usize) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    token.len() >= shortest && token.bytes().all(plain)
}

/// Where to listen, and under which name if the address has one.
fn address(options: &Options) -> Result<(SocketAddr, Option<String>), ServeError> {
    let Some(text) = &options.listen else {
        return Ok((SocketAddr::from(([127, 0, 0, 1], options.port)), None));
    };
    let token = options.token.as_deref().unwrap_or_default();
    if !is_token(token, SHORTEST_TOKEN) {
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
